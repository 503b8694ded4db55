/**
 * The render process as its parent sees it: started when needed, kept warm, killed when a page takes too long. Node's
 * permission model lets a page read only the compiled site. `--permission` restricts only JavaScript, so native addons
 * stay forbidden (no `--allow-addons`), as does node:sqlite, which ignores permissions. It gets no environment
 * variables, since these hold passwords.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageData } from '@veldlicht/contract/snapshot';
import type { Compressed } from './compress.ts';

const CHILD_FILE = fileURLToPath(new URL('./render-child.mjs', import.meta.url));
const COMPRESS_FILE = fileURLToPath(new URL('./compress.ts', import.meta.url));

export interface RenderedPage {
  status: number;
  body: Buffer;
  forms: Compressed;
}

/** A page exceeded its time limit. */
export class RenderTimeout extends Error {
  override name = 'RenderTimeout';
  constructor(limitMs: number) {
    super(`given up after ${limitMs} ms`);
  }
}

export interface RenderProcess {
  /** Resolves once the site is loaded and its files are no longer needed. Throws the loading error. */
  start: () => Promise<void>;
  /** Throws `RenderTimeout`, or the page's error. */
  render: (path: string, page: PageData) => Promise<RenderedPage>;
  /** Kills the process; pending pages reject. */
  stop: () => void;
}

type Reply = { isReady: true } | { error: { message: string; stack?: string } } | RenderedPage;

interface Call {
  message: { path: string; page: PageData };
  resolve: (page: RenderedPage) => void;
  reject: (error: Error) => void;
  /** A child died while rendering it. */
  isSecond?: boolean;
}

/** `entry` must be a real path: permissions are checked after resolving links. */
function startChild(entry: string): ChildProcess {
  const readable = [path.dirname(entry), realpathSync(CHILD_FILE), realpathSync(COMPRESS_FILE)];
  const options = [
    '--permission',
    '--no-experimental-sqlite',
    '--disable-warning=SecurityWarning',
    ...readable.map((place) => `--allow-fs-read=${place}`),
  ];
  const { SystemRoot } = process.env; // Windows starts no process without it
  return spawn(process.execPath, [...options, CHILD_FILE, entry], {
    env: SystemRoot ? { SystemRoot } : {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}

/**
 * `bundle`: entry of the compiled site; throws without one. A page that takes `limitMs` rejects, and its process is
 * killed; a page whose process died is retried once.
 */
export function createRenderProcess(bundle: string, limitMs: number): RenderProcess {
  const entry = realpathSync(bundle);
  let child: ChildProcess | null = null;
  let isReady = false;
  let deadline: NodeJS.Timeout | undefined;
  let starting = Promise.withResolvers<void>();
  /** The first is being rendered; the others are queued in the child. */
  let calls: Call[] = [];

  /** Restarts the time limit of the first call. An idle child does not keep the parent alive. */
  function watchFirst(): void {
    clearTimeout(deadline);
    if (calls.length === 0) {
      child?.unref();
      child?.channel?.unref();
      return;
    }
    child?.ref();
    child?.channel?.ref();
    deadline = setTimeout(() => endWith(new RenderTimeout(limitMs)), limitMs);
  }

  function send({ message }: Call): void {
    child ??= open();
    // A failed send is handled when the child ends.
    child.send(message, () => undefined);
  }

  /** Repeats all calls in a new child, except the first if it timed out or two children died with it. */
  function endWith(error: Error): void {
    clearTimeout(deadline);
    const ended = child;
    child = null;
    ended?.kill('SIGKILL');
    starting.reject(error);
    starting = Promise.withResolvers();
    starting.promise.catch(() => undefined);
    const [first] = calls;
    const isFailed = first?.isSecond || error instanceof RenderTimeout;
    if (first) first.isSecond = true;
    // A child that can't start would fail again.
    const failed = isReady ? calls.slice(0, isFailed ? 1 : 0) : calls;
    calls = calls.slice(failed.length);
    isReady = false;
    for (const { reject } of failed) reject(error);
    for (const call of calls) send(call);
    watchFirst();
  }

  function open(): ChildProcess {
    const opened = startChild(entry);
    opened.on('message', (message) => {
      if (opened !== child) return;
      const reply = message as Reply; // our own file sends nothing else
      if ('isReady' in reply) {
        isReady = true;
        starting.resolve();
        if (calls.length === 0) watchFirst();
        return;
      }
      const call = calls.shift();
      watchFirst();
      if ('error' in reply) call?.reject(Object.assign(new Error(), reply.error));
      else call?.resolve(reply);
    });
    const ended = (how: string) => {
      if (opened === child) endWith(new Error(`the process that makes pages ended (${how})`));
    };
    opened.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
    opened.once('error', ({ message }) => ended(message));
    return opened;
  }

  const render = (pagePath: string, page: PageData) =>
    new Promise<RenderedPage>((resolve, reject) => {
      const call = { message: { path: pagePath, page }, resolve, reject };
      calls.push(call);
      send(call);
      if (calls.length === 1) watchFirst();
    });

  function start(): Promise<void> {
    child ??= open();
    return starting.promise;
  }

  function stop(): void {
    clearTimeout(deadline);
    const ended = child;
    child = null;
    ended?.kill('SIGKILL');
    for (const { reject } of calls.splice(0)) reject(new Error('stopped'));
  }
  return { start, render, stop };
}
