/** Files as web servers choose from them: as they are, and compressed beside that. */
import { randomInt } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { type Compressed, compress } from './compress.ts';
import { formsOf } from './site-folder.ts';

/**
 * Writes a file with its compressed forms beside it, `forms` where they were made with it; answers the bytes of all.
 * Web servers tell when a file was written, and a page is written when its photo was uploaded: the times tell nothing
 * (decision 064).
 */
export function writeForms(file: string, text: Buffer, forms?: Compressed): number {
  const time = randomInt(1_000_000_000);
  let bytes = 0;
  for (const form of formsOf(file)) {
    const content = form === '' ? text : (forms?.[form] ?? compress[form](text));
    writeFileSync(file + form, content);
    utimesSync(file + form, time, time);
    bytes += content.length;
  }
  return bytes;
}
