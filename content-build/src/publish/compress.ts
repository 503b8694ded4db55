/** Compressed forms of a text. Imports no other module: the render process may read only this file. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Quality 5 takes milliseconds, 11 a tenth of a second. */
const BROTLI_QUALITY = 5;

/** Deterministic. Synchronous: a round trip to the thread pool takes longer than compressing a page. */
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

export const compressed = (text: Buffer): Compressed => ({
  '.br': compress['.br'](text),
  '.gz': compress['.gz'](text),
});
