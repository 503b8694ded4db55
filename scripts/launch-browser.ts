/** Finds a browser to test with; nothing is ever downloaded. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { HEADLESS_SHELL } from './system-programs.ts';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** How to install one. */
export const BROWSER_HINT =
  'apt-get install chromium, or set CHROMIUM_PATH to a Chromium or Chrome executable';

/**
 * Features of the address bar of Chromium, which is a page of its own and takes half the cost of each window that a
 * test or a bench opens.
 */
export const ADDRESS_BAR_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
];

/** Includes Playwright's own list, since a browser reads only the last such option. */
const switchedOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  ...ADDRESS_BAR_FEATURES,
];

const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Headless Chromium hints letters to whole pixels, unlike one with windows.
  '--font-render-hinting=none',
  `--disable-features=${switchedOff.join()}`,
];

/** The executable of `CHROMIUM_PATH` or of the system. */
export function systemBrowser(paths: readonly string[] = systemPaths): string | undefined {
  return [process.env.CHROMIUM_PATH, ...paths].find(
    (file) => file !== undefined && existsSync(file),
  );
}

/** Pages of tests live for seconds: optimising their scripts costs more than it saves. */
const LIGHT = '--js-flags=--no-opt --no-maglev';

/** Starts the browser of the tests. Throws with the hint when there is none. */
export const launchTestBrowser = () =>
  launchBrowser([`/usr/bin/${HEADLESS_SHELL}`, ...systemPaths], [...args, LIGHT]);

/** Starts the first browser that works, as visitors have it; throws with the hint when there is none. */
export async function launchBrowser(
  paths: readonly string[] = systemPaths,
  flags: readonly string[] = args,
): Promise<Browser> {
  const options = { args: [...flags] };
  const executablePath = systemBrowser(paths);
  if (executablePath) return chromium.launch({ ...options, executablePath });
  const others = [
    () => chromium.launch({ ...options, channel: 'chrome' }),
    () => chromium.launch({ ...options, channel: 'msedge' }),
    () => chromium.launch(options),
  ];
  for (const launch of others) {
    const browser = await launch().catch(() => null);
    if (browser) return browser;
  }
  throw new Error(`No browser was found: ${BROWSER_HINT}`);
}
