/**
 * The product's programs without their supervisor, for tests that kill and restart them (faults F3,
 * F5, F6, F9).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { programs } from '@veldlicht/scripts/programs';
import { folderOnceStarted } from './product.ts';

const root = path.join(import.meta.dirname, '../../..');

/**
 * A port outside the range of outgoing connections: connecting to an unused port in that range may
 * connect to itself, which would take the port.
 */
export async function steadyPort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 15_000 + Math.floor(Math.random() * 16_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
  throw new Error('no port is free');
}

export interface LooseProgram {
  /** Starts it and waits until it reports that it is ready. */
  start: () => Promise<void>;
  /** Sends SIGKILL; resolves when it has exited. */
  kill: () => Promise<void>;
  /** Sends SIGTERM; resolves when it has exited. */
  stop: () => Promise<void>;
  /** How often its output contains a text so far. */
  said: (text: string) => number;
  /** Signs of life so far, which its supervisor waits for. */
  beats: () => number;
}

/** A program that can be started repeatedly, one process at a time. */
export function looseProgram(
  name: 'api' | 'worker',
  variables: Record<string, string>,
): LooseProgram {
  const { file, args, nodeOptions, variables: usual } = programs[name];
  let child: ChildProcess | undefined;
  let output = '';
  let beats = 0;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    start: async () => {
      const started = fork(path.join(root, file), args, {
        cwd: root,
        env: {
          ...usual,
          ...process.env,
          NODE_ENV: 'production',
          LOG_LEVEL: 'warn',
          ...variables,
        },
        execArgv: nodeOptions,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = started;
      const collect = (data: Buffer) => {
        output += data;
      };
      started.on('message', (message) => {
        if (Object(message).type === 'alive') beats += 1;
      });
      started.stdout?.on('data', collect);
      started.stderr?.on('data', collect);
      await new Promise<void>((resolve, reject) => {
        started.once('message', () => resolve());
        started.once('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${output}`)));
      });
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    said: (text) => output.split(text).length - 1,
    beats: () => beats,
  };
}

export interface LooseProduct {
  origin: string;
  dataDir: string;
  port: number;
  api: LooseProgram;
  worker: LooseProgram;
  remove: () => Promise<void>;
}

/** Starts an empty installation whose API and worker can be killed. */
export async function looseProduct(): Promise<LooseProduct> {
  const port = await steadyPort();
  const origin = `http://localhost:${port}`;
  const dataDir = await folderOnceStarted({ port, variables: { PUBLIC_ORIGIN: origin } });
  const variables = { DATA_DIR: dataDir, PORT: String(port), PUBLIC_ORIGIN: origin };
  const api = looseProgram('api', { ...variables, LOG_LEVEL: 'error' });
  const worker = looseProgram('worker', { ...variables, LOG_LEVEL: 'error' });
  await Promise.all([api.start(), worker.start()]);
  const remove = async () => {
    await Promise.all([api.stop(), worker.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { origin, dataDir, port, api, worker, remove };
}
