/** Reads the metadata of pictures with exifr. */
import { type Metadata, metadataOptions } from './file-facts.ts';

/**
 * Decodes a text. EXIF and IPTC specify ASCII; programs write UTF-8 or Windows-1252 and seldom say which. Text in the
 * latter is hardly ever valid UTF-8 by chance.
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

/** The part of an exifr segment parser that is used. */
interface Parser {
  prototype: { chunk: Chunk; parse: () => unknown };
  parse: (text: string) => unknown;
}

interface Exifr {
  parse: (source: never, options: object) => Promise<unknown>;
  segmentParsers: Map<string, Parser>;
}

/** In characters. */
const LONGEST_XMP = 2_000_000;

const mended = new WeakSet<object>();

/** Makes the parsers of EXIF and IPTC, which assume one encoding, decode by `metadataText`. */
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

/** XMP as the block `xmp`, by namespaces; no block when it is damaged. */
export function xmpBlock({ segmentParsers }: Exifr, text: string): Metadata {
  try {
    return { xmp: segmentParsers.get('xmp')?.parse(text.slice(0, LONGEST_XMP)) };
  } catch {
    // Damaged XMP: the other blocks may have the same facts.
    return {};
  }
}

/**
 * Reads the metadata of a picture by blocks, without damaged ones; null when there is none. Throws exifr's errors when
 * nothing can be read.
 */
export async function readBlocks(exifr: Exifr, source: unknown): Promise<Metadata | null> {
  mendTexts(exifr);
  // Cast: exifr's type of a source names classes of browsers and of Node.
  const read = async (change: object) =>
    Object(await exifr.parse(source as never, { ...metadataOptions, ...change }));
  let found: Metadata = await read({});
  // Unreadable IPTC, as in some TIFFs, makes exifr drop everything.
  if ('errors' in found) found = await read({ iptc: false });
  const { errors, xmp, ...blocks } = found;
  if (typeof xmp === 'string') Object.assign(blocks, xmpBlock(exifr, xmp));
  if (Object.keys(blocks).length > 0) return blocks;
  if (errors) throw new Error(String(errors));
  return null;
}
