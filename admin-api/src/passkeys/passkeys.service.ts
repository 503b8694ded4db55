/** Adds, renames and removes the user's own passkeys (threats T4, T13). */

import { MAX_PASSKEYS } from '@veldlicht/contract/limits';
import type { Passkey, PasskeyInput } from '@veldlicht/contract/passkey';
import { reason } from '@veldlicht/contract/reason';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { passkeys } from '@veldlicht/database/schema';
import { and, desc, eq } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import { requireStill } from '#auth/route-access.ts';
import type { Session } from '#auth/sessions.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { toInstant, toInstantOrNull } from '#http/instant.ts';
import { inTransaction, type Write } from '#http/write.ts';
import { noticeAccountChange } from '#mail/notices.ts';
import { findUser } from '#users/users.repository.ts';
import { CHALLENGE_MS, type Challenges } from './challenges.ts';
import { isSoundKey, supportedAlgorithmIDs } from './sound-key.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Loaded on demand: it takes 26 MB and an eighth of a second, which most sites never need. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** The site of the passkeys, from the configuration, never from a request. */
export function relyingParty({ environment }: Pick<Deps, 'environment'>) {
  const { hostname, origin } = new URL(environment.publicOrigin);
  return { id: hostname, origin };
}

const NOT_ADDED = reason('passkey_not_added');
const WEAK = reason('passkey_weak');
const TOO_MANY = reason('too_many_passkeys', { n: MAX_PASSKEYS });

function toPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: toInstant(createdAt),
    lastUsedAt: toInstantOrNull(lastUsedAt),
  };
}

function rowsOf(store: Store, userId: string): PasskeyRow[] {
  const own = eq(passkeys.userId, userId);
  return store.select().from(passkeys).where(own).orderBy(desc(passkeys.createdAt)).all();
}

/** The user's passkeys, newest first. */
export const listPasskeys = (store: Store, userId: string) => rowsOf(store, userId).map(toPasskey);

function requireRoom(known: PasskeyRow[]): void {
  if (known.length >= MAX_PASSKEYS) throw new AppError('invalid_input', TOO_MANY);
}

function audit(
  store: Store,
  write: Write,
  action: 'create' | 'update' | 'delete',
  { id, name }: PasskeyRow,
): void {
  recordAudit(store, write, { action, entity: 'passkey', entityId: id, summary: name });
}

/** Registration options for the browser. Throws `invalid_input` when there are too many. */
export async function optionsToAdd(
  deps: Deps,
  challenges: Challenges,
  { user, idHash }: Session,
  browser: string,
) {
  const known = rowsOf(deps.db, user.id);
  requireRoom(known);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: 'Veldlicht',
    rpID: relyingParty(deps).id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.username,
    userDisplayName: user.username,
    challenge: new Uint8Array(challenges.make(`add:${idHash}`, browser)),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
  });
}

/** Without attestation nothing is signed at registration, so a weak key would go unnoticed. */
async function requireSoundKey(publicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  if (!isSoundKey(decodeCredentialPublicKey(publicKey))) throw new AppError('invalid_input', WEAK);
}

/** The credential of a registration for this challenge. Throws `invalid_input`. */
async function verified(
  deps: Deps,
  { id, response }: PasskeyInput['credential'],
  isChallenge: (challenge: string) => boolean,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const expected = relyingParty(deps);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: isChallenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.id,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    if (registrationInfo) return registrationInfo.credential;
  } catch (error) {
    deps.log.warn({ err: error }, 'a passkey was not added');
  }
  throw new AppError('invalid_input', NOT_ADDED);
}

/** Adds a passkey and mails its owner. */
export async function addPasskey(
  deps: Deps,
  challenges: Challenges,
  session: Session,
  { name, credential }: PasskeyInput,
  browser: string,
): Promise<Passkey> {
  const isChallenge = (sent: string) => challenges.take(`add:${session.idHash}`, browser, sent);
  const { id: credentialId, publicKey, counter } = await verified(deps, credential, isChallenge);
  await requireSoundKey(publicKey);
  return inTransaction(deps.db, (tx) => {
    const { user } = requireStill(tx, session);
    requireRoom(rowsOf(tx, user.id));
    const now = deps.now();
    const row = { id: newId(), userId: user.id, name, credentialId, counter, createdAt: now };
    const [made] = tx
      .insert(passkeys)
      .values({ ...row, publicKey: Buffer.from(publicKey) })
      .onConflictDoNothing()
      .returning()
      .all();
    if (!made) throw new AppError('invalid_input', NOT_ADDED);
    audit(tx, { actor: user, now }, 'create', made);
    noticeAccountChange(tx, user, ['passkey-added'], now);
    return toPasskey(made);
  });
}

/** Removes all passkeys of a user; returns their number. */
export function removePasskeys(store: Store, userId: string): number {
  return store.delete(passkeys).where(eq(passkeys.userId, userId)).run().changes;
}

const isOwn = (id: string, { actor }: Write) =>
  and(eq(passkeys.id, id), eq(passkeys.userId, actor.id));

/** Throws `not_found`. */
export function renamePasskey(db: Database, id: string, name: string, write: Write): Passkey {
  return inTransaction(db, (tx) => {
    const [row] = tx.update(passkeys).set({ name }).where(isOwn(id, write)).returning().all();
    if (!row) throw new AppError('not_found');
    audit(tx, write, 'update', row);
    return toPasskey(row);
  });
}

/** Removes a passkey and mails its owner. Throws `not_found`. */
export function removePasskey(db: Database, id: string, write: Write): void {
  inTransaction(db, (tx) => {
    const [row] = tx.delete(passkeys).where(isOwn(id, write)).returning().all();
    const user = findUser(tx, write.actor.id);
    if (!row || !user) throw new AppError('not_found');
    audit(tx, write, 'delete', row);
    noticeAccountChange(tx, user, ['passkey-removed'], write.now);
  });
}
