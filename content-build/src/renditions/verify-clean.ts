/**
 * Proof that a published file carries no EXIF, IPTC, position or other words about itself (threat T25), and of XMP
 * the packet of its rights only. It looks at the structure, so that pixels that happen to look like a marker pass.
 */
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Rendition } from '@veldlicht/contract/renditions';
import {
  type Box,
  containers,
  readBox,
  readBoxes,
  readTopBoxes,
} from '#renditions/image-child/iso-boxes.ts';

const SOS = 0xda;
const EOI = 0xd9;

function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

function nameOf(marker: number, body: Buffer): string | null {
  const starts = (text: string) => body.toString('latin1', 0, text.length) === text;
  if (marker === 0xfe) return 'JPEG comment';
  if (marker < 0xe0 || marker > 0xef) return null;
  if (marker === 0xe0 && starts('JFIF\0')) return null;
  if (marker === 0xe2 && starts('ICC_PROFILE\0')) return null;
  if (marker === 0xee && starts('Adobe')) return null;
  if (marker === 0xe1 && starts('Exif\0')) return 'EXIF';
  if (marker === 0xe1 && starts('http://ns.adobe.com/')) return 'XMP';
  if (marker === 0xed) return 'IPTC';
  return `JPEG segment APP${marker - 0xe0}`;
}

/** Position of the first marker after entropy-coded data. */
function skipScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Findings in a whole JPEG; data after its end counts. */
function scanJpeg(bytes: Buffer): string[] {
  const found: string[] = [];
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return [...found, 'a damaged JPEG'];
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI)
      return at + 2 < bytes.length ? [...found, 'data after the end of a JPEG'] : found;
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > bytes.length) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const name = nameOf(marker, bytes.subarray(at + 4, end));
    if (name) found.push(name);
    at = marker === SOS ? skipScan(bytes, end) : end;
  }
  return [...found, 'a JPEG without end'];
}

/** Boxes that hold words about a video or picture, or turn it; with the name people know. */
const forbidden: Record<string, string> = {
  udta: 'MP4 user data',
  loci: 'MP4 location (loci)',
  '\xa9xyz': 'MP4 location (©xyz)',
  keys: 'QuickTime keys',
  ilst: 'MP4 tags',
  XMP_: 'XMP',
  uuid: 'an MP4 extension box (uuid)',
  skip: 'MP4 padding with content',
  // Renditions are upright: browsers would turn them once more.
  irot: 'a turn (irot)',
  imir: 'a mirror (imir)',
};

/** Item types of a picture's meta box (ISO 23008-12): pixels and how they fit together. */
const pictureItems = new Set(['av01', 'grid', 'iden', 'iovl', 'tmap']);

function scanItems(bytes: Buffer, iinf: Box): string[] {
  const version = bytes[iinf.body] ?? 0;
  const first = iinf.body + (version === 0 ? 6 : 8);
  const entries = readBoxes(bytes, first, iinf.end);
  if (!entries) return ['damaged AVIF items'];
  return entries.flatMap((entry) => {
    const idBytes = (bytes[entry.body] ?? 0) >= 3 ? 4 : 2;
    const at = entry.body + 4 + idBytes + 2;
    const type = bytes.toString('latin1', at, at + 4);
    if (pictureItems.has(type)) return [];
    if (type === 'Exif') return ['EXIF'];
    const isXmp = type === 'mime' && bytes.toString('latin1', at, entry.end).includes('rdf+xml');
    return [isXmp ? 'XMP' : `an AVIF item of type ${JSON.stringify(type)}`];
  });
}

function scanMeta(bytes: Buffer, meta: Box): string[] {
  const boxes = readBoxes(bytes, meta.body + 4, meta.end);
  if (!boxes) return ['a damaged meta box'];
  return boxes.flatMap((box) =>
    box.type === 'iinf' ? scanItems(bytes, box) : scanBox(bytes, box, 'picture'),
  );
}

function scanHandler(bytes: Buffer, box: Box): string[] {
  const handler = bytes.toString('latin1', box.body + 8, box.body + 12);
  const isKnown = ['vide', 'soun', 'pict'].includes(handler);
  return isKnown ? [] : [`a track of type ${JSON.stringify(handler)}`];
}

/** An encoder leaves `free` boxes of zeros: those carry nothing. */
function isBlank(bytes: Buffer, box: Box): boolean {
  return bytes.subarray(box.body, box.end).every((byte) => byte === 0);
}

function scanBox(bytes: Buffer, box: Box, kind: 'picture' | 'video'): string[] {
  const name = forbidden[box.type];
  if (name) return [name];
  if (box.type === 'free') return isBlank(bytes, box) ? [] : ['MP4 padding with content'];
  if (box.type === 'meta') return kind === 'video' ? ['MP4 metadata (meta)'] : scanMeta(bytes, box);
  if (box.type === 'hdlr') return kind === 'video' ? scanHandler(bytes, box) : [];
  if (!containers.has(box.type)) return [];
  const inner = readBoxes(bytes, box.body, box.end);
  return inner?.flatMap((one) => scanBox(bytes, one, kind)) ?? [`a damaged ${box.type} box`];
}

/** Findings in a whole AVIF or MP4; bytes that belong to no box count. */
function scanBoxes(bytes: Buffer): string[] {
  const boxes = readBoxes(bytes, 0, bytes.length);
  if (!boxes) return ['a damaged box structure'];
  const kind = boxes.some((box) => box.type === 'moov') ? 'video' : 'picture';
  const known = new Set(['ftyp', 'moov', 'mdat', 'meta', 'free', 'moof', 'mfra', 'sidx', 'styp']);
  return boxes.flatMap((box) => {
    const found = scanBox(bytes, box, kind);
    return found.length > 0 || known.has(box.type) ? found : [`a box of type ${box.type}`];
  });
}

/** Too long to turn up in compressed pixels by chance: forbidden wherever they stand. */
const TEXTS: Record<string, string> = {
  'http://ns.adobe.com/xap/1.0/': 'XMP',
  '<x:xmpmeta': 'XMP',
  'com.apple.quicktime.location': 'QuickTime location',
  'Photoshop 3.0\0': 'IPTC',
};
/** Above this size the structure of a video is read without its samples, so that memory stays small. */
const WHOLE_FILE = 32 * 1024 * 1024;

function scanTexts(bytes: Buffer): string[] {
  return Object.entries(TEXTS).flatMap(([text, name]) =>
    bytes.includes(text, 0, 'latin1') ? [name] : [],
  );
}

/** What stands before XMP in a JPEG: the marker, the length and the name of the segment. */
function xmpHead(packet: Buffer): Buffer {
  const head = Buffer.from('\xff\xe1\0\0http://ns.adobe.com/xap/1.0/\0', 'latin1');
  head.writeUInt16BE(head.length - 2 + packet.length, 2);
  return head;
}

/** Where an item stands that is in one piece, as libheif has it in the table of items (`iloc`): base, one extent. */
function extent(at: number, { length }: Buffer): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.writeUInt32BE(at, 0);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt32BE(length, 10);
  return bytes;
}

/** Findings beside the packet, which must be there: in its segment of a JPEG, or as the one XMP item of an AVIF. */
function scanAround(bytes: Buffer, packet: Buffer): string[] {
  const at = bytes.indexOf(packet);
  if (at < 0) return [...scanStructure(bytes), ...scanTexts(bytes), 'no packet of rights'];
  const without = (from: number) =>
    Buffer.concat([bytes.subarray(0, from), bytes.subarray(at + packet.length)]);
  const head = xmpHead(packet);
  const start = at - head.length;
  if (start >= 0 && bytes.subarray(start, at).equals(head)) {
    const rest = without(start);
    return [...scanStructure(rest), ...scanTexts(rest)];
  }
  const found = scanStructure(bytes);
  const isItem = bytes.subarray(0, at).includes(extent(at, packet));
  const others = isItem
    ? found.toSpliced(found.indexOf('XMP'), found.includes('XMP') ? 1 : 0)
    : found;
  return [...others, ...scanTexts(without(at))];
}

/**
 * What must not be there, in words, each once; empty when a JPEG, AVIF or MP4 is clean. With a packet: when it
 * carries exactly that.
 */
export function findForbiddenMetadata(bytes: Buffer, packet: Buffer | null = null): string[] {
  return [
    ...new Set(packet ? scanAround(bytes, packet) : [...scanStructure(bytes), ...scanTexts(bytes)]),
  ];
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
  await using handle = await open(file, 'r');
  const { boxes, end, size } = await readTopBoxes(handle);
  const parts: Buffer[] = [];
  for (const box of boxes) {
    if (box.type === 'mdat') continue;
    if (box.end - box.start > WHOLE_FILE)
      throw new Error(`${file}: a ${box.type} box is too large`);
    parts.push(await readBox(handle, box));
  }
  // What belongs to no box counts.
  return Buffer.concat([...parts, Buffer.alloc(end < size ? 1 : 0)]);
}

/** The same for a file on disk, every byte of it. A large video is never in memory as a whole. */
export async function findForbiddenMetadataInFile(
  file: string,
  packet: Buffer | null = null,
): Promise<string[]> {
  const { size } = await stat(file);
  if (packet || size <= WHOLE_FILE) return findForbiddenMetadata(await readFile(file), packet);
  const structure = findForbiddenMetadata(await readWithoutSamples(file));
  return [...new Set([...structure, ...(await scanTextsInFile(file))])];
}

/** Throws when a file that is about to become public carries anything but its pixels, and a still its packet. */
export async function requireCleanRenditions(
  folder: string,
  renditions: readonly Rendition[],
  packet: Buffer | null,
): Promise<void> {
  await Promise.all(
    renditions.map(async ({ format, name }) => {
      const own = format === 'mp4' ? null : packet;
      const found = await findForbiddenMetadataInFile(path.join(folder, name), own);
      if (found.length > 0) throw new Error(`rendition ${name} carries ${found.join(', ')}`);
    }),
  );
}
