/**
 * The process that makes pages, from outside: started when it is needed, kept warm, ended when a page takes too long.
 * What a page can reach is what Node's permission model lets it: the compiled site. `--permission` binds JavaScript
 * only, so native addons stay out (`--allow-addons` is not given), and so does the SQLite that Node brings along,
 * which asks no permission. Of our environment, which holds passwords, it gets nothing.
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

/** A page was given up after this long. */
export class RenderTimeout extends Error {
  override name = 'RenderTimeout';
  constructor(limitMs: number) {
    super(`given up after ${limitMs} ms`);
  }
}

export interface RenderProcess {
  /** Resolves once the site is loaded: from then on nobody needs its files. Throws why it does not load. */
  start: () => Promise<void>;
  /** Throws `RenderTimeout`, or what the page threw as text. */
  render: (path: string, page: PageData) => Promise<RenderedPage>;
  /** Ends it; what is being made is given up. */
  stop: () => void;
}

type Reply = { isReady: true } | { error: { message: string; stack?: string } } | RenderedPage;

interface Call {
  message: { path: string; page: PageData };
  resolve: (page: RenderedPage) => void;
  reject: (error: Error) => void;
  /** A child ended while it made this page. */
  isSecond?: boolean;
}

/** `entry` and the folder around it have no links in their names: permissions are given for real places. */
function startChild(entry: string): ChildProcess {
  const readable = [path.dirname(entry), realpathSync(CHILD_FILE), realpathSync(COMPRESS_FILE)];
  const options = [
    '--permission',
    '--no-experimental-sqlite',
    '--disable-warning=SecurityWarning',
    ...readable.map((place) => `--allow-fs-read=${place}`),
  ];
  const { SystemRoot } = process.env; // without it Windows starts nothing
  return spawn(process.execPath, [...options, CHILD_FILE, entry], {
    env: SystemRoot ? { SystemRoot } : {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}

/**
 * `bundle` is the entry of the compiled site; throws when there is none. A page may take `limitMs`: then the process
 * is ended, and the next page starts another. A page whose process was killed is made once more.
 */
export function createRenderProcess(bundle: string, limitMs: number): RenderProcess {
  const entry = realpathSync(bundle);
  let child: ChildProcess | null = null;
  let isReady = false;
  let deadline: NodeJS.Timeout | undefined;
  let starting = Promise.withResolvers<void>();
  /** The first is being made; the others are with the child already. */
  let calls: Call[] = [];

  /** The clock of the first call; an idle child keeps nobody from ending. */
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
    // What can't be sent is answered by the end of the child.
    child.send(message, () => undefined);
  }

  /** All calls go to another child, but for the first when its time was up or two children have ended over it. */
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
    // One that can't even begin would not begin the next time.
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
