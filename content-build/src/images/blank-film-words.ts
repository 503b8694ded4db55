import { open } from 'node:fs/promises';
import { unreadable } from './image-types.ts';
import { blankWords } from './iso-boxes.ts';

const MAX_INDEX = 64 * 1024 * 1024;

/** Blanks the boxes with words in a film that ffmpeg wrote: it adds an empty list of its own. */
export async function blankFilmWords(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(16);
    for (let at = 0; at < size; ) {
      await handle.read(head, 0, 16, at);
      const short = head.readUInt32BE(0);
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short || size - at;
      if (length < 8 || at + length > size) throw unreadable();
      if (head.toString('latin1', 4, 8) === 'moov' && length <= MAX_INDEX) {
        const moov = Buffer.alloc(length);
        await handle.read(moov, 0, length, at);
        blankWords(moov);
        await handle.write(moov, 0, length, at);
      }
      at += length;
    }
  } finally {
    await handle.close();
  }
}
