/** The compressed forms of a text. The process that makes pages loads this file, and may read no other: it imports none. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Quality 5 costs milliseconds where 11 costs a tenth of a second (docs/decisions). */
const BROTLI_QUALITY = 5;

/** The same bytes at every run. Handing a page to the thread pool and back takes longer than compressing it here. */
export const compress = {
  '.br': (text: Buffer): Buffer =>
    brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  '.gz': (text: Buffer): Buffer => gzipSync(text, { level: 6 }),
};

export type Compressed = Record<keyof typeof compress, Buffer>;

/** All forms of a text. */
export const compressed = (text: Buffer): Compressed => ({
  '.br': compress['.br'](text),
  '.gz': compress['.gz'](text),
});
