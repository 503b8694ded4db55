/** A real ssh server on a free loopback port, with keys of its own and nothing of the machine's. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RsyncSettings } from '@veldlicht/contract/job-environment';

const START_WITHIN_MS = 60_000;

export interface SshServer {
  /** Opens it; `folder` is where the site goes. */
  settings: (folder: string) => RsyncSettings;
  /** A folder for keys and programs of a test. */
  home: string;
  close: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

function makeKey(file: string): string {
  const { status, stderr } = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  if (status !== 0) throw new Error(`ssh-keygen failed: ${stderr}`);
  return readFileSync(`${file}.pub`, 'utf8');
}

/** Whether something on the port greets as ssh does. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (well: boolean) => {
      socket.destroy();
      resolve(well);
    };
    socket.once('data', (data) => end(String(data).startsWith('SSH-')));
    socket.once('error', () => end(false));
    socket.once('end', () => end(false));
  });
}

async function startOn(home: string, port: number): Promise<ChildProcess | null> {
  const config = path.join(home, 'sshd_config');
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${path.join(home, 'host')}`,
      `AuthorizedKeysFile ${path.join(home, 'authorized')}`,
      `PidFile ${path.join(home, 'sshd.pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      'MaxStartups 100',
      // To a shell within another one bash reads no start files; the account's may take long.
      'SetEnv SHLVL=2',
      '',
    ].join('\n'),
  );
  // The server insists on being called by its whole path.
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', config], { stdio: 'ignore' });
  const deadline = Date.now() + START_WITHIN_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    if (await greets(port)) return server;
    await wait(50);
  }
  server.kill('SIGKILL');
  return null;
}

export async function startSshServer(): Promise<SshServer> {
  const home = mkdtempSync(path.join(tmpdir(), 'veldlicht-sshd-'));
  // Where it keeps itself apart before anybody is let in; part of its package's start.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const hostKey = makeKey(path.join(home, 'host'));
  makeKey(path.join(home, 'user'));
  copyFileSync(path.join(home, 'user.pub'), path.join(home, 'authorized'));
  chmodSync(path.join(home, 'authorized'), 0o600);
  for (let left = 3; left > 0; left--) {
    const port = await freePort();
    const server = await startOn(home, port);
    // Another program may take a free port first.
    if (!server) continue;
    const known = path.join(home, 'known_hosts');
    writeFileSync(known, `[127.0.0.1]:${port} ${hostKey}`);
    return {
      home,
      settings: (folder) => ({
        kind: 'rsync',
        host: `${userInfo().username}@127.0.0.1`,
        port,
        folder,
        keyFile: path.join(home, 'user'),
        knownHostsFile: known,
      }),
      close: async () => {
        const ended = server.exitCode === null ? once(server, 'exit') : Promise.resolve();
        server.kill('SIGTERM');
        await ended;
        rmSync(home, { recursive: true, force: true });
      },
    };
  }
  throw new Error('the ssh server does not start');
}
