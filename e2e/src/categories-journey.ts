/** The page of categories as journeys walk it: one product, one browser, one person signed in. */
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';

export let product: RunningProduct;
export let browser: Browser;
export let page: Page;
export const complaints: string[] = [];
/** Bodies of the reorder calls the page made. */
export const reorders: { updates: { id: string; sortOrder: number }[] }[] = [];

export function listen(where: Page): void {
  where.on('pageerror', (error) => complaints.push(error.message));
  where.on('console', (message) => {
    if (/content security policy|swapy error/i.test(message.text()))
      complaints.push(message.text());
  });
}

export async function newPage(viewport = { width: 1280, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(60_000);
  const fresh = await context.newPage();
  listen(fresh);
  return fresh;
}

export async function signIn(where: Page): Promise<void> {
  await where.goto(`${product.origin}/admin/login`);
  await where.getByLabel('Username').fill(owner.username);
  await where.getByLabel('Password', { exact: true }).fill(owner.password);
  await where.getByRole('button', { name: 'Sign in' }).click();
  await where.waitForURL('**/admin');
}

export async function openPage(where: Page): Promise<void> {
  await where.goto(`${product.origin}/admin/categories`);
  await where.getByRole('button', { name: 'Move Drone' }).waitFor();
}

export const panel = (name: string, where = page) => where.getByRole('region', { name });
export const button = (name: string, where: Page | Locator = page) =>
  where.getByRole('button', { name, exact: true }).first();
export const press = (name: string, where: Page | Locator = page) => button(name, where).click();
export const toast = (text: string, where = page) =>
  where.locator('[data-toaster]').getByText(text).first().waitFor();
/** The form that is open; a notice is a dialog too. */
export const dialogOf = (where = page) => where.locator('[role=dialog]:not([data-type])');
export const nextFrames = (where = page) =>
  where.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Names of the rows from top to bottom. */
export async function shownNames(name: string, where = page): Promise<string[]> {
  const labels = await panel(name, where)
    .getByRole('button', { name: /^Move / })
    .evaluateAll((handles) => handles.map((one) => one.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace('Move ', '').toLowerCase());
}
export const categoriesAre = (order: string, where = page) =>
  expect.poll(async () => (await shownNames('Categories', where)).join(' ')).toBe(order);

interface Entry {
  id: string;
  name: string;
  type: string;
  sortOrder: number;
}
export const stored = async (): Promise<Entry[]> =>
  (await fetch(`${product.origin}/api/categories`)).json() as Promise<Entry[]>; // the API's tests check the shape
export async function storedNames(type: string): Promise<string> {
  const own = (await stored()).filter((one) => one.type === type);
  return own.map(({ name }) => name).join(' ');
}
export const storedAre = (order: string) =>
  waitFor(`the stored order ${order}`, async () => (await storedNames('category')) === order);

export async function centre(of: Locator): Promise<{ x: number; y: number }> {
  // A row that moves is made anew.
  const box = await waitFor('the control', () => of.boundingBox());
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
export const handle = (name: string, where = page) => button(`Move ${name}`, where);

/** What the control that has the focus is called. */
export const focused = () => page.locator(':focus').getAttribute('aria-label');

/** Drags a row to where another one is; `steps` are the pointer moves on the way. */
export async function drag(name: string, onto: string, steps: number, pauseMs = 0): Promise<void> {
  const from = await centre(handle(name));
  const to = await centre(handle(onto));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) {
    await page.mouse.move(from.x, from.y + ((to.y - from.y) * i) / steps);
    if (pauseMs) await page.waitForTimeout(pauseMs);
  }
  await page.mouse.up();
}

/** Puts the list back by a call of its own. */
export async function resetOrder(order: string): Promise<void> {
  const byName = new Map((await stored()).map((one) => [one.name, one.id]));
  const updates = order.split(' ').map((name, i) => ({ id: byName.get(name), sortOrder: i + 1 }));
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch('/api/admin/categories/reorder', init)).status;
    },
    { updates },
  );
  expect(status).toBe(200);
  await openPage(page);
  reorders.length = 0;
}

/** Starts all of it; for `beforeAll`. */
export async function startJourney(): Promise<void> {
  product = await startProduct();
  browser = await launchBrowser();
  page = await newPage();
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/categories/reorder')) reorders.push(request.postDataJSON());
  });
  await signIn(page);
}

/** Ends what runs; for `afterAll`. */
export async function endJourney(): Promise<void> {
  await browser.close();
  await product.stop();
  product.remove();
}
