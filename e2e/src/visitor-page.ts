/** A public page in a browser context of its own, with an ear for what it complains about. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { isDroppedTransition } from './dropped-transition.ts';

/**
 * Opens an address as a new visitor would, on a laptop unless `options` say otherwise. Errors of the
 * page, and what it writes to the console as one, are added to `complaints`.
 */
export async function openAsVisitor(
  browser: Browser,
  url: string,
  complaints: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const address = new URL(url).pathname;
  page.on('pageerror', (error) => {
    if (!isDroppedTransition(error)) complaints.push(`${address}: ${error.message}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${address}: ${message.text()}`);
  });
  await page.goto(url);
  return page;
}
