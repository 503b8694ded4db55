import { expect, it } from 'vitest';
import { networkOf, widerNetworksOf } from './network-of.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:ffff::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['192.0.2.7', ['192.0.2.0/24']],
  ['2001:db8:1:2345::1', ['2001:db8:1:2300::/56', '2001:db8:1::/48']],
  ['2001:db8:1:23ff:1::%eth0', ['2001:db8:1:2300::/56', '2001:db8:1::/48']],
  ['2001:db8::', ['2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['unknown', []],
])('sees %s within %j', (address, networks) => {
  expect(widerNetworksOf(address)).toEqual(networks);
});
