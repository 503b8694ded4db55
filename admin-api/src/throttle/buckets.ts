/** Which counters a sign-in looks at and moves (threats T1, T2, T8; pure). */
import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { foldName } from '@veldlicht/contract/name';
import type { Bucket } from './throttle-rules.ts';

/** A typed name may be anything, also somebody's password: only its hash is kept. */
function nameKey(name: string): string {
  return createHash('sha256').update(foldName(name.trim())).digest('hex').slice(0, 32);
}

export function accountBucket(name: string): Bucket {
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

const GROUPS = 8;
const BITS = 16;
/** A household or a rented machine has a whole /64 of addresses (threat T1). */
const CLIENT_BITS = 64;
/** A customer of a hosting company has a /48. */
const SITE_BITS = 48;

/** The groups of a plain IPv6 address; URL writes every address in its one canonical form. */
function groupsOf(plain: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const gap = Array<string>(GROUPS - before.length - after.length).fill('0');
  return [...before, ...gap, ...after];
}

/** The IPv6 network of so many bits, whole groups of them, that a plain address is in. */
function network6(plain: string, bits: number): string {
  const groups = groupsOf(plain).slice(0, bits / BITS);
  return `${groups.join(':')}::/${bits}`;
}

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? network6(plain, CLIENT_BITS) : address;
}

/** The network around a client that one person may have whole: /24 of IPv4, /48 of IPv6; null for no address. */
export function widerNetworkOf(address: string): string | null {
  const [plain = ''] = address.split('%');
  if (isIPv6(plain)) return network6(plain, SITE_BITS);
  return isIPv4(plain) ? `${plain.slice(0, plain.lastIndexOf('.'))}.0/24` : null;
}
