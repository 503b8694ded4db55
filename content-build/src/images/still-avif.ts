/** An animated AVIF as its first picture: what decodes AVIF knows files that call themselves a still. */
import { open, readFile } from 'node:fs/promises';
import { unsupported } from './image-types.ts';

/** It has to be held in memory; a few seconds of animation take a few megabytes. */
const MAX_ANIMATION = 64 * 1024 * 1024;
const BRAND_AT = 8;

/** What to decode: the file itself, or the bytes of an animated one under the name of a still. */
export async function stillAvif(file: string): Promise<string | Buffer> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(12);
    await handle.read(head, 0, head.length, 0);
    if (head.toString('latin1', 4) !== 'ftypavis') return file;
    if ((await handle.stat()).size > MAX_ANIMATION)
      throw unsupported('AVIF', 'an animation may have at most 64 MB');
  } finally {
    await handle.close();
  }
  const bytes = await readFile(file);
  bytes.write('avif', BRAND_AT, 'latin1');
  return bytes;
}
