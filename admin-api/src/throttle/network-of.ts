import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const BITS = 16;
/** A household or a rented machine has a whole /64 of addresses (threat T1). */
const CLIENT_BITS = 64;

/** The groups of a plain IPv6 address; URL writes every address in its one canonical form. */
function groupsOf(plain: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const gap = Array<string>(GROUPS - before.length - after.length).fill('0');
  return [...before, ...gap, ...after];
}

/** The IPv6 network of so many bits that a plain address is in. */
function network6(plain: string, bits: number): string {
  const groups = groupsOf(plain).slice(0, Math.ceil(bits / BITS));
  const rest = groups.length * BITS - bits;
  const last = (Number.parseInt(groups.at(-1) ?? '0', 16) >> rest) << rest;
  return `${[...groups.slice(0, -1), last.toString(16)].join(':')}::/${bits}`;
}

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? network6(plain, CLIENT_BITS) : address;
}

/** Networks around a client that one person may have whole: /24 of IPv4, /56 and /48 of IPv6. */
export function widerNetworksOf(address: string): string[] {
  const [plain = ''] = address.split('%');
  if (isIPv6(plain)) return [network6(plain, 56), network6(plain, 48)];
  return isIPv4(plain) ? [`${plain.slice(0, plain.lastIndexOf('.'))}.0/24`] : [];
}
