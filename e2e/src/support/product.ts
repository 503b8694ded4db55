/** The product as a newcomer starts it: on its own data folder and port, with the real programs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

export const owner = { username: 'eigenaar', password: 'een-lang-wachtwoord-7' };

/** Variable with the data folder that journeys copy (`template-setup.ts`). */
export const TEMPLATE_VARIABLE = 'JOURNEY_TEMPLATE';

export interface RunningProduct {
  origin: string;
  dataDir: string;
  /** Its terminal output so far. */
  output: () => string;
  process: ChildProcess;
  /** Resolves with the exit code once it has exited and all its output has arrived. */
  ended: Promise<number | null>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop: () => Promise<number | null>;
  remove: () => void;
}

/** A copy of the data folder after a first start, or an empty folder if the run has none. */
export function startedFolder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'veldlicht-e2e-'));
  const template = process.env[TEMPLATE_VARIABLE];
  if (template) cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

export interface StartOptions {
  port?: number;
  dataDir?: string;
  variables?: Record<string, string>;
  /** Starts it through npm, as people do, instead of directly. */
  npm?: boolean;
}

/** Starts it without waiting, for starts that should fail. */
export async function launchProduct(options: StartOptions = {}): Promise<RunningProduct> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'veldlicht-e2e-'));
  const [program, ...args] = options.npm
    ? ['npm', 'start']
    : [process.execPath, '--import', './scripts/quick-modules.mjs', 'scripts/start.ts'];
  const child = spawn(program ?? '', args, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_ORIGIN: '',
      ADMIN_USERNAME: owner.username,
      ADMIN_PASSWORD: owner.password,
      ...options.variables,
    },
  });
  let output = '';
  const collect = (data: Buffer) => {
    output += data;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    origin: options.variables?.PUBLIC_ORIGIN || `http://localhost:${port}`,
    dataDir,
    output: () => output,
    process: child,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Polls until the check returns a value; on failure names what it waited for. */
export async function waitFor<T>(
  what: string,
  check: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  withinMs = 120_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  // Polls less often over time, as polling slows down the program.
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, 150)) {
    const value = await check();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Starts it and waits until it has printed its addresses. */
export async function startProduct(options: StartOptions = {}): Promise<RunningProduct> {
  const product = await launchProduct(options);
  let hasEnded = false;
  product.ended.then(() => {
    hasEnded = true;
  });
  await waitFor('the product to start', () => hasEnded || product.output().includes('/admin'));
  if (!hasEnded) return product;
  // Another program may take a free port before it is used.
  const wasTaken = product.output().includes('another program uses this port');
  if (!wasTaken || options.port) throw new Error(`it ended:\n${product.output()}`);
  return startProduct({ ...options, dataDir: product.dataDir });
}

/** The data folder of a product that was started once and stopped; a copy if the run has one. */
export async function folderOnceStarted(options: StartOptions): Promise<string> {
  if (process.env[TEMPLATE_VARIABLE]) return startedFolder();
  const product = await startProduct(options);
  await product.stop();
  return product.dataDir;
}
