/** What a chosen picture says of itself, read in the browser (spec §3). */
import { type FileFacts, factsOf, NO_FACTS } from '@veldlicht/contract/file-facts';
import { readBlocks } from '@veldlicht/contract/metadata-text';

/** An animation has a chunk for each frame; beyond this many nobody looks. */
const MOST_CHUNKS = 2000;

async function headOf(file: Blob, at: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(at, at + length).arrayBuffer());
}

function fourLetters(view: DataView, at: number): string {
  return String.fromCharCode(...Array.from({ length: 4 }, (_, n) => view.getUint8(at + n)));
}

/**
 * The EXIF block of a WebP, from its TIFF header on, since the metadata reader does not know the file around
 * it; null when the file is none or has none. Reads only the heads of the chunks before it.
 */
export async function findWebpExif(file: Blob): Promise<ArrayBuffer | null> {
  const start = await headOf(file, 0, 12);
  if (start.byteLength < 12) return null;
  if (fourLetters(start, 0) !== 'RIFF' || fourLetters(start, 8) !== 'WEBP') return null;
  let at = 12;
  for (let n = 0; n < MOST_CHUNKS && at + 8 <= file.size; n += 1) {
    const head = await headOf(file, at, 8);
    const size = head.getUint32(4, true);
    if (fourLetters(head, 0) === 'EXIF') {
      const block = await headOf(file, at + 8, size);
      // Some programs put the name before it that a JPEG has there.
      const named = size > 6 && fourLetters(block, 0) === 'Exif';
      return block.buffer.slice(named ? 6 : 0) as ArrayBuffer; // made by a Blob, so not shared
    }
    // A chunk of odd length is followed by an empty byte.
    at += 8 + size + (size % 2);
  }
  return null;
}

/** Reads a picture's metadata. Throws on formats the reader does not know. */
export async function readMetadata(file: File): Promise<FileFacts> {
  const { default: exifr } = await import('exifr');
  const metadata = await readBlocks(exifr, (await findWebpExif(file)) ?? file);
  return metadata ? factsOf(metadata) : NO_FACTS;
}
