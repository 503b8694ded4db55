/** Firefox and WebKit, which every iPhone has, as Debian has them: Playwright's own are no packages of it. */
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
  /** Of what a page is shown in, in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** The value of the body of a function; one that answers a promise is waited for. */
  read: <T>(body: string, ...args: unknown[]) => Promise<T>;
  /** Presses the first element of a selector, where it is shown. */
  press: (selector: string) => Promise<void>;
  type: (selector: string, text: string) => Promise<void>;
  end: () => Promise<void>;
}

/** A page in Firefox, which puppeteer drives by WebDriver BiDi, and what ends it. */
export async function openFirefox(): Promise<{ page: Page; end: () => Promise<void> }> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath() ?? 'firefox',
    // As on a laptop with a mouse; without a screen it knows of none.
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

/** A screen that nobody sees, for a browser that needs one; answers its name too. */
async function startScreen(): Promise<[ChildProcess, string]> {
  const args = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1600x1400x24'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data'); // asked for above
  return [screen, `:${String(number).trim()}`];
}

/** Without this the buttons of its window are wider than a phone. */
const NARROW = '* { min-width: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }';

/** A folder with the settings of GTK for its window. */
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
    const { value } = (await response.json()) as { value: unknown }; // so WebDriver says
    if (!response.ok) throw new Error(`${method} ${at}: ${JSON.stringify(value)}`);
    return value as T;
  };
  await waitFor('the driver', () => call('GET', '/status').catch(() => null));
  const made = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session = `/session/${made.sessionId}`;
  const read = <T>(script: string, ...args: unknown[]) =>
    call<T>('POST', `${session}/execute/sync`, { script, args });
  /** Address of an element, once there is one. */
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
      // Above the page the window has a bar.
      const bar = await read<number>('return outerHeight - innerHeight');
      await call('POST', `${session}/window/rect`, { width, height: height + bar });
      await waitFor('the window', () => read(`return innerWidth === ${width}`));
    },
    read,
    press: async (selector) => {
      // It says that a page which has just come can't be pressed yet.
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
