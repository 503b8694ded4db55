/** One browser for all files that a process runs; it ends with the process. */
import { launchTestBrowser } from '@veldlicht/scripts/launch-browser';
import type { Browser } from 'playwright-core';

let running: Promise<Browser> | undefined;

/** The browser, started anew when there is none or it has crashed. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await running;
  if (browser?.isConnected()) return browser;
  running = launchTestBrowser();
  return running;
}

/** Closes all that a test or a file has opened. */
export async function closePages(): Promise<void> {
  const browser = await running;
  for (const context of browser?.contexts() ?? []) await context.close();
}
