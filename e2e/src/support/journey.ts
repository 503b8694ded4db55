/** Setup of every journey: the product, a browser, the owner's session, and a record of errors. */
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { PAGE_ERROR } from '@veldlicht/scripts/run-again';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { closePages, sharedBrowser } from './browser.ts';
import {
  owner,
  type RunningProduct,
  type StartOptions,
  startedFolder,
  startProduct,
  waitFor,
} from './product.ts';

interface Person {
  username: string;
  password: string;
}

export interface Journey {
  product: RunningProduct;
  origin: string;
  browser: Browser;
  /** The API as the owner. */
  client: ApiClient;
  /** A page of the panel in a new context, not signed in. */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** A page of the panel in a new context, signed in with the session of `client`. */
  panel: (address: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Signs in on the sign-in page, without a second factor. */
  enter: (page: Page, person?: Person) => Promise<void>;
  /** Opens a public page as a new visitor, on a laptop by default. */
  visit: (address: string, options?: BrowserContextOptions) => Promise<Page>;
  /** The HTML of a public page. */
  html: (address: string) => Promise<string>;
}

/** For tests that don't concern animation: skipped frames save time. */
export const calm = { reducedMotion: 'reduce' } as const;

/**
 * Whether an error is Chromium's report of a dropped transition between two pages, because one of them
 * was late. The visitor arrives without it, and no script can catch the error.
 */
export const isDroppedTransition = (message: string) =>
  /^Transition was (aborted|skipped)/.test(message);

/** Fails on page errors, with a prefix by which `npm test` recognises them: a slow machine does not cause them. */
export function expectNoComplaints(complaints: readonly string[]): void {
  expect(complaints, PAGE_ERROR + complaints.join('\n')).toEqual([]);
}

/**
 * Starts the product before a file's tests and stops it afterwards. A script error, a policy
 * violation, or any console error on a visitor's page fails the file, unless `isExpected`.
 */
export function startJourney(
  options: StartOptions & { isExpected?: (complaint: string) => boolean } = {},
): Journey {
  const { isExpected = () => false, ...start } = options;
  const complaints: string[] = [];
  const open = async (
    contextOptions: BrowserContextOptions,
    isFault: (text: string) => boolean,
  ) => {
    const context = await journey.browser.newContext(contextOptions);
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const complain = (text: string) => {
      const complaint = `${new URL(page.url()).pathname}: ${text}`;
      if (!isDroppedTransition(text) && !isExpected(complaint)) complaints.push(complaint);
    };
    page.on('pageerror', (error) => complain(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && isFault(message.text())) complain(message.text());
    });
    return page;
  };
  const journey = {
    newPage: (contextOptions: BrowserContextOptions = {}) =>
      open(
        { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...contextOptions },
        // An error caught by React Router does not reach the page.
        (text) => /content security policy|minified react error/i.test(text),
      ),
    panel: async (address: string, contextOptions: BrowserContextOptions = {}) => {
      const page = await journey.newPage(contextOptions);
      const url = journey.origin;
      const secure = url.startsWith('https:');
      for (const cookie of journey.client.cookie().split('; ')) {
        const [name = '', value = ''] = cookie.split(/=(.*)/);
        await page.context().addCookies([{ name, value, url, secure, httpOnly: true }]);
      }
      await page.goto(journey.origin + address);
      return page;
    },
    enter: async (page: Page, { username, password }: Person = owner) => {
      await page.goto(`${journey.origin}/admin/login`);
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin');
    },
    visit: async (address: string, contextOptions: BrowserContextOptions = {}) => {
      const laptop = { viewport: { width: 1280, height: 800 } };
      const page = await open({ ...laptop, ...contextOptions }, () => true);
      await page.goto(journey.origin + address);
      return page;
    },
    html: async (address: string) => (await fetch(journey.origin + address)).text(),
  } as Journey; // the rest is filled in before the first test
  beforeAll(async () => {
    [journey.product, journey.browser] = await Promise.all([
      startProduct({ dataDir: startedFolder(), ...start }),
      sharedBrowser(),
    ]);
    journey.origin = journey.product.origin;
    journey.client = await signIn(journey.origin, owner.username, owner.password);
  });
  afterAll(async () => {
    await closePages();
    await journey.product?.stop();
    journey.product?.remove();
    expectNoComplaints(complaints);
  });
  return journey;
}

/** Maximum ids in a call. */
const MOST_AT_ONCE = 500;

/** Closes all pages and deletes all items and drafts, for another journey on the same product. */
export async function emptyLibrary({ client }: Journey): Promise<void> {
  await closePages();
  const { drafts } = await client.call<{ drafts: { id: string }[] }>('GET', '/api/admin/drafts');
  const items = await client.call<{ id: string }[]>('GET', '/api/admin/media');
  for (const [path, all] of [
    ['drafts/discard', drafts],
    ['media/bulk-delete', items],
  ] as const)
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      const ids = all.slice(from, from + MOST_AT_ONCE).map(({ id }) => id);
      await client.call('POST', `/api/admin/${path}`, { ids });
    }
}

/** Goes to another page of the panel without reloading its scripts, which takes longest. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    history.pushState(null, '', ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent('popstate'));
  }`);
}

type Place = Page | Locator;

export const press = (where: Place, name: string) =>
  where.getByRole('button', { name, exact: true }).click();

/** Waits for a notice of the panel. */
export const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();

export const dialogOf = (page: Page) => page.getByRole('dialog');

/** The question over a page: a modal alert dialog, unlike notices. */
export const questionOf = (page: Page) =>
  page.locator('[role=alertdialog]:not([aria-modal=false])');

/** Confirms waiting texts, as the panel asks the owner when saving (decision 021). */
export async function confirmTexts(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'May visitors read this?' });
  await press(question, 'Visitors may read what is ticked');
  await question.waitFor({ state: 'detached' });
}

export async function choose(page: Page, box: Locator, option: string | RegExp): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: option }).click();
}

/** The centre of a control on the screen. */
export async function centre(of: Locator): Promise<{ x: number; y: number }> {
  // A row that moves is re-created.
  const box = await waitFor('the control', () => of.boundingBox());
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Clicks a button twice before the page can render, like an impatient finger. Returns the calls to
 * addresses that contain `part`, in order: 'DELETE /api/admin/contacts/x'.
 */
export async function pressTwice(button: Locator, part: string): Promise<string[]> {
  const sent: string[] = [];
  button.page().on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isRead = request.method() === 'GET';
    if (!isRead && pathname.includes(part)) sent.push(`${request.method()} ${pathname}`);
  });
  await button.waitFor();
  await button.evaluate((element) => {
    // Checked at run time, as journeys have no types of browsers.
    if (!('click' in element) || typeof element.click !== 'function') throw new Error('no button');
    element.click();
    element.click();
  });
  return sent;
}
