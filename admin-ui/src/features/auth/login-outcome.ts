import type { LoginAnswer } from '@veldlicht/contract/auth';

/** Where a sign-in stands after the server's answer (spec §4 Login). */
export type LoginOutcome = 'signed-in' | 'code' | 'setup' | 'refused';

/** An answer that names no user and asks for nothing lets nobody in. */
export function loginOutcome(answer: LoginAnswer): LoginOutcome {
  if (answer.requires2FA) return 'code';
  if (answer.requires2FASetup) return 'setup';
  return answer.user ? 'signed-in' : 'refused';
}
