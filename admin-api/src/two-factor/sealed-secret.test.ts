import { expect, it } from 'vitest';
import { keyId, keyIdOf, openSecret, sealSecret } from './sealed-secret.ts';

const KEY = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);
const SECRET = 'GEZDGNBVGY3TQOJQ';
const sealed = sealSecret(KEY, 'eva', SECRET);
const parts = sealed.split('.');

/** The same text with another first character in one part: those bits count in every part. */
function altered(index: number): string {
  const flip = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
  return parts.map((part, i) => (i === index ? flip(part) : part)).join('.');
}

it('opens for its user and key, and never looks the same twice', () => {
  expect(openSecret(KEY, 'eva', sealed)).toBe(SECRET);
  expect(sealSecret(KEY, 'eva', SECRET)).not.toBe(sealed);
  expect(sealed).not.toContain(SECRET);
  expect(keyIdOf(sealed)).toBe(keyId(KEY));
});

it.each(['version', 'key id', 'iv', 'ciphertext', 'tag'])(
  'does not open with another %s',
  (name) => {
    const index = ['version', 'key id', 'iv', 'ciphertext', 'tag'].indexOf(name);
    expect(() => openSecret(KEY, 'eva', altered(index))).toThrow();
  },
);

it('does not open for another user, with another key, or under the name of another key (T24)', () => {
  expect(() => openSecret(KEY, 'ben', sealed)).toThrow();
  expect(() => openSecret(OTHER, 'eva', sealed)).toThrow('another key');
  const renamed = parts.map((part, i) => (i === 1 ? keyId(OTHER) : part)).join('.');
  expect(() => openSecret(OTHER, 'eva', renamed)).toThrow();
});

it('does not open without its tag, with a shortened one, or when parts are missing', () => {
  const [version, id, iv, text, tag = ''] = parts;
  const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
  for (const broken of [
    [version, id, iv, text],
    [version, id, iv, text, ''],
    [version, id, iv, text, short],
    [version, id, '', text, tag],
    [version, id, iv, '', tag],
    [],
  ])
    expect(() => openSecret(KEY, 'eva', broken.join('.'))).toThrow();
});

it('tells nothing of the key by its id', () => {
  expect(keyId(KEY)).toMatch(/^[0-9a-f]{8}$/);
  expect(keyId(KEY)).not.toBe(keyId(OTHER));
  expect(KEY.toString('hex')).not.toContain(keyId(KEY));
});
