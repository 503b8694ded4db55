/**
 * WebAuthn challenges, bound to one purpose and one browser, valid for five minutes and one use. They carry their own
 * MAC, so that asking for many fills no table. Key and used challenges live in memory: a restart voids all.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `add:` is followed by the hash of the session that asked. */
export type Purpose = 'sign-in' | `add:${string}`;

export const CHALLENGE_MS = 5 * 60_000;
const BODY_BYTES = 24;
const PROOF_BYTES = 32;

export function createChallenges(now: () => number) {
  const key = randomBytes(32);
  /** Expiry of each used challenge. */
  const used = new Map<string, number>();
  const proofOf = (purpose: Purpose, browser: string, body: Buffer) =>
    createHmac('sha256', key).update(`${purpose}\n${browser}\n`).update(body).digest();
  return {
    make: (purpose: Purpose, browser: string): Buffer<ArrayBuffer> => {
      const body = randomBytes(BODY_BYTES);
      body.writeDoubleBE(now() + CHALLENGE_MS);
      return Buffer.concat([body, proofOf(purpose, browser, body)]);
    },
    /** Uses a challenge up; false when it is forged, expired, used or made for something else. */
    take: (purpose: Purpose, browser: string, challenge: string): boolean => {
      const sent = Buffer.from(challenge, 'base64url');
      if (sent.length !== BODY_BYTES + PROOF_BYTES) return false;
      const body = sent.subarray(0, BODY_BYTES);
      if (!timingSafeEqual(sent.subarray(BODY_BYTES), proofOf(purpose, browser, body)))
        return false;
      const until = body.readDoubleBE();
      const left = until - now();
      // Beyond its lifetime: the clock went back (fault F11).
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
