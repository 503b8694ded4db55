import { useQuery } from '@tanstack/react-query';
import { BACKUP_DOWNLOAD_PATH, type BackupState, backupState } from '@veldlicht/contract/backup';
import type { TFunction } from 'i18next';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { BuilderFold, Card } from '#components/ui/card.tsx';
import { CardLink } from '#components/ui/card-link.tsx';
import { LoadedInCard } from '#components/ui/loaded-in-card.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import { callApi } from '#lib/api.ts';
import { classNames } from '#lib/class-names.ts';
import { sizeText } from '#lib/publish-words.ts';
import { backupQuery } from '#lib/queries.ts';
import { saveAddress } from '#lib/save-file.ts';
import { dayAndClockText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';

const problems: Record<NonNullable<BackupState['problem']>, PlainTextKey> = {
  disk_full: 'backupDiskFull',
  unreachable: 'backupUnreachable',
  damaged: 'backupDamaged',
  failed: 'backupFailed',
};

/** The problem, or a note; null when there is neither. */
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

/** `none` is no trouble: on the first day there is no backup yet. */
const isTrouble = ({ state }: BackupState) => state !== 'ok' && state !== 'none';

/** The state of backups in words; `when` formats an instant. */
export function backupWords(state: BackupState, t: TFunction, when: (iso: string) => string) {
  const { lastAt, bytes } = state;
  const facts = [lastAt && when(lastAt), bytes && sizeText(bytes), t('backupVerified')];
  return {
    isAlarming: isTrouble(state),
    short:
      lastAt === null
        ? t('backupNone')
        : t('backupLast', { facts: facts.filter(Boolean).join(', ') }),
    long: longText(state, t),
  };
}

const LOOK_EVERY_MS = 1000;

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
    onDone: () => saveAddress(BACKUP_DOWNLOAD_PATH),
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

function BackupFacts({ state }: { state: BackupState }) {
  const { t } = useTranslation();
  const { isAlarming, short, long } = backupWords(state, t, dayAndClockText);
  const Icon = isAlarming ? ShieldAlert : ShieldCheck;
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Icon className={classNames('size-5 shrink-0', isAlarming ? 'text-danger' : 'text-moss')} />
        {short}
      </p>
      {long && <p className={isAlarming ? undefined : 'text-muted'}>{long}</p>}
      <BackupButtons state={state} />
      {state.lastAt !== null && (
        <p className="max-w-prose text-small text-muted">
          {t(state.inBucket > 0 ? 'backupDownloadHintBucket' : 'backupDownloadHint')}
        </p>
      )}
      <CardLink to="/moving">{t('movingLink')}</CardLink>
      <BuilderFold className="max-w-full text-small">
        <div className="mt-2 flex flex-col gap-1 wrap-anywhere">
          <p>{t('backupPlace', { place: state.place })}</p>
          <p>{t('backupRestoreHint')}</p>
        </div>
      </BuilderFold>
    </>
  );
}

/** State of the backups and the buttons to make and download one, for admins. */
export function BackupCard() {
  const { t } = useTranslation();
  const query = useQuery({
    ...backupQuery,
    refetchInterval: ({ state }) => (state.data?.percent == null ? false : LOOK_EVERY_MS),
  });
  const isAlarming = query.data && isTrouble(query.data);
  return (
    <Card title={t('backups')} alarming={isAlarming}>
      <LoadedInCard of={query} pending={<Skeleton className="h-5 w-56" />}>
        {(state) => <BackupFacts state={state} />}
      </LoadedInCard>
    </Card>
  );
}
