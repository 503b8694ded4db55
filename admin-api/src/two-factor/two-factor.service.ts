/** Sets up and removes the user's own second factor (spec §4 2FA, §5; threats T7–T10). */

import { reason } from '@veldlicht/contract/reason';
import type { BackupCodesAnswer, TwoFactorSetup } from '@veldlicht/contract/two-factor';
import type { Store } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { and, eq } from 'drizzle-orm';
import { generateSecret } from 'otplib';
import { toDataURL } from 'qrcode';
import { auditAccount } from '#audit/audit.repository.ts';
import { knownDevice } from '#auth/known-browsers.ts';
import type { Turns } from '#auth/queues.ts';
import { requireStill } from '#auth/route-access.ts';
import type { Session } from '#auth/sessions.ts';
import { type Access, endAccess, type SentAccess, startAccess } from '#auth/sign-in-and-out.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError, invalidField } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { noticeAccountChange } from '#mail/notices.ts';
import { keyId, keyIdOf, openSecret, sealSecret } from '#secrets/sealed.ts';
import { readSettings } from '#settings/settings.repository.ts';
import type { SignInBuckets } from '#throttle/buckets.ts';
import { codeBucket } from '#throttle/buckets.ts';
import { countFailure, forgetFailures, requireFree } from '#throttle/throttle.ts';
import { findUser, noteLogin, type UserRow } from '#users/users.repository.ts';
import {
  cleanCode,
  hashBackupCodes,
  newBackupCodes,
  otpAddress,
  proveCode,
  removeTwoFactor,
  replaceBackupCodes,
  stepOfCode,
  useProof,
} from './codes.ts';

const QR = { margin: 2, width: 240 };
const WRONG_CODE = reason('invalid_code');
/** Said because the code just used for "Confirm it's you" is still on the phone. */
const SPENT_CODE = reason('code_spent');
const SET_UP_AGAIN = reason('set_up_again');
const IS_OFF = reason('two_factor_off');

/**
 * Creates a pending secret to scan, replacing an earlier pending one. The active secret stays until a code of the new
 * one is verified, so that people can move to a new phone.
 */
export async function setUp(deps: Deps, user: UserRow): Promise<TwoFactorSetup> {
  const secret = generateSecret();
  const sealed = sealSecret(deps.secrets.twoFactor, user.id, secret);
  deps.db.update(users).set({ pendingTotpSecret: sealed }).where(eq(users.id, user.id)).run();
  return { qrCodeUrl: await toDataURL(otpAddress(user.username, secret), QR), secret };
}

/** Activates a secret; false when it is no longer the pending one. */
function enableTwoFactor(
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

/**
 * Turns on or replaces the second factor with a code of the pending secret. Ends all sessions of the user; this browser
 * gets a new one (threat T4). Throws `two_factor_state` without a pending secret, `invalid_input` for a wrong code,
 * `too_many_attempts`, or `unauthenticated`.
 */
export async function verify(
  deps: Deps,
  session: Session,
  token: string,
  sent: SentAccess,
): Promise<BackupCodesAnswer & { access: Access }> {
  const { user } = requireStill(deps.db, session);
  const sealed = user.pendingTotpSecret;
  // A pending secret may outlive its key: that locks nobody out.
  if (sealed === null || keyIdOf(sealed) !== keyId(deps.secrets.twoFactor))
    throw new AppError('two_factor_state', SET_UP_AGAIN);
  const secret = openSecret(deps.secrets.twoFactor, user.id, sealed);
  // Throttled: a right guess in a stolen session would reveal the backup codes.
  const device = knownDevice(deps.db, sent.device, user.id, deps.now());
  const bucket = codeBucket(user.id, device);
  requireFree(deps.db, [bucket], deps.now());
  const step = stepOfCode(secret, cleanCode(token), deps.now());
  if (step === null) {
    countFailure(deps.db, [bucket], deps.now());
    throw invalidField('token', WRONG_CODE);
  }
  const backupCodes = newBackupCodes();
  const hashes = await hashBackupCodes(deps.passwords, backupCodes);
  const now = deps.now();
  return inTransaction(deps.db, (tx) => {
    requireStill(tx, session);
    if (!enableTwoFactor(tx, user.id, { sealed, step, now }))
      throw new AppError('two_factor_state', SET_UP_AGAIN);
    replaceBackupCodes(tx, user.id, hashes);
    endAccess(tx, user.id);
    noteLogin(tx, user.id, now);
    const isNew = user.twoFactorAt === null;
    auditAccount(tx, user, isNew ? 'enable-2fa' : 'replace-2fa', now);
    noticeAccountChange(tx, user, [isNew ? 'two-factor-on' : 'two-factor-replaced'], now);
    // Without a password the new session is no more confirmed than the old one.
    const entry = { isFull: true, confirmedAt: session.confirmedAt };
    return { backupCodes, access: startAccess(tx, user.id, sent, entry, now) };
  });
}

/** Throws while two-factor is enforced or the user has none (spec §5). */
function requireRemovable(user: UserRow | undefined, enforced: boolean): void {
  if (enforced) throw new AppError('enforcement_on');
  if (!user || user.twoFactorAt === null) throw new AppError('two_factor_state', IS_OFF);
}

/** Removes the second factor for a right TOTP or backup code (spec §5). */
export async function disable(
  deps: Deps,
  turns: Turns,
  session: Session,
  token: string,
  guess: { turn: SignInBuckets['turn']; device: string | null },
): Promise<void> {
  const { user } = session;
  const bucket = codeBucket(user.id, guess.device);
  requireRemovable(user, readSettings(deps.db).enforce2fa);
  await turns(guess.turn, async () => {
    const current = findUser(deps.db, user.id);
    requireRemovable(current, readSettings(deps.db).enforce2fa);
    requireFree(deps.db, [bucket], deps.now());
    const proof = await proveCode(deps, current ?? user, token);
    const now = deps.now();
    if (proof.kind === 'wrong') countFailure(deps.db, [bucket], now);
    inTransaction(deps.db, (tx) => {
      requireRemovable(requireStill(tx, session).user, readSettings(tx).enforce2fa);
      if (!useProof(tx, user, proof, now))
        throw invalidField('token', proof.kind === 'spent' ? SPENT_CODE : WRONG_CODE);
      removeTwoFactor(tx, user.id);
      forgetFailures(tx, [bucket]);
      auditAccount(tx, user, 'disable-2fa', now);
      noticeAccountChange(tx, user, ['two-factor-off'], now);
    });
  });
}

/** Creates a new set of backup codes, which voids the old one. */
export async function regenerate(deps: Deps, session: Session): Promise<BackupCodesAnswer> {
  const { user } = requireStill(deps.db, session);
  if (user.twoFactorAt === null) throw new AppError('two_factor_state', IS_OFF);
  const backupCodes = newBackupCodes();
  const hashes = await hashBackupCodes(deps.passwords, backupCodes);
  inTransaction(deps.db, (tx) => {
    if (requireStill(tx, session).user.twoFactorAt !== user.twoFactorAt)
      throw new AppError('two_factor_state', IS_OFF);
    replaceBackupCodes(tx, user.id, hashes);
    auditAccount(tx, user, 'renew-backup-codes', deps.now());
    noticeAccountChange(tx, user, ['backup-codes'], deps.now());
  });
  return { backupCodes };
}

/** Records that the user saved the backup codes, so that the panel stops asking. */
export function noteCodesSaved(deps: Deps, { user }: Session): void {
  inTransaction(deps.db, (tx) => {
    tx.update(users).set({ backupCodesUnsaved: false }).where(eq(users.id, user.id)).run();
    auditAccount(tx, user, 'save-backup-codes', deps.now());
  });
}
