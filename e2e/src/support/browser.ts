/** One browser for all test files of a process; it exits with the process. */
import { launchTestBrowser } from '@veldlicht/scripts/launch-browser';
import type { Browser } from 'playwright-core';

let running: Promise<Browser> | undefined;

/** The browser, restarted if it has crashed. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await running;
  if (browser?.isConnected()) return browser;
  running = launchTestBrowser();
  return running;
}

/** Closes all pages that a test or a file has opened. */
export async function closePages(): Promise<void> {
  const browser = await running;
  for (const context of browser?.contexts() ?? []) await context.close();
}
