/** A release is on disk, bytes and names, before the link leads to it (fault F12). */
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';

const flushed = vi.hoisted(() => ({ hears: (_place: string) => {} }));
vi.mock('@veldlicht/database/durable-file', async (load) => {
  const real = await load<typeof import('@veldlicht/database/durable-file')>();
  const syncPath: typeof real.syncPath = async (place) => {
    await real.syncPath(place);
    flushed.hears(place);
  };
  return { ...real, syncPath };
});

const world = usePublishWorld();

it('flushes every file and folder of a release before visitors can see it', async () => {
  const { releases } = world.folder;
  const current = path.join(releases, 'current');
  const live = () => (existsSync(current) ? readlinkSync(current) : null);
  world.addItem();
  const { publish } = world.publisher();
  await publish();
  const before = live();
  world.edit(1, { title: 'Nieuw' });
  /** What is on disk, whatever it was called at that moment; renaming keeps the inode. */
  const inodes = new Set<number>();
  flushed.hears = (place) => {
    if (live() === before) inodes.add(statSync(place).ino);
  };
  const made = await publish();
  expect(live()).toBe(made?.id);
  const root = path.join(releases, made?.id ?? '');
  const pages = ['index', 'mediabibliotheek', 'foto/01/item-0001'].flatMap((name) =>
    ['.html', '.html.br', '.html.gz'].map((form) => path.join(root, name + form)),
  );
  const shard = path.dirname(path.join(root, 'foto/01/item-0001.html'));
  const folders = [releases, root, path.dirname(shard), shard, path.join(releases, 'index')];
  const shards = path.join(releases, 'shards', 'foto-01');
  const manifests = path.join(releases, 'manifests', 'releases');
  const names = [...folders, shards, manifests, path.join(manifests, `${made?.id}.json`)];
  for (const place of [...pages, ...names, path.join(root, 'release.json')])
    expect([place, inodes.has(statSync(place).ino)]).toEqual([place, true]);
  expect(readdirSync(root).some((name) => name.endsWith('.tmp'))).toBe(false);
});
