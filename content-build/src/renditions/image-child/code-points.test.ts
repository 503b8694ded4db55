import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { box } from '#testing/iso-box.ts';
import { pngWith } from '#testing/test-pictures.ts';
import { hasLimitedGrey, heifCodingOf, readPngCoding } from './code-points.ts';
import { BT709, BT2020, type Coding, DISPLAY_P3 } from './colour.ts';
import { readMainItem } from './heif-item.ts';

describe('code points of a HEIC or AVIF', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-codes-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const nclx = (primaries: number, transfer: number) =>
    box('colr', 'nclx', [0, primaries, 0, transfer, 0, 9, 128]);
  const pq = nclx(9, 16);
  const plain = nclx(1, 13);
  const profile = box('colr', 'prof', Buffer.alloc(40));

  /** The `meta` box of a file with primary item 2; `main` are its properties, `other` those of item 3. */
  function head(properties: Buffer[], main: number[], other: number[], isWide = false): Buffer {
    const id = (item: number) => (isWide ? [0, 0, 0, item] : [0, item]);
    const links = (all: number[]) => [
      all.length,
      ...all.flatMap((one) => (isWide ? [128, one] : [one | 128])),
    ];
    const w = isWide ? 1 : 0;
    const ipma = [w, 0, 0, w, 0, 0, 0, 2, ...id(2), ...links(main), ...id(3), ...links(other)];
    return box(
      'meta',
      [0, 0, 0, 0],
      box('pitm', [w, 0, 0, 0, ...id(2)]),
      box('iprp', box('ipco', ...properties), box('ipma', ipma)),
    );
  }

  function readItem(bytes: Buffer) {
    const file = path.join(folder, 'upload');
    writeFileSync(file, Buffer.concat([box('ftyp', 'avif'), bytes]));
    return readMainItem(file);
  }

  async function read(bytes: Buffer): Promise<Coding | null> {
    const item = await readItem(bytes);
    return item && heifCodingOf(item);
  }

  it.each([
    ['of the main picture, not of what is beside it', [pq, plain], [2], [1], 'srgb'],
    ['of the main picture in HDR', [pq, plain], [1], [2], 'pq'],
    ['none where it has a profile', [profile, pq], [1], [2], null],
    ['beside a profile', [profile, pq], [1, 2], [], 'pq'],
    ['of the tiles when it says nothing', [box('free'), pq, pq], [1], [2, 3], 'pq'],
    ['none when the tiles differ', [box('free'), pq, plain], [1], [2, 3], null],
  ])('are those %s', async (_what, properties, main, other, curve) => {
    const primaries = curve === 'pq' ? BT2020 : BT709;
    const expected = curve && { primaries, curve };
    for (const isWide of [false, true])
      expect(await read(head(properties, main, other, isWide))).toEqual(expected);
  });

  it.each([
    ['of an unnamed HDR are those of BT.2020', 2, 16, { primaries: BT2020, curve: 'pq' }],
    ['with nothing named are those of sRGB', 2, 2, { primaries: BT709, curve: 'srgb' }],
    ['of BT.709 are shown with the curve of sRGB', 1, 1, { primaries: BT709, curve: 'srgb' }],
    ['of plain light', 1, 8, { primaries: BT709, curve: 1 }],
    ['with primaries that nobody uses are none', 10, 16, null],
  ])('%s', async (_what, primaries, transfer, expected) => {
    const found = await read(head([nclx(primaries, transfer)], [1], []));
    expect(found).toEqual(expected);
  });

  it('state the range of grey', async () => {
    const limited = box('colr', 'nclx', [0, 1, 0, 13, 0, 6, 0]);
    const [grey, colour] = [box('av1C', [129, 0, 0x1c, 0]), box('av1C', [129, 0, 0x0c, 0])];
    const isLimited = async (...properties: Buffer[]) => {
      const item = await readItem(head(properties, [1, 2], []));
      return item && hasLimitedGrey(item, '');
    };
    expect(await isLimited(grey, limited)).toBe(true);
    expect(await isLimited(colour, limited)).toBe(false);
    expect(await isLimited(grey, plain)).toBe(false);
  });

  it('are null in a damaged file', async () => {
    const whole = head([pq, plain], [1], [2]);
    for (let at = 8; at < whole.length; at++) {
      const bent = Buffer.from(whole);
      bent[at] = 0xff;
      await expect(read(bent)).resolves.toBeDefined();
      await expect(read(whole.subarray(0, at))).resolves.toBeNull();
    }
  });
});

describe('the coding of a PNG', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-png-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const cicp = (primaries: number, transfer: number) => [primaries, transfer, 0, 1];
  const numbers = (...all: number[]) => {
    const bytes = Buffer.alloc(4 * all.length);
    all.forEach((one, i) => {
      bytes.writeUInt32BE(one, 4 * i);
    });
    return bytes;
  };
  const p3 = numbers(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000);

  async function read(chunks: Parameters<typeof pngWith>[0]): Promise<Coding | null> {
    const file = path.join(folder, 'upload');
    writeFileSync(file, pngWith(chunks));
    return readPngCoding(file);
  }

  it.each<[string, Parameters<typeof pngWith>[0], Coding | null]>([
    ['nothing', {}, null],
    ['code points', { cICP: cicp(12, 13) }, { primaries: DISPLAY_P3, curve: 'srgb' }],
    ['HLG', { cICP: cicp(9, 18) }, { primaries: BT2020, curve: 'hlg' }],
    ['the curve of a television', { cICP: cicp(1, 1) }, { primaries: BT709, curve: 2.4 }],
    [
      'code points before all else',
      { sRGB: [0], cICP: cicp(9, 16) },
      { primaries: BT2020, curve: 'pq' },
    ],
    ['a profile before a gamma', { iCCP: [0], gAMA: numbers(100_000) }, null],
    ['sRGB before a gamma', { sRGB: [0], gAMA: numbers(100_000), cHRM: p3 }, null],
    ['a gamma', { gAMA: numbers(50_000) }, { primaries: BT709, curve: 2 }],
    ['the gamma that is as good as sRGB', { gAMA: numbers(45_455) }, null],
    ['primaries without a gamma', { cHRM: p3 }, null],
    [
      'a gamma and primaries',
      { gAMA: numbers(50_000), cHRM: p3 },
      { primaries: DISPLAY_P3, curve: 2 },
    ],
    ['a gamma of nothing', { gAMA: numbers(0) }, null],
    ['a chunk cut off', { cICP: [9] }, null],
  ])('%s', async (_what, chunks, expected) => {
    expect(await read(chunks)).toEqual(expected);
  });

  it('is null in a truncated file', async () => {
    const whole = pngWith({ gAMA: numbers(50_000), cHRM: p3 });
    const file = path.join(folder, 'upload');
    for (let length = 0; length < 60; length++) {
      writeFileSync(file, whole.subarray(0, length));
      await expect(readPngCoding(file)).resolves.toBeDefined();
    }
  });
});
