import { signIn } from '@veldlicht/scripts/api-client';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';
import { openAsVisitor } from './visitor-page.ts';

const items = [
  { title: 'Dauw', category: 'macro', width: 640, height: 640 },
  { title: 'Ree', category: 'fauna', width: 640, height: 427 },
  { title: 'Panorama van de heide', category: 'landscape', width: 900, height: 300 },
  { title: `Een ${'heel '.repeat(30)}lange titel`, category: 'fauna', width: 427, height: 640 },
];

let product: RunningProduct;
let browser: Browser;
const complaints: string[] = [];

const open = (address: string, options?: BrowserContextOptions): Promise<Page> =>
  openAsVisitor(browser, product.origin + address, complaints, options);

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  const client = await signIn(product.origin, owner.username, owner.password);
  for (const [i, { title, category, width, height }] of items.entries()) {
    const picture = await plainPicture(40 + i, { width, height });
    const { objectPath } = await client.upload(new Uint8Array(picture), 'image/jpeg');
    await client.addMedia({ title, category, imageUrl: objectPath, location: 'Veluwe' });
  }
  await waitFor('the site to show them', async () => {
    const html = await (await fetch(`${product.origin}/mediabibliotheek`)).text();
    return items.every(({ title }) => html.includes(title));
  });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  product.remove();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const shown = (page: Page) => page.locator('main a[href^="/foto/"]:visible').count();

describe('the library', () => {
  it('shows one category at a time and keeps it in the address', async () => {
    const page = await open('/mediabibliotheek');
    expect(await shown(page)).toBe(4);
    await page.getByRole('button', { name: /^Fauna/ }).click();
    await waitFor('two pictures', async () => (await shown(page)) === 2);
    await expect.poll(() => new URL(page.url()).search).toBe('?category=fauna');
    await page.getByRole('button', { name: /^Alle/ }).click();
    await waitFor('all pictures', async () => (await shown(page)) === 4);
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('opens on the category of the address, and on everything when there is no such category', async () => {
    const page = await open('/mediabibliotheek?category=macro');
    await waitFor('one picture', async () => (await shown(page)) === 1);
    await page.goto(`${product.origin}/mediabibliotheek?category=onbekend`);
    await waitFor('all pictures', async () => (await shown(page)) === 4);
  });

  it('says so when a category is empty', async () => {
    const page = await open('/mediabibliotheek?category=drone');
    await page
      .getByText("Geen foto's gevonden. Probeer een andere zoekterm of categorie.")
      .waitFor();
  });

  it('leads to everything without script', async () => {
    const page = await open('/mediabibliotheek', { javaScriptEnabled: false });
    expect(await shown(page)).toBe(4);
    expect(await page.getByRole('button', { name: /^Fauna/ }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Blader door het archief' }).click();
    await page.waitForURL('**/mediabibliotheek/archief/1');
    expect(await shown(page)).toBeGreaterThanOrEqual(4);
  });
});

it('complained about nothing', () => {
  expect(complaints).toEqual([]);
});
