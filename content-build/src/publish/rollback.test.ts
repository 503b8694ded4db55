import { readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { auditLog, settings } from '@veldlicht/database/schema';
import { sha256 } from '@veldlicht/database/sha256';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { place, usePublishWorld } from '../testing/publish-world.ts';
import { plainSite } from '../testing/world.ts';
import { keptReleases } from './publish-state.ts';
import { publishDelay } from './publish-timing.ts';

const meanwhile = vi.hoisted(() => ({ happens: () => {} }));
vi.mock('../release/release-folder.ts', async (load) => {
  const real = await load<typeof import('../release/release-folder.ts')>();
  const activateRelease: typeof real.activateRelease = (...args) => {
    meanwhile.happens();
    return real.activateRelease(...args);
  };
  return { ...real, activateRelease };
});
afterEach(() => {
  meanwhile.happens = () => {};
});

const oldSnapshot = new URL('../testing/old-snapshot.json', import.meta.url);
const world = usePublishWorld();
const { publisher, back, live, page, find, edit, drop, hashOf, state } = world;

describe('when nothing was removed since', () => {
  it('shows the very release again, until the next change', async () => {
    world.addItem();
    const { publish } = publisher();
    const first = await publish();
    edit(1, { title: 'Later' });
    await publish();
    world.site.rendered.length = 0;
    expect(await back(first?.id)).toBe(first?.id);
    expect(world.site.rendered).toEqual([]);
    expect(page()).toContain('Item 1');
    expect(state().heldRevision).toBe(state().revision);
    expect(keptReleases(world.db).find((one) => one.state === 'live')?.id).toBe(first?.id);
    edit(1, { title: 'Verder' });
    await publish();
    expect(page()).toContain('Verder');
  });

  it('goes forward again, with the index that going back had closed', async () => {
    world.addItem();
    const { publish } = publisher();
    const first = await publish();
    world.addItem({ title: 'Tweede' });
    const second = await publish();
    const before = new Map(live());
    const index = () => readdirSync(path.join(world.folder.releases, 'index')).sort();
    const files = index();
    await back(first?.id);
    expect(find('Tweede')).toEqual([]);
    expect(readdirSync(world.folder.publicMedia)).toHaveLength(1);
    expect(await back(second?.id)).toBe(second?.id);
    expect(readdirSync(world.folder.publicMedia)).toHaveLength(2);
    expect(live()).toEqual(before);
    expect(files).toEqual(expect.arrayContaining(index()));
    expect(find('Tweede')).toContain('mediabibliotheek.html');
    expect(index().length).toBeGreaterThan(0);
  });
});

describe('what was removed since', () => {
  it('stays away when it was deleted, and the rest is as it was', async () => {
    world.addItem({ title: 'Vos', tags: ['nacht'] });
    world.addItem({ title: 'Ree' });
    const { publish } = publisher();
    const first = await publish();
    const gone = hashOf(1);
    edit(2, { title: 'Anders' });
    drop(1);
    await publish();
    const step = { action: 'restore', entity: 'site', entityId: first?.id ?? '' } as const;
    const asked = { ...step, at: 1, actor: 'eva', summary: first?.id ?? '' };
    world.db.insert(auditLog).values(asked).run();
    const id = await back(first?.id);
    expect(id).not.toBe(first?.id);
    // The list of versions tells who went back.
    expect(keptReleases(world.db)[0]?.changes).toEqual({
      total: 1,
      newest: [{ actor: 'eva', action: 'restore', entity: 'site', summary: first?.id }],
    });
    expect(page('foto/02/item-0002.html')).toContain('"title":"Ree"');
    for (const word of ['Vos', 'item-0001', gone, 'nacht']) expect(find(word)).toEqual([]);
    expect(keptReleases(world.db)[0]).toMatchObject({ id, state: 'live' });
    expect(JSON.parse(page('release.json')).id).toBe(id.replace(/-\d+$/, ''));
  });

  it('renders only what differs from the release that is gone back to', async () => {
    world.addItems(120);
    const { publish } = publisher();
    const first = await publish();
    drop(50);
    await publish();
    edit(90, { title: 'Anders' });
    await publish();
    world.site.rendered.length = 0;
    await back(first?.id);
    const items = world.site.rendered.filter((name) => name.startsWith('/foto/'));
    expect(items.sort()).toEqual(['/foto/item-0049', '/foto/item-0051']);
    expect(find('Anders')).toEqual([]);
  });

  it('tells a place as it is told today', async () => {
    const nest = { title: 'Nest', location: place, locationPrivacy: 'exact' } as const;
    world.addItem({ ...nest, description: `Op ${place}, hoog in de boom.` });
    world.addItem({ ...nest, title: 'Open' });
    const { publish } = publisher();
    const first = await publish();
    expect(find('52.131234')).not.toEqual([]);
    edit(1, { locationPrivacy: 'approximate', description: 'Hoog in de boom.', title: 'Anders' });
    edit(2, { locationPrivacy: 'hidden' });
    await publish();
    await back(first?.id);
    expect(find('52.131234')).toEqual([]);
    expect(page()).toContain('"title":"Nest"');
    expect(page()).toContain('omgeving');
    expect(page()).toContain('"description":"Hoog in de boom."');
    expect(page('foto/02/item-0002.html')).toContain('"place":null');
  });

  it('never tells a place that the release did not tell', async () => {
    world.addItem({ location: place, locationPrivacy: 'hidden' });
    const { publish } = publisher();
    const first = await publish();
    edit(1, { locationPrivacy: 'exact' });
    await publish();
    await back(first?.id);
    expect(find('52.131234')).toEqual([]);
  });

  it('shows the picture of today where the one of then no longer exists', async () => {
    world.addItem({ title: 'Ree' });
    world.addItem();
    const { publish } = publisher();
    const first = await publish();
    const then = hashOf(1);
    edit(1, { fileHash: hashOf(2), title: 'Anders' });
    await publish();
    rmSync(path.join(world.folder.renditions, then), { recursive: true });
    await back(first?.id);
    expect(page()).toContain('"title":"Ree"');
    expect(page()).toContain(hashOf(2));
    expect(find(then)).toEqual([]);
  });

  it('needs no release of its own when the live one shows just that', async () => {
    world.addItem();
    world.addItem();
    const { publish } = publisher();
    const first = await publish();
    drop(1);
    const second = await publish();
    expect(await back(first?.id)).toBe(second?.id);
  });

  it('stays away though the settings and the build of the site are others now', async () => {
    world.addItem({ title: 'Vos' });
    world.addItem({ title: 'Ree' });
    const first = await publisher().publish();
    world.db
      .update(settings)
      .set({ profile: { heroTitle: 'Anders' } })
      .run();
    drop(1);
    world.site = plainSite('b'.repeat(64));
    const { publish } = publisher();
    await publish();
    await back(first?.id);
    expect(find('Vos')).toEqual([]);
    expect(find('Anders')).toEqual([]);
    expect(page('index.html')).toContain('Ree');
    edit(2, { title: 'Reebok' });
    await publish();
    expect(page('index.html')).toContain('Reebok');
    expect(page('licentie.html')).toContain('Anders');
  });
});

it('closes earlier index files as soon as something in them is removed, and only then', async () => {
  world.addItem({ title: 'Vos' });
  world.addItem({ title: 'Ree' });
  const { publish } = publisher();
  await publish();
  edit(2, { title: 'Reegeit' });
  await publish();
  expect(find('Ree"')).not.toEqual([]);
  edit(2, { title: 'Reebok' });
  drop(1);
  await publish();
  for (const word of ['Vos', 'Ree"', 'Reegeit']) expect(find(word)).toEqual([]);
});

it('publishes what is deleted while the step back is being taken', async () => {
  world.addItem();
  world.addItem();
  const { publish } = publisher();
  const first = await publish();
  edit(1, { title: 'Nieuw' });
  await publish();
  meanwhile.happens = () => drop(2);
  await back(first?.id);
  expect(publishDelay({ ...state(), scheduledAt: null }, 0, Date.now())).not.toBeNull();
});

describe('the snapshot of a release', () => {
  const chunks = () => path.join(world.folder.releases, 'snapshots', 'chunks');

  it('is for the owner of the process only, and shares what did not change', async () => {
    world.addItem();
    world.addItem({ seq: 400 });
    const { publish } = publisher();
    await publish();
    expect(readdirSync(chunks())).toHaveLength(2);
    edit(1, { title: 'Anders' });
    await publish();
    expect(readdirSync(chunks())).toHaveLength(3);
    const modes = [path.dirname(chunks()), chunks()].map((at) => statSync(at).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
    for (const name of readdirSync(chunks()))
      expect(statSync(path.join(chunks(), name)).mode & 0o777).toBe(0o600);
  });

  it('goes with its release', async () => {
    world.addItem();
    const { publish, prune } = publisher();
    for (let i = 0; i < 8; i++) {
      // Seldom enough for none to be kept for the sake of its day.
      world.clock += 40 * 24 * 3_600_000;
      edit(1, { title: `Titel ${i}` });
      await publish();
      await prune();
    }
    expect(readdirSync(chunks())).toHaveLength(5);
    writeFileSync(path.join(chunks(), 'stray.json.gz'), '');
    writeFileSync(path.join(chunks(), '..', 'r1-stray.json'), '');
    await prune();
    expect(readdirSync(chunks())).toHaveLength(5);
    expect(readdirSync(path.dirname(chunks()))).toHaveLength(6);
  });

  it.each(['missing', 'cut off', 'listed no more'])(
    'is needed: when it is %s, the site stays as it is and the reason is said',
    async (fault) => {
      world.addItem();
      const { publish } = publisher();
      const first = await publish();
      const [name = ''] = readdirSync(chunks());
      edit(1, { title: 'Nieuw' });
      await publish();
      const before = live();
      const file = path.join(chunks(), name);
      if (fault === 'missing') rmSync(file);
      if (fault === 'cut off') writeFileSync(file, readFileSync(file).subarray(0, 40));
      if (fault === 'listed no more') rmSync(path.join(chunks(), '..', `${first?.id}.json`));
      await expect(back(first?.id)).rejects.toThrow('Nothing tells any more what release');
      expect(live()).toEqual(before);
      expect(state().heldRevision).toBeNull();
    },
  );

  it('is read as it was recorded before fields were added to it', async () => {
    const { facts, items } = JSON.parse(readFileSync(oldSnapshot, 'utf8'));
    world.addItem();
    const [first] = await world.publishTitles('Vroeger', 'Nieuw');
    items[0].entry.hash = hashOf(1);
    const json = JSON.stringify(items);
    const name = sha256(json).slice(0, 32);
    const list = { ...facts, chunks: [{ number: 0, key: '', name }] };
    writeFileSync(path.join(chunks(), `${name}.json.gz`), gzipSync(json));
    writeFileSync(path.join(chunks(), '..', `${first}.json`), JSON.stringify(list));
    await back(first);
    expect(page()).toContain('"title":"Grutto"');
    expect(page('mediabibliotheek.html')).toContain('"tags":["weide"]');
  });

  it('is made up for by the next look when a worker died before it was written', async () => {
    world.addItem();
    const first = await publisher().publish();
    rmSync(path.join(world.folder.releases, 'snapshots'), { recursive: true });
    expect(await publisher().publish()).toBeNull();
    edit(1, { title: 'Nieuw' });
    await publisher().publish();
    await back(first?.id);
    expect(page()).toContain('Item 1');
  });
});

it('refuses a release that there is not, and makes one anew whose files are gone', async () => {
  world.addItem();
  const { publish } = publisher();
  const first = await publish();
  edit(1, { title: 'Nieuw' });
  const second = await publish();
  await expect(back('r1-unknown')).rejects.toThrow('There is no release r1-unknown.');
  expect(readlinkSync(path.join(world.folder.releases, 'current'))).toBe(second?.id);
  rmSync(path.join(world.folder.releases, first?.id ?? ''), { recursive: true });
  await back(first?.id);
  expect(page()).toContain('Item 1');
});
