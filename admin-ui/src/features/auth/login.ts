/** Codes and outcomes of a sign-in (spec §4 Login, §5). */
import type { LoginAnswer } from '@veldlicht/contract/auth';
import { AUTHENTICATOR_CODE_LENGTH, BACKUP_CODE_LENGTH } from '@veldlicht/contract/limits';
import { ApiError } from '#lib/api.ts';

export type CodeKind = 'authenticator' | 'backup';

export const otherKind = { authenticator: 'backup', backup: 'authenticator' } as const;

/** What stays of a code while it is typed: upper case, letters and digits, as many as it has (spec §5). */
export function cleanCode(typed: string, kind: CodeKind): string {
  const length = kind === 'backup' ? BACKUP_CODE_LENGTH : AUTHENTICATOR_CODE_LENGTH;
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return plain.slice(0, length);
}

/** What the set-up takes: digits, at most six (spec §5). */
export function cleanDigits(typed: string): string {
  return typed.replace(/[^0-9]/g, '').slice(0, AUTHENTICATOR_CODE_LENGTH);
}

/** The server takes no tries for a while. */
export interface LoginWait {
  /** In milliseconds since 1970. */
  until: number;
  /** Why, for `serverText`. */
  reason: string;
}

/** The wait a refusal asks for. `now` in milliseconds since 1970. */
export function waitOf(error: unknown, now: number): LoginWait | null {
  if (!(error instanceof ApiError) || !error.retryAfter) return null;
  return { until: now + error.retryAfter * 1000, reason: error.reason };
}

/** Where a sign-in stands after the server's answer (spec §4 Login). */
type LoginOutcome = 'signed-in' | 'code' | 'setup' | 'refused';

/** An answer that names no user and asks for nothing lets nobody in. */
export function loginOutcome(answer: LoginAnswer): LoginOutcome {
  if (answer.requires2FA) return 'code';
  if (answer.requires2FASetup) return 'setup';
  return answer.user ? 'signed-in' : 'refused';
}
