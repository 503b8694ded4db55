/** Writes a file with its compressed forms. */
import { randomInt } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { type Compressed, compress } from './compress.ts';
import { formsOf } from './site-folder.ts';

/**
 * `forms`: compressed forms that exist already. Returns the total bytes. The mtime is random: web servers send it, and
 * a real one would reveal when a page's photo was uploaded (decision 009).
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
