/**
 * `npm run test:s3`: the storage suites and one journey against a real S3 service: the one that the
 * S3_* variables name, else a Ceph RADOS gateway on this machine, which ends with the run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { type Gateway, startGateway } from './ceph-gateway.ts';
import { compileAll } from './compile.ts';
import { ensurePrograms } from './system-programs.ts';

const root = path.join(import.meta.dirname, '..');
const RUN_WITHIN_MS = 15 * 60_000;

/** Program → Debian package. */
const cephPrograms = {
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  ceph: 'ceph-common',
  radosgw: 'radosgw',
};

let running: ChildProcess | undefined;

/** Tells the run and all it has started to end; the gateway is ended after it, as always. */
function endRun(): void {
  if (running?.pid === undefined) return;
  try {
    process.kill(-running.pid, 'SIGTERM');
  } catch {
    // Nothing of it is left.
  }
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => (running ? endRun() : process.exit(1)));

async function openService(): Promise<Gateway> {
  if (process.env.S3_ENDPOINT) return { variables: {}, pids: [], stop: async () => {} };
  const missing = ensurePrograms(cephPrograms);
  if (missing.length > 0) throw new Error(`This needs apt-get install ${missing.join(' ')}`);
  console.log('Starting a Ceph RADOS gateway …');
  const gateway = await startGateway();
  console.log(`${gateway.variables.S3_ENDPOINT}, processes ${gateway.pids.join(', ')}`);
  return gateway;
}

function runSuite(variables: Record<string, string>): Promise<number> {
  const child = spawn(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--config', 'vitest.s3.config.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A group of its own: a run that breaks off leaves its programs behind.
      detached: true,
      env: { ...process.env, STORAGE: 's3', ...variables },
    },
  );
  running = child;
  const tooLong = setTimeout(endRun, RUN_WITHIN_MS);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(tooLong);
      endRun();
      resolve(code ?? 1);
    }),
  );
}

try {
  await compileAll((line) => console.log(line));
  const service = await openService();
  process.exitCode = await runSuite(service.variables).finally(service.stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
