/** The other half of staging.ts. Plain JavaScript, so that the thread stays small. */
import { randomInt } from 'node:crypto';
import { linkSync, utimesSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Quality 5 costs milliseconds where 11 costs a tenth of a second (docs/decisions). */
const BROTLI_QUALITY = 5;

function brotli(text) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return brotliCompressSync(text, { params });
}

/** How a text stands in a file, by the ending of its name; the same bytes at every run. */
const variants = {
  '': (text) => text,
  '.br': brotli,
  '.gz': (text) => gzipSync(text, { level: 6 }),
};

function run({ kind, from, to, names, text, files, time }) {
  if (kind === 'link') {
    for (const name of names) linkSync(`${from}/${name}`, `${to}/${name}`);
    return 0;
  }
  const chance = randomInt(1_000_000_000);
  let bytes = 0;
  for (const { suffix, file } of files) {
    const content = variants[suffix](text);
    writeFileSync(file, content);
    // Web servers tell when a file was written, and a page is written when its photo was uploaded.
    if (time === 'by chance') utimesSync(file, chance, chance);
    bytes += content.length;
  }
  return bytes;
}

parentPort.on('message', (task) => {
  try {
    parentPort.postMessage({ bytes: run(task) });
  } catch (error) {
    // An error that travels keeps its message only.
    parentPort.postMessage({ failure: { ...error, message: error.message } });
  }
});
