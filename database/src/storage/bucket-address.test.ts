import type { BucketSettings } from '@veldlicht/contract/environment';
import { expect, it } from 'vitest';
import { bucketUrl, keyOfAddress, presignPut } from './bucket-address.ts';

const settings: BucketSettings = {
  kind: 's3',
  endpoint: 'https://s3.example.nl',
  bucket: 'foto',
  region: 'nl-1',
  accessKeyId: 'ID',
  secretAccessKey: 'SECRET',
  addressing: 'path',
};
const inHost: BucketSettings = { ...settings, addressing: 'host' };
const key = 'ab'.repeat(16);

it('has the bucket in the path or in the host', () => {
  expect(bucketUrl(settings)).toBe('https://s3.example.nl/foto');
  expect(bucketUrl({ ...inHost, endpoint: 'http://s3.example.nl:81' })).toBe(
    'http://foto.s3.example.nl:81',
  );
});

it('signs the host only, for seven days, at the moment it is told', async () => {
  const url = new URL(await presignPut(inHost, `incoming/${key}`, Date.UTC(2026, 4, 31, 12)));
  expect(url.origin + url.pathname).toBe(`https://foto.s3.example.nl/incoming/${key}`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'ID/20260531/nl-1/s3/aws4_request',
    'X-Amz-Date': '20260531T120000Z',
    'X-Amz-Expires': '604800',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(url.href.length).toBeLessThan(2048);
});

it('parses the key of its own addresses', async () => {
  for (const one of [settings, inHost]) {
    expect(keyOfAddress(one, await presignPut(one, `incoming/${key}`, 0))).toBe(key);
    expect(keyOfAddress(one, `${bucketUrl(one)}/incoming/${key}`)).toBe(key);
  }
});

it.each([
  `https://s3.example.nl/other/incoming/${key}`,
  `https://s3.example.nl/foto/originals/${key}`,
  `https://s3.example.nl/incoming/${key}`,
  `https://s3.example.nl/foto/x/incoming/${key}`,
  `https://s3.example.nl/foto/foto/incoming/${key}`,
  `https://s3.example.nl/foto/incoming/${key}/x`,
  `https://s3.example.nl/foto/incoming/${key}0`,
  `https://s3.example.nl/foto/incoming/${key.toUpperCase()}`,
  `https://s3.example.nl/foto/incoming/..%2f${key}`,
  `https://s3.example.nl//foto/incoming/${key}`,
  `http://s3.example.nl/foto/incoming/${key}`,
  `https://s3.example.nl:444/foto/incoming/${key}`,
  `https://s3.example.nl.evil.example/foto/incoming/${key}`,
  `https://evil.example/https://s3.example.nl/foto/incoming/${key}`,
  `https://s3.example.nl@evil.example/foto/incoming/${key}`,
  `https://user@s3.example.nl/foto/incoming/${key}`,
  `https://xfoto.s3.example.nl/incoming/${key}`,
  `//s3.example.nl/foto/incoming/${key}`,
  `/foto/incoming/${key}`,
  `file:///foto/incoming/${key}`,
  '',
])('reads no key in %o (T20)', (address) => {
  expect(keyOfAddress(settings, address)).toBeNull();
  expect(keyOfAddress(inHost, address)).toBeNull();
});
