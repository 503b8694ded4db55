/**
 * Sign-in by a passkey with user verification, which is both factors at once: the device, and a finger, a face or a
 * PIN. Every failure is `passkey_refused` (threat T3).
 */
import type { PasskeyProof } from '@veldlicht/contract/passkey';
import type { Store } from '@veldlicht/database/open';
import { passkeys } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { auditAttempt, type Client, openSession, type SignedIn } from '#auth/auth.service.ts';
import { knownDevice } from '#auth/known-browsers.ts';
import type { Turns } from '#auth/queues.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { noticePasskeyRefused } from '#mail/notices.ts';
import { signInBuckets } from '#throttle/buckets.ts';
import { countFailure, forgetFailures, requireFree } from '#throttle/throttle.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';
import { findUser } from '#users/users.repository.ts';
import { CHALLENGE_MS, type Challenges } from './challenges.ts';
import { loadWebAuthn, type PasskeyRow, relyingParty } from './passkeys.service.ts';

/** Built by hand, without loading the library: every visit of the sign-in page asks, few have a passkey. */
export function optionsToSignIn(deps: Deps, challenges: Challenges, browser: string) {
  return {
    challenge: challenges.make('sign-in', browser).toString('base64url'),
    rpId: relyingParty(deps).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: [],
  } as const;
}

function findPasskey(store: Store, credentialId: string): PasskeyRow | undefined {
  return store.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get();
}

/** The passkey's signature counter, or null when the signature proves nothing. */
async function provenCounter(
  deps: Deps,
  { credentialId, publicKey, userId }: PasskeyRow,
  { response }: PasskeyProof,
  isChallenge: (challenge: string) => boolean,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const expected = relyingParty(deps);
  const id = credentialId;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: isChallenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.id,
      requireUserVerification: true,
      // The counter is compared where it is written: two at once could both pass here.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    const isTheirs = Buffer.from(response.userHandle, 'base64url').toString() === userId;
    return verified && isTheirs ? authenticationInfo.newCounter : null;
  } catch (error) {
    deps.log.warn({ err: error }, 'a passkey proved nothing');
    return null;
  }
}

/** A passkey that counts must count up (WebAuthn §6.1.1). */
const isCopied = (counter: number, known: number) => (counter > 0 || known > 0) && counter <= known;

/** A sign-in in progress. */
interface Attempt {
  found: PasskeyRow | undefined;
  client: Client;
  device: string | null;
  buckets: Bucket[];
}

function refuse(deps: Deps, { found, client, buckets }: Attempt, copied = false): never {
  const now = deps.now();
  const { address } = client;
  countFailure(deps.db, buckets, now, (tx) => {
    const user = found && findUser(tx, found.userId);
    auditAttempt(tx, { found: user, client }, 'sign-in-refused', now, found?.name);
    if (!copied || !found || user?.status !== 'active') return;
    deps.log.warn({ user: user.id, passkey: found.id }, 'the counter of a passkey went back');
    noticePasskeyRefused(tx, user, { passkey: found.name, address }, now);
  });
  throw new AppError('passkey_refused');
}

/** Re-reads account and passkey in one transaction, and starts the session. */
function letIn(
  deps: Deps,
  attempt: Attempt,
  id: string,
  counter: number,
): SignedIn | 'copied' | null {
  const now = deps.now();
  return inTransaction(deps.db, (tx) => {
    const row = findPasskey(tx, id);
    const user = row && findUser(tx, row.userId);
    if (!row || user?.status !== 'active') return null;
    if (isCopied(counter, row.counter)) return 'copied';
    tx.update(passkeys).set({ counter, lastUsedAt: now }).where(eq(passkeys.id, row.id)).run();
    // Only a known browser's own counter: guesses from other browsers still count.
    if (attempt.device !== null) forgetFailures(tx, attempt.buckets);
    return openSession(tx, user, attempt, now, row.name);
  });
}

/**
 * Starts a session for a signed challenge of this browser. Failures count for the address, or under a known browser's
 * own counter. They block no account, and a blocked account still takes passkeys: nobody guesses a signature. Throws
 * `too_many_attempts` or `passkey_refused`.
 */
export function signInByPasskey(
  deps: Deps,
  { turns, challenges }: { turns: Turns; challenges: Challenges },
  proof: PasskeyProof,
  client: Client,
  browser: string,
): Promise<SignedIn> {
  const found = findPasskey(deps.db, proof.id);
  const device = found ? knownDevice(deps.db, client.sent.device, found.userId, deps.now()) : null;
  const buckets = signInBuckets('', client.address, device).password.filter(
    ({ kind }) => kind === 'device' || kind === 'address',
  );
  const attempt = { found, client, device, buckets };
  return turns(`passkey:${buckets[0]?.key}`, async () => {
    requireFree(deps.db, buckets, deps.now());
    const isChallenge = (sent: string) => challenges.take('sign-in', browser, sent);
    const counter = found ? await provenCounter(deps, found, proof, isChallenge) : null;
    const signedIn = counter === null ? null : letIn(deps, attempt, proof.id, counter);
    if (signedIn === null || signedIn === 'copied')
      return refuse(deps, attempt, signedIn === 'copied');
    return signedIn;
  });
}
