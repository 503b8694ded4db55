/** Runs Caddy with our Caddyfile or another one. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const START_WITHIN_MS = 60_000;
const MAX_OUTPUT = 1_000_000;

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

export interface WebServer {
  origin: string;
  pid: number;
  /** The last part of its stderr. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Address space that Go reserves but does not use. */
const UNTOUCHED_MB = 128;

/**
 * Resolves once Caddy answers; throws with its output when it exits first. Also throws when the origin is in use, since
 * Caddy silently shares a port with another Caddy. Above about `memoryMb` of memory Caddy is killed.
 */
export async function runCaddy(
  origin: string,
  config: string,
  variables: Record<string, string>,
  memoryMb?: number,
): Promise<WebServer> {
  const caddy = ['caddy', 'run', '--adapter', 'caddyfile', '--config', config];
  const limit =
    memoryMb === undefined ? [] : ['prlimit', `--data=${(memoryMb + UNTOUCHED_MB) * 2 ** 20}`];
  const [program = '', ...args] = [...limit, ...caddy];
  if (await fetch(origin).catch(() => null)) throw new Error(`${origin} is taken`);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (data: Buffer) => {
    log = (log + data).slice(-MAX_OUTPUT);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('error', (error) => {
    log += error.message;
  });
  const deadline = Date.now() + START_WITHIN_MS;
  while (!(await fetch(origin).catch(() => null))) {
    if (child.pid === undefined || child.exitCode !== null || Date.now() > deadline)
      throw new Error(`Caddy did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    pid: child.pid ?? 0,
    output: () => log,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Serves a data folder by our Caddyfile. `port` is that of the published origin. */
export function serveSite(
  dataDir: string,
  port: number,
  apiPort: number,
  memoryMb?: number,
): Promise<WebServer> {
  const origin = `http://localhost:${port}`;
  const variables = {
    SITE_ADDRESS: origin,
    API_UPSTREAM: `127.0.0.1:${apiPort}`,
    DATA_DIR: dataDir,
    VISITS_DIR: path.join(dataDir, 'visits'),
    ADMIN_ROOT: path.join(root, 'admin-ui/dist'),
    GOMEMLIMIT: '400MiB',
  };
  return runCaddy(origin, path.join(root, 'Caddyfile'), variables, memoryMb);
}
