/** Reads the metadata chunks of a PNG (third edition). */
import { open } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';

interface Chunk {
  name: string;
  data: Buffer;
  /** With its length, name and checksum. */
  whole: Buffer;
}

const WANTED = ['IHDR', 'cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'eXIf', 'tEXt', 'zTXt', 'iTXt'];
const MAX_CHUNKS = 100_000;
/** In bytes; longer chunks are passed over. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** Chunks in their order, also behind the pixels. */
export async function readPngChunks(file: string): Promise<Chunk[]> {
  await using handle = await open(file, 'r');
  const found: Chunk[] = [];
  const head = Buffer.alloc(8);
  for (let at = 8, count = 0; count < MAX_CHUNKS; count++) {
    if ((await handle.read(head, 0, 8, at)).bytesRead < 8) break;
    const length = head.readUInt32BE(0);
    const name = head.toString('latin1', 4);
    if (WANTED.includes(name) && length <= MAX_LENGTH) {
      const whole = Buffer.alloc(length + 12);
      if ((await handle.read(whole, 0, whole.length, at)).bytesRead < length + 8) break;
      found.push({ name, data: whole.subarray(8, length + 8), whole });
    }
    at += length + 12;
  }
  return found;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const NO_PIXELS = Buffer.from('\0\0\0\0IDAT\0\0\0\0', 'latin1');
const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';

/** Reads EXIF and XMP from anywhere in a PNG; libpng looks only before the pixels. */
export async function readPngWords(file: string) {
  const chunks = (await readPngChunks(file)).map(({ whole }) => whole);
  const front = sharp(Buffer.concat([SIGNATURE, ...chunks, NO_PIXELS]), { failOn: 'none' });
  const { exif, xmp, comments = [] }: Partial<Metadata> = await front.metadata().catch(() => ({}));
  // ImageMagick's raw profiles: hexadecimal digits after two lines, a name and a length.
  const raw = ['exif', 'app1', 'xmp'].map((kind) => {
    const isKind = (keyword: string) => keyword.toLowerCase() === `raw profile type ${kind}`;
    const lines = comments
      .find(({ keyword }) => isKind(keyword))
      ?.text.trimStart()
      .split('\n');
    return lines && Buffer.from(lines.slice(2).join(''), 'hex');
  });
  const isXmp = (block: Buffer | undefined) => block?.includes(XMP_NAME) || block === raw[2];
  const words = xmp ?? raw.find((block) => block && isXmp(block));
  return {
    exif: exif ?? raw.find((block) => block && !isXmp(block)),
    xmp: words?.subarray(Math.max(0, words.indexOf('<'))),
  };
}
