import { useQuery } from '@tanstack/react-query';
import type { BackupState } from '@veldlicht/contract/backup';
import type { TFunction } from 'i18next';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import { classNames } from '#lib/class-names.ts';
import { backupQuery } from '#lib/queries.ts';
import { agoText } from '#lib/time-text.ts';

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

/** The state of backups in words; `ago` says how long ago an instant was. */
export function backupWords(state: BackupState, t: TFunction, ago: (iso: string) => string) {
  return {
    isAlarming: ['failed', 'late', 'incomplete'].includes(state.state),
    short: state.lastAt === null ? t('backupNone') : t('backupLast', { ago: ago(state.lastAt) }),
    long: longText(state, t),
  };
}

/** How old the newest backup is, and what is wrong when something is; for admins. */
export function BackupCard() {
  const { t } = useTranslation();
  const { data, isError } = useQuery(backupQuery);
  const words = data && backupWords(data, t, agoText);
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
        </>
      )}
    </Card>
  );
}
