/** Writes a file with its compressed forms. */
import { randomInt } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { type Compressed, compress } from './compress.ts';
import { formsOf } from './site-folder.ts';

/**
 * `forms`: when they exist already. Returns the bytes of all. The mtime is random: web servers send it, and that of a
 * page would tell when its photo was uploaded (decision 009).
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
