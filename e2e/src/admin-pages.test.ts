/** Every page of the panel: for people with other eyes and hands, and on a phone (WCAG 2.2 AA). */
import { AxeBuilder } from '@axe-core/playwright';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whenStill } from './axe-findings.ts';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';

const pages = [
  ['/admin', 'Dashboard'],
  ['/admin/media', 'Media Library'],
  ['/admin/categories', 'Categories and Tags'],
  ['/admin/contacts', 'Contacts'],
  ['/admin/publishing', 'Publishing'],
  ['/admin/users', 'Users'],
  ['/admin/website-settings', 'Website settings'],
  ['/admin/settings', 'Settings'],
] as const;

let product: RunningProduct;
let browser: Browser;
let page: Page;
const underWay = new Set<Request>();

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  page.on('request', (request) => {
    // The stream of the state stays open.
    if (request.resourceType() !== 'eventsource') underWay.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => underWay.delete(request)); // one of two alike
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  product.remove();
});

async function findings(where: Page) {
  await whenStill(where);
  const { violations } = await new AxeBuilder({ page: where })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

async function open(address: string, title: string): Promise<void> {
  underWay.clear();
  await page.goto(product.origin + address);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await waitFor('the data of the page', async () => {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
    return underWay.size === 0;
  });
}

const setTheme = (theme: 'light' | 'dark') =>
  page.evaluate(`localStorage.setItem('admin-theme', '${theme}')`);

it('the sign-in page has no findings, in either theme', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await page.goto(`${product.origin}/admin/login`);
    await setTheme(theme);
    await page.reload();
    await page.getByLabel('Username').waitFor();
    expect(await findings(page)).toEqual([]);
  }
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(pages)('%s has no findings', async (address, title) => {
    await setTheme(theme);
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(address, title);
    expect(await findings(page)).toEqual([]);
  });
});

it.each(pages)('%s fits on a phone, and has no findings there', async (address, title) => {
  await setTheme('light');
  await page.setViewportSize({ width: 360, height: 740 });
  await open(address, title);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(360);
  expect(await findings(page)).toEqual([]);
});

it('opens the menu as a drawer on a phone, and Ctrl+B folds it on a desktop', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open('/admin', 'Dashboard');
  expect(await page.getByRole('link', { name: 'Media', exact: true }).isVisible()).toBe(false);
  await page.keyboard.press('Control+b');
  await page.getByRole('link', { name: 'Media', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Media', exact: true }).waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 900 });
  const width = async () => (await page.locator('aside').first().boundingBox())?.width;
  await expect.poll(width).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(48);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await expect.poll(width).toBe(48);
});
