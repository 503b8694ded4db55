/** Starts the API and the worker on one data folder, keeps them running, and stops them cleanly. */
import { type ChildProcess, fork } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '@veldlicht/contract/environment';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { checkDatabase } from '@veldlicht/database/check-database';
import { DatabaseError } from '@veldlicht/database/connection';
import { dataFolder } from '@veldlicht/database/data-folder';
import { takeLock } from '@veldlicht/database/lock';
import { migrateDatabase } from '@veldlicht/database/migrate';
import { applyRulesToStored } from '@veldlicht/database/public-texts';
import { systemCode } from '@veldlicht/database/system-errors';
import { type ProgramFacts, programs } from './programs.ts';

const root = path.join(import.meta.dirname, '..');

/** Waits before a program that died is started again. */
const RESTART_DELAYS_MS = [500, 2000, 10_000, 30_000];
const STOP_WITHIN_MS = 10_000;
/** A program that ends so has found the database damaged: starting it again would not help (F8). */
const DAMAGE_CODE = 3;
/** A program that is silent for so many looks in a row is frozen. Counted, so that a machine may sleep. */
const LOOKS = 20;
/** A program that ran this long was well; what happens next is a new trouble. */
const WELL_AFTER_MS = 60_000;

/** A reason not to start, and the exit code. */
export class StartError extends TerminalError {
  override name = 'StartError';
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit code of a start whose data folder can't be written. */
const READ_ONLY_CODE = 4;

/** Makes the data folder if need be. Throws `StartError` when it, or what lies in it, can't be written. */
export function requireWritable(root: string): void {
  let place = root;
  while (!existsSync(place)) place = path.dirname(place);
  try {
    accessSync(place, constants.W_OK);
    mkdirSync(root, { recursive: true, mode: 0o700 });
    for (place of readdirSync(root).map((name) => path.join(root, name)))
      if (existsSync(place)) accessSync(place, constants.W_OK);
  } catch (error) {
    const code = systemCode(error);
    const why =
      code === 'EROFS'
        ? 'its disk is mounted read-only. Mount it for writing'
        : `the user that runs this may not write there. Give the folder to that user`;
    throw new StartError(
      `The data folder can’t be written: ${place} (${code}): ${why}, then start again.`,
      READ_ONLY_CODE,
    );
  }
}

export interface Supervised {
  stop: () => Promise<void>;
  /** Resolves with the first message of this type. */
  message: <T extends { type: string }>(type: T['type']) => Promise<T>;
  /** A message of this type that has come already. */
  told: <T extends { type: string }>(type: T['type']) => T | undefined;
  /** Resolves with the exit code when the program ends before it ever reported. */
  failed: Promise<number>;
  /** Resolves when the program has found the database damaged, at its start or later. */
  damaged: Promise<void>;
}

/** Keeps one of our programs running until `stop`. */
export function supervise(
  { file, args, nodeOptions, variables: usual, patienceMs }: ProgramFacts,
  variables: Record<string, string | undefined>,
): Supervised {
  let child: ChildProcess;
  let stopping = false;
  let reported = false;
  let restarts = 0;
  let giveUp: (code: number) => void = () => {};
  const failed = new Promise<number>((resolve) => {
    giveUp = resolve;
  });
  let giveIn: () => void = () => {};
  const damaged = new Promise<void>((resolve) => {
    giveIn = resolve;
  });
  const seen = new Map<string, unknown>();
  const waiting = new Map<string, (message: unknown) => void>();

  const launch = () => {
    const launchedAt = Date.now();
    child = fork(path.join(root, file), args, {
      cwd: root,
      env: { ...usual, ...process.env, ...variables },
      execArgv: nodeOptions,
    });
    // Null until it says that it lives: opening a large database may take long.
    let silent: number | null = null;
    const look = () => {
      if (silent === null || ++silent < LOOKS) return;
      console.error(`${file} is frozen; ending it.`);
      child.kill('SIGKILL');
    };
    const timer = patienceMs && setInterval(look, patienceMs / LOOKS);
    child.on('message', (message: { type: string }) => {
      if (message.type === 'alive') {
        silent = 0;
        return;
      }
      reported = true;
      seen.set(message.type, message);
      waiting.get(message.type)?.(message);
    });
    child.once('exit', (code) => {
      if (timer) clearInterval(timer);
      if (stopping) return;
      if (code === DAMAGE_CODE) giveIn();
      if (code === DAMAGE_CODE && reported) return;
      if (!reported) return giveUp(code ?? 1);
      if (Date.now() - launchedAt > WELL_AFTER_MS) restarts = 0;
      const delay = RESTART_DELAYS_MS[Math.min(restarts++, RESTART_DELAYS_MS.length - 1)];
      console.error(`${file} ended unexpectedly; starting it again.`);
      setTimeout(() => !stopping && launch(), delay);
    });
  };
  launch();

  return {
    failed,
    damaged,
    told: <T extends { type: string }>(type: T['type']) => seen.get(type) as T | undefined, // our own programs sent it
    message: <T extends { type: string }>(type: T['type']) =>
      new Promise<T>((resolve) => {
        const known = seen.get(type);
        const answer = (message: unknown) => resolve(message as T); // our own programs sent it
        if (known) answer(known);
        else waiting.set(type, answer);
      }),
    stop: () =>
      new Promise((resolve) => {
        stopping = true;
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

export interface Product {
  /** Where the API listens on this machine. */
  url: string;
  /** The first admin, when this start created one with a generated password. */
  owner: { username: string; password: string } | null;
  /** Resolves when the database turned out to be damaged while it ran. */
  damaged: Promise<void>;
  stop: () => Promise<void>;
}

async function waitUntilHealthy(url: string, failed: Promise<number>): Promise<void> {
  const deadline = Date.now() + 120_000;
  let ended = false;
  void failed.then(() => {
    ended = true;
  });
  while (Date.now() < deadline && !ended) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new StartError('The site could not be published; the lines above say why.');
}

/**
 * Migrates, then runs the product until `stop`. Throws `StartError` or `DatabaseError` when it
 * can't start; nothing runs then.
 */
export async function startProduct(environment: Environment): Promise<Product> {
  const folder = dataFolder(environment.dataDir);
  requireWritable(folder.root);
  const lock = takeLock(folder.instanceLock);
  if (!lock) throw new StartError(`Veldlicht already runs on ${folder.root}.`);
  try {
    checkDatabase(folder);
    await migrateDatabase(folder.database, { backupFolder: folder.backups, now: Date.now() });
    applyRulesToStored(folder.database, Date.now());
    const variables = {
      NODE_ENV: 'production',
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    };
    const api = supervise(programs.api, variables);
    const worker = supervise(programs.worker, variables);
    const stop = async () => {
      await Promise.all([api.stop(), worker.stop()]);
      lock.release();
    };
    try {
      const failed = Promise.race([api.failed, worker.failed]);
      const listening = await Promise.race([
        api.message<{ type: 'listening'; url: string }>('listening'),
        failed.then((code) => {
          if (code === DAMAGE_CODE) throw new DatabaseError('The database can’t be used.');
          throw new StartError('The admin could not be started; the lines above say why.');
        }),
      ]);
      await waitUntilHealthy(listening.url, failed);
      const owner = api.told<{ type: 'owner'; username: string; password: string }>('owner');
      const damaged = Promise.race([api.damaged, worker.damaged]);
      return { url: listening.url, owner: owner ?? null, damaged, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}
