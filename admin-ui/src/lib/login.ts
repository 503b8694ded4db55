/** Codes and outcomes of a sign-in (spec §4 Login, §5). */
import type { LoginAnswer } from '@veldlicht/contract/auth';
import { AUTHENTICATOR_CODE_LENGTH, BACKUP_CODE_LENGTH } from '@veldlicht/contract/limits';
import { ApiError } from '#lib/api.ts';

export type CodeKind = 'authenticator' | 'backup';

export const otherKind = { authenticator: 'backup', backup: 'authenticator' } as const;

/** Cleans a typed code: upper case, letters and digits, cut to its length (spec §5). */
export function cleanCode(typed: string, kind: CodeKind): string {
  const length = kind === 'backup' ? BACKUP_CODE_LENGTH : AUTHENTICATOR_CODE_LENGTH;
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return plain.slice(0, length);
}

/** Cleans a typed set-up code: at most six digits (spec §5). */
export function cleanDigits(typed: string): string {
  return typed.replace(/[^0-9]/g, '').slice(0, AUTHENTICATOR_CODE_LENGTH);
}

/** No attempts are accepted until then. */
export interface LoginWait {
  /** In milliseconds since 1970. */
  until: number;
  /** For `serverText`. */
  reason: string;
}

/** The wait that a refusal imposes. `now` in milliseconds since 1970. */
export function waitOf(error: unknown, now: number): LoginWait | null {
  if (!(error instanceof ApiError) || !error.retryAfter) return null;
  return { until: now + error.retryAfter * 1000, reason: error.reason };
}

type LoginOutcome = 'signed-in' | 'code' | 'setup' | 'refused';

/** The next step after the server's response (spec §4 Login); one without a user or a request is a refusal. */
export function loginOutcome(answer: LoginAnswer): LoginOutcome {
  if (answer.requires2FA) return 'code';
  if (answer.requires2FASetup) return 'setup';
  return answer.user ? 'signed-in' : 'refused';
}
