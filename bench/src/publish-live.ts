/** The whole product behind the Caddy that we ship, for measurements of what visitors get. */
import { createHmac } from 'node:crypto';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { freePort, serveSite } from '@veldlicht/scripts/caddy';
import { programs } from '@veldlicht/scripts/programs';
import { startProgram, type Variables } from './programs.ts';

const ACCOUNT = {
  username: 'bench',
  password: createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url'),
};

export interface Live {
  /** Caddy's origin. */
  origin: string;
  workerPid: number;
  apiPid: number;
  caddyPid: number;
  /** Signed in as the owner. */
  client: ApiClient;
  stop: () => Promise<void>;
}

/** What the programs must know so that releases made before and after are alike. */
export function siteVariables(dataDir: string, port: number): Variables {
  return { DATA_DIR: dataDir, PUBLIC_ORIGIN: `http://localhost:${port}` };
}

/** Runs API, worker and Caddy on `port` until `stop`; `quietMs` is the silence before a publish. */
export async function runLive(dataDir: string, port: number, quietMs: number): Promise<Live> {
  const apiPort = await freePort();
  const variables = {
    ...siteVariables(dataDir, port),
    PORT: String(apiPort),
    PUBLISH_QUIET_MS: String(quietMs),
    ADMIN_USERNAME: ACCOUNT.username,
    ADMIN_PASSWORD: ACCOUNT.password,
    TRUSTED_PROXY: 'loopback',
  };
  const api = await startProgram(programs.api, variables);
  const worker = await startProgram(programs.worker, variables);
  const caddy = await serveSite(dataDir, port, apiPort);
  const stop = async () => {
    await caddy.stop();
    await worker.stop();
    await api.stop();
  };
  const client = await signIn(caddy.origin, ACCOUNT.username, ACCOUNT.password);
  const pids = { workerPid: worker.pid, apiPid: api.pid, caddyPid: caddy.pid };
  return { origin: caddy.origin, ...pids, client, stop };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds until a page says a text; asked every few milliseconds, for two minutes at most. */
export async function untilLive(address: string, text: string): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < 120_000) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok && (await answer.text()).includes(text)) return performance.now() - started;
    await pause(4);
  }
  throw new Error(`${address} never showed ${text}`);
}
