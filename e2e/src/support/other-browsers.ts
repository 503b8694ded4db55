/** Firefox and WebKit, the engine of iPhones, from Debian, since Playwright's builds are not in its packages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { firefoxPath } from '@veldlicht/scripts/system-programs';
import puppeteer, { type Page } from 'puppeteer-core';
import { freePort, waitFor } from './product.ts';

export interface OtherBrowser {
  open: (address: string) => Promise<void>;
  /** Resizes the viewport, in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** Runs the body of a function and returns its value; awaits promises. */
  read: <T>(body: string, ...args: unknown[]) => Promise<T>;
  /** Presses the first element of a selector, at its position on the screen. */
  press: (selector: string) => Promise<void>;
  type: (selector: string, text: string) => Promise<void>;
  end: () => Promise<void>;
}

/** A page in Firefox, driven by puppeteer over WebDriver BiDi, and a function that closes it. */
export async function openFirefox(): Promise<{ page: Page; end: () => Promise<void> }> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath() ?? 'firefox',
    // Reports a mouse, as on a laptop; headless Firefox has none.
    extraPrefsFirefox: {
      'ui.useOverlayScrollbars': 1,
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
    },
  });
  return { page: await browser.newPage(), end: () => browser.close() };
}

export async function startFirefox(): Promise<OtherBrowser> {
  const { page, end } = await openFirefox();
  return {
    open: async (address) => void (await page.goto(address)),
    resize: (width, height) => page.setViewport({ width, height }),
    read: async (body, ...args) =>
      page.evaluate((text, ...values) => new Function(text)(...values), body, ...args),
    press: (selector) => page.locator(selector).click(),
    type: (selector, text) => page.locator(selector).fill(text),
    end,
  };
}

/** A virtual screen for a browser that needs one, and its name. */
async function startScreen(): Promise<[ChildProcess, string]> {
  const args = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1600x1400x24'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data'); // requested above
  return [screen, `:${String(number).trim()}`];
}

/** Without this the window's buttons are wider than a phone. */
const NARROW = '* { min-width: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }';

/** A folder with GTK settings for its window. */
function makeSettings(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-webkit-'));
  mkdirSync(path.join(folder, 'gtk-3.0'));
  writeFileSync(path.join(folder, 'gtk-3.0/gtk.css'), NARROW);
  return folder;
}

export async function startWebKit(): Promise<OtherBrowser> {
  const [screen, DISPLAY] = await startScreen();
  const XDG_CONFIG_HOME = makeSettings();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY, XDG_CONFIG_HOME, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const origin = `http://127.0.0.1:${port}`;
  const call = async <T>(method: string, at: string, body?: object): Promise<T> => {
    const init = body && { body: JSON.stringify(body) };
    const response = await fetch(origin + at, { method, ...init });
    const { value } = (await response.json()) as { value: unknown }; // the format of WebDriver
    if (!response.ok) throw new Error(`${method} ${at}: ${JSON.stringify(value)}`);
    return value as T;
  };
  await waitFor('the driver', () => call('GET', '/status').catch(() => null));
  const made = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session = `/session/${made.sessionId}`;
  const read = <T>(script: string, ...args: unknown[]) =>
    call<T>('POST', `${session}/execute/sync`, { script, args });
  /** Address of an element, once it exists. */
  const find = async (value: string) => {
    const query = { using: 'css selector', value };
    const found = await waitFor(value, () =>
      call<Record<string, string>>('POST', `${session}/element`, query).catch(() => null),
    );
    return `${session}/element/${Object.values(found)[0]}`;
  };
  return {
    open: (url) => call('POST', `${session}/url`, { url }),
    resize: async (width, height) => {
      // The window has a bar above the page.
      const bar = await read<number>('return outerHeight - innerHeight');
      await call('POST', `${session}/window/rect`, { width, height: height + bar });
      await waitFor('the window', () => read(`return innerWidth === ${width}`));
    },
    read,
    press: async (selector) => {
      // A page that has just loaded may not accept presses yet.
      await waitFor(`${selector} to press`, async () => {
        const pressed = call('POST', `${await find(selector)}/click`, {});
        return pressed.then(() => true).catch(() => null);
      });
    },
    type: async (selector, text) => call('POST', `${await find(selector)}/value`, { text }),
    end: async () => {
      await call('DELETE', session);
      driver.kill();
      screen.kill();
      rmSync(XDG_CONFIG_HOME, { recursive: true, force: true });
    },
  };
}
