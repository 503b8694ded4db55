/** What every journey starts with: the product, a browser, the owner's session, and their complaints. */
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
  /** A page of the panel in a context of its own; nobody is signed in there. */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** A page of the panel in a context of its own, where the owner is signed in as `client` is. */
  panel: (address: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Signs in on the sign-in page, for people without a second factor. */
  enter: (page: Page, person?: Person) => Promise<void>;
  /** A public page as a new visitor opens it, on a laptop unless `options` say otherwise. */
  visit: (address: string, options?: BrowserContextOptions) => Promise<Page>;
  /** The HTML of a public page. */
  html: (address: string) => Promise<string>;
}

/** For pages whose movement is not the matter: a frame that is not drawn costs nothing. */
export const calm = { reducedMotion: 'reduce' } as const;

/**
 * True for what Chromium reports, as an error of the page, when it drops a transition between two pages
 * because one of them was late. The visitor just arrives, and no script can catch it.
 */
export const isDroppedTransition = (message: string) =>
  /^Transition was (aborted|skipped)/.test(message);

/** Fails for errors of a page, in words by which `npm test` knows them: they are no matter of a slow machine. */
export function expectNoComplaints(complaints: readonly string[]): void {
  expect(complaints, PAGE_ERROR + complaints.join('\n')).toEqual([]);
}

/**
 * Starts the product before the tests of a file and ends it after. A script error, a policy
 * violation, or on a visitor's page any error in the console fails the file, unless `isExpected`.
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
        // What React Router catches is no error of the page.
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

/** Of ids in a call. */
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

/** Goes from one page of the panel to another as by a link: its scripts stay, whose loading takes longest. */
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

/** The question over a page. A notice is an alert dialog too, but a modal one asks. */
export const questionOf = (page: Page) =>
  page.locator('[role=alertdialog]:not([aria-modal=false])');

/** Confirms the texts that wait, as an owner does whom the panel asks at saving (decision 021). */
export async function confirmTexts(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'May visitors read this?' });
  await press(question, 'Visitors may read what is ticked');
  await question.waitFor({ state: 'detached' });
}

export async function choose(page: Page, box: Locator, option: string | RegExp): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: option }).click();
}

/** The middle of a control on the screen. */
export async function centre(of: Locator): Promise<{ x: number; y: number }> {
  // A row that moves is made anew.
  const box = await waitFor('the control', () => of.boundingBox());
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Clicks a button twice before the page can draw anything, as an impatient finger does. Answers the
 * calls to addresses that hold `part`, as they come: 'DELETE /api/admin/contacts/x'.
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
    // Checked here, as the types of a browser are not known to the journeys.
    if (!('click' in element) || typeof element.click !== 'function') throw new Error('no button');
    element.click();
    element.click();
  });
  return sent;
}
