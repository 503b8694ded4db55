import type { MeAnswer } from '@veldlicht/contract/auth';
import { BACKUP_CODES } from '@veldlicht/contract/limits';
import type { TFunction } from 'i18next';

/** From here on the panel advises to make new codes. */
const FEW = 2;

/** Text about the remaining backup codes; null without two-factor. */
export function codesLeft({ backupCodesLeft: n }: Pick<MeAnswer, 'backupCodesLeft'>, t: TFunction) {
  if (n === undefined) return null;
  const few = n <= FEW;
  return { few, text: t(few ? 'backupCodesFew' : 'backupCodesLeft', { n, of: BACKUP_CODES }) };
}
