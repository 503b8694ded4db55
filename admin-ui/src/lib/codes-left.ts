import type { MeAnswer } from '@veldlicht/contract/auth';
import { BACKUP_CODES } from '@veldlicht/contract/limits';
import type { TFunction } from 'i18next';

/** So few that it is time for new ones. */
const FEW = 2;

/** How many backup codes are left, in words; null without two-factor. */
export function codesLeft({ backupCodesLeft: n }: Pick<MeAnswer, 'backupCodesLeft'>, t: TFunction) {
  if (n === undefined) return null;
  const few = n <= FEW;
  return { few, text: t(few ? 'backupCodesFew' : 'backupCodesLeft', { n, of: BACKUP_CODES }) };
}
