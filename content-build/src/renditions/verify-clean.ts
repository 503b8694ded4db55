/**
 * Proves that a published file carries no metadata (threat T25) but the XMP packet of its rights. Parses the structure,
 * so that pixels which look like a marker pass.
 */
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Rendition } from '@veldlicht/contract/renditions';
import { sha256OfFile } from '@veldlicht/database/sha256';
import {
  type Box,
  containers,
  readBox,
  readBoxes,
  readTopBoxes,
} from '#renditions/image-child/iso-boxes.ts';
import type { StoredRendition } from './stored-renditions.ts';

const [SOS, EOI] = [0xda, 0xd9];
/** Segments that belong to the picture, by marker and first bytes: APP0, APP2 and APP14. */
const PLAIN_SEGMENTS: Record<number, string> = {
  224: 'JFIF\0',
  226: 'ICC_PROFILE\0',
  238: 'Adobe',
};
/** Too long to occur in compressed pixels by chance: forbidden in every byte. */
const TEXTS: Record<string, string> = {
  'http://ns.adobe.com/xap/1.0/': 'XMP',
  '<x:xmpmeta': 'XMP',
  'com.apple.quicktime.location': 'QuickTime location',
  '<rdf:RDF': 'XMP',
  'Photoshop 3.0\0': 'IPTC',
};
/** Names of segments by their first bytes, for the log. */
const SEGMENTS = { 'Exif\0': 'EXIF', ...TEXTS };

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

function scanSegment(marker: number, body: Buffer): string[] {
  const starts = (text = '-') => body.toString('latin1', 0, text.length) === text;
  if (isBlank(body) || ((marker < 0xe0 || marker > 0xef) && marker !== 0xfe)) return [];
  if (marker === 0xfe) return ['JPEG comment'];
  if (starts(PLAIN_SEGMENTS[marker])) return [];
  const named = Object.entries(SEGMENTS).find(([start]) => starts(start));
  return [named?.[1] ?? `JPEG segment APP${marker - 0xe0}`];
}

/** Position of the first marker after entropy-coded data: 0xff00 and restart markers belong to it (ITU-T T.81). */
function skipScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Scans the segments of a JPEG, and what follows its end. */
function scanJpeg(bytes: Buffer): string[] {
  const found: string[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== EOI) {
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    found.push(...scanSegment(marker, bytes.subarray(at + 4, end)));
    at = marker === SOS ? skipScan(bytes, end) : end;
  }
  const isEnd = at + 2 === bytes.length && bytes.readUInt16BE(at) === 0xff00 + EOI;
  return isEnd ? found : [...found, 'a JPEG that does not end with its picture'];
}

/** Boxes with metadata, and those that turn a picture: renditions are upright, browsers would turn them again. */
const FORBIDDEN = new Set([
  ...['udta', 'loci', '\xa9xyz', 'keys', 'ilst', 'XMP_', 'uuid', 'skip', 'pnot', 'irot', 'imir'],
]);

/** Item types that make the picture (ISO 23008-12). */
const PICTURE_ITEMS = new Set(['av01', 'grid', 'iden', 'iovl', 'tmap']);

function scanItems(bytes: Buffer, iinf: Box): string[] {
  const version = bytes[iinf.body] ?? 0;
  const first = iinf.body + (version === 0 ? 6 : 8);
  const entries = readBoxes(bytes, first, iinf.end);
  if (!entries) return ['damaged AVIF items'];
  return entries.flatMap((entry) => {
    const idBytes = (bytes[entry.body] ?? 0) >= 3 ? 4 : 2;
    const at = entry.body + 4 + idBytes + 2;
    const type = bytes.toString('latin1', at, at + 4);
    if (PICTURE_ITEMS.has(type)) return [];
    if (type === 'Exif') return ['EXIF'];
    const isXmp = type === 'mime' && bytes.toString('latin1', at, entry.end).includes('rdf+xml');
    return [isXmp ? 'XMP' : `an AVIF item of type ${JSON.stringify(type)}`];
  });
}

function scanWithin(bytes: Buffer, from: number, { type, end }: Box, isVideo: boolean): string[] {
  const inner = readBoxes(bytes, from, end);
  return inner?.flatMap((box) => scanBox(bytes, box, isVideo)) ?? [`a damaged ${type} box`];
}

function scanBox(bytes: Buffer, box: Box, isVideo: boolean): string[] {
  const { type, body, end } = box;
  if (FORBIDDEN.has(type) || (type === 'meta' && isVideo)) return [`a box of type ${type}`];
  if (type === 'free') return isBlank(bytes.subarray(body, end)) ? [] : ['padding with content'];
  if (type === 'hdlr' && isVideo) {
    const handler = bytes.toString('latin1', body + 8, body + 12);
    return ['vide', 'soun'].includes(handler) ? [] : [`a track of type ${handler}`];
  }
  if (type === 'meta') return scanWithin(bytes, body + 4, box, isVideo);
  if (type === 'iinf') return scanItems(bytes, box);
  return containers.has(type) ? scanWithin(bytes, body, box, isVideo) : [];
}

const OUTERMOST = ['ftyp', 'moov', 'mdat', 'meta', 'free', 'moof', 'mfra', 'sidx', 'styp'];

/** Scans the boxes of an AVIF or MP4; bytes outside of any box count as damage. */
function scanBoxes(bytes: Buffer): string[] {
  const boxes = readBoxes(bytes, 0, bytes.length);
  if (!boxes) return ['a damaged box structure'];
  const isVideo = boxes.some(({ type }) => type === 'moov');
  return boxes.flatMap((box) =>
    OUTERMOST.includes(box.type) ? scanBox(bytes, box, isVideo) : [`a box of type ${box.type}`],
  );
}

function scanStructure(bytes: Buffer): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return scanJpeg(bytes);
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return scanBoxes(bytes);
  return ['a file that is no JPEG, AVIF or MP4'];
}

function scanTexts(bytes: Buffer): string[] {
  return Object.entries(TEXTS).flatMap(([text, name]) =>
    bytes.includes(text, 0, 'latin1') ? [name] : [],
  );
}

/** Identifier before the XMP in a segment of a JPEG. */
const XMP_NAME = Buffer.from('http://ns.adobe.com/xap/1.0/\0');

/** Names the metadata in a JPEG, AVIF or MP4. With `packet`, exactly one copy of that must be its XMP. */
export function findForbiddenMetadata(bytes: Buffer, packet: Buffer | null = null): string[] {
  const at = packet ? bytes.indexOf(packet) : -1;
  const start = at - XMP_NAME.length;
  const isNamed = start >= 0 && bytes.subarray(start, at).equals(XMP_NAME);
  // A blank segment of a JPEG passes.
  const rest = Buffer.from(bytes);
  if (packet && at >= 0) rest.fill(0, isNamed ? start : at, at + packet.length);
  const found = scanStructure(rest);
  // In an AVIF one XMP item is the packet; the text of any other is found below.
  const own = at >= 0 && !isNamed ? found.indexOf('XMP') : -1;
  if (own >= 0) found.splice(own, 1);
  if (packet && at < 0) found.push('no packet of rights');
  return [...new Set([...found, ...scanTexts(rest)])];
}

/** Largest box in bytes that is read, of those other than `mdat`. */
const MAX_BOX = 32 * 1024 * 1024;

/** Reads a video without its top-level `mdat` boxes. */
async function readWithoutSamples(file: string): Promise<Buffer> {
  await using handle = await open(file, 'r');
  const { boxes, end, size } = await readTopBoxes(handle);
  const parts: Buffer[] = [];
  for (const box of boxes.filter(({ type }) => type !== 'mdat')) {
    if (box.end - box.start > MAX_BOX) throw new Error(`${file}: a ${box.type} box is too large`);
    parts.push(await readBox(handle, box));
  }
  // A byte outside of any box, when the file has such.
  return Buffer.concat([...parts, Buffer.alloc(end < size ? 1 : 0)]);
}

/** Scans every byte of a video without holding it in memory. */
export async function findForbiddenMetadataInVideo(file: string): Promise<string[]> {
  const found = scanStructure(await readWithoutSamples(file));
  let end = Buffer.alloc(0);
  // Parts overlap by more than the longest text.
  for await (const part of createReadStream(file, { highWaterMark: 4 * 1024 * 1024 })) {
    const bytes = Buffer.concat([end, part]);
    found.push(...scanTexts(bytes));
    end = bytes.subarray(-64);
  }
  return [...new Set(found)];
}

/** Throws when a rendition carries metadata, or a still lacks its packet. Returns them with their hashes. */
export function requireCleanRenditions(
  folder: string,
  renditions: readonly Rendition[],
  packet: Buffer | null,
): Promise<StoredRendition[]> {
  return Promise.all(
    renditions.map(async (rendition) => {
      const { format, name } = rendition;
      const file = path.join(folder, name);
      const found =
        format === 'mp4'
          ? await findForbiddenMetadataInVideo(file)
          : findForbiddenMetadata(await readFile(file), packet);
      if (found.length > 0) throw new Error(`rendition ${name} carries ${found.join(', ')}`);
      return { ...rendition, sha256: await sha256OfFile(file) };
    }),
  );
}
