/** Codes of the second factor: TOTP (RFC 6238) and backup codes, each used once. */
import { randomBytes } from 'node:crypto';
import {
  AUTHENTICATOR_CODE_LENGTH,
  BACKUP_CODE_LENGTH,
  BACKUP_CODES,
} from '@veldlicht/contract/limits';
import { countRows } from '@veldlicht/database/count-rows';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { backupCodes, users } from '@veldlicht/database/schema';
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { generateURI, verifySync } from 'otplib';
import { clearSigns, type Passwords } from '#auth/password.ts';
import type { Deps } from '#http/app-env.ts';
import { noticeAccountChange } from '#mail/notices.ts';
import { openSecret } from '#secrets/sealed.ts';
import type { UserRow } from '#users/users.repository.ts';

/** One step (RFC 6238 §5.2). */
const TOLERANCE_SECONDS = 30;
const CODE = new RegExp(`^\\d{${AUTHENTICATOR_CODE_LENGTH}}$`);

/** The time step of a cleaned code, or null when it is wrong. Ignores whether it was used. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!CODE.test(code)) return null;
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** The otpauth URI in the QR code. */
export function otpAddress(username: string, secret: string): string {
  return generateURI({ issuer: 'Veldlicht', label: username, secret });
}

const SALT_BYTES = 16;

export function newBackupCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < BACKUP_CODES) codes.add(clearSigns(BACKUP_CODE_LENGTH));
  return [...codes];
}

/** A set shares its salt, so that checking a code costs one hash. */
function stored(salt: Buffer, hash: string): string {
  return `${salt.toString('hex')}:${hash}`;
}

/** Codes hashed at once: as many as the queue runs, so that one set does not fill it (threat L4). */
const AT_ONCE = 2;

/** The stored form of a set of codes. */
export async function hashBackupCodes(passwords: Passwords, codes: string[]): Promise<string[]> {
  const salt = randomBytes(SALT_BYTES);
  const hashes: string[] = [];
  for (let i = 0; i < codes.length; i += AT_ONCE) {
    const some = codes.slice(i, i + AT_ONCE);
    hashes.push(...(await Promise.all(some.map((code) => passwords.hashWith(code, salt)))));
  }
  return hashes.map((hash) => stored(salt, hash));
}

/** The stored form of a code under the salt of `sample`; always computes one hash. */
export async function hashLike(
  passwords: Passwords,
  code: string,
  sample: string | undefined,
): Promise<string> {
  const salt = Buffer.from(sample?.split(':')[0] ?? '00'.repeat(SALT_BYTES), 'hex');
  return stored(salt, await passwords.hashWith(code, salt));
}

/**
 * The result of checking a code. `spent`: it was right once, and is refused without counting as a guess, so that a
 * repeated request does not lock its sender out.
 */
export type Proof =
  | { kind: 'totp'; sealed: string; step: number }
  | { kind: 'backup'; codeHash: string }
  | { kind: 'spent' }
  | { kind: 'wrong' };

/** Normalizes a typed code: upper case, letters and digits only (spec §5). */
export function cleanCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Checks a code of either kind without using it up; always computes one hash (threat T8). */
export async function proveCode(deps: Deps, user: UserRow, typed: string): Promise<Proof> {
  const code = cleanCode(typed);
  const isOwn = eq(backupCodes.userId, user.id);
  const known = deps.db.select().from(backupCodes).where(isOwn).all();
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

/** Uses up a time step; false when it or a later one was used, or the secret was replaced (threat T7). */
function useTimeStep(
  store: Store,
  userId: string,
  { sealed, step }: { sealed: string; step: number },
): boolean {
  const { changes } = store
    .update(users)
    .set({ totpStep: step })
    .where(
      and(
        eq(users.id, userId),
        isNotNull(users.twoFactorAt),
        eq(users.totpSecret, sealed),
        or(isNull(users.totpStep), lt(users.totpStep, step)),
      ),
    )
    .run();
  return changes === 1;
}

/** Uses up a code; false when a parallel request was first (threat T9). */
function useBackupCode(store: Store, userId: string, codeHash: string, now: number) {
  const { changes } = store
    .update(backupCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(backupCodes.userId, userId),
        eq(backupCodes.codeHash, codeHash),
        isNull(backupCodes.usedAt),
      ),
    )
    .run();
  return changes === 1;
}

/** Uses up a checked code, and mails the owner about a backup code; false when it was used in the meantime. */
export function useProof(store: Store, user: UserRow, proof: Proof, now: number): boolean {
  if (proof.kind === 'totp') return useTimeStep(store, user.id, proof);
  if (proof.kind !== 'backup' || !useBackupCode(store, user.id, proof.codeHash, now)) return false;
  noticeAccountChange(store, user, ['backup-code-used'], now);
  return true;
}

/** The number of unused backup codes. */
export function countBackupCodes(store: Store, userId: string): number {
  const isLeft = and(eq(backupCodes.userId, userId), isNull(backupCodes.usedAt));
  return countRows(store, backupCodes, isLeft);
}

/** Replaces the set and marks it as unsaved. */
export function replaceBackupCodes(store: Store, userId: string, hashes: string[]): void {
  store.update(users).set({ backupCodesUnsaved: true }).where(eq(users.id, userId)).run();
  store.delete(backupCodes).where(eq(backupCodes.userId, userId)).run();
  store
    .insert(backupCodes)
    .values(hashes.map((codeHash) => ({ id: newId(), userId, codeHash })))
    .run();
}

/** Removes the second factor: secrets and codes. */
export function removeTwoFactor(store: Store, userId: string): void {
  store.delete(backupCodes).where(eq(backupCodes.userId, userId)).run();
  const secrets = { totpSecret: null, pendingTotpSecret: null, totpStep: null };
  store
    .update(users)
    .set({ ...secrets, twoFactorAt: null, backupCodesUnsaved: false })
    .where(eq(users.id, userId))
    .run();
}
