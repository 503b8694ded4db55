/** Files as web servers choose from them: as they are, and compressed beside that. */
import { randomInt } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type FileForm, formsOf } from './site-folder.ts';

/** Quality 5 costs milliseconds where 11 costs a tenth of a second (docs/decisions). */
const BROTLI_QUALITY = 5;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A text in the form of a file; the same bytes at every run. */
const compress: Record<FileForm, (text: Buffer) => Buffer | Promise<Buffer>> = {
  '': (text) => text,
  '.br': (text) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    };
    return brotli(text, { params });
  },
  '.gz': (text) => gzipped(text, { level: 6 }),
};

/**
 * Writes a file with its compressed forms beside it; answers the bytes of all. Web servers tell when a file was written,
 * and a page is written when its photo was uploaded: the times tell nothing (decision 064).
 */
export async function writeForms(file: string, text: Buffer): Promise<number> {
  const time = randomInt(1_000_000_000);
  let bytes = 0;
  for (const form of formsOf(file)) {
    const content = await compress[form](text);
    writeFileSync(file + form, content);
    utimesSync(file + form, time, time);
    bytes += content.length;
  }
  return bytes;
}
