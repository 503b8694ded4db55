import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { steadyPack } from './steady-pack.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('compresses what is asked for again, and says the same', async () => {
  const pack = steadyPack();
  expect(await pack(bytes('een lijst'), 'gzip')).toBeNull();
  expect(gunzipSync((await pack(bytes('een lijst'), 'gzip')) ?? '').toString()).toBe('een lijst');
  const brotli = (await pack(bytes('een lijst'), 'br')) ?? '';
  expect(brotliDecompressSync(brotli).toString()).toBe('een lijst');
});

it('compresses once for all who ask meanwhile, and never answers with what was there before', async () => {
  const waiting: Array<() => void> = [];
  const compressed: string[] = [];
  const pack = steadyPack((plain, encoding) => {
    compressed.push(`${encoding} ${Buffer.from(plain)}`);
    return new Promise((resolve) => {
      waiting.push(() => resolve(new Uint8Array(plain)));
    });
  });
  const ask = (...texts: string[]) => texts.map((text) => pack(bytes(text), 'br'));
  const answers = ask('oud', 'oud', 'oud', 'nieuw', 'nieuw', 'nieuw');
  for (const ready of waiting) ready();
  const [old, recent] = [bytes('oud'), bytes('nieuw')];
  expect(await Promise.all(answers)).toEqual([null, old, old, null, recent, recent]);
  expect(await Promise.all(ask('nieuw', 'oud'))).toEqual([recent, null]);
  expect(compressed).toEqual(['br oud', 'br nieuw']);
});

it('leaves an answer plain that could not be compressed', async () => {
  const pack = steadyPack(async () => null);
  for (let n = 0; n < 3; n++) expect(await pack(bytes('lijst'), 'gzip')).toBeNull();
});
