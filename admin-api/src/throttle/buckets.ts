/** Which counters a sign-in checks and increments (threats T1, T2, T8; pure). */
import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { foldName } from '@veldlicht/contract/name';
import type { Bucket } from './throttle-rules.ts';

/** Stores only a hash: people type passwords into the name field. */
function nameKey(name: string): string {
  return createHash('sha256').update(foldName(name.trim())).digest('hex').slice(0, 32);
}

export function accountBucket(name: string): Bucket {
  return { kind: 'account', key: nameKey(name) };
}

/** Second factors: one counter per known browser, one for all unknown browsers of the account. */
export function codeBucket(userId: string, device: string | null): Bucket {
  return { kind: 'code', key: device ?? userId };
}

export interface SignInBuckets {
  /** Attempts with the same key run one after the other. */
  turn: string;
  /** Checked before the password, incremented when it is wrong. */
  password: Bucket[];
  /** Cleared by a full sign-in. */
  forgotten: Bucket[];
}

/** A known device has only its own counter, so that guesses from elsewhere can't lock the owner out. */
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

/** The buckets that `npm run user -- unlock` clears, beside the account's pairs. */
export function unlockBuckets(user: { id: string; username: string }): Bucket[] {
  return [accountBucket(user.username), codeBucket(user.id, null)];
}

/** Prefix of the stored buckets of this name and any address. */
export function pairPrefix(name: string): string {
  return `pair:${nameKey(name)}:`;
}

const GROUPS = 8;
const BITS = 16;
/** A household or a rented server has a whole /64 (threat T1). */
const CLIENT_BITS = 64;
/** A hosting customer has a /48. */
const SITE_BITS = 48;

/** The 8 groups of a plain IPv6 address, from URL's canonical form. */
function groupsOf(plain: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const gap = Array<string>(GROUPS - before.length - after.length).fill('0');
  return [...before, ...gap, ...after];
}

/** The IPv6 network of a plain address; `bits` is a multiple of 16. */
function network6(plain: string, bits: number): string {
  const groups = groupsOf(plain).slice(0, bits / BITS);
  return `${groups.join(':')}::/${bits}`;
}

/** The unit that counts as one client: an IPv4 address, or an IPv6 /64. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? network6(plain, CLIENT_BITS) : address;
}

/** The wider network that one person may own: IPv4 /24, IPv6 /48; null for anything but an address. */
export function widerNetworkOf(address: string): string | null {
  const [plain = ''] = address.split('%');
  if (isIPv6(plain)) return network6(plain, SITE_BITS);
  return isIPv4(plain) ? `${plain.slice(0, plain.lastIndexOf('.'))}.0/24` : null;
}
