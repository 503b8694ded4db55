import type { ReasonCode } from '@veldlicht/contract/error-texts';
import { reason } from '@veldlicht/contract/reason';

/** Most names in one sentence. */
const MOST_NAMES = 20;

/** A reason with the number of names and the first of them; none for an empty list. */
export function listReason(code: ReasonCode, all: readonly string[], title = ''): string[] {
  const names = all.slice(0, MOST_NAMES).join(', ') + (all.length > MOST_NAMES ? ' …' : '');
  return all.length === 0 ? [] : [reason(code, { n: all.length, names, ...(title && { title }) })];
}
