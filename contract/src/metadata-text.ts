/** Words that cameras and editors write into pictures, read alike by browser and server. */

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
}

/** What is used of a segment parser of exifr. */
interface Parser {
  chunk: Chunk;
  parse: () => unknown;
}

const mended = new WeakSet<object>();

/** Has a segment parser of exifr, which takes every text for UTF-8, read texts by `metadataText`. */
export function mendTexts({ prototype }: { prototype: Parser }): void {
  if (mended.has(prototype)) return;
  mended.add(prototype);
  const { parse } = prototype;
  prototype.parse = function (this: Parser) {
    const { chunk } = this;
    chunk.getString = (at = 0, length = chunk.byteLength) =>
      metadataText(chunk.getUint8Array(at, length));
    return parse.call(this);
  };
}
