/** Builds TIFFs of any form (TIFF 6.0): pages of one colour with any tags. */

export interface TiffPage {
  width?: number;
  height?: number;
  /** Red, green and blue. */
  colour?: readonly [number, number, number];
  /** Numbers or text; they override the tags of a plain RGB picture. */
  tags?: Record<number, number | string>;
  /** Per channel. */
  bits?: 8 | 16 | 32;
  /** As one tile, not one strip. */
  isTiled?: boolean;
  /** Sub-directories of this page. */
  inner?: readonly TiffPage[];
}

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

interface Entry {
  tag: number;
  type: number;
  count: number;
  value: Buffer;
}

function numbers(tag: number, values: number[], type = LONG): Entry {
  const size = type === SHORT ? 2 : 4;
  const value = Buffer.alloc(Math.max(4, values.length * size));
  values.forEach((one, i) => {
    value.writeUIntLE(one, i * size, size);
  });
  return { tag, type, count: values.length, value };
}

function text(tag: number, words: string): Entry {
  const value = Buffer.from(words.padEnd(4, '\0'), 'latin1');
  return { tag, type: UNDEFINED, count: value.length, value };
}

/** Directory entries of a page with these positions. */
function entriesOf(page: TiffPage, pixelsAt: number, length: number, innerAt: number[]): Entry[] {
  const { width = 96, height = 64, bits = 8, isTiled = false, tags = {} } = page;
  const place = isTiled
    ? [numbers(322, [width]), numbers(323, [height]), numbers(324, [pixelsAt])]
    : [numbers(273, [pixelsAt]), numbers(278, [height])];
  const plain = [
    ...[numbers(256, [width]), numbers(257, [height]), numbers(258, [bits, bits, bits], SHORT)],
    ...[numbers(259, [1], SHORT), numbers(262, [2], SHORT), numbers(277, [3], SHORT)],
    ...[...place, numbers(isTiled ? 325 : 279, [length]), numbers(284, [1], SHORT)],
    ...(innerAt.length > 0 ? [numbers(330, innerAt)] : []),
  ];
  const own = Object.entries(tags).map(([tag, value]) =>
    typeof value === 'string' ? text(Number(tag), value) : numbers(Number(tag), [value]),
  );
  return [...plain.filter(({ tag }) => tags[tag] === undefined), ...own].sort(
    (a, b) => a.tag - b.tag,
  );
}

function pixelsOf({ width = 96, height = 64, bits = 8, colour = [40, 90, 200] }: TiffPage): Buffer {
  const size = bits / 8;
  const pixels = Buffer.alloc(width * height * 3 * size);
  for (let at = 0; at < pixels.length; at += size)
    pixels.writeUIntLE((colour[(at / size) % 3] ?? 0) * 2 ** (bits - 8), at, size);
  return pixels;
}

/** `first`: bytes between the head and the first directory. */
export function makeTiff(pages: readonly TiffPage[], first = ''): Buffer {
  const parts: Buffer[] = [Buffer.alloc(8), Buffer.from(first, 'latin1')];
  let length = 8 + first.length;
  const put = (bytes: Buffer): number => {
    const even = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);
    parts.push(even);
    length += even.length;
    return length - even.length;
  };
  /** Writes a page; returns the offset of its directory and of the link to the next. */
  const putPage = (page: TiffPage): { at: number; link: Buffer } => {
    const innerAt = (page.inner ?? []).map((one) => putPage(one).at);
    const pixels = pixelsOf(page);
    const entries = entriesOf(page, put(pixels), pixels.length, innerAt);
    const directory = Buffer.alloc(2 + entries.length * 12);
    directory.writeUInt16LE(entries.length, 0);
    entries.forEach(({ tag, type, count, value }, i) => {
      const at = 2 + i * 12;
      directory.writeUInt16LE(tag, at);
      directory.writeUInt16LE(type, at + 2);
      directory.writeUInt32LE(count, at + 4);
      if (value.length <= 4) value.copy(directory, at + 8);
      else directory.writeUInt32LE(put(value), at + 8);
    });
    const at = put(directory);
    const link = Buffer.alloc(4);
    put(link);
    return { at, link };
  };
  const [head = Buffer.alloc(8)] = parts;
  head.write('II*\0', 'latin1');
  let link = head.subarray(4);
  for (const page of pages) {
    const written = putPage(page);
    link.writeUInt32LE(written.at);
    link = written.link;
  }
  return Buffer.concat(parts);
}
