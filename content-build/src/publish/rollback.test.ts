/** Going back to an earlier release: as it was, without what may no longer be told. */
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import { auditLog, categories, media, mediaTags } from '@veldlicht/database/schema';
import { sha256 } from '@veldlicht/database/sha256';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { place, usePublishWorld } from '../testing/publish-world.ts';
import { plainSite } from '../testing/world.ts';
import { keptReleases } from './publish-state.ts';
import { publishDelay } from './publish-timing.ts';
import { rollBack } from './rollback.ts';

const oldSnapshot = new URL('../testing/old-snapshot.json', import.meta.url);
const world = usePublishWorld();
const { publisher, back, live, page, find, edit, drop, hashOf, state, setProfile } = world;

it('shows the very release again, with the index that was closed meanwhile, until the next change', async () => {
  world.addItem();
  const { publish } = publisher();
  const first = await publish();
  world.addItem({ title: 'Tweede' });
  const second = await publish();
  const before = new Map(live());
  const index = () => readdirSync(path.join(world.folder.releases, 'index')).sort();
  const files = index();
  world.site.rendered.length = 0;
  expect(await back(first?.id)).toBe(first?.id);
  expect([find('Tweede'), readdirSync(world.folder.publicMedia).length]).toEqual([[], 1]);
  expect(state().heldRevision).toBe(state().revision);
  expect(keptReleases(world.db).find((one) => one.state === 'live')?.id).toBe(first?.id);
  // And forward again.
  expect(await back(second?.id)).toBe(second?.id);
  expect(world.site.rendered).toEqual([]);
  expect([live(), readdirSync(world.folder.publicMedia).length]).toEqual([before, 2]);
  expect(files).toEqual(expect.arrayContaining(index()));
  expect(index().length).toBeGreaterThan(0);
  edit(1, { title: 'Verder' });
  await publish();
  expect(page()).toContain('Verder');
});

describe('what was removed since', () => {
  it('stays away when it was deleted; the rest is as it was, and only what differs is rendered', async () => {
    world.addItems(120);
    edit(50, { title: 'Vos' });
    world.db
      .insert(mediaTags)
      .values({ mediaSeq: 50, tagId: world.addTag('nacht') })
      .run();
    const { publish } = publisher();
    const first = await publish();
    drop(50);
    await publish();
    edit(90, { title: 'Anders' });
    await publish();
    const step = { action: 'restore', entity: 'site', entityId: first?.id ?? '' } as const;
    const asked = { ...step, at: 1, actor: 'eva', summary: first?.id ?? '' };
    world.db.insert(auditLog).values(asked).run();
    let id = '';
    const rendered = await world.rendered(async () => {
      id = await back(first?.id);
    });
    expect(rendered.filter((name) => name.startsWith('/foto/'))).toEqual([
      ...['/foto/item-0049', '/foto/item-0051'],
    ]);
    for (const word of ['Vos', 'item-0050', world.hashOfFile(50), 'nacht', 'Anders'])
      expect(find(word)).toEqual([]);
    expect(page('foto/90/item-0090.html')).toContain('"title":"Item 90"');
    // The list of versions tells who went back.
    expect(keptReleases(world.db)[0]).toMatchObject({
      ...{ id, state: 'live' },
      changes: {
        total: 1,
        newest: [{ actor: 'eva', action: 'restore', entity: 'site', summary: first?.id }],
      },
    });
    expect(id).not.toBe(first?.id);
    expect(JSON.parse(page('release.json')).id).toBe(id.replace(/-\d+$/, ''));
  });

  it('tells a place as it is told today, and none that the release did not tell', async () => {
    const nest = { title: 'Nest', location: place, locationPrivacy: 'exact' } as const;
    world.addItem({ ...nest, description: `Op ${place}, hoog in de boom.` });
    world.addItem({ ...nest, title: 'Open' });
    world.addItem({ location: place, locationPrivacy: 'hidden' });
    const { publish } = publisher();
    const first = await publish();
    expect(find('52.131234')).not.toEqual([]);
    edit(1, { locationPrivacy: 'approximate', description: 'Hoog in de boom.', title: 'Anders' });
    edit(2, { locationPrivacy: 'hidden' });
    edit(3, { locationPrivacy: 'exact' });
    await publish();
    await back(first?.id);
    expect(find('52.131234')).toEqual([]);
    expect(page()).toContain('"title":"Nest"');
    expect(page()).toContain('omgeving');
    expect(page()).toContain('"description":"Hoog in de boom."');
    expect(page('foto/02/item-0002.html')).toContain('"place":null');
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
    setProfile({ heroTitle: 'Anders' });
    drop(1);
    world.site = plainSite('b'.repeat(64));
    const { publish } = publisher();
    await publish();
    await back(first?.id);
    expect([find('Vos'), find('Anders')]).toEqual([[], []]);
    expect(page('index.html')).toContain('Ree');
    edit(2, { title: 'Reebok' });
    await publish();
    expect(page('index.html')).toContain('Reebok');
    expect(page('licentie.html')).toContain('Anders');
  });

  it('is no position, wherever it was written, nor the address that it was in', async () => {
    // As the files of a release are read here.
    const spot = '52,1312° noord 5,8604° oost';
    const written = Buffer.from(spot).toString('latin1');
    const { db } = world;
    const tag = world.addTag(`nest ${spot}`);
    const category = (name: string, description: string | null) =>
      db.update(categories).set({ name, description }).where(eq(categories.id, 'fauna')).run();
    category(`nest ${spot}`, spot);
    setProfile({ about: spot });
    const words = { title: spot, description: spot, alt: spot };
    world.addItem({ ...words, categoryId: 'fauna', slug: 'oud-52-0001' });
    db.insert(mediaTags).values({ mediaSeq: 1, tagId: tag }).run();
    checkPublicTexts(db, undefined, true);
    const { publish } = publisher();
    const first = await publish();
    expect(find(written)).not.toEqual([]);
    category('fauna', spot);
    db.update(categories).set({ name: 'nest' }).where(eq(categories.id, tag)).run();
    setProfile({});
    edit(1, { title: 'Nest', description: 'Hoog', alt: null, slug: 'nieuw-0002' });
    const second = await publish();
    expect(live().get('retired-0001.txt')).toBe('410\n');
    for (const id of [first?.id, second?.id]) {
      await back(id);
      expect([find(written), find('oud-52')]).toEqual([[], []]);
      expect(live().get('retired-0001.txt')).toBe('410\n');
      expect(page('foto/02/nieuw-0002.html')).toContain('"categoryLabel":"Fauna"');
      expect(page('mediabibliotheek.html')).toContain('"name":"fauna","label":"Fauna","count":1');
    }
  });

  it('is no changed text with as many numbers as a position has', async () => {
    world.addItem({
      title: 'Zomer 2024',
      description: 'vak 52 1312 bij 5 8604',
      alt: 'Bos 12, 13',
    });
    const { publish } = publisher();
    const first = await publish();
    edit(1, { title: 'Zomer', description: 'Hoog', alt: 'Bos' });
    await publish();
    await back(first?.id);
    expect(find('52 1312')).toEqual([]);
    for (const text of ['Zomer 2024', 'Bos 12, 13']) expect(find(text)).not.toEqual([]);
  });

  it('is what is withheld, however public it was', async () => {
    world.addItem({ title: 'Eigen' });
    world.addItem({ title: `Nest ${place}` });
    checkPublicTexts(world.db, undefined, true);
    const { publish } = publisher();
    const first = await publish();
    edit(1, { title: `Eigen ${place}` });
    checkPublicTexts(world.db, eq(media.seq, 2), false);
    checkPublicTexts(world.db);
    const isAway = () => expect([find('Eigen'), find('Nest')]).toEqual([[], []]);
    await publish();
    isAway();
    await back(first?.id);
    isAway();
    expect(page('rss.xml')).not.toContain('item-000');
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
  // It looks at the clock for the second time once it has read what is public.
  let looks = 0;
  const now = () => {
    if (++looks === 2) drop(2);
    return world.clock++;
  };
  await rollBack(world.deps({ now }), first?.id ?? '');
  expect(find('item-0002')).not.toEqual([]);
  expect(publishDelay({ ...state(), scheduledAt: null }, 0, Date.now())).not.toBeNull();
});

describe('the snapshot of a release', () => {
  const chunks = () => path.join(world.folder.releases, 'snapshots', 'chunks');

  it('is for the owner of the process only, shares what did not change, and goes with its release', async () => {
    world.addItem();
    world.addItem({ seq: 400 });
    const { publish, prune } = publisher();
    await publish();
    expect(readdirSync(chunks())).toHaveLength(2);
    for (let i = 0; i < 7; i++) {
      // Seldom enough for none to be kept for the sake of its day.
      world.clock += 40 * 24 * 3_600_000;
      edit(1, { title: `Titel ${i}` });
      await publish();
      if (i === 0) expect(readdirSync(chunks())).toHaveLength(3);
      await prune();
    }
    expect(readdirSync(chunks())).toHaveLength(6);
    writeFileSync(path.join(chunks(), 'stray.json.gz'), '');
    writeFileSync(path.join(chunks(), '..', 'r1-stray.json'), '');
    await prune();
    expect(readdirSync(chunks())).toHaveLength(6);
    expect(readdirSync(path.dirname(chunks()))).toHaveLength(6);
    const modeOf = (place: string) => statSync(place).mode & 0o777;
    expect([path.dirname(chunks()), chunks()].map(modeOf)).toEqual([0o700, 0o700]);
    for (const name of readdirSync(chunks())) expect(modeOf(path.join(chunks(), name))).toBe(0o600);
  });

  it('is needed: when it is damaged or lost, the site stays as it is and the reason is said', async () => {
    world.addItem();
    const { publish } = publisher();
    const first = await publish();
    const [name = ''] = readdirSync(chunks());
    edit(1, { title: 'Nieuw' });
    await publish();
    const before = live();
    const file = path.join(chunks(), name);
    for (const damage of [
      () => writeFileSync(file, readFileSync(file).subarray(0, 40)),
      () => rmSync(file),
      () => rmSync(path.join(chunks(), '..', `${first?.id}.json`)),
    ]) {
      damage();
      await expect(back(first?.id)).rejects.toThrow('Nothing tells any more what release');
      expect(live()).toEqual(before);
      expect(state().heldRevision).toBeNull();
    }
  });

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
