import { AUTHENTICATOR_CODE_LENGTH, BACKUP_CODE_LENGTH } from '@veldlicht/contract/limits';

/** Where a second-factor code comes from. */
export type CodeKind = 'authenticator' | 'backup';

const lengths: Record<CodeKind, number> = {
  authenticator: AUTHENTICATOR_CODE_LENGTH,
  backup: BACKUP_CODE_LENGTH,
};

/** Upper case, letters and digits only, as long as such a code can be (spec §5). */
export function cleanCode(typed: string, kind: CodeKind): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, lengths[kind]);
}

/** What the set-up takes: digits, at most six (spec §5). */
export function cleanDigits(typed: string): string {
  return typed.replace(/[^0-9]/g, '').slice(0, AUTHENTICATOR_CODE_LENGTH);
}
