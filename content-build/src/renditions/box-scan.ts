/** Walks the boxes of an AVIF or MP4 (ISO base media) and names what may carry a position. */

import { type Box, containers, readBoxes } from '#images/iso-boxes.ts';

/** Boxes that hold words about a film or picture, or turn it; with the name people know. */
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

function scanBox(bytes: Buffer, box: Box, kind: 'picture' | 'film'): string[] {
  const name = forbidden[box.type];
  if (name) return [name];
  if (box.type === 'free') return isBlank(bytes, box) ? [] : ['MP4 padding with content'];
  if (box.type === 'meta') return kind === 'film' ? ['MP4 metadata (meta)'] : scanMeta(bytes, box);
  if (box.type === 'hdlr') return kind === 'film' ? scanHandler(bytes, box) : [];
  if (!containers.has(box.type)) return [];
  const inner = readBoxes(bytes, box.body, box.end);
  return inner?.flatMap((one) => scanBox(bytes, one, kind)) ?? [`a damaged ${box.type} box`];
}

/** Findings in a whole AVIF or MP4; bytes that belong to no box count. */
export function scanBoxes(bytes: Buffer): string[] {
  const boxes = readBoxes(bytes, 0, bytes.length);
  if (!boxes) return ['a damaged box structure'];
  const kind = boxes.some((box) => box.type === 'moov') ? 'film' : 'picture';
  const known = new Set(['ftyp', 'moov', 'mdat', 'meta', 'free', 'moof', 'mfra', 'sidx', 'styp']);
  return boxes.flatMap((box) => {
    const found = scanBox(bytes, box, kind);
    return found.length > 0 || known.has(box.type) ? found : [`a box of type ${box.type}`];
  });
}
