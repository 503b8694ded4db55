/** Against a real sshd and a real rsync on this machine. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDeployWorld,
  type DeployWorld,
  deploy,
  describeTarget,
  folderBench,
} from '#testing/deploy-world.ts';
import { type SshServer, startSshServer } from '#testing/ssh-server.ts';
import { rsyncTarget } from './rsync-target.ts';

/** A deploy is cut off at so many of its steps. */
const CUTS = roundsOf('cuts', 1);

let server: SshServer;
beforeAll(async () => {
  server = await startSshServer();
});
afterAll(() => server?.close());
const farFolder = () => path.join(mkdtempSync(path.join(tmpdir(), 'veldlicht-far-')), 'site');

describeTarget(
  'another machine',
  async () => {
    const root = farFolder();
    const open = () => rsyncTarget(server.settings(root));
    return folderBench(root, path.join(root, 'current'), open);
  },
  CUTS,
);
afterAll(() => keepFigures('cuts', { cuts: CUTS }));

/** Sends all but the folder of client files. */
const HALF = [
  'for each; do from=$before; before=$each; done',
  'rm -rf "$from/_astro"',
  '/usr/bin/rsync "$@"',
].join('\n');

describe('on another machine', () => {
  let world: DeployWorld;
  let far: string;
  beforeAll(async () => {
    world = await createDeployWorld();
    far = farFolder();
    await deploy(rsyncTarget(server.settings(far)), world.before);
  });
  afterAll(() => {
    world?.remove();
    rmSync(path.dirname(far), { recursive: true, force: true });
  });

  /** A program that does something else before, after or instead of the real one. */
  function program(name: string, script: string): string {
    const file = path.join(server.home, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  }
  const live = () => readlinkSync(path.join(far, 'current'));
  const has = (name: string) => existsSync(path.join(far, 'current', name));

  it.each([
    ['before anything was sent', 'exit 12', 'rsync ended with 12'],
    ['after half of it', `${HALF}\nexit 20`, 'rsync ended with 20'],
    ['after half of it, and says that all is well', HALF, 'the new release is not whole'],
    ['by a signal', 'kill -9 $$', 'rsync ended with SIGKILL'],
  ])('the old site stays when sending ends %s', async (name, script, reason) => {
    const before = live();
    const rsync = program(`rsync-${name.length}`, script);
    const target = rsyncTarget(server.settings(far), { ssh: 'ssh', rsync });
    await expect(deploy(target, world.after)).rejects.toThrow(reason);
    expect(live()).toBe(before);
    expect([has('foto/item-0002.html'), has('foto/item-0006.html')]).toEqual([true, false]);
  });

  it('the old site stays when the line breaks before the swap', async () => {
    const before = live();
    const count = path.join(server.home, 'count');
    // The third call is the swap: begin and rsync come before it.
    const ssh = program(
      'ssh-cut',
      `echo x >> ${count}; [ "$(wc -l < ${count})" -lt 3 ] || exit 255; exec ssh "$@"`,
    );
    const target = rsyncTarget(server.settings(far), { ssh, rsync: 'rsync' });
    await expect(deploy(target, world.after)).rejects.toThrow('ended with 255');
    expect(live()).toBe(before);
    expect(has('foto/item-0006.html')).toBe(false);
    await deploy(rsyncTarget(server.settings(far)), world.after);
    expect([has('foto/item-0002.html'), has('foto/item-0006.html')]).toEqual([false, true]);
    // Of what was cut off, and of the release before, nothing is left.
    expect(readdirSync(path.join(far, 'releases'))).toEqual([path.basename(live())]);
    expect(existsSync(path.join(far, '.deploying'))).toBe(false);
  });

  it('refuses a host that it does not know, and asks nobody for a password', async () => {
    const settings = server.settings(far);
    const empty = path.join(server.home, 'nobody');
    writeFileSync(empty, '');
    const strange = rsyncTarget({ ...settings, knownHostsFile: empty });
    await expect(deploy(strange, world.before)).rejects.toThrow(/ssh ended with 255/);
    const locked = rsyncTarget({ ...settings, keyFile: path.join(server.home, 'host') });
    await expect(deploy(locked, world.before)).rejects.toThrow(/Permission denied/);
  });
});
