/**
 * Proof that a published file carries no EXIF, XMP, IPTC, position or other words about itself
 * (threat T25). It looks at the structure, so that pixels that happen to look like a marker pass.
 */
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { scanBoxes } from './box-scan.ts';
import { scanJpeg } from './jpeg-scan.ts';

/** Too long to turn up in compressed pixels by chance: forbidden wherever they stand. */
const TEXTS: Record<string, string> = {
  'http://ns.adobe.com/xap/1.0/': 'XMP',
  '<x:xmpmeta': 'XMP',
  'com.apple.quicktime.location': 'QuickTime location',
  'Photoshop 3.0\0': 'IPTC',
};
/** Above this size the structure of a film is read without its samples, so that memory stays small. */
const WHOLE_FILE = 32 * 1024 * 1024;

function scanTexts(bytes: Buffer): string[] {
  return Object.entries(TEXTS).flatMap(([text, name]) =>
    bytes.includes(text, 0, 'latin1') ? [name] : [],
  );
}

/** What must not be there, in words, each once; empty when a JPEG, AVIF or MP4 is clean. */
export function findForbiddenMetadata(bytes: Buffer): string[] {
  return [...new Set([...scanStructure(bytes), ...scanTexts(bytes)])];
}

/** The forbidden texts anywhere in a file, read in parts that overlap by more than a text. */
async function scanTextsInFile(file: string): Promise<string[]> {
  const found: string[] = [];
  let end = Buffer.alloc(0);
  for await (const part of createReadStream(file, { highWaterMark: 4 * 1024 * 1024 })) {
    const bytes = Buffer.concat([end, part]);
    found.push(...scanTexts(bytes));
    end = bytes.subarray(-64);
  }
  return found;
}

function scanStructure(bytes: Buffer): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return scanJpeg(bytes);
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return scanBoxes(bytes);
  return ['a file that is no JPEG, AVIF or MP4'];
}

/** The file with the samples of its top-level mdat boxes left out. */
async function readWithoutSamples(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const parts: Buffer[] = [];
    for (let at = 0; at < size; ) {
      const head = Buffer.alloc(16);
      await handle.read(head, 0, 16, at);
      const short = head.readUInt32BE(0);
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short || size - at;
      if (length < 8 || at + length > size || parts.length > 1000)
        return Buffer.concat([...parts, head]);
      if (head.toString('latin1', 4, 8) !== 'mdat') {
        if (length > WHOLE_FILE) return Buffer.concat([...parts, head]);
        const part = Buffer.alloc(length);
        await handle.read(part, 0, length, at);
        parts.push(part);
      }
      at += length;
    }
    return Buffer.concat(parts);
  } finally {
    await handle.close();
  }
}

/** The same for a file on disk, every byte of it. A large film is never in memory as a whole. */
export async function findForbiddenMetadataInFile(file: string): Promise<string[]> {
  const handle = await open(file, 'r');
  const { size } = await handle.stat().finally(() => handle.close());
  if (size <= WHOLE_FILE) return findForbiddenMetadata(await readFile(file));
  const structure = findForbiddenMetadata(await readWithoutSamples(file));
  return [...new Set([...structure, ...(await scanTextsInFile(file))])];
}
