import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { steadyGzip } from './steady-gzip.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (packed: Uint8Array | null) => packed && gunzipSync(packed).toString();

it('compresses what is asked for again, and says the same', async () => {
  const pack = steadyGzip();
  expect(pack(bytes('een lijst'))).toBeNull();
  expect(pack(bytes('een lijst'))).toBeNull();
  await vi.waitFor(() => expect(text(pack(bytes('een lijst')))).toBe('een lijst'), 30_000);
});

it('never answers with what was there before a change, however late it is ready', async () => {
  const waiting: Array<() => void> = [];
  const compressed: string[] = [];
  const pack = steadyGzip((plain) => {
    compressed.push(Buffer.from(plain).toString());
    return new Promise((resolve) => {
      waiting.push(() => resolve(new Uint8Array(plain)));
    });
  });
  const answers = () => ['oud', 'oud', 'nieuw', 'nieuw'].map((words) => pack(bytes(words)));
  expect(answers()).toEqual([null, null, null, null]);
  for (const ready of waiting) ready();
  await Promise.resolve();
  expect(pack(bytes('nieuw'))).toEqual(bytes('nieuw'));
  expect(pack(bytes('oud'))).toBeNull();
  expect(compressed).toEqual(['oud', 'nieuw']);
});

it('leaves an answer plain that could not be compressed', async () => {
  const pack = steadyGzip(async () => null);
  for (let n = 0; n < 3; n++) {
    expect(pack(bytes('lijst'))).toBeNull();
    await Promise.resolve();
  }
});
