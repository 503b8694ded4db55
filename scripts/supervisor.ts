/** Supervises a program: restarts it when it exits, and kills it when it hangs. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { ProgramFacts } from './programs.ts';

const root = path.join(import.meta.dirname, '..');

/** Delays before restarts. */
const RESTART_DELAYS_MS = [500, 2000, 10_000, 30_000];
const STOP_WITHIN_MS = 10_000;
/** Exit code of a program that found the database damaged, which a restart would not fix (F8). */
export const DAMAGED = 3;
/** Checks without a message after which a program counts as hung. Counted, not timed, so that the machine may sleep. */
const LOOKS = 20;
/** After running this long, a program restarts with the shortest delay again. */
const WELL_AFTER_MS = 60_000;

/** First message of a program that is ready. */
export interface Ready {
  /** Local address of the API. */
  url?: string;
  /** The first admin, when this start created it with a generated password. */
  owner?: { username: string; password: string };
}

export interface Supervised {
  pid: () => number | undefined;
  ready: Promise<Ready>;
  /** Resolves with the exit code when the program exits before `ready`. */
  failed: Promise<number>;
  /** Resolves when the program finds the database damaged, at its start or later. */
  damaged: Promise<void>;
  stop: () => Promise<void>;
}

/** Runs a program until `stop`. */
export function supervise(
  { file, args, nodeOptions, variables: usual, patienceMs }: ProgramFacts,
  variables: Record<string, string | undefined>,
): Supervised {
  const ready = Promise.withResolvers<Ready>();
  const failed = Promise.withResolvers<number>();
  const damaged = Promise.withResolvers<void>();
  let isReady = false;
  let isStopping = false;
  let restarts = 0;
  let child = launch();

  function launch(): ChildProcess {
    const launchedAt = Date.now();
    const launched = fork(path.join(root, file), args, {
      cwd: root,
      env: { ...usual, ...process.env, ...variables },
      execArgv: nodeOptions,
    });
    // Null until the first message, as opening a large database may take long.
    let silent: number | null = null;
    const timer = setInterval(() => {
      if (silent === null || ++silent < LOOKS) return;
      console.error(`${file} hangs; ending it.`);
      launched.kill('SIGKILL');
    }, patienceMs / LOOKS);
    launched.on('message', (message: { type: string } & Ready) => {
      silent = 0;
      if (message.type === 'alive') return;
      isReady = true;
      ready.resolve(message);
    });
    launched.once('exit', (code) => {
      clearInterval(timer);
      if (isStopping) return;
      if (code === DAMAGED) damaged.resolve();
      if (!isReady) return failed.resolve(code ?? 1);
      if (code === DAMAGED) return;
      if (Date.now() - launchedAt > WELL_AFTER_MS) restarts = 0;
      const delay = RESTART_DELAYS_MS[Math.min(restarts++, RESTART_DELAYS_MS.length - 1)];
      console.error(`${file} ended unexpectedly; starting it again.`);
      setTimeout(() => {
        if (!isStopping) child = launch();
      }, delay);
    });
    return launched;
  }

  return {
    pid: () => child.pid,
    ready: ready.promise,
    failed: failed.promise,
    damaged: damaged.promise,
    stop: () =>
      new Promise((resolve) => {
        isStopping = true;
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        const hard = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
        child.once('exit', () => {
          clearTimeout(hard);
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}
