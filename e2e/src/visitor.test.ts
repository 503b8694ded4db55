import { AxeBuilder } from '@axe-core/playwright';
import { signIn } from '@veldlicht/scripts/api-client';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';

const items = [
  { title: 'Dauw', category: 'macro', width: 640, height: 640 },
  { title: 'Ree', category: 'fauna', width: 640, height: 427 },
  { title: 'Panorama van de heide', category: 'landscape', width: 900, height: 300 },
  { title: `Een ${'heel '.repeat(30)}lange titel`, category: 'fauna', width: 427, height: 640 },
];

let product: RunningProduct;
let browser: Browser;
const complaints: string[] = [];

async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`${address}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${address}: ${message.text()}`);
  });
  await page.goto(product.origin + address);
  return page;
}

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
    expect(new URL(page.url()).search).toBe('?category=fauna');
    await page.getByRole('button', { name: /^Alle/ }).click();
    await waitFor('all pictures', async () => (await shown(page)) === 4);
    expect(new URL(page.url()).search).toBe('');
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

describe('every page', () => {
  const addresses = async () => {
    const html = await (await fetch(`${product.origin}/mediabibliotheek`)).text();
    const item = /\/foto\/ree-\d{4}/.exec(html)?.[0] ?? '/foto';
    return [
      '/',
      '/mediabibliotheek',
      '/mediabibliotheek/archief/1',
      item,
      '/licentie',
      '/bestaat-niet',
    ];
  };

  it('is readable for everybody', async () => {
    for (const address of await addresses()) {
      const page = await open(address, { reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect([address, violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)]).toEqual([
        address,
        [],
      ]);
    }
  });

  it('fits a phone', async () => {
    for (const address of await addresses()) {
      const page = await open(address, { viewport: { width: 360, height: 780 } });
      const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
      expect([address, widths]).toEqual([address, [360, 360]]);
    }
  });

  it('asks nobody else for anything', async () => {
    for (const address of await addresses()) {
      const page = await open(address);
      const urls = (await page.evaluate(
        "performance.getEntriesByType('resource').map((entry) => entry.name)",
      )) as string[]; // names are texts
      expect(urls.filter((url) => !url.startsWith(product.origin))).toEqual([]);
    }
  });

  it('tells when there is nothing', async () => {
    const page = await open('/bestaat-niet');
    expect(await page.title()).toBe('404 Page Not Found');
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('nl');
  });
});

it('turns the top bar solid after 20 pixels', async () => {
  const page = await open('/');
  const ground = () =>
    page.evaluate("getComputedStyle(document.querySelector('header')).backgroundColor");
  const before = await ground();
  await page.mouse.wheel(0, 15);
  await page.waitForTimeout(300);
  expect(await ground()).toBe(before);
  await page.mouse.wheel(0, 200);
  await waitFor('a solid bar', async () => (await ground()) !== before);
});

it('complained about nothing but the page that is not there', () => {
  expect(complaints.filter((text) => !text.startsWith('/bestaat-niet: Failed to load'))).toEqual(
    [],
  );
});
