import { useQuery } from '@tanstack/react-query';
import { BACKUP_DOWNLOAD_PATH, type BackupState, backupState } from '@veldlicht/contract/backup';
import type { TFunction } from 'i18next';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button, linkClass } from '#components/ui/button.tsx';
import { BuilderFold, Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { sizeText } from '#features/publishing/publish-words.ts';
import type { PlainTextKey } from '#i18n/en.ts';
import { callApi } from '#lib/api.ts';
import { classNames } from '#lib/class-names.ts';
import { backupQuery } from '#lib/queries.ts';
import { dayAndClockText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';

const problems: Record<NonNullable<BackupState['problem']>, PlainTextKey> = {
  disk_full: 'backupDiskFull',
  unreachable: 'backupUnreachable',
  damaged: 'backupDamaged',
  failed: 'backupFailed',
};

/** What is wrong, or a quiet word more; null when nothing is to be said. */
function longText(state: BackupState, t: TFunction): string | null {
  switch (state.state) {
    case 'failed':
      return t(problems[state.problem ?? 'failed']);
    case 'late':
      return t('backupLate');
    case 'incomplete':
      return t('backupIncomplete', { count: state.missing });
    case 'none':
      return t('backupNoneText');
    case 'ok':
      return state.inBucket > 0 ? t('backupInBucket') : null;
  }
}

/** The state of backups in words; `when` says when an instant was. */
export function backupWords(state: BackupState, t: TFunction, when: (iso: string) => string) {
  const { lastAt, bytes } = state;
  const facts = [lastAt && when(lastAt), bytes && sizeText(bytes), t('backupVerified')];
  return {
    // On the first day there is none yet.
    isAlarming: state.state !== 'ok' && state.state !== 'none',
    short:
      lastAt === null
        ? t('backupNone')
        : t('backupLast', { facts: facts.filter(Boolean).join(', ') }),
    long: longText(state, t),
  };
}

const LOOK_EVERY_MS = 1000;

/** By a link and no call: the browser writes the file while it arrives. */
function saveDownload(): void {
  const link = document.createElement('a');
  link.href = BACKUP_DOWNLOAD_PATH;
  link.download = '';
  link.click();
}

function BackupButtons({ state }: { state: BackupState }) {
  const { t } = useTranslation();
  const make = useChange({
    call: () => callApi('POST', '/api/admin/backup', { schema: backupState }),
    failed: 'failedToBackUp',
    onDone: (answer, _input, client) => client.setQueryData(backupQuery.queryKey, answer),
  });
  const download = useChange({
    call: () => callApi('POST', BACKUP_DOWNLOAD_PATH),
    failed: 'failedToDownloadBackup',
    onDone: saveDownload,
  });
  const { percent, lastAt } = state;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        look="secondary"
        size="sm"
        pending={make.isPending || percent !== null}
        onClick={() => make.mutate()}
      >
        {t('backupNow')}
      </Button>
      {lastAt !== null && (
        <Button
          look="secondary"
          size="sm"
          pending={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('download')}
        </Button>
      )}
      <p role="status" className="text-muted tabular-nums">
        {percent !== null && t('backupMaking', { percent: String(percent) })}
      </p>
    </div>
  );
}

/** How old the newest backup is, what is wrong when something is, one now, and one to take along; for admins. */
export function BackupCard() {
  const { t } = useTranslation();
  const { data, isError } = useQuery({
    ...backupQuery,
    refetchInterval: ({ state }) => (state.data?.percent == null ? false : LOOK_EVERY_MS),
  });
  const words = data && backupWords(data, t, dayAndClockText);
  const Icon = words?.isAlarming ? ShieldAlert : ShieldCheck;
  return (
    <Card title={t('backups')} alarming={words?.isAlarming}>
      {!words && !isError && <Skeleton className="h-5 w-56" />}
      {!words && isError && <p className="text-muted">{t('failedToLoadBackup')}</p>}
      {words && (
        <>
          <p className="flex items-center gap-2 font-medium">
            <Icon
              className={classNames(
                'size-5 shrink-0',
                words.isAlarming ? 'text-danger' : 'text-moss',
              )}
            />
            {words.short}
          </p>
          {words.long && (
            <p className={words.isAlarming ? undefined : 'text-muted'}>{words.long}</p>
          )}
          <BackupButtons state={data} />
          {data.lastAt !== null && (
            <p className="max-w-prose text-small text-muted">
              {t(data.inBucket > 0 ? 'backupDownloadHintBucket' : 'backupDownloadHint')}
            </p>
          )}
          <Link to="/moving" className={linkClass}>
            {t('movingLink')}
          </Link>
          <BuilderFold className="max-w-full text-small">
            <div className="mt-2 flex flex-col gap-1 wrap-anywhere">
              <p>{t('backupPlace', { place: data.place })}</p>
              <p>{t('backupRestoreHint')}</p>
            </div>
          </BuilderFold>
        </>
      )}
    </Card>
  );
}
