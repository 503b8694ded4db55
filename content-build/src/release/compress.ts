import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Quality 5 costs milliseconds where 11 costs a tenth of a second (docs/decisions). */
const BROTLI_QUALITY = 5;

/** A text as the three files a web server chooses from; the same bytes at every run. */
export async function compressVariants(text: Buffer): Promise<Array<[string, Buffer]>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const [br, gz] = await Promise.all([
    brotliAsync(text, { params }),
    gzipAsync(text, { level: 6 }),
  ]);
  return [
    ['', text],
    ['.br', br],
    ['.gz', gz],
  ];
}

/** The names under which one page stands. */
export const variantSuffixes = ['', '.br', '.gz'] as const;
