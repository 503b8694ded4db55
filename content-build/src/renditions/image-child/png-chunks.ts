/** What a PNG says of itself in chunks (PNG, third edition), before its pixels and behind them. */
import { open } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';

interface Chunk {
  name: string;
  data: Buffer;
}

const WANTED = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'eXIf', 'tEXt', 'zTXt', 'iTXt'];
const MAX_CHUNKS = 100_000;
/** A longer one is no description of a picture, in bytes. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** The chunks that describe the picture, by whether they stand before its pixels or behind. */
export async function readPngChunks(file: string): Promise<{ before: Chunk[]; behind: Chunk[] }> {
  await using handle = await open(file, 'r');
  const found = { before: [] as Chunk[], behind: [] as Chunk[] };
  const head = Buffer.alloc(8);
  let place: keyof typeof found = 'before';
  for (let at = 8, count = 0; count < MAX_CHUNKS; count++) {
    if ((await handle.read(head, 0, 8, at)).bytesRead < 8) break;
    const length = head.readUInt32BE(0);
    const name = head.toString('latin1', 4);
    if (name === 'IDAT') place = 'behind';
    if (WANTED.includes(name) && length <= MAX_LENGTH) {
      const data = Buffer.alloc(length);
      if ((await handle.read(data, 0, length, at + 8)).bytesRead < length) break;
      found[place].push({ name, data });
    }
    at += length + 12;
  }
  return found;
}

function inflate(data: Buffer): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: MAX_LENGTH });
  } catch {
    return Buffer.alloc(0);
  }
}

function keywordOf({ data }: Chunk): string {
  return data.toString('latin1', 0, Math.max(0, data.indexOf(0)));
}

function textOf({ name, data }: Chunk): Buffer {
  const end = data.indexOf(0);
  if (name === 'tEXt') return data.subarray(end + 1);
  if (name === 'zTXt') return inflate(data.subarray(end + 2));
  // A language and the keyword in it come before the text.
  const text = data.subarray(data.indexOf(0, data.indexOf(0, end + 3) + 1) + 1);
  return data[end + 1] === 1 ? inflate(text) : text;
}

/** Decodes a block that ImageMagick writes in hexadecimal digits, after lines with its name and length. */
function rawProfile(chunk: Chunk | undefined): Buffer | undefined {
  const lines = chunk && textOf(chunk).toString('latin1').trimStart().split('\n');
  return lines && Buffer.from(lines.slice(2).join(''), 'hex');
}

const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';

/** Reads EXIF and XMP of a PNG, from the first chunk of each kind alone: a text may be long once inflated. */
export async function readPngWords(file: string): Promise<{ exif?: Buffer; xmp?: Buffer }> {
  const { before, behind } = await readPngChunks(file);
  const chunks = [...before, ...behind];
  const exif = chunks.find(({ name }) => name === 'eXIf')?.data;
  const texts = new Map(
    chunks
      .filter(({ name }) => name.endsWith('Xt'))
      .reverse()
      .map((one) => [keywordOf(one).toLowerCase(), one]),
  );
  const plain = texts.get('xml:com.adobe.xmp');
  const raw = ['exif', 'app1', 'xmp'].map((kind) =>
    rawProfile(texts.get(`raw profile type ${kind}`)),
  );
  const isXmp = (block: Buffer | undefined) => block?.includes(XMP_NAME) || block === raw[2];
  const xmp = plain ? textOf(plain) : raw.find((block) => block && isXmp(block));
  const found = exif ?? raw.find((block) => block && !isXmp(block));
  return {
    ...(found && { exif: found }),
    ...(xmp && { xmp: xmp.subarray(Math.max(0, xmp.indexOf('<'))) }),
  };
}
