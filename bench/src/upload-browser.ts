/** A hundred files of 20 MB through the bulk dialog of a real browser. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import type { ApiClient } from '@veldlicht/scripts/api-client';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { memoryMb, type Sample, slopeMbPerFile } from './memory-watch.ts';
import { peakMemoryMb } from './programs.ts';

const FILES = 100;
const FILE_BYTES = 20_000_000;
const WITHIN_MS = 30 * 60_000;

/** Pictures that are accepted, each another, made large by what follows them. */
async function makeFiles(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const noise = randomBytes(FILE_BYTES);
  const files: string[] = [];
  for (let n = 0; n < FILES; n += 1) {
    const picture = await plainPicture(n, { width: 300, height: 200 });
    const file = path.join(folder, `foto-${n}.jpg`);
    writeFileSync(file, Buffer.concat([picture, noise.subarray(picture.length)]));
    files.push(file);
  }
  return files;
}

interface BrowserOptions {
  client: ApiClient;
  origin: string;
  folder: string;
  apiPid: number;
  username: string;
  password: string;
}

/** Chooses them in the dialog, uploads all, and counts what exists afterwards. */
export async function measureBrowserUploads(options: BrowserOptions) {
  const { client, origin, apiPid } = options;
  const folder = path.join(options.folder, 'sources');
  const browser = await launchBrowser();
  try {
    const files = await makeFiles(folder);
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const samples: Sample[] = [];
    const refused: number[] = [];
    page.on('response', (answer) => {
      if (!answer.url().includes('/api/uploads/')) return;
      if (!answer.ok()) refused.push(answer.status());
      samples.push({ files: samples.length + 1, mb: memoryMb(apiPid) });
    });
    await page.goto(`${origin}/admin/login`);
    await page.getByLabel('Username').fill(options.username);
    await page.getByLabel('Password', { exact: true }).fill(options.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin');
    await page.goto(`${origin}/admin/media`);
    await page.getByRole('button', { name: 'Bulk Upload' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
    await dialog.locator('input[type=file]').setInputFiles(files);
    await dialog.locator('li[aria-label="foto-0.jpg"]').getByLabel('Category').click();
    await page.getByRole('option', { name: 'Fauna' }).click();
    const restMb = memoryMb(apiPid);
    const started = performance.now();
    await dialog.getByRole('button', { name: 'Upload All' }).click();
    await page.getByRole('button', { name: 'Fill Empty Fields from First Image' }).click();
    const end = page.getByText(/Successfully created|Partial Success|Failed to/).first();
    await end.waitFor({ timeout: WITHIN_MS });
    const ms = performance.now() - started;
    const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
    return {
      files: FILES,
      bytesEach: FILE_BYTES,
      ms,
      megabytesPerSecond: (FILES * FILE_BYTES) / 1000 / ms,
      failures: FILES - items.length,
      refused,
      restMb,
      apiPeakMb: peakMemoryMb(apiPid),
      apiSlopeMbPerFile: slopeMbPerFile(samples),
      goals: { failures: 0, apiSlopeMbPerFile: 0.2 },
    };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
