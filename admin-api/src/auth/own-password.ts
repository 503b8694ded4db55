/** Changes the signed-in user's password (threats T5, T8). */
import { reason } from '@veldlicht/contract/reason';
import type { PasswordChange } from '@veldlicht/contract/user';
import type { Store } from '@veldlicht/database/open';
import { auditAccount } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError, invalidField } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { noticeAccountChange } from '#mail/notices.ts';
import { countFailure, forgetFailures, requireFree } from '#throttle/throttle.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';
import { updateUser } from '#users/users.repository.ts';
import { refuseCommonPassword } from './common-password.ts';
import { requireStill } from './route-access.ts';
import type { Session } from './sessions.ts';
import { type Access, endAccess, type SentAccess, startAccess } from './sign-in-and-out.ts';

/** Counts guesses at the current password from a session left open. */
function ownPasswordBucket(userId: string): Bucket {
  return { kind: 'pair', key: `own-password:${userId}` };
}

/** Throws `too_many_attempts` before computing the hash, or `invalid_input` for a wrong password. */
async function requireCurrentPassword(deps: Deps, { user }: Session, typed: string): Promise<void> {
  const bucket = ownPasswordBucket(user.id);
  requireFree(deps.db, [bucket], deps.now());
  if (await deps.passwords.verify(user.passwordHash, typed)) return;
  countFailure(deps.db, [bucket], deps.now());
  deps.log.warn({ user: user.id }, 'wrong own password');
  throw invalidField('currentPassword', reason('current_password_wrong'));
}

/** Throws when the session, the password or the two-factor duty changed while hashes were computed. */
function requireUnchanged(store: Store, session: Session): void {
  const { user, needsSetup } = requireStill(store, session);
  if (user.passwordHash !== session.user.passwordHash) throw new AppError('unauthenticated');
  if (needsSetup) throw new AppError('two_factor_required');
}

/**
 * Sets a new password. Ends every session, known device and pending upload of the user; returns new secrets for this
 * browser. Throws `too_many_attempts`, `invalid_input` for a wrong, common or unchanged password, or `unauthenticated`
 * when the session ended in the meantime.
 */
export async function changeOwnPassword(
  deps: Deps,
  session: Session,
  { currentPassword, newPassword }: PasswordChange,
  sent: SentAccess,
): Promise<Access> {
  const { user } = session;
  await requireCurrentPassword(deps, session, currentPassword);
  if (newPassword === currentPassword)
    throw invalidField('newPassword', reason('password_unchanged'));
  await refuseCommonPassword('newPassword', newPassword, user);
  const passwordHash = await deps.passwords.hash(newPassword);
  const now = deps.now();
  return inTransaction(deps.db, (tx) => {
    requireUnchanged(tx, session);
    updateUser(tx, user.id, { passwordHash });
    endAccess(tx, user.id);
    forgetFailures(tx, [ownPasswordBucket(user.id)]);
    auditAccount(tx, user, 'change-password', now);
    noticeAccountChange(tx, user, ['password'], now);
    // Without a second factor the new session is no more confirmed than the old one.
    const { confirmedAt } = session;
    return startAccess(tx, user.id, sent, { isFull: true, confirmedAt }, now);
  });
}
