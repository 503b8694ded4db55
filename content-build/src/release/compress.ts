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

/** Kinds of files that compressing makes smaller. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|xml|webmanifest)$/;

/** The endings under which a file stands beside its own name, '' being the name itself. */
export function variantSuffixes(file: string): readonly string[] {
  return COMPRESSIBLE.test(file) ? ['', '.br', '.gz'] : [''];
}

/** A file in all the forms it stands in. */
export async function variantsOf(file: string, bytes: Buffer): Promise<Array<[string, Buffer]>> {
  return COMPRESSIBLE.test(file) ? compressVariants(bytes) : [['', bytes]];
}
