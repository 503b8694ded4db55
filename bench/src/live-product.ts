/** Runs the product on a new data folder. */
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { migrateDatabase } from '@veldlicht/database/migrate';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { freePort, serveSite } from '@veldlicht/scripts/caddy';
import { type ProgramFacts, programs } from '@veldlicht/scripts/programs';
import { supervise } from '@veldlicht/scripts/supervisor';
import type { Variables } from './programs.ts';

/** Account of the owner. */
export const account = {
  username: 'bench',
  password: createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url'),
};

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Environment variables of all programs on a data folder, so that they publish alike. */
export function siteVariables(dataDir: string, port: number): Variables {
  return { DATA_DIR: dataDir, PUBLIC_ORIGIN: `http://localhost:${port}` };
}

export interface Live {
  /** Caddy's origin, or the API's own without Caddy. */
  origin: string;
  /** Process id of the current process, which may have been restarted. */
  readonly apiPid: number;
  /** 0 without a worker. */
  readonly workerPid: number;
  /** Signed in as the owner. */
  client: ApiClient;
  stop: () => Promise<void>;
}

/** `quietMs` is the silence before a publish. */
interface LiveOptions {
  port?: number;
  quietMs?: number;
  worker?: boolean;
  caddy?: boolean;
}

/** Runs the API or the worker, and waits until it is ready. */
async function run(program: ProgramFacts, variables: Variables) {
  const running = supervise(program, {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    ...variables,
  });
  const failure = running.failed.then((code) => {
    throw new Error(`${program.file} ended with ${code}`);
  });
  await Promise.race([running.ready, failure]);
  return running;
}

/**
 * Runs API, worker and Caddy until `stop`; creates the database if needed. On failure stops them all and throws.
 */
export async function runLive(dataDir: string, options: LiveOptions = {}): Promise<Live> {
  const { port = await freePort(), quietMs = 100, worker = true, caddy = true } = options;
  const folder = dataFolder(dataDir);
  mkdirSync(dataDir, { recursive: true });
  await migrateDatabase(folder.database, { backupFolder: folder.backups, now: 0 });
  const apiPort = caddy ? await freePort() : port;
  const variables = {
    ...siteVariables(dataDir, port),
    PORT: String(apiPort),
    PUBLISH_QUIET_MS: String(quietMs),
    ADMIN_USERNAME: account.username,
    ADMIN_PASSWORD: account.password,
    TRUSTED_PROXY: 'loopback',
  };
  const running: { stop: () => Promise<void> }[] = [];
  const stop = async () => {
    for (const program of running.splice(0).toReversed()) await program.stop();
  };
  try {
    const api = await run(programs.api, variables);
    running.push(api);
    const builder = worker ? await run(programs.worker, variables) : undefined;
    if (builder) running.push(builder);
    const server = caddy ? await serveSite(dataDir, port, apiPort) : undefined;
    if (server) running.push(server);
    const origin = server?.origin ?? `http://localhost:${port}`;
    const client = await signIn(origin, account.username, account.password);
    return {
      origin,
      client,
      stop,
      get apiPid() {
        return api.pid() ?? 0;
      },
      get workerPid() {
        return builder?.pid() ?? 0;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs the product in a new folder below `scratch` during `measure`, then removes the folder. */
export async function withLive<T>(
  scratch: string,
  options: LiveOptions & { prepare?: (dataDir: string, port: number) => Promise<void> },
  measure: (live: Live, dataDir: string) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(scratch, 'product-'));
  const port = await freePort();
  try {
    await options.prepare?.(dataDir, port);
    const live = await runLive(dataDir, { ...options, port });
    try {
      return await measure(live, dataDir);
    } finally {
      await live.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Polls a page until it contains a text, for two minutes at most; returns milliseconds. */
export async function untilLive(address: string, text: string): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < 120_000) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok && (await answer.text()).includes(text)) return performance.now() - started;
    await pause(4);
  }
  throw new Error(`${address} never showed ${text}`);
}
