import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepFigures, roundsOf, seededRandom } from '@veldlicht/scripts/nightly-figures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { folderBench, newFolder, targetSettings } from '#testing/rclone-bench.ts';
import {
  createSentWorld,
  deadEnds,
  describeTarget,
  isSite,
  retiredOf,
  type SentWorld,
  send,
} from '#testing/sent-site.ts';
import { type SshServer, startSshServer } from '#testing/ssh-server.ts';
import { openTarget, TargetError } from './rclone.ts';

const rounds = roundsOf('cuts', 4);
const random = seededRandom(109);

describeTarget('a folder', async () => {
  const root = newFolder();
  return folderBench(root, targetSettings(root));
}, ['halfway']);

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

  it(
    'is complete after a kill of rclone at any moment and a second send',
    async () => {
      const rclone = execFileSync('which', ['rclone'], { encoding: 'utf8' }).trim();
      const first = path.join(root, 'first');
      await send((await folderBench(first, targetSettings(first))).target, world, world.before);
      let killed = 0;
      for (let round = 0; round < rounds; round++) {
        const place = path.join(root, `site-${round}`);
        cpSync(first, place, { recursive: true });
        const well = await folderBench(place, targetSettings(place));
        // Wraps rclone: one of its uploads is killed.
        const [call, moment] = [3 + (round % 10), random() * 0.07];
        const folder = newFolder();
        const script = `#!/bin/sh
        printf x >> ${folder}/calls
        [ $(wc -c < ${folder}/calls) = ${call} ] && exec timeout -s KILL ${moment} ${rclone} "$@"
        exec ${rclone} "$@"`;
        writeFileSync(path.join(folder, 'rclone'), script, { mode: 0o755 });
        const settings = targetSettings(place, { PATH: `${folder}:${process.env.PATH}` });
        const dying = await openTarget(settings);
        const error: unknown = await send(dying, world, world.after).then(
          () => null,
          (caught: unknown) => caught,
        );
        // It may have ended before the kill.
        if (error !== null) expect(error).toBeInstanceOf(TargetError);
        killed += error === null ? 0 : 1;
        expect([round, await deadEnds(well)]).toEqual([round, []]);
        await send(well.target, world, world.after);
        await isSite(well, world.after, retiredOf(well));
      }
      expect(killed).toBeGreaterThan(0);
      keepFigures('cuts', { rounds, killed });
    },
    60_000 + rounds * 20_000,
  );

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
