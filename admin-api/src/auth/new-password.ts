import { clearSigns } from './clear-signs.ts';

const GROUPS = 6;
const GROUP_SIGNS = 4;

/** A password of 120 random bits, to be shown once: XXXX-XXXX-XXXX-XXXX-XXXX-XXXX. */
export function newPassword(): string {
  return Array.from({ length: GROUPS }, () => clearSigns(GROUP_SIGNS)).join('-');
}
