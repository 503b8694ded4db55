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

/** The text of a chunk with its keyword before it. */
function readText({ name, data }: Chunk): { keyword: string; text: Buffer } {
  const end = data.indexOf(0);
  const keyword = data.toString('latin1', 0, Math.max(0, end));
  if (name === 'tEXt') return { keyword, text: data.subarray(end + 1) };
  if (name === 'zTXt') return { keyword, text: inflate(data.subarray(end + 2)) };
  // A language and the keyword in it come before the text.
  const text = data.subarray(data.indexOf(0, data.indexOf(0, end + 3) + 1) + 1);
  return { keyword, text: data[end + 1] === 1 ? inflate(text) : text };
}

const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';

/** EXIF and XMP of a PNG, also those that ImageMagick writes in hexadecimal digits. */
export async function readPngWords(file: string): Promise<{ exif?: Buffer; xmp?: Buffer }> {
  const { before, behind } = await readPngChunks(file);
  const words: { exif?: Buffer; xmp?: Buffer } = {};
  for (const chunk of [...before, ...behind]) {
    if (chunk.name === 'eXIf') words.exif ??= chunk.data;
    if (!chunk.name.endsWith('Xt')) continue;
    const { keyword, text } = readText(chunk);
    if (keyword === 'XML:com.adobe.xmp') words.xmp ??= text;
    if (!/^Raw profile type (?:exif|app1|xmp)$/i.test(keyword)) continue;
    // Its name and its length stand in lines before it.
    const digits = text.toString('latin1').trimStart().split('\n').slice(2).join('');
    const profile = Buffer.from(digits, 'hex');
    const isXmp = keyword.endsWith('xmp') || profile.includes(XMP_NAME);
    if (isXmp) words.xmp ??= profile.subarray(Math.max(0, profile.indexOf('<')));
    else words.exif ??= profile;
  }
  return words;
}
