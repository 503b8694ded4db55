/** Which counters a sign-in looks at and moves (threats T1, T2, T8; pure). */
import { createHash } from 'node:crypto';
import { foldName } from '@veldlicht/contract/name';
import { networkOf } from './network-of.ts';
import type { Bucket } from './throttle-rules.ts';

/** A typed name may be anything, also somebody's password: only its hash is kept. */
function nameKey(name: string): string {
  return createHash('sha256').update(foldName(name.trim())).digest('hex').slice(0, 32);
}

function accountBucket(name: string): Bucket {
  return { kind: 'account', key: nameKey(name) };
}

/** Second factors: shared by all unknown browsers of an account, its own for each known one. */
export function codeBucket(userId: string, device: string | null): Bucket {
  return { kind: 'code', key: device ?? userId };
}

export interface SignInBuckets {
  /** Tries of one turn run one after the other. */
  turn: string;
  /** Must be free, and count a wrong password. */
  password: Bucket[];
  /** Are forgotten after a full sign-in. */
  forgotten: Bucket[];
}

/**
 * A known device stands apart from all the guessing: it has a counter of its own and is held up by
 * no other, so that nobody can lock the owner out.
 */
export function signInBuckets(name: string, address: string, device: string | null): SignInBuckets {
  if (device !== null) {
    const own: Bucket = { kind: 'device', key: device };
    return { turn: device, password: [own], forgotten: [own] };
  }
  const network = networkOf(address);
  const account = accountBucket(name);
  const pair: Bucket = { kind: 'pair', key: `${account.key}:${network}` };
  return {
    turn: account.key,
    password: [pair, { kind: 'address', key: network }, account],
    forgotten: [pair, account],
  };
}

/** What `npm run user -- unlock` forgets beside the pairs of the account. */
export function unlockBuckets(user: { id: string; username: string }): Bucket[] {
  return [accountBucket(user.username), codeBucket(user.id, null)];
}

/** How the buckets of this name and any address begin. */
export function pairPrefix(name: string): string {
  return `pair:${nameKey(name)}:`;
}
