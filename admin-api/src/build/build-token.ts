/** Lets programs in that show the build token; a session is worth nothing here, and a token nothing elsewhere. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AppContext, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { addressOf } from '#http/client-address.ts';
import { networkOf } from '#throttle/buckets.ts';
import { countFailure, requireFree } from '#throttle/throttle.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';

const REFUSAL = 'The build token is not valid';

/** Equal length first makes the comparison take the same time for every guess. */
function isSame(shown: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}

/**
 * Throws `not_found` where nothing is built elsewhere, `too_many_attempts` after too many wrong tokens
 * from this address, and `unauthenticated` for a wrong one or none.
 */
export function requireBuildToken(c: AppContext, deps: Deps): void {
  const { publish } = deps.environment;
  if (publish.mode !== 'ci') throw new AppError('not_found');
  const key = networkOf(addressOf(c, deps.environment));
  const bucket: Bucket = { kind: 'build', key };
  requireFree(deps.db, [bucket], deps.now());
  const shown = /^Bearer ([\x21-\x7e]{1,512})$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (shown !== undefined && isSame(shown, publish.buildToken)) return;
  countFailure(deps.db, [bucket], deps.now());
  throw new AppError('unauthenticated', REFUSAL);
}
