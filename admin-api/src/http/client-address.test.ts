import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

it.each([
  ['203.0.113.7', '1.2.3.4', undefined, '203.0.113.7'],
  ['203.0.113.7', '1.2.3.4', '198.51.100.1', '203.0.113.7'],
  ['198.51.100.1', '6.6.6.6, 1.2.3.4', '198.51.100.1', '1.2.3.4'],
  ['::ffff:198.51.100.1', ' 1.2.3.4 ', '198.51.100.1', '1.2.3.4'],
  ['198.51.100.1', undefined, '198.51.100.1', '198.51.100.1'],
  ['198.51.100.1', '1.2.3.4,', '198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '1.2.3.4', 'loopback', '1.2.3.4'],
  ['::1', '2001:db8::1', 'loopback', '2001:db8::1'],
  ['203.0.113.7', '1.2.3.4', 'loopback', '203.0.113.7'],
  [undefined, '1.2.3.4', 'loopback', 'unknown'],
])('peer %s, header %s, trusted %s: %s (T1)', (peer, header, trusted, address) => {
  expect(clientAddress(peer, header, trusted)).toBe(address);
});
