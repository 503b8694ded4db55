/** Caddy with the Caddyfile that we ship, or with a plain one for what is compared. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const START_WITHIN_MS = 60_000;

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
  stop: () => Promise<void>;
}

/** Resolves once it answers at all; throws with what Caddy said when it ends before. */
async function runCaddy(
  origin: string,
  config: string,
  variables: Record<string, string>,
): Promise<WebServer> {
  const child: ChildProcess = spawn(
    'caddy',
    ['run', '--adapter', 'caddyfile', '--config', config],
    {
      cwd: root,
      env: { ...process.env, ...variables },
    },
  );
  let log = '';
  child.stderr?.on('data', (data: Buffer) => {
    log += data;
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
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** As an owner runs it. `port` is the one the site was, or will be, published for. */
export function serveSite(dataDir: string, port: number, apiPort: number): Promise<WebServer> {
  const origin = `http://localhost:${port}`;
  return runCaddy(origin, path.join(root, 'Caddyfile'), {
    SITE_ADDRESS: origin,
    API_UPSTREAM: `127.0.0.1:${apiPort}`,
    DATA_DIR: dataDir,
    ADMIN_ROOT: path.join(root, 'admin-ui/dist'),
  });
}

/** Any folder by a bare file server with our headers: as many bytes an answer as ours, nothing else. */
export async function serveBare(folder: string, scratch: string): Promise<WebServer> {
  const origin = `http://localhost:${await freePort()}`;
  const config = path.join(scratch, 'Caddyfile-bare');
  const shipped = readFileSync(path.join(root, 'Caddyfile'), 'utf8');
  const headers = /\(site\) \{[\s\S]*?(\theader \{[\s\S]*?\n\t\})/.exec(shipped)?.[1];
  if (!headers) throw new Error('the headers of pages are not where they were in the Caddyfile');
  const site = `${origin} {\n\troot * ${folder}\n${headers}\n\tfile_server\n}\n`;
  writeFileSync(config, `{\n\tadmin off\n}\n${site}`);
  return runCaddy(origin, config, {});
}

/** Any folder, compressed while it is sent. */
export async function serveFolder(folder: string, scratch: string): Promise<WebServer> {
  const origin = `http://localhost:${await freePort()}`;
  const config = path.join(scratch, 'Caddyfile');
  writeFileSync(
    config,
    `{\n\tadmin off\n}\n${origin} {\n\troot * ${folder}\n\tencode zstd gzip\n\tfile_server\n}\n`,
  );
  return runCaddy(origin, config, {});
}
