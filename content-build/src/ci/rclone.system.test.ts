/** The real rclone: a folder, ssh, and errors. `rclone.nightly.test.ts` cuts and kills every step of a send. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { folderBench, newFolder, sendKilled, targetSettings } from '#testing/rclone-bench.ts';
import { createSentWorld, isSite, retiredOf, type SentWorld, send } from '#testing/sent-site.ts';
import { type SshServer, startSshServer } from '#testing/ssh-server.ts';
import { openTarget } from './rclone.ts';

describe('by ssh', () => {
  let server: SshServer;
  beforeAll(async () => {
    server = await startSshServer();
  });
  afterAll(() => server?.close());

  it('sends a site to a folder on another machine, then only changes', async () => {
    const world = createSentWorld();
    const root = newFolder();
    const bench = await folderBench(root, targetSettings(`site:${root}`, server.variables));
    for (const version of [world.before, world.after]) {
      await send(bench.target, world, version);
      await isSite(bench, version, version === world.after ? retiredOf(bench) : []);
    }
    await bench.close();
    world.remove();
  });

  it('refuses a host with another key', async () => {
    const other = path.join(server.home, 'none');
    writeFileSync(other, '');
    const variables = { ...server.variables, RCLONE_CONFIG_SITE_KNOWN_HOSTS_FILE: other };
    const refused = openTarget(targetSettings('site:/srv', variables));
    await expect(refused).rejects.toThrow(/knownhosts|handshake/);
    // By default the account's known_hosts applies, which is empty.
    const { RCLONE_CONFIG_SITE_KNOWN_HOSTS_FILE: _, ...silent } = variables;
    const settings = targetSettings('site:/srv', { ...silent, HOME: server.home });
    await expect(openTarget(settings)).rejects.toThrow('The target refused or did not answer');
  });
});

describe('a folder', () => {
  let world: SentWorld;
  let root: string;
  beforeAll(() => {
    world = createSentWorld();
  });
  beforeEach(() => {
    root = newFolder();
  });
  afterAll(() => world.remove());

  it('is created', async () => {
    const place = path.join(root, 'new', 'site');
    const bench = await folderBench(place, targetSettings(place));
    await send(bench.target, world, world.before);
    expect(await bench.read('index.html')).toContain('</html>');
  });

  it('loses the folder of a picture with its last file, but no other folder', async () => {
    const bench = await folderBench(root, targetSettings(root));
    await bench.plant('media/theirs/.keep', '');
    await bench.target.remove(['media/theirs/.keep']);
    await bench.plant('media/empty/x', '');
    await send(bench.target, world, world.before);
    await send(bench.target, world, world.after);
    const folders = readdirSync(path.join(root, 'media'));
    expect(folders).not.toContain('b'.repeat(32));
    expect(folders).toContain('a'.repeat(32));
    expect(folders).toContain('empty');
  });

  it('is complete after a kill of rclone and a second send', async () => {
    await send((await folderBench(root, targetSettings(root))).target, world, world.before);
    expect(await sendKilled(root, world, { call: 3, seconds: 0.001 })).toBe(true);
  });

  it('has pictures with random mtimes', async () => {
    const bench = await folderBench(root, targetSettings(root));
    await send(bench.target, world, world.before);
    const picture = path.join(root, 'media', 'a'.repeat(32), '960.jpg');
    expect(statSync(picture).mtimeMs).toBeLessThanOrEqual(1_000_000_000_000);
  });
});

describe('throws a reason without a secret', () => {
  const secret = 'korenwolf-in-de-klei-0123456789';
  it.each([
    ['a remote without a configuration', 'elsewhere:site', {}, 'config file'],
    ['a kind that rclone does not know', 'site:x', { RCLONE_CONFIG_SITE_TYPE: 'pigeon' }, 'pigeon'],
    [
      'a bucket without a name',
      'site:',
      { RCLONE_CONFIG_SITE_TYPE: 's3', RCLONE_CONFIG_SITE_PROVIDER: 'Other' },
      'DEPLOY_TARGET needs the name of a bucket',
    ],
  ])('for %s', async (_, place, variables, message) => {
    const settings = targetSettings(place, { ...variables, RCLONE_CONFIG_SITE_PASS: secret });
    const error = await openTarget(settings).catch(String);
    expect(error).toContain(message);
    expect(error).not.toContain(secret);
  });

  it('for a read-only folder', async () => {
    const place = path.join(newFolder(), 'file');
    writeFileSync(place, '');
    const world = createSentWorld();
    const sent = openTarget(targetSettings(place)).then((target) =>
      send(target, world, world.before),
    );
    const error = await sent.catch(String);
    expect(error).toMatch(/^TargetError: The target refused or did not answer: .+/);
    expect(error).not.toContain(place);
    world.remove();
  });

  it('for a server that does not answer', async () => {
    const variables = {
      RCLONE_CONFIG_SITE_TYPE: 's3',
      RCLONE_CONFIG_SITE_PROVIDER: 'Other',
      RCLONE_CONFIG_SITE_ENDPOINT: 'http://127.0.0.1:1',
      RCLONE_CONFIG_SITE_ACCESS_KEY_ID: 'somebody',
      RCLONE_CONFIG_SITE_SECRET_ACCESS_KEY: secret,
    };
    const target = await openTarget(targetSettings('site:bucket', variables));
    const error = await target.list().catch(String);
    expect(error).toContain('connection refused');
    expect(error).not.toMatch(/somebody|korenwolf/);
  });

  it('without rclone', async () => {
    const settings = { place: '/srv/site', environment: { PATH: '/nowhere' } };
    await expect(openTarget(settings)).rejects.toThrow('rclone is not installed');
    expect(existsSync('/srv/site')).toBe(false);
  });
});
