/** Caddy with the Caddyfile that we ship, or with another one. */
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
  /** The end of what it wrote, beside files. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Address space that Go takes in advance and does not touch. */
const UNTOUCHED_MB = 128;

/**
 * With much more memory than `memoryMb` it dies. Resolves once it answers at all; throws with what Caddy said when it ends before, and when somebody
 * answers there already: Caddy would share the port with another Caddy and say nothing.
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

/** As an owner runs it. `port` is the one the site was, or will be, published for. */
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
