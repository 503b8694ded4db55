import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CodePoints, readCodePoints } from './heif-colour.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-codes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function box(type: string, ...parts: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const nclx = (primaries: number, transfer: number) =>
  box('colr', Buffer.from('nclx'), [0, primaries, 0, transfer, 0, 9, 128]);
const pq = nclx(9, 16);
const plain = nclx(1, 13);
const profile = box('colr', Buffer.from('prof'), Buffer.alloc(40));

/** The head of a file whose main picture is item 2; `links` are its properties and those of item 3. */
function head(properties: Buffer[], main: number[], other: number[], isWide = false): Buffer {
  const id = (item: number) => (isWide ? [0, 0, 0, item] : [0, item]);
  const links = (all: number[]) => [
    all.length,
    ...all.flatMap((one) => (isWide ? [128, one] : [one | 128])),
  ];
  const wide = isWide ? 1 : 0;
  const ipma = [wide, 0, 0, wide, 0, 0, 0, 2, ...id(2), ...links(main), ...id(3), ...links(other)];
  return box(
    'meta',
    [0, 0, 0, 0],
    box('pitm', [wide, 0, 0, 0, ...id(2)]),
    box('iprp', box('ipco', ...properties), box('ipma', ipma)),
  );
}

async function read(bytes: Buffer): Promise<CodePoints | null> {
  const file = path.join(folder, 'upload');
  writeFileSync(file, Buffer.concat([box('ftyp', Buffer.from('avif')), bytes]));
  return readCodePoints(file);
}

it.each([false, true])(
  'are those of the main picture, not of what lies beside it (%j)',
  async (w) => {
    expect(await read(head([pq, plain], [2], [1], w))).toEqual({ primaries: 1, transfer: 13 });
    expect(await read(head([pq, plain], [1], [2], w))).toEqual({ primaries: 9, transfer: 16 });
    expect(await read(head([profile, pq], [1], [2], w))).toBeNull();
    expect(await read(head([profile, pq], [1, 2], [], w))).toEqual({ primaries: 9, transfer: 16 });
  },
);

it('are those of the tiles when the main picture says nothing, unless they differ', async () => {
  const free = box('free');
  expect(await read(head([free, pq, pq], [1], [2, 3]))).toEqual({ primaries: 9, transfer: 16 });
  expect(await read(head([free, pq, plain], [1], [2, 3]))).toBeNull();
});

it('are nothing in a file that is damaged there', async () => {
  const whole = head([pq, plain], [1], [2]);
  for (let at = 8; at < whole.length; at++) {
    const bent = Buffer.from(whole);
    bent[at] = 0xff;
    await expect(read(bent)).resolves.toBeDefined();
    await expect(read(whole.subarray(0, at))).resolves.toBeNull();
  }
});
