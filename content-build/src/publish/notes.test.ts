/** Field notes on the site: what they show, what an edit of one costs, and what never comes out. */
import { shownAs } from '@veldlicht/contract/story';
import { mediaSpecies, species, stories } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { releaseFolder } from '../release/release-folder.ts';
import { readSnapshotList } from '../release/snapshot-store.ts';
import { openDatabaseSource } from '../snapshot/database-source.ts';
import { openDraftSource } from '../snapshot/draft-source.ts';
import { exportSnapshot, parseSnapshot, snapshotSource } from '../snapshot/snapshot-file.ts';
import { filesFromNothing, origin, place, usePublishWorld } from '../testing/publish-world.ts';
import { useStories } from '../testing/stories.ts';
import { cleanUp } from '../worker/clean-up.ts';
import { scheduledMoment } from './publish-timing.ts';

const world = usePublishWorld();
const { publisher, back, page, live, find, edit } = world;
const DAY = 86_400_000;

const {
  add: addNote,
  edit: editNote,
  pageOf,
  rendered,
} = useStories(world, { kind: 'note', folder: 'veldnotities', body: (id) => `Over ${id}.` });

beforeEach(() => {
  for (const title of ['Ree', 'Vos', 'Das']) world.addItem({ title, alt: `Foto van ${title}` });
});

describe('field notes', () => {
  it('come with the first and go with the last, on every page that leads there', async () => {
    const { publish } = publisher();
    await publish();
    expect(find('veldnotities')).toEqual([]);
    addNote('vorst', { body: `Stil.\n\n${shownAs('m1', 'Bij het ven')}`, cover: 'm2' });
    await publish();
    for (const place of ['index.html', 'licentie.html', 'foto/03/item-0003.html'])
      expect(page(place)).toContain('"hasNotes":true');
    for (const text of ['Stil.', 'Bij het ven', 'item-0001', 'item-0002'])
      expect(pageOf('vorst')).toContain(text);
    expect(pageOf('vorst')).not.toContain('item-0003');
    for (const place of ['veldnotities.html', 'sitemap-0.xml', 'rss.xml'])
      expect(page(place)).toContain('/veldnotities/vorst-0001');
    editNote('vorst', { deletedAt: 1 });
    await publish();
    expect(find('veldnotities')).toEqual([]);
    expect(find('hasNotes')).toEqual([]);
  });

  it('cost what they touch', async () => {
    addNote('vorst', { body: shownAs('m1'), date: '2026-01-03' });
    addNote('dooi', { body: shownAs('m2'), date: '2026-01-02' });
    addNote('regen', { date: '2026-01-01' });
    const { publish } = publisher();
    await publish();
    const shared = ['/rss.xml', '/veldnotities'];
    editNote('regen', { body: 'Nat.' });
    expect(await rendered(publish)).toEqual([...shared, '/veldnotities/regen-0001']);
    // The list has no more than the first words.
    editNote('regen', { body: `Nat.\n\n${shownAs('m3')} En koud.` });
    await publish();
    editNote('regen', { body: `Nat.\n\n${shownAs('m3')} En warm.` });
    expect(await rendered(publish)).toEqual(['/rss.xml', '/veldnotities/regen-0001']);
    // A new title stands on the pages of its neighbours too.
    editNote('regen', { title: 'Storm' });
    expect(await rendered(publish)).toEqual([
      ...[...shared, '/veldnotities/dooi-0001', '/veldnotities/regen-0001'],
    ]);
    edit(2, { alt: 'Vos in de regen' });
    const touched = await rendered(publish);
    expect(touched).toContain('/veldnotities/dooi-0001');
    expect(touched).not.toContain('/veldnotities/vorst-0001');
    edit(2, { description: 'Alleen op haar pagina' });
    expect(await rendered(publish)).not.toContain('/veldnotities/dooi-0001');
    expect(await rendered(publish)).toEqual([]);
    const fresh = await filesFromNothing(world.deps());
    for (const [file, text] of live()) if (fresh.has(file)) expect(fresh.get(file)).toBe(text);
  });

  it('name the species of what they show', async () => {
    addNote('vorst', { body: shownAs('m1') });
    const { publish } = publisher();
    await publish();
    const names = { scientificName: 'Capreolus capreolus', dutchName: 'Ree' };
    world.api
      .insert(species)
      .values({ ...names, groupName: 'mammals' })
      .run();
    world.api
      .insert(mediaSpecies)
      .values({ mediaSeq: 1, scientificName: names.scientificName, position: 0 })
      .run();
    await publish();
    expect(pageOf('vorst')).toContain(JSON.stringify([names]));
  });

  it('begin and end by the clock', async () => {
    addNote('vorst', { publishFrom: 5000, publishUntil: 9000 });
    const { publish } = publisher();
    await publish();
    const next = () => scheduledMoment(world.db, world.state().shownAt, world.clock);
    expect([find('vorst'), next()]).toEqual([[], 5000]);
    world.clock = 5000;
    await publish();
    expect(find('vorst')).not.toEqual([]);
    const { firstPublishedAt } = world.api.select().from(stories).get() ?? {};
    expect(firstPublishedAt).toBeGreaterThanOrEqual(5000);
    world.clock = 9000;
    await publish();
    expect(find('vorst')).toEqual([]);
  });

  it('in the trash go after thirty days', () => {
    addNote('vorst', { deletedAt: 1 });
    addNote('dooi');
    cleanUp(world.db, world.folder, 30 * DAY);
    expect(world.api.select().from(stories).all()).toHaveLength(2);
    cleanUp(world.db, world.folder, 30 * DAY + 2);
    expect(
      world.api
        .select()
        .from(stories)
        .all()
        .map(({ id }) => id),
    ).toEqual(['dooi']);
  });

  it('at an address that has ended answer 410', async () => {
    addNote('vorst', { slug: 'vorst-4711', firstPublishedAt: 1 });
    editNote('vorst', { slug: 'vorst-0815' });
    await publisher().publish();
    expect(live().get('retired-4711.txt')).toBe('410\n');
  });
});

describe('what is not public', () => {
  it.each([
    ['a draft', () => edit(1, { status: 'draft' })],
    ['withheld', () => edit(1, { withheld: true })],
    ['ended', () => edit(1, { publishUntil: 1 })],
    ['gone', () => world.drop(1)],
  ])('stays out of a note when it is %s, with what was said of it', async (_why, hide) => {
    const body = `Voor. ${shownAs('m1', 'Geheim')} ${shownAs('m2')} Na.`;
    addNote('vorst', { body, cover: 'm1' });
    const { publish } = publisher();
    const first = await publish();
    expect(pageOf('vorst')).toContain('Geheim');
    hide();
    await publish();
    const gone = () =>
      ['Geheim', 'item-0001', world.hashOfFile(1)].filter((word) => find(word).length > 0);
    expect(gone()).toEqual([]);
    // Nor does what is written down of the release.
    const source = openDatabaseSource(world.folder.database, origin, world.clock);
    expect(JSON.stringify(exportSnapshot(source))).not.toContain('Geheim');
    source.close();
    for (const text of ['Voor.', 'Na.', 'item-0002']) expect(pageOf('vorst')).toContain(text);
    const shown = await back(first?.id);
    expect(gone()).toEqual([]);
    expect(pageOf('vorst')).toContain('Voor.');
    const kept = await readSnapshotList(releaseFolder(world.folder.releases), shown);
    expect(kept?.stories).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain('Geheim');
  });

  it('is no draft, no note with a position, and nothing of the trash', async () => {
    addNote('kladje', { status: 'draft' });
    addNote('nest', { body: `Bij **52.13**1234, 5.860432.` });
    addNote('weg', { deletedAt: 1 });
    addNote('goed');
    await publisher().publish();
    for (const id of ['kladje', 'nest', 'weg']) expect(find(id)).toEqual([]);
    const source = openDraftSource(world.folder.database, origin, '/admin/preview', 1);
    expect(source.stories.map(({ id }) => id).sort()).toEqual(['goed', 'kladje']);
    source.close();
  });
});

it('tells of a note the month alone while it shows something guarded, also of an earlier one', async () => {
  addNote('uil', {
    body: shownAs('m1'),
    date: '2026-01-19',
    firstPublishedAt: Date.UTC(2026, 0, 20),
  });
  addNote('dooi', { date: '2026-01-12', body: 'Een' });
  const { publish } = publisher();
  const first = await publish();
  expect(pageOf('uil')).toContain('"date":"2026-01-19"');
  edit(1, { guard: 'hidden', guardOrder: 0.5 });
  editNote('dooi', { body: 'Twee' });
  await publish();
  const told = () => {
    for (const text of ['2026-01-19', '2026-01-20']) expect(find(text)).toEqual([]);
    expect(pageOf('uil')).toContain('"date":"2026-01","publishedAt":"2026-01-01T');
    // Its place among the others tells no more.
    expect(page('veldnotities.html')).toMatch(/dooi-0001.*uil-0001/);
  };
  told();
  await back(first?.id);
  expect(pageOf('dooi')).toContain('Een');
  told();
});

describe('going back', () => {
  it('shows a note as it was, at its address of today, without what was taken off', async () => {
    addNote('vorst', { body: 'Eerst.' });
    addNote('dooi');
    const { publish } = publisher();
    const first = await publish();
    editNote('vorst', { body: 'Later.', slug: 'ijs-0002' });
    editNote('dooi', { status: 'draft' });
    await publish();
    await back(first?.id);
    expect(page('veldnotities/ijs-0002.html')).toContain('Eerst.');
    expect(find('Later.')).toEqual([]);
    expect(find('/veldnotities/vorst-0001')).toEqual([]);
    expect(find('dooi')).toEqual([]);
  });

  it('does not bring back a line in which somebody may have found the spot', async () => {
    addNote('vorst', { body: `Mooi.\n\nBij ${place}.`, allowedPositions: [place] });
    addNote('dooi', { body: 'vak 52 1312 bij 5 8604' });
    const { publish } = publisher();
    const first = await publish();
    expect(find(place)).not.toEqual([]);
    editNote('vorst', { body: 'Mooi.' });
    editNote('dooi', { body: 'vak' });
    await publish();
    await back(first?.id);
    for (const text of [place, '52 1312']) expect(find(text)).toEqual([]);
    expect(pageOf('vorst')).toContain('Mooi.');
  });

  it('to before the notes shows none, and their link on no page', async () => {
    const { publish } = publisher();
    const first = await publish();
    addNote('vorst');
    await publish();
    await back(first?.id);
    expect(find('veldnotities')).toEqual([]);
    expect(find('hasNotes')).toEqual([]);
    world.ask({ retryAt: 1, heldRevision: null });
    await publish();
    expect(pageOf('vorst')).toContain('Over vorst.');
  });

  it('knows them from a snapshot that was sent elsewhere', () => {
    addNote('vorst', { body: shownAs('m1', 'Ree') });
    const source = openDraftSource(world.folder.database, origin, '/p', 1);
    const sent = parseSnapshot(JSON.parse(JSON.stringify(exportSnapshot(source))));
    const there = snapshotSource(sent);
    expect([there.stories, there.site.hasNotes]).toEqual([source.stories, true]);
    source.close();
  });
});
