/** How exifr is made to read pictures, alike in browser and server. */
import { type Metadata, metadataOptions } from './file-facts.ts';

/**
 * Text of some bytes: EXIF and IPTC say ASCII, programs write UTF-8 or Latin-1 (as Windows has it) and
 * seldom tell which. Hardly any Latin-1 is valid UTF-8 by chance.
 */
export function metadataText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface Chunk {
  byteLength: number;
  getUint8Array: (at: number, length: number) => Uint8Array;
  getString: (at?: number, length?: number) => string;
  getLatin1String: (at?: number, length?: number) => string;
}

/** What is used of a segment parser of exifr. */
interface Parser {
  prototype: { chunk: Chunk; parse: () => unknown };
  parse: (text: string) => unknown;
}

interface Exifr {
  parse: (source: never, options: object) => Promise<unknown>;
  segmentParsers: Map<string, Parser>;
}

/** More is no description of a picture, in characters. */
const LONGEST_XMP = 2_000_000;

const mended = new WeakSet<object>();

/** Has the parsers of EXIF and IPTC, which take a text for UTF-8 or Latin-1 unseen, read texts by `metadataText`. */
function mendTexts({ segmentParsers }: Exifr): void {
  if (mended.has(segmentParsers)) return;
  mended.add(segmentParsers);
  for (const name of ['tiff', 'iptc']) {
    const prototype = segmentParsers.get(name)?.prototype;
    if (!prototype) continue;
    const { parse } = prototype;
    prototype.parse = function (this: typeof prototype) {
      const { chunk } = this;
      chunk.getString = (at = 0, length = chunk.byteLength) =>
        metadataText(chunk.getUint8Array(at, length));
      chunk.getLatin1String = chunk.getString;
      return parse.call(this);
    };
  }
}

/** A text of XMP by namespaces, beside the other blocks; none when it is damaged. */
export function xmpBlock({ segmentParsers }: Exifr, text: string): Metadata {
  try {
    return { xmp: segmentParsers.get('xmp')?.parse(text.slice(0, LONGEST_XMP)) };
  } catch {
    // The other blocks may say the same.
    return {};
  }
}

/**
 * The metadata of a picture by blocks; null when there is none. A damaged block is left out; throws what
 * exifr says when nothing can be read.
 */
export async function readBlocks(exifr: Exifr, source: unknown): Promise<Metadata | null> {
  mendTexts(exifr);
  // exifr's own type of a source names classes of browsers and of Node.
  const read = async (change: object) =>
    Object(await exifr.parse(source as never, { ...metadataOptions, ...change }));
  let found: Metadata = await read({});
  // IPTC that it can't read, as in some TIFFs, takes everything else with it.
  if ('errors' in found) found = await read({ iptc: false });
  const { errors, xmp, ...blocks } = found;
  if (typeof xmp === 'string') Object.assign(blocks, xmpBlock(exifr, xmp));
  if (Object.keys(blocks).length > 0) return blocks;
  if (errors) throw new Error(String(errors));
  return null;
}
