/** An item that begins and ends by the clock: typed in Dutch time, wherever the browser is. */
import AxeBuilder from '@axe-core/playwright';
import type { MediaItem } from '@veldlicht/contract/media';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whenStill } from './axe-findings.ts';
import { enterPanel } from './enter-panel.ts';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';

let product: RunningProduct;
let browser: Browser;
let page: Page;
let client: ApiClient;
let item: MediaItem;

beforeAll(async () => {
  product = await startProduct();
  client = await signIn(product.origin, owner.username, owner.password);
  const picture = new Uint8Array(await plainPicture(1));
  const { objectPath } = await client.upload(picture, 'image/jpeg');
  item = await client.addMedia({ title: 'Bosuil', category: 'fauna', imageUrl: objectPath });
  browser = await launchBrowser();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1000 },
    timezoneId: 'America/Los_Angeles',
  });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await enterPanel(page, { origin: product.origin, ...owner });
});
afterAll(async () => {
  await browser?.close();
  await product.stop();
  product.remove();
});

const isLive = async () => (await fetch(`${product.origin}/foto/${item.slug}`)).status === 200;
const isGone = async () => {
  const library = await (await fetch(`${product.origin}/mediabibliotheek`)).text();
  return !(await isLive()) && !library.includes('Bosuil');
};
const stored = async () => (await client.call<MediaItem[]>('GET', '/api/admin/media'))[0];
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

it('leaves the site until the moment that is typed, and says so', async () => {
  await waitFor('the item to be live', isLive);
  await page.goto(`${product.origin}/admin/media`);
  await press('Edit Bosuil');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('On the site at once, and for good.').waitFor();
  await dialog.getByLabel('Publish from').fill('2031-07-01T08:00');
  await dialog.getByLabel('Publish until').fill('2031-07-01T07:00');
  await dialog
    .getByText('On the site from 1 Jul 2031 08:00 until 1 Jul 2031 07:00.', { exact: true })
    .waitFor();
  await press('Save');
  await dialog.getByText('The end must be after the beginning').waitFor();
  await dialog.getByLabel('Publish until').fill('2031-12-01T07:00');
  await whenStill(page);
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  expect(violations).toEqual([]);
  await press('Save');
  await page.getByText('Scheduled 1 Jul 2031 08:00', { exact: true }).waitFor();
  expect(await stored()).toMatchObject({
    publishFrom: '2031-07-01T06:00:00.000Z',
    publishUntil: '2031-12-01T06:00:00.000Z',
  });
  await waitFor('the item to be gone', isGone);
});

it('comes and goes by itself', async () => {
  const soon = () => new Date(Date.now() + 1500).toISOString();
  const change = (json: object) => client.call('PATCH', `/api/admin/media/${item.id}`, json);
  await change({ publishFrom: soon() });
  await waitFor('the item to begin', isLive);
  await change({ publishUntil: soon() });
  await waitFor('the item to end', isGone);
});
