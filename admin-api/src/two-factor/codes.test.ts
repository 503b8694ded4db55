import { describe, expect, it } from 'vitest';
import { passwords } from '#auth/password.ts';
import { keyId, keyIdOf, openSecret, sealSecret } from '#secrets/sealed.ts';
import { hashBackupCodes, hashLike, newBackupCodes, otpAddress, stepOfCode } from './codes.ts';

describe('codes of an authenticator', () => {
  /** The ASCII key 12345678901234567890 of RFC 6238 Appendix B, in base32. */
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const [SECONDS, CODE] = [1234567890, '005924'];

  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [SECONDS, CODE],
    [20000000000, '353130'],
  ])('agree with RFC 6238 at %i seconds', (seconds, code) => {
    expect(stepOfCode(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('are valid one step early or late, and no further (T7)', () => {
    const step = Math.floor(SECONDS / 30);
    for (const ms of [0, 1, 29_999])
      for (const off of [-2, -1, 0, 1, 2]) {
        const found = stepOfCode(SECRET, CODE, (step + off) * 30_000 + ms);
        expect([ms, off, found]).toEqual([ms, off, Math.abs(off) < 2 ? step : null]);
      }
  });

  it.each(['', '0059240', '1e5924', '００５９２４', '005924\n'])('are not %j', (code) =>
    expect(stepOfCode(SECRET, code, SECONDS * 1000)).toBeNull(),
  );

  it('come from a URI with issuer, name and secret', () => {
    const url = new URL(otpAddress('Émile.de_Wit', SECRET));
    expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(url.pathname)).toBe('/Veldlicht:Émile.de_Wit');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      secret: SECRET,
      issuer: 'Veldlicht',
    });
  });
});

describe('backup codes', () => {
  it('are ten different ones of eight unambiguous characters', () => {
    const sets = Array.from({ length: 200 }, newBackupCodes);
    for (const set of sets) expect(new Set(set).size).toBe(10);
    for (const code of sets.flat()) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(new Set(sets.flat()).size).toBe(2000);
  });

  it('are stored as Argon2id hashes under the set’s salt, and checked by one hash (T24)', async () => {
    const codes = ['ABCDEFGH', '23456789'];
    const rows = await hashBackupCodes(passwords, codes);
    for (const row of rows)
      expect(row).toMatch(/^[0-9a-f]{32}:\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    const [first, second] = rows;
    expect(await hashLike(passwords, 'ABCDEFGH', second)).toBe(first);
    expect(await hashLike(passwords, 'ABCDEFGJ', second)).not.toBe(first);
    expect((await hashBackupCodes(passwords, codes))[0]).not.toBe(first);
    // As much work where there is no set.
    expect(await hashLike(passwords, 'ABCDEFGH', undefined)).toContain('$argon2id$');
  });
});

describe('a secret at rest', () => {
  const KEY = Buffer.alloc(32, 1);
  const OTHER = Buffer.alloc(32, 2);
  const SECRET = 'GEZDGNBVGY3TQOJQ';
  const sealed = sealSecret(KEY, 'eva', SECRET);
  const parts = sealed.split('.');

  it('opens for its user and key, and never looks the same twice', () => {
    expect(openSecret(KEY, 'eva', sealed)).toBe(SECRET);
    expect(sealSecret(KEY, 'eva', SECRET)).not.toBe(sealed);
    expect(sealed).not.toContain(SECRET);
    expect(keyIdOf(sealed)).toBe(keyId(KEY));
  });

  it.each([0, 1, 2, 3, 4])('does not open with part %i altered, emptied or left out', (index) => {
    // The first character: its bits count in every part.
    const flip = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
    const changed = (change: (part: string) => string) =>
      parts.map((part, i) => (i === index ? change(part) : part)).join('.');
    for (const broken of [changed(flip), changed(() => ''), parts.slice(0, index).join('.')])
      expect(() => openSecret(KEY, 'eva', broken)).toThrow();
  });

  it('does not open for another user, with another key, or with a shortened tag (T24)', () => {
    expect(() => openSecret(KEY, 'ben', sealed)).toThrow();
    expect(() => openSecret(OTHER, 'eva', sealed)).toThrow('another key');
    const renamed = parts.map((part, i) => (i === 1 ? keyId(OTHER) : part)).join('.');
    expect(() => openSecret(OTHER, 'eva', renamed)).toThrow();
    const short = Buffer.from(parts[4] ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url');
    expect(() => openSecret(KEY, 'eva', [...parts.slice(0, 4), short].join('.'))).toThrow();
  });

  it('has an id that reveals nothing of the key', () => {
    expect(keyId(KEY)).toMatch(/^[0-9a-f]{8}$/);
    expect(KEY.toString('hex')).not.toContain(keyId(KEY));
  });
});
