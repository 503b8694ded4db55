/** Checks a second factor in two moves: prove it (slow), then use it up in the caller's transaction. */
import type { Store } from '@veldlicht/database/open';
import type { Deps } from '#http/app-env.ts';
import { noticeAccountChange } from '#mail/notices.ts';
import type { UserRow } from '#users/users.repository.ts';
import { hashLike } from './backup-codes.ts';
import { openSecret } from './sealed-secret.ts';
import { stepOfCode } from './totp.ts';
import { listBackupCodes, useBackupCode, useTimeStep } from './two-factor.repository.ts';

/**
 * What a code turned out to be. `spent` is a code that was right once: refused like a wrong one,
 * but no guess, so that a repeated request does not lock its sender out.
 */
export type Proof =
  | { kind: 'totp'; sealed: string; step: number }
  | { kind: 'backup'; codeHash: string }
  | { kind: 'spent' }
  | { kind: 'wrong' };

/** As people type it: upper case, letters and digits only (spec §5). */
export function cleanCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Finds out what a code is worth; either kind costs one hash (threat T8). */
export async function proveCode(deps: Deps, user: UserRow, typed: string): Promise<Proof> {
  const code = cleanCode(typed);
  const known = listBackupCodes(deps.db, user.id);
  const codeHash = await hashLike(deps.passwords, code, known[0]?.codeHash);
  if (user.totpSecret === null || user.twoFactorAt === null) return { kind: 'wrong' };
  const secret = openSecret(deps.secrets.twoFactor, user.id, user.totpSecret);
  const step = stepOfCode(secret, code, deps.now());
  if (step !== null)
    return user.totpStep !== null && step <= user.totpStep
      ? { kind: 'spent' }
      : { kind: 'totp', sealed: user.totpSecret, step };
  const backup = known.find((row) => row.codeHash === codeHash);
  if (!backup) return { kind: 'wrong' };
  return backup.usedAt === null ? { kind: 'backup', codeHash } : { kind: 'spent' };
}

/**
 * Uses a proven code up, and tells the account's owner of a backup code; false when it was used
 * meanwhile. Call it in the transaction it opens.
 */
export function useProof(store: Store, user: UserRow, proof: Proof, now: number): boolean {
  if (proof.kind === 'totp') return useTimeStep(store, user.id, proof);
  if (proof.kind !== 'backup' || !useBackupCode(store, user.id, proof.codeHash, now)) return false;
  noticeAccountChange(store, user, ['backup-code-used'], now);
  return true;
}
