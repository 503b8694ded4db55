/** Finds a browser for tests; never downloads one. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { HEADLESS_SHELL } from './system-programs.ts';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** How to install one. */
export const BROWSER_HINT =
  'apt-get install chromium, or set CHROMIUM_PATH to a Chromium or Chrome executable';

/**
 * Features of Chromium's address bar, which is a page of its own and accounts for half the cost of each window that a
 * test or a bench opens.
 */
export const ADDRESS_BAR_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
];

/** Includes Playwright's list, since a browser reads only the last such option. */
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
  // Headless Chromium hints letters to whole pixels, unlike Chromium with windows.
  '--font-render-hinting=none',
  `--disable-features=${switchedOff.join()}`,
];

/** The executable in `CHROMIUM_PATH`, or the system's. */
export function systemBrowser(paths: readonly string[] = systemPaths): string | undefined {
  return [process.env.CHROMIUM_PATH, ...paths].find(
    (file) => file !== undefined && existsSync(file),
  );
}

/** Test pages live for seconds, so optimising their scripts costs more than it saves. */
const LIGHT = '--js-flags=--no-opt --no-maglev';

/** Starts the browser for tests. Throws with the hint when there is none. */
export const launchTestBrowser = () =>
  launchBrowser([`/usr/bin/${HEADLESS_SHELL}`, ...systemPaths], [...args, LIGHT]);

/** Starts the first working browser, with the options of visitors; throws with the hint when there is none. */
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
