/**
 * A real S3 service on this machine, for tests: a Ceph monitor, one store in memory and a RADOS
 * gateway, all on free loopback ports with their files in one folder. Needs Debian's radosgw,
 * ceph-mon, ceph-osd and ceph-common.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './caddy.ts';

export interface Gateway {
  /** Variables that make the product use it; the bucket is still to be made. */
  variables: Record<string, string>;
  /** Process ids of all it started; also in the file `pids` of its folder. */
  pids: number[];
  stop: () => Promise<void>;
}

/** Everything is up within this time, or nothing stays. It takes 13 seconds on two busy cores. */
const START_WITHIN_MS = 60_000;
const STARTS = 3;
/** A store that is well joins its monitor in a second or two. */
const JOIN_WITHIN_MS = 15_000;
const STOP_WITHIN_MS = 5000;
const STORE_BYTES = 768 * 1024 ** 2;

function configuration(folder: string, fsid: string, monitor: number, gateway: number): string {
  return `[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
osd data = ${folder}/osd
osd journal size = 100
memstore device bytes = ${STORE_BYTES}
mon data = ${folder}/mon
mon allow pool size one = true
mon max pg per osd = 1000
mon warn on pool no redundancy = false
keyring = ${folder}/keyring
run dir = ${folder}
log file = ${folder}/log/$name.log
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
setuser match path =
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw dns name = 127.0.0.1
rgw thread pool size = 16
rgw run sync thread = false
rgw enable quota threads = false
rgw enable gc threads = false
rgw enable lc threads = false
`;
}

/** Starts it; throws what went wrong after ending what had started. */
async function startOnce(): Promise<Gateway> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-ceph-'));
  const file = (name: string) => path.join(folder, name);
  for (const name of ['mon', 'osd', 'log']) mkdirSync(file(name));
  const [monitorPort, gatewayPort] = await Promise.all([freePort(), freePort()]);
  const [fsid, osd] = [randomUUID(), randomUUID()];
  writeFileSync(file('ceph.conf'), configuration(folder, fsid, monitorPort, gatewayPort));
  const deadline = Date.now() + START_WITHIN_MS;
  const children: ChildProcess[] = [];
  const config = ['-c', file('ceph.conf')];

  /** Runs a program to its end; answers what it says. */
  const run = (program: string, args: string[]) => {
    const timeout = Math.max(1000, deadline - Date.now());
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      timeout,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
      env: { ...process.env, CEPH_CONF: file('ceph.conf') },
    });
    if (status === 0) return stdout;
    throw new Error(`${program} failed: ${error?.message ?? stderr.trim().slice(-500)}`);
  };
  /** Starts a program that stays. */
  const launch = (program: string, args: string[]) => {
    const child = spawn(program, ['-f', ...args, ...config], { stdio: 'ignore' });
    children.push(child);
    if (child.pid !== undefined) appendFileSync(file('pids'), `${child.pid}\n`);
  };
  // However this process ends, nothing of it stays.
  const endNow = () => {
    for (const child of children) child.kill('SIGKILL');
    // They may write a last line while they end.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  process.once('exit', endNow);
  /** Until the store has joined: without it everything else would wait for ever. */
  const untilJoined = async () => {
    const joinBy = Date.now() + JOIN_WITHIN_MS;
    const ask = () => run('ceph', [...config, '--format', 'json', 'osd', 'stat']);
    while (!/"num_up_osds":\s*1\b/.test(ask())) {
      if (Date.now() > joinBy) throw new Error('the store does not join its monitor');
      await wait(200);
    }
  };
  const stop = async () => {
    process.off('exit', endNow);
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const hard = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
        clearTimeout(hard);
      }),
    );
    rmSync(folder, { recursive: true, force: true });
  };

  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  const [accessKeyId, secretAccessKey] = [randomBytes(10), randomBytes(20)].map((bytes) =>
    bytes.toString('hex'),
  );
  try {
    const [keyring, monmap] = [file('keyring'), file('monmap')];
    run('ceph-authtool', [
      '--create-keyring',
      keyring,
      '--gen-key',
      '-n',
      'mon.',
      '--cap',
      'mon',
      'allow *',
    ]);
    run('monmaptool', [
      '--create',
      '--fsid',
      fsid,
      '--addv',
      'a',
      `[v1:127.0.0.1:${monitorPort}]`,
      monmap,
    ]);
    run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', keyring, ...config]);
    launch('ceph-mon', ['-i', 'a']);
    run('ceph', [...config, 'osd', 'new', osd]);
    run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', osd, ...config]);
    run('ceph', [...config, 'osd', 'crush', 'add', 'osd.0', '1', 'root=default']);
    launch('ceph-osd', ['-i', '0']);
    await untilJoined();
    const user = ['--uid=veldlicht', '--display-name=Veldlicht'];
    const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
    run('radosgw-admin', [...config, 'user', 'create', ...user, ...keys]);
    launch('radosgw', ['-n', 'client.rgw']);
    while (!(await fetch(endpoint).catch(() => null))?.ok) {
      if (Date.now() > deadline) throw new Error('the gateway does not answer');
      await wait(100);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const variables = {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'veldlicht',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: secretAccessKey ?? '',
  };
  return { variables, pids: children.flatMap(({ pid }) => pid ?? []), stop };
}

/** Starts it, anew when that fails: now and then a store of Ceph does not join its monitor. */
export async function startGateway(): Promise<Gateway> {
  for (let left = STARTS - 1; ; left--) {
    try {
      return await startOnce();
    } catch (error) {
      if (left === 0) throw error;
      console.log(`${error instanceof Error ? error.message : error}; starting it anew …`);
    }
  }
}
