/** An ssh server on a free loopback port, with its own keys and configuration. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@veldlicht/scripts/caddy';

const START_WITHIN_MS = 60_000;

export type SshServer = Awaited<ReturnType<typeof startSshServer>>;

function makeKey(file: string): string {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  return readFileSync(`${file}.pub`, 'utf8');
}

/** Whether an ssh server answers on the port. */
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

/** Null when another program has taken the port. */
async function startOn(home: string, port: number): Promise<ChildProcess | null> {
  const config = path.join(home, 'sshd_config');
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${path.join(home, 'host')}`,
      `AuthorizedKeysFile ${path.join(home, 'user.pub')}`,
      `PidFile ${path.join(home, 'sshd.pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      'MaxStartups 100',
      'Subsystem sftp internal-sftp',
      '',
    ].join('\n'),
  );
  // sshd must be started by its full path.
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', config], { stdio: 'ignore' });
  const deadline = Date.now() + START_WITHIN_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    if (await greets(port)) return server;
    await wait(50);
  }
  server.kill('SIGKILL');
  return null;
}

/** `home`: a folder for keys and programs. */
export async function startSshServer() {
  const home = mkdtempSync(path.join(tmpdir(), 'veldlicht-sshd-'));
  // The folder for privilege separation, which the package's start script makes.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const hostKey = makeKey(path.join(home, 'host'));
  makeKey(path.join(home, 'user'));
  let port = await freePort();
  let server = await startOn(home, port);
  for (let left = 2; left > 0 && !server; left--) {
    port = await freePort();
    server = await startOn(home, port);
  }
  if (!server) throw new Error('the ssh server does not start');
  const { username } = userInfo();
  const knownHostsFile = path.join(home, 'known_hosts');
  writeFileSync(knownHostsFile, `[127.0.0.1]:${port} ${hostKey}`);
  const started = server;
  return {
    home,
    /** Variables of rclone for the remote `site`. */
    variables: {
      RCLONE_CONFIG_SITE_TYPE: 'sftp',
      RCLONE_CONFIG_SITE_HOST: '127.0.0.1',
      RCLONE_CONFIG_SITE_PORT: String(port),
      RCLONE_CONFIG_SITE_USER: username,
      RCLONE_CONFIG_SITE_KEY_FILE: path.join(home, 'user'),
      RCLONE_CONFIG_SITE_KNOWN_HOSTS_FILE: knownHostsFile,
    },
    close: async () => {
      const ended = started.exitCode === null ? once(started, 'exit') : Promise.resolve();
      started.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
