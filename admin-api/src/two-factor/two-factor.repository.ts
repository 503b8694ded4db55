import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { backupCodes, users } from '@veldlicht/database/schema';
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';

/** The sealed secrets that count, with whose they are. */
export function listSealedSecrets(store: Store) {
  return store
    .select({ username: users.username, totpSecret: users.totpSecret })
    .from(users)
    .where(isNotNull(users.twoFactorAt))
    .all();
}

/** Keeps a secret that has yet to be proven; an earlier pending one is worth nothing from now on. */
export function savePendingSecret(store: Store, userId: string, sealed: string): void {
  store.update(users).set({ pendingTotpSecret: sealed }).where(eq(users.id, userId)).run();
}

/** Makes a secret the one that counts, if it is still the pending one. */
export function enableTwoFactor(
  store: Store,
  userId: string,
  { sealed, step, now }: { sealed: string; step: number; now: number },
): boolean {
  const { changes } = store
    .update(users)
    .set({ totpSecret: sealed, pendingTotpSecret: null, twoFactorAt: now, totpStep: step })
    .where(and(eq(users.id, userId), eq(users.pendingTotpSecret, sealed)))
    .run();
  return changes === 1;
}

/** Takes the second factor away, secrets and codes included. */
export function removeTwoFactor(store: Store, userId: string): void {
  deleteBackupCodes(store, userId);
  const secrets = { totpSecret: null, pendingTotpSecret: null, totpStep: null };
  store
    .update(users)
    .set({ ...secrets, twoFactorAt: null, backupCodesUnsaved: false })
    .where(eq(users.id, userId))
    .run();
}

/**
 * Uses a time step of this secret up; false when it or a later one was used before, or the secret
 * was replaced since (threat T7).
 */
export function useTimeStep(
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

export function listBackupCodes(store: Store, userId: string) {
  return store.select().from(backupCodes).where(eq(backupCodes.userId, userId)).all();
}

export function deleteBackupCodes(store: Store, userId: string): void {
  store.delete(backupCodes).where(eq(backupCodes.userId, userId)).run();
}

/** Whether new backup codes were made and nobody has said yet that they are kept. */
export function setBackupCodesUnsaved(store: Store, userId: string, unsaved: boolean): void {
  store.update(users).set({ backupCodesUnsaved: unsaved }).where(eq(users.id, userId)).run();
}

/** The old set is worth nothing from now on; the new one has yet to be kept by its owner. */
export function replaceBackupCodes(store: Store, userId: string, hashes: string[]): void {
  setBackupCodesUnsaved(store, userId, true);
  deleteBackupCodes(store, userId);
  store
    .insert(backupCodes)
    .values(hashes.map((codeHash) => ({ id: newId(), userId, codeHash })))
    .run();
}

/** Uses a code up; false when somebody else was first (threat T9). */
export function useBackupCode(store: Store, userId: string, codeHash: string, now: number) {
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
