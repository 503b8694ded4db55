/**
 * `npm run bench -- uploads`: memory of the API while files arrive, a hundred through the bulk dialog of
 * a real browser and a hundred of up to the largest size (load L2). `BENCH_NIGHTLY=1` makes all of the
 * latter of the largest size.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import type { MediaItem } from '@veldlicht/contract/media';
import { dataFolder } from '@veldlicht/database/data-folder';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { account, type Live, withLive } from './live-product.ts';
import { growth, memoryMb, peakMemoryMb } from './programs.ts';

const FILES = 100;
/** Of the hundred without a browser. */
const LARGE = process.env.BENCH_NIGHTLY === '1' ? FILES : 16;
const SMALL_BYTES = 1_000_000;
const AT_ONCE = 4;
const BROWSER_BYTES = 20_000_000;
const WITHIN_MS = 30 * 60_000;
/** Files between two looks: long enough for a collection of what is not held any more. */
const WINDOW = 10;

/**
 * Megabytes per file that stay: by the lowest of every ten files, since between two collections memory
 * goes up and down by sixty megabytes. The first fifth is left out: buffers are made once.
 */
function slopeMbPerFile(samples: readonly number[]): number {
  const used = [...samples.entries()].filter(([n]) => n >= samples.length / 5);
  const windows = Map.groupBy(used, ([n]) => Math.floor(n / WINDOW));
  return growth(
    [...windows].map(([window, part]) => [window * WINDOW, Math.min(...part.map(([, mb]) => mb))]),
  );
}

/** Streams a file of its own kind for each number; answers the status and the hash of what was sent. */
function put(url: string, origin: string, length: number, seed: number) {
  const hash = createHash('sha256');
  return new Promise<{ status: number; sent: string }>((resolve, reject) => {
    const headers = { origin, 'content-type': 'image/jpeg', 'content-length': length };
    const request = http.request(url, { method: 'PUT', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, sent: hash.digest('hex') }));
    });
    request.on('error', reject);
    let left = length;
    const more = () => {
      while (left > 0) {
        const part = Buffer.alloc(Math.min(left, 1 << 20), (seed * 31 + (left >>> 20)) & 255);
        left -= part.length;
        hash.update(part);
        if (!request.write(part)) return request.once('drain', more);
      }
      request.end();
    };
    more();
  });
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Sends them, four at once; each is compared with what was sent and then removed from the disk. */
async function measureLarge({ client, origin, apiPid }: Live, dataDir: string) {
  const samples: number[] = [];
  const failures: string[] = [];
  const queue = Array.from({ length: FILES }, (_, n) => n);
  let bytes = 0;
  const sendOne = async (n: number) => {
    // Spread evenly among the small ones.
    const isLarge = Math.floor(((n + 1) * LARGE) / FILES) > Math.floor((n * LARGE) / FILES);
    const length = isLarge ? MAX_FILE_BYTES : SMALL_BYTES;
    const { uploadURL } = await client.call<{ uploadURL: string }>('POST', '/api/objects/upload');
    const url = new URL(uploadURL, origin);
    const { status, sent } = await put(url.href, origin, length, n);
    const file = path.join(dataFolder(dataDir).incoming, path.basename(url.pathname));
    if (status !== 200) failures.push(`file ${n}: status ${status}`);
    else if ((await hashOf(file)) !== sent) failures.push(`file ${n}: other bytes`);
    rmSync(file, { force: true });
    samples.push(memoryMb(apiPid));
    bytes += length;
  };
  const started = performance.now();
  const lane = async () => {
    for (let n = queue.shift(); n !== undefined; n = queue.shift()) await sendOne(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return {
    ...{ files: FILES, largest: LARGE, bytes, atOnce: AT_ONCE, failures },
    ms: performance.now() - started,
    apiPeakMb: peakMemoryMb(apiPid),
    apiSlopeMbPerFile: slopeMbPerFile(samples),
    goals: { failures: 0, apiPeakMb: 300, apiSlopeMbPerFile: 0.2 },
  };
}

/** Pictures that are accepted, each another, made large by what follows them. */
async function makeFiles(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const noise = randomBytes(BROWSER_BYTES);
  const files: string[] = [];
  for (let n = 0; n < FILES; n += 1) {
    const picture = await plainPicture(n, { width: 300, height: 200 });
    const file = path.join(folder, `foto-${n}.jpg`);
    writeFileSync(file, Buffer.concat([picture, noise.subarray(picture.length)]));
    files.push(file);
  }
  return files;
}

/** Chooses them in the dialog, uploads all, and counts what exists afterwards. */
async function measureBrowser({ client, origin, apiPid }: Live, dataDir: string) {
  const browser = await launchBrowser();
  try {
    const files = await makeFiles(path.join(dataDir, 'sources'));
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const samples: number[] = [];
    const refused: number[] = [];
    page.on('response', (answer) => {
      if (!answer.url().includes('/api/uploads/')) return;
      if (!answer.ok()) refused.push(answer.status());
      samples.push(memoryMb(apiPid));
    });
    await page.goto(`${origin}/admin/login`);
    await page.getByLabel('Username').fill(account.username);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin');
    await page.goto(`${origin}/admin/media`);
    await page.getByRole('button', { name: 'Bulk Upload' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
    const restMb = memoryMb(apiPid);
    // They are sent as soon as they are chosen.
    const started = performance.now();
    await dialog.locator('input[type=file]').setInputFiles(files);
    await dialog.locator('[data-row="0"] [data-cell=category]').click();
    await page.getByRole('option', { name: 'Fauna' }).click();
    await dialog.getByRole('button', { name: 'Upload All' }).click();
    await page.getByRole('button', { name: 'Fill Empty Fields from First Image' }).click();
    const end = page.getByText(/Successfully created|Partial Success|Failed to/).first();
    await end.waitFor({ timeout: WITHIN_MS });
    const ms = performance.now() - started;
    const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
    return {
      ...{ files: FILES, bytesEach: BROWSER_BYTES, ms, refused, restMb },
      megabytesPerSecond: (FILES * BROWSER_BYTES) / 1000 / ms,
      failures: FILES - items.length,
      apiPeakMb: peakMemoryMb(apiPid),
      apiSlopeMbPerFile: slopeMbPerFile(samples),
      goals: { failures: 0, apiSlopeMbPerFile: 0.2 },
    };
  } finally {
    await browser.close();
  }
}

/** Each on a product of its own, so that memory of the one is not counted for the other. */
export async function benchUploads(folder: string): Promise<Record<string, unknown>> {
  const large = await withLive(folder, { worker: false, caddy: false }, measureLarge);
  const browser = await withLive(folder, { caddy: false }, measureBrowser);
  return { large, browser };
}
