/** WebKit, which every iPhone has, by WebDriver: Playwright's own is no package of Debian. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort, waitFor } from './product.ts';

export interface WebKit {
  open: (address: string) => Promise<void>;
  /** The value of the body of a function; one that answers a promise is waited for. */
  read: <T>(body: string, ...args: unknown[]) => Promise<T>;
  end: () => Promise<void>;
}

/** A screen that nobody sees, for a browser that needs one; answers its name too. */
async function startScreen(): Promise<[ChildProcess, string]> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data'); // asked for above
  return [screen, `:${String(number).trim()}`];
}

export async function startWebKit(): Promise<WebKit> {
  const [screen, display] = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const origin = `http://127.0.0.1:${port}`;
  const call = async (method: string, path: string, body?: object) => {
    const init = body && { body: JSON.stringify(body) };
    const response = await fetch(origin + path, { method, ...init });
    const { value } = (await response.json()) as { value: unknown }; // so WebDriver says
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await waitFor('the driver', () => call('GET', '/status').catch(() => null));
  const made = await call('POST', '/session', { capabilities: {} });
  const session = `/session/${(made as { sessionId: string }).sessionId}`;
  return {
    open: async (url) => void (await call('POST', `${session}/url`, { url })),
    read: async <T>(body: string, ...args: unknown[]) =>
      (await call('POST', `${session}/execute/sync`, { script: body, args })) as T,
    end: async () => {
      await call('DELETE', session);
      driver.kill();
      screen.kill();
    },
  };
}
