/**
 * What an authenticator has to sign: made for one purpose and one browser, worth something for five minutes
 * and once. A challenge carries its own proof, so that nobody fills a table by asking for many; the key and
 * what was used up live as long as the process, and a challenge no longer than they do.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `add` is bound to the session that asked. */
export type Purpose = 'sign-in' | `add:${string}`;

export const CHALLENGE_MS = 5 * 60_000;
const BODY_BYTES = 24;
const PROOF_BYTES = 32;

export function createChallenges(now: () => number) {
  const key = randomBytes(32);
  /** Challenges that were shown, and until when they would be worth something. */
  const used = new Map<string, number>();
  const proofOf = (purpose: Purpose, browser: string, body: Buffer) =>
    createHmac('sha256', key).update(`${purpose}\n${browser}\n`).update(body).digest();
  return {
    make: (purpose: Purpose, browser: string): Buffer<ArrayBuffer> => {
      const body = randomBytes(BODY_BYTES);
      body.writeDoubleBE(now() + CHALLENGE_MS);
      return Buffer.concat([body, proofOf(purpose, browser, body)]);
    },
    /** Whether it was made for this, lately, and is shown for the first time. */
    take: (purpose: Purpose, browser: string, challenge: string): boolean => {
      const sent = Buffer.from(challenge, 'base64url');
      if (sent.length !== BODY_BYTES + PROOF_BYTES) return false;
      const body = sent.subarray(0, BODY_BYTES);
      if (!timingSafeEqual(sent.subarray(BODY_BYTES), proofOf(purpose, browser, body)))
        return false;
      const until = body.readDoubleBE();
      const left = until - now();
      // Longer than a challenge lives: the clock went back (fault F11).
      if (left <= 0 || left > CHALLENGE_MS) return false;
      for (const [old, end] of used) if (end <= now()) used.delete(old);
      const name = sent.toString('hex');
      if (used.has(name)) return false;
      used.set(name, until);
      return true;
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;
