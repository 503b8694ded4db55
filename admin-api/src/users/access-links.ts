/** Links that set a password: resets by mail, and invitations (threats T3, T5, T10, T22). */

import { randomInt } from 'node:crypto';
import {
  type Invitation,
  type InvitationAnswer,
  LINK_PAGE,
  type LinkAnswer,
  type LinkUse,
} from '@veldlicht/contract/access-link';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Store } from '@veldlicht/database/open';
import { accessLinks } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { auditAccount, recordAudit } from '#audit/audit.repository.ts';
import { refuseCommonPassword } from '#auth/common-password.ts';
import { newPassword } from '#auth/password.ts';
import { hashSessionSecret, isWithin, newSessionSecret } from '#auth/sessions.ts';
import { endAccess, endLinks } from '#auth/sign-in-and-out.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction, type Write } from '#http/write.ts';
import { isMailSetUp } from '#mail/mail-settings.ts';
import { mailInvitation, mailResetLink, noticeAccountChange } from '#mail/notices.ts';
import { isMailable } from '#mail/outbox.ts';
import { networkOf } from '#throttle/buckets.ts';
import { countTry, forgetPasswordFailures, requireFree, takeTurn } from '#throttle/throttle.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';
import { findUser, findUserByLogin, type UserRow, updateUser } from './users.repository.ts';
import { addUser, INVITED_MS, requireActingAdmin, toAdminUser } from './users.service.ts';

const RESET_MS = 30 * 60_000;
const LIFE_MS = { reset: RESET_MS, invitation: INVITED_MS };

type Kind = keyof typeof LIFE_MS;
type LinkDeps = Pick<Deps, 'db' | 'environment' | 'secrets' | 'now' | 'log'>;

/** Creates a link of 256 random bits; its origin comes from the configuration, never from a request. */
function makeLink(
  store: Store,
  { environment }: LinkDeps,
  userId: string,
  kind: Kind,
  now: number,
) {
  const token = newSessionSecret();
  store
    .insert(accessLinks)
    .values({ tokenHash: hashSessionSecret(token), userId, kind, createdAt: now })
    .run();
  return `${environment.publicOrigin}/admin/${LINK_PAGE}#${token}`;
}

/** Throws `link_invalid`, the same whatever is wrong. */
function requireLink(store: Store, token: string, now: number): { kind: Kind; user: UserRow } {
  const link = store
    .select()
    .from(accessLinks)
    .where(eq(accessLinks.tokenHash, hashSessionSecret(token)))
    .get();
  const user = link && findUser(store, link.userId);
  if (!link || user?.status !== 'active' || !isWithin(link.createdAt, LIFE_MS[link.kind], now))
    throw new AppError('link_invalid');
  // The account got a password in another way in the meantime.
  if (link.kind === 'invitation' && user.invitedAt === null) throw new AppError('link_invalid');
  return { kind: link.kind, user };
}

/** Reading does not use the link up: mail scanners open links too. */
export function readLink({ db, now }: LinkDeps, token: string): LinkAnswer {
  const { kind, user } = requireLink(db, token, now());
  return { kind, username: user.username };
}

/**
 * Sets the password of a link's account. Ends its links, sessions, known browsers and pending uploads; the second
 * factor stays. Throws `link_invalid`, or `invalid_input` for a common password, which leaves the link usable.
 */
export async function setPasswordByLink(
  deps: LinkDeps & Pick<Deps, 'passwords'>,
  { token, password }: LinkUse,
): Promise<void> {
  const { user: asked } = requireLink(deps.db, token, deps.now());
  await refuseCommonPassword('password', password, asked);
  const passwordHash = await deps.passwords.hash(password);
  const now = deps.now();
  inTransaction(deps.db, (tx) => {
    // Used, expired or deactivated while the hash was computed.
    const { kind, user } = requireLink(tx, token, now);
    updateUser(tx, user.id, { passwordHash, invitedAt: null });
    endLinks(tx, user.id);
    endAccess(tx, user.id);
    forgetPasswordFailures(tx, user.username);
    const isReset = kind === 'reset';
    auditAccount(tx, user, isReset ? 'reset-by-mail' : 'accept-invitation', now);
    if (isReset) noticeAccountChange(tx, user, ['password'], now);
  });
}

/** Mails a reset link if the name belongs to an active account with a mail address. */
function mailReset(deps: LinkDeps, name: string, address: string): void {
  const now = deps.now();
  const user = findUserByLogin(deps.db, name);
  const isReachable = isMailSetUp(deps.db, deps.environment) && isMailable(user?.email ?? '');
  if (user?.status !== 'active' || !isReachable) return;
  const bucket: Bucket = { kind: 'reset', key: user.id };
  inTransaction(deps.db, (tx) => {
    if (takeTurn(tx, bucket, now) > 0) return;
    const url = makeLink(tx, deps, user.id, 'reset', now);
    mailResetLink(tx, user, { url, until: now + RESET_MS, key: deps.secrets.mail }, now);
    const { id: entityId, username: summary } = user;
    const about = { entity: 'account', entityId, summary, facts: { address } } as const;
    recordAudit(tx, { actor: null, now }, { action: 'ask-reset', ...about });
  });
}

/**
 * Requests a reset. The work follows after a random delay, so that neither response nor timing reveals whether the
 * account exists (threat T3). Throws `too_many_attempts` per address, and database errors.
 */
export function askReset(
  deps: LinkDeps & Pick<Deps, 'closing'>,
  name: string,
  address: string,
): void {
  const bucket: Bucket = { kind: 'address', key: networkOf(address) };
  requireFree(deps.db, [bucket], deps.now());
  // A database that can't count can't mail either; known and unknown names get the same error.
  countTry(deps.db, [bucket], deps.now());
  const work = () => {
    if (deps.closing.aborted) return;
    try {
      mailReset(deps, name, address);
    } catch (error) {
      leaveOnLostWrite(error, deps.log);
      deps.log.error({ err: error }, 'a reset could not be mailed');
    }
  };
  setTimeout(work, randomInt(50, 500)).unref();
}

/** Creates an invitation's link and mails it; returns the link where mail is not set up. */
function invite(tx: Store, deps: LinkDeps, user: UserRow, { actor, now }: Write): string | null {
  endLinks(tx, user.id, 'invitation');
  const url = makeLink(tx, deps, user.id, 'invitation', now);
  if (!isMailSetUp(tx, deps.environment) || !isMailable(user.email)) return url;
  const { host } = new URL(deps.environment.publicOrigin);
  const until = now + INVITED_MS;
  mailInvitation(tx, user, { url, until, key: deps.secrets.mail, by: actor.username, host }, now);
  return null;
}

const answerOf = (store: Store, id: string, link: string | null): InvitationAnswer => {
  const user = findUser(store, id);
  if (!user) throw new AppError('not_found');
  return { user: toAdminUser(user), link };
};

/** Adds an account with a random password and a link to set one. Throws as `addUser`. */
export async function inviteUser(
  deps: LinkDeps & Pick<Deps, 'passwords'>,
  input: Invitation,
  actor: Write['actor'],
): Promise<InvitationAnswer> {
  const passwordHash = await deps.passwords.hash(newPassword());
  const write = { actor, now: deps.now() };
  return inTransaction(deps.db, (tx) => {
    const user = addUser(tx, { ...input, passwordHash, invitedAt: write.now }, write);
    return answerOf(tx, user.id, invite(tx, deps, user, write));
  });
}

/** Replaces the link of an invitation. Throws `not_found` once the account has a password. */
export function inviteAgain(deps: LinkDeps, id: string, write: Write): InvitationAnswer {
  return inTransaction(deps.db, (tx) => {
    requireActingAdmin(tx, write.actor.id);
    const user = findUser(tx, id);
    if (!user || user.invitedAt === null) throw new AppError('not_found');
    updateUser(tx, id, { invitedAt: write.now });
    const { username: summary } = user;
    recordAudit(tx, write, { action: 'invite', entity: 'user', entityId: id, summary });
    return answerOf(tx, id, invite(tx, deps, user, write));
  });
}
