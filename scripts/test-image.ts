/**
 * `npm run test:image`: what the Dockerfile does, in a bare Debian system without a container engine,
 * and then the product in it: as its own user, with a root it can't write to. Needs root and debootstrap.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { imageSteps } from './image-steps.ts';

const root = path.join(import.meta.dirname, '..');
const SUITE = 'trixie';
const PORT = '46321';
const WITHIN_MS = 120_000;

/** Certificates of a network that has its own; the system's in most places. */
const certificates = process.env.SSL_CERT_FILE ?? '/etc/ssl/certs/ca-certificates.crt';

function run(command: string, args: string[], environment = process.env): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: environment,
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}\n${stdout.slice(-3000)}\n${stderr?.slice(-3000)}`);
}

/** A bare system with our tracked files in /app, as COPY would put them there. */
function prepare(system: string): void {
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, system]);
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) cpSync(file, system + file);
  const app = path.join(system, 'app');
  mkdirSync(app);
  const archive = path.join(system, 'app.tar');
  run('git', ['-C', root, 'archive', '--output', archive, 'HEAD']);
  run('tar', ['-x', '-C', app, '-f', archive]);
  rmSync(archive);
  if (existsSync(certificates)) cpSync(certificates, path.join(system, 'certificates.pem'));
}

function build(system: string): void {
  const environment = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    DEBIAN_FRONTEND: 'noninteractive',
    NODE_EXTRA_CA_CERTS: '/certificates.pem',
  };
  for (const { stage, folder, command } of imageSteps(
    readFileSync(path.join(system, 'app/Dockerfile'), 'utf8'),
  )) {
    const begun = Date.now();
    // Mounts of its own: they go with the step, however it ends.
    const script = `mount --bind /proc ${system}/proc && mount --bind /dev ${system}/dev && exec chroot ${system} sh -c "cd ${folder} && $STEP"`;
    run('unshare', ['--mount', 'sh', '-c', script], { ...environment, STEP: command });
    console.log(`✓ ${stage}: ${command} (${Math.round((Date.now() - begun) / 1000)} s)`);
  }
}

/** Starts the product as the image does; answers how long it took to be well, or throws. */
async function start(system: string): Promise<void> {
  const { uid, gid } = statSync(path.join(system, 'data'));
  const script = `set -e
mount --bind ${system} ${system}; mount --bind ${system}/data ${system}/data; mount -o remount,ro,bind ${system}
mount --bind /proc ${system}/proc; mount --bind /dev ${system}/dev; mount -t tmpfs -o mode=1777 tmpfs ${system}/tmp
exec chroot --userspec=${uid}:${gid} ${system} sh -c 'cd /app && exec node scripts/start.ts'`;
  const child = spawn('unshare', ['--mount', 'sh', '-c', script], {
    env: {
      PATH: '/app/node_modules/.bin:/usr/sbin:/usr/bin:/sbin:/bin',
      NODE_ENV: 'production',
      DATA_DIR: '/data',
      PORT,
      PUBLIC_ORIGIN: `http://localhost:${PORT}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const deadline = Date.now() + WITHIN_MS;
  try {
    for (;;) {
      const answer = await fetch(`http://localhost:${PORT}/api/health`).catch(() => null);
      if (answer?.ok) break;
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('it did not start');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    for (const [address, status] of [
      ['/', 200],
      ['/admin', 200],
    ] as const) {
      const answer = await fetch(`http://localhost:${PORT}${address}`);
      if (answer.status !== status) throw new Error(`${address} answers ${answer.status}`);
    }
  } finally {
    child.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) console.error(`it ended with ${code}`);
  }
  console.log(`✓ runs as user ${uid} with a root it can't write to, and ends cleanly`);
}

const system = mkdtempSync(path.join(tmpdir(), 'veldlicht-image-'));
chmodSync(system, 0o755);
try {
  prepare(system);
  build(system);
  await start(system);
} finally {
  rmSync(system, { recursive: true, force: true });
}
