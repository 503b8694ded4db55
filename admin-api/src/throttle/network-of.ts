import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A household or a rented machine has a whole /64 of addresses (threat T1). */
const NETWORK_GROUPS = 4;

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  // URL writes every address in its one canonical form; a gap is left to fill.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const gap = Array<string>(GROUPS - before.length - after.length).fill('0');
  return `${[...before, ...gap, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
