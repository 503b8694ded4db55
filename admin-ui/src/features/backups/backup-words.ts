import type { BackupState } from '@veldlicht/contract/backup';
import type { TFunction } from 'i18next';
import type { PlainTextKey } from '#i18n/en.ts';

export interface BackupWords {
  isAlarming: boolean;
  /** How old the newest one is. */
  short: string;
  /** What is wrong, or a quiet word more; null when nothing is to be said. */
  long: string | null;
}

const problems: Record<NonNullable<BackupState['problem']>, PlainTextKey> = {
  disk_full: 'backupDiskFull',
  unreachable: 'backupUnreachable',
  damaged: 'backupDamaged',
  failed: 'backupFailed',
};

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
export function backupWords(
  state: BackupState,
  t: TFunction,
  ago: (iso: string) => string,
): BackupWords {
  return {
    isAlarming: ['failed', 'late', 'incomplete'].includes(state.state),
    short: state.lastAt === null ? t('backupNone') : t('backupLast', { ago: ago(state.lastAt) }),
    long: longText(state, t),
  };
}
