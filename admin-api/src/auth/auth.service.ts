/** Sign-in from credentials to session (spec §4 Login, threats T1–T10). */
import type { ConfirmInput, LoginInput } from '@veldlicht/contract/auth';
import { reason } from '@veldlicht/contract/reason';
import type { Store } from '@veldlicht/database/open';
import { auditAccount, recordAudit } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError, invalidField } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { noticeAccountBlocked, noticeNewDevice } from '#mail/notices.ts';
import { readSettings } from '#settings/settings.repository.ts';
import { codeBucket, type SignInBuckets, signInBuckets } from '#throttle/buckets.ts';
import { countFailure, forgetFailures, requireFree } from '#throttle/throttle.ts';
import { ACCOUNT_WAIT_MS } from '#throttle/throttle-rules.ts';
import { cleanCode, type Proof, proveCode, useProof } from '#two-factor/codes.ts';
import { findUser, findUserByLogin, noteLogin, type UserRow } from '#users/users.repository.ts';
import { knownDevice } from './known-browsers.ts';
import type { Queue, Turns } from './queues.ts';
import { requireStill } from './route-access.ts';
import { confirmSession, type Session } from './sessions.ts';
import { type Access, type SentAccess, startAccess } from './sign-in-and-out.ts';

const CODE_MISSING = reason('verification_code_required');

/** Serializes attempts per account, and limits those of unknown browsers. */
export interface Lanes {
  turns: Turns;
  strangers: Queue;
}

export interface Client {
  address: string;
  sent: SentAccess;
}

export interface SignedIn {
  kind: 'signed-in' | 'setup-needed';
  user: UserRow;
  access: Access;
}
export type SignIn = { kind: 'code-needed' } | SignedIn;

/** A sign-in in progress. */
interface Attempt {
  input: LoginInput;
  client: Client;
  found: UserRow | undefined;
  device: string | null;
  buckets: SignInBuckets;
}

/** Records a failed sign-in; `passkey` is the name of the one used. */
export function auditAttempt(
  store: Store,
  { found, client: { address } }: Pick<Attempt, 'found' | 'client'>,
  action: 'sign-in-refused' | 'sign-in-blocked',
  now: number,
  passkey?: string,
): void {
  const about = { entityId: found?.id ?? null, summary: found?.username ?? '' };
  const facts = { address, ...(passkey && { passkey }) };
  recordAudit(store, { actor: null, now }, { action, entity: 'account', ...about, facts });
}

/** Counts a wrong password; mails the owner when it blocks the account for unknown browsers. */
function refusePassword(deps: Deps, attempt: Attempt): never {
  const now = deps.now();
  countFailure(deps.db, attempt.buckets.password, now, (tx, began) => {
    auditAttempt(tx, attempt, 'sign-in-refused', now);
    if (!began.some(({ kind }) => kind === 'account')) return;
    auditAttempt(tx, attempt, 'sign-in-blocked', now);
    deps.log.warn({ user: attempt.found?.id }, 'sign-in from unknown devices is blocked');
    if (attempt.found?.status !== 'active') return;
    const until = now + ACCOUNT_WAIT_MS;
    const { address } = attempt.client;
    noticeAccountBlocked(tx, attempt.found, { until, address }, now);
  });
  throw new AppError('invalid_credentials');
}

/** The active user with this password; computes one hash in every case (threat T3). */
async function requirePassword(deps: Deps, attempt: Attempt): Promise<UserRow> {
  const { found, input } = attempt;
  const user = found?.status === 'active' ? found : undefined;
  const matches = await deps.passwords.verify(user?.passwordHash ?? null, input.password);
  // Parallel attempts may have started a wait in the meantime: then nothing is revealed or counted.
  requireFree(deps.db, attempt.buckets.password, deps.now());
  return user && matches ? user : refusePassword(deps, attempt);
}

/** Verifies the code under the counter of second factors. Throws `invalid_code`. */
async function requireCode(
  deps: Deps,
  attempt: Attempt,
  user: UserRow,
  code: string,
  field: 'twoFactorCode' | 'code' = 'twoFactorCode',
): Promise<Proof> {
  if (cleanCode(code) === '') throw invalidField(field, CODE_MISSING);
  const bucket = codeBucket(user.id, attempt.device);
  requireFree(deps.db, [bucket], deps.now());
  const proof = await proveCode(deps, user, code);
  if (proof.kind === 'totp' || proof.kind === 'backup') return proof;
  const now = deps.now();
  countFailure(deps.db, proof.kind === 'wrong' ? [bucket] : [], now, (tx) =>
    auditAttempt(tx, attempt, 'sign-in-refused', now),
  );
  throw new AppError('invalid_code');
}

/**
 * Re-reads the account, which may have changed while hashes were computed, clears its failures and uses up the code.
 * Null when a code has become necessary. Call it in a transaction.
 */
function acceptAttempt(
  store: Store,
  attempt: Attempt,
  { checked, proof, now }: { checked: UserRow; proof: Proof | null; now: number },
): UserRow | null {
  const user = findUser(store, checked.id);
  if (user?.status !== 'active' || user.passwordHash !== checked.passwordHash)
    throw new AppError('invalid_credentials');
  if (user.twoFactorAt !== null && proof === null) return null;
  const isSameSecret = user.totpSecret === checked.totpSecret;
  if (proof && !(isSameSecret && useProof(store, user, proof, now)))
    throw new AppError('invalid_code');
  forgetFailures(store, [...attempt.buckets.forgotten, codeBucket(user.id, attempt.device)]);
  if (proof?.kind === 'backup')
    auditAccount(store, user, 'use-backup-code', now, { address: attempt.client.address });
  return user;
}

/**
 * Starts the session of a user who has proven their identity; records it, and mails the owner when the browser is
 * unknown. Call it in the transaction of the proof. `passkey` is the name of the one used.
 */
export function openSession(
  store: Store,
  user: UserRow,
  { client, device }: Pick<Attempt, 'client' | 'device'>,
  now: number,
  passkey?: string,
): SignedIn {
  const { address, sent } = client;
  auditAccount(store, user, 'sign-in', now, { address, ...(passkey && { passkey }) });
  const isFirst = user.lastLoginAt === null;
  if (device === null && !isFirst) noticeNewDevice(store, user, { address }, now);
  const needsSetup = user.twoFactorAt === null && readSettings(store).enforce2fa;
  const access = startAccess(store, user.id, sent, { isFull: !needsSetup, confirmedAt: now }, now);
  if (needsSetup) return { kind: 'setup-needed', user, access };
  noteLogin(store, user.id, now);
  return { kind: 'signed-in', user: { ...user, lastLoginAt: now }, access };
}

function letIn(deps: Deps, attempt: Attempt, checked: UserRow, proof: Proof | null): SignIn {
  const now = deps.now();
  return inTransaction(deps.db, (tx): SignIn => {
    const user = acceptAttempt(tx, attempt, { checked, proof, now });
    return user ? openSession(tx, user, attempt, now) : { kind: 'code-needed' };
  });
}

async function answerAttempt(deps: Deps, attempt: Attempt): Promise<SignIn> {
  const { twoFactorCode } = attempt.input;
  requireFree(deps.db, attempt.buckets.password, deps.now());
  const user = await requirePassword(deps, attempt);
  if (user.twoFactorAt === null) return letIn(deps, attempt, user, null);
  if (twoFactorCode === undefined) return { kind: 'code-needed' };
  return letIn(deps, attempt, user, await requireCode(deps, attempt, user, twoFactorCode));
}

/** Queues an attempt; throws `too_many_attempts` at once while it has to wait. */
async function inTurn<T>(
  deps: Deps,
  lanes: Lanes,
  input: LoginInput,
  client: Client,
  answer: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const found = findUserByLogin(deps.db, input.username);
  const device = found ? knownDevice(deps.db, client.sent.device, found.id, deps.now()) : null;
  // Attempts by username and by e-mail address share counters.
  const buckets = signInBuckets(found?.username ?? input.username, client.address, device);
  requireFree(deps.db, buckets.password, deps.now());
  const task = () => answer({ input, client, found, device, buckets });
  return lanes.turns(buckets.turn, device === null ? () => lanes.strangers.add(task) : task);
}

/**
 * Checks password and second factor and starts a session. Throws `too_many_attempts` before any
 * hash is computed, `invalid_credentials` (the same for an unknown user, an inactive one
 * and a wrong password), `invalid_code`, or `too_many_requests` under load.
 */
export function signIn(
  deps: Deps,
  lanes: Lanes,
  input: LoginInput,
  client: Client,
): Promise<SignIn> {
  return inTurn(deps, lanes, input, client, (attempt) => answerAttempt(deps, attempt));
}

/**
 * Confirms the session by password and, with two-factor on, a code. Failures count as those of sign-in, so that a
 * stolen session guesses no faster. Throws as `signIn`, `invalid_input` without the code, or `unauthenticated` when
 * the session ended in the meantime.
 */
export function confirmIdentity(
  deps: Deps,
  lanes: Lanes,
  { session, input: { password, code = '' } }: { session: Session; input: ConfirmInput },
  client: Client,
): Promise<void> {
  const input = { username: session.user.username, password };
  return inTurn(deps, lanes, input, client, async (attempt) => {
    requireFree(deps.db, attempt.buckets.password, deps.now());
    const checked = await requirePassword(deps, attempt);
    const isOn = checked.twoFactorAt !== null;
    const proof = isOn ? await requireCode(deps, attempt, checked, code, 'code') : null;
    const now = deps.now();
    inTransaction(deps.db, (tx) => {
      // The name may have passed to somebody else in the meantime.
      if (requireStill(tx, session).user.id !== checked.id) throw new AppError('unauthenticated');
      if (!acceptAttempt(tx, attempt, { checked, proof, now }))
        throw invalidField('code', CODE_MISSING);
      confirmSession(tx, session.idHash, now);
      auditAccount(tx, checked, 'confirm', now, { address: client.address });
    });
  });
}
