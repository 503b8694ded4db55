/** Reads the `meta` box of an AVIF or HEIC (ISO 23008-12). */
import { open } from 'node:fs/promises';
import { type Box, readBox, readBoxes, readTopBoxes } from './iso-boxes.ts';

export type MainItem = ReturnType<typeof findMain>;

const idBytes = (isWide: boolean) => (isWide ? 4 : 2);

/** Indexes of an item's properties (`ipma`), from 1, in order. */
function ownProperties(meta: Buffer, item: number, tables: Box[]): number[] {
  const own: number[] = [];
  for (const { body, end } of tables) {
    const perItem = idBytes(meta[body] !== 0);
    const perLink = (meta[body + 3] ?? 0) & 1 ? 2 : 1;
    const count = meta.readUInt32BE(body + 4);
    for (let at = body + 8, i = 0; i < count && at + perItem < end; i++) {
      const owner = meta.readUIntBE(at, perItem);
      const links = meta[at + perItem] ?? 0;
      at += perItem + 1;
      for (let link = 0; link < links && at + perLink <= end; link++, at += perLink)
        if (owner === item)
          own.push(meta.readUIntBE(at, perLink) & (perLink === 2 ? 0x7fff : 0x7f));
    }
  }
  return own;
}

/** Items that one is derived from (`dimg`); itself when it is whole. */
function partsOf(meta: Buffer, item: number, references: Box | undefined): number[] {
  if (!references) return [item];
  const bytes = idBytes(meta[references.body] !== 0);
  for (const { type, body } of readBoxes(meta, references.body + 4, references.end) ?? []) {
    if (type !== 'dimg' || meta.readUIntBE(body, bytes) !== item) continue;
    const count = meta.readUInt16BE(body + bytes);
    const first = body + bytes + 2;
    return Array.from({ length: count }, (_, i) => meta.readUIntBE(first + i * bytes, bytes));
  }
  return [item];
}

function findMain(meta: Buffer) {
  const within = (box: Box | undefined) => (box && readBoxes(meta, box.body, box.end)) ?? [];
  const inside = readBoxes(meta, 12, meta.length) ?? [];
  const boxOf = (name: string) => inside.find(({ type }) => type === name);
  const pitm = boxOf('pitm');
  const described = within(boxOf('iprp'));
  const held = within(described.find(({ type }) => type === 'ipco'));
  const all = held.map(({ type, body, end }) => ({ type, body: meta.subarray(body, end) }));
  const main = pitm ? meta.readUIntBE(pitm.body + 4, idBytes(meta[pitm.body] !== 0)) : 0;
  const tables = described.filter(({ type }) => type === 'ipma');
  const properties = ownProperties(meta, main, tables).flatMap((n) => all[n - 1] ?? []);
  return {
    /** Ids of its tiles, row by row; of itself when it is whole. */
    parts: partsOf(meta, main, boxOf('iref')),
    properties,
    /** Bodies of properties by type: its own, else those of any item, since a grid may leave them to its tiles. */
    named: (name: string) => {
      const isNamed = ({ type }: { type: string }) => type === name;
      const own = properties.filter(isNamed);
      return (own.length > 0 ? own : all.filter(isNamed)).map(({ body }) => body);
    },
  };
}

const MAX_META = 4 * 1024 * 1024;

/** Null without a readable `meta` box; the decoder then decides about the file. */
export async function readMainItem(file: string): Promise<MainItem | null> {
  await using handle = await open(file, 'r');
  const meta = (await readTopBoxes(handle)).boxes.find(({ type }) => type === 'meta');
  if (!meta || meta.end - meta.start > MAX_META) return null;
  try {
    return findMain(await readBox(handle, meta));
  } catch (error) {
    // Offsets beyond the end of the box.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
