/** An upload from the panel's file dialog through a real S3 service to a page of the site. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import { signIn } from '@veldlicht/scripts/api-client';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import { createTestBucket, type TestBucket } from '@veldlicht/scripts/test-bucket';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { freePort, owner, type RunningProduct, startProduct, waitFor } from '../support/product.ts';

let bucket: TestBucket;
let product: RunningProduct;
let page: Page;
let folder: string;
let file: string;
const complaints: string[] = [];
const puts: Request[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-picture-'));
  file = path.join(folder, 'IMG_0042.jpg');
  const [facts] = describePictures(1);
  if (!facts) throw new Error('no picture');
  writeFileSync(file, await makePicture(facts, { width: 1800 }));
  const port = await freePort();
  bucket = await createTestBucket(`http://localhost:${port}`);
  product = await startProduct({ port, variables: bucket.variables });
  const browser = await sharedBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/content security policy|cors/i.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (request.method() === 'PUT' && !request.url().startsWith(product.origin)) puts.push(request);
  });
});
afterAll(async () => {
  await closePages();
  await product?.stop();
  product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const here = (name: string) => {
  const place = path.join(product.dataDir, name);
  return existsSync(place) ? readdirSync(place) : [];
};

it('sends the file from the browser to the bucket and reads it there', async () => {
  await page.goto(`${product.origin}/admin/login`);
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('File uploaded successfully').waitFor();
  expect(complaints).toEqual([]);
  expect(puts).toHaveLength(1);
  expect(new URL(puts[0]?.url() ?? '').origin).toBe(process.env.S3_ENDPOINT);
});

it('refuses a file that is not a picture, and leaves nothing of it in the bucket', async () => {
  const client = await signIn(product.origin, owner.username, owner.password);
  const fake = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await expect(client.upload(fake, 'image/jpeg')).rejects.toThrow(/415/);
  expect(await bucket.incoming()).toEqual([]);
});

it('publishes the picture, and keeps its original only in the bucket', async () => {
  const client = await signIn(product.origin, owner.username, owner.password);
  const bytes = new Uint8Array(readFileSync(file));
  const { objectPath } = await client.upload(bytes, 'image/jpeg');
  const hash = objectPath.split('/')[2] ?? '';
  const item = await client.addMedia({ title: 'Ree', category: 'fauna', imageUrl: objectPath });
  const shown = await waitFor('the page of the picture', async () => {
    const answer = await fetch(`${product.origin}/foto/${item.slug}`);
    return answer.ok && (await answer.text()).match(new RegExp(`/media/${hash}/960-\\w+\\.avif`));
  });
  for (const url of [`/media/${hash}/960.jpg`, shown[0]])
    expect((await fetch(product.origin + url)).status).toBe(200);
  const [listed] = await client.call<MediaItem[]>('GET', '/api/admin/media');
  expect(listed).toMatchObject({ processing: 'ready' });
  expect((await bucket.original(hash, 'jpg'))?.equals(bytes)).toBe(true);
  expect(await bucket.incoming()).toEqual([]);
  expect([...here('originals'), ...here('incoming'), ...here('working')]).toEqual([]);
});

it('ignores another file that is put at the same upload address', async () => {
  const url = puts[0]?.url() ?? '';
  const other = await fetch(url, { method: 'PUT', body: 'something else' });
  expect(other.status).toBe(200);
  const client = await signIn(product.origin, owner.username, owner.password);
  const answer = await client.call<{ objectPath: string }>('PUT', '/api/media-objects', {
    mediaURL: url,
  });
  const hash = answer.objectPath.split('/')[2] ?? '';
  expect((await bucket.original(hash, 'jpg'))?.equals(readFileSync(file))).toBe(true);
});

it('logs no signature and no key', () => {
  expect(product.output()).not.toMatch(/X-Amz-Signature/);
  expect(product.output()).not.toContain(process.env.S3_SECRET_ACCESS_KEY);
});
