/** Field notes and series: what they show, which pages an edit touches, and what stays private. */
import type { StoryKind } from '@veldlicht/contract/story';
import type { Block } from '@veldlicht/contract/story-body';
import { single, stored, words } from '@veldlicht/contract/testing/blocks';
import { openDrafts } from '@veldlicht/database/public/project-drafts';
import { checkStories } from '@veldlicht/database/public-texts';
import { mediaSpecies, species, stories, storyRows } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { origin, usePublishWorld } from '../testing/publish-world.ts';
import { projectInMemory } from './projection.ts';
import { scheduledMoment } from './publish-timing.ts';

const world = usePublishWorld();
const { publisher, page, find, edit, rendered, setProfile } = world;
beforeEach(() => {
  for (const title of ['Ree', 'Vos', 'Das']) world.addItem({ title, alt: `Foto van ${title}` });
});

/** Blocks of a text and items with captions. */
const body = (text: string, ids: string[] = []) =>
  stored(words(text), ...ids.map((id) => single(id, `Geheim van ${id}`)));

/** Addresses of each kind. */
const kinds = {
  note: { folder: 'veldnotities', list: 'veldnotities', flag: 'hasNotes' },
  series: { folder: 'reeks', list: 'reeksen', flag: 'hasSeries' },
};

type Change = Partial<typeof storyRows.$inferInsert>;

/** Adds a story as the API does; its slug is its id and 0001. */
function add(kind: StoryKind, id: string, change: Change = {}): void {
  const row = { id, slug: `${id}-0001`, kind, title: id, date: '2026-01-09' };
  const rest = {
    body: '[]',
    status: 'published',
    createdAt: 1,
    updatedAt: 1,
  } as const;
  world.api
    .insert(storyRows)
    .values({ ...row, ...rest, ...change })
    .run();
  checkStories(world.api);
}
function editStory(id: string, change: Change): void {
  world.api.update(storyRows).set(change).where(eq(storyRows.id, id)).run();
  checkStories(world.api);
}
/** All public content, as text. */
function publicNow(): string {
  using source = projectInMemory(world.folder.database, origin, world.clock);
  return source.db.serialize().toString('latin1');
}

describe.each(['note', 'series'] as const)('a %s', (kind) => {
  const { folder, list, flag } = kinds[kind];
  const pageOf = (id: string) => page(`${folder}/${id}-0001.html`);

  it('appears and disappears with its section, on every page that links to it', async () => {
    const { publish } = publisher();
    await publish();
    const isNowhere = () => expect([find(`${folder}/`), find(flag)]).toEqual([[], []]);
    isNowhere();
    add(kind, 'vorst', { body: body('Stil.', ['m1']), cover: 'm2' });
    await publish();
    const isThere = () => {
      for (const file of ['index.html', 'licentie.html', 'foto/item-0003.html'])
        expect(page(file)).toContain(`"${flag}":true`);
      for (const text of ['Stil.', 'item-0001', 'item-0002'])
        expect(pageOf('vorst')).toContain(text);
      expect(pageOf('vorst')).not.toContain('item-0003');
      for (const file of [`${list}.html`, 'sitemap-0.xml', 'rss.xml'])
        expect(page(file)).toContain(`/${folder}/vorst-0001`);
    };
    isThere();
    editStory('vorst', { deletedAt: 1 });
    await publish();
    isNowhere();
  });

  it('shows neither an item that is no longer public nor its caption', async () => {
    for (let i = 0; i < 2; i++) world.addItem();
    const all = ['m1', 'm2', 'm3', 'm4', 'm5'];
    add(kind, 'vorst', { body: body('Voor.', all), cover: 'm1' });
    const { publish } = publisher();
    await publish();
    edit(1, { status: 'draft' });
    edit(2, { withheld: true });
    edit(3, { publishUntil: 1 });
    world.drop(4);
    const secrets = [1, 2, 3, 4].flatMap((n) => [
      `item-000${n}`,
      world.hashOfFile(n),
      `Geheim van m${n}`,
    ]);
    const told = () => {
      expect(secrets.filter((word) => find(word).length > 0)).toEqual([]);
      for (const text of ['Voor.', 'item-0005']) expect(pageOf('vorst')).toContain(text);
    };
    for (const word of secrets) expect(find(word)).not.toEqual([]);
    await publish();
    told();
    // Nor does the snapshot for another machine.
    expect(secrets.filter((word) => publicNow().includes(word))).toEqual([]);
  });

  it('is not public as a draft, with a position, or in the trash', async () => {
    add(kind, 'kladje', { status: 'draft' });
    add(kind, 'nest', { body: body('Bij **52.13**1234, 5.860432.') });
    add(kind, 'weg', { deletedAt: 1 });
    add(kind, 'goed');
    await publisher().publish();
    for (const id of ['kladje', 'nest', 'weg'])
      expect([find(id), publicNow().includes(`"${id}"`)]).toEqual([[], false]);
    expect(find('goed')).not.toEqual([]);
    const drafts = openDrafts(world.folder, origin, 1);
    const ids = drafts.prepare('SELECT id FROM stories ORDER BY id').pluck().all();
    drafts.close();
    expect(ids).toEqual(['goed', 'kladje']);
  });

  it('shows only the month while it shows a guarded item', async () => {
    const firstPublishedAt = Date.UTC(2026, 0, 20);
    add(kind, 'uil', { body: stored(single('m1')), date: '2026-01-19', firstPublishedAt });
    add(kind, 'dooi', { date: '2026-01-12' });
    const { publish } = publisher();
    await publish();
    expect(pageOf('uil')).toContain('"date":"2026-01-19"');
    edit(1, { guard: 'hidden', guardOrder: 0.5 });
    await publish();
    for (const text of ['2026-01-19', '2026-01-20']) expect(find(text)).toEqual([]);
    expect(pageOf('uil')).toContain('"date":"2026-01","publishedAt":"2026-01-01T');
    // Nor does its order among the others.
    expect(page(`${list}.html`)).toMatch(/dooi-0001.*uil-0001/);
  });

  it('loses its former address', async () => {
    add(kind, 'vorst', { body: body('Eerst.') });
    const { publish } = publisher();
    await publish();
    editStory('vorst', { slug: 'ijs-0002' });
    await publish();
    expect(find(`${folder}/vorst-0001`)).toEqual([]);
    expect(pageOf('vorst')).toBe('');
  });

  it('has its time of publication, also when it was projected before', async () => {
    add(kind, 'vorst', { body: body('Eerst.') });
    const { publish, removeHidden } = publisher();
    removeHidden?.();
    await publish();
    const { firstPublishedAt } = world.api.select().from(stories).get() ?? {};
    expect(pageOf('vorst')).toContain(new Date(firstPublishedAt ?? 0).toISOString());
  });
});

describe('field notes', () => {
  it('touch only pages that show their text or species', async () => {
    add('note', 'vorst', { body: stored(single('m1')), date: '2026-01-03' });
    add('note', 'dooi', { body: stored(single('m2')), date: '2026-01-02' });
    add('note', 'regen', { date: '2026-01-01' });
    const { publish } = publisher();
    await publish();
    const shared = ['/rss.xml', '/veldnotities'];
    const renderedBy = (id: string, change: Change) =>
      rendered(publish, () => editStory(id, change));
    expect(await renderedBy('regen', { body: body('Nat.') })).toEqual([
      ...[...shared, '/veldnotities/regen-0001'],
    ]);
    // The list shows only the first words.
    const wet = (text: string) => stored(words('Nat.'), single('m3'), words(text));
    await renderedBy('regen', { body: wet('En koud.') });
    expect(await renderedBy('regen', { body: wet('En warm.') })).toEqual([
      ...['/rss.xml', '/veldnotities/regen-0001'],
    ]);
    // Pages of its neighbours and of its items show the title, too.
    expect(await renderedBy('regen', { title: 'Storm' })).toEqual([
      ...['/foto/item-0003', ...shared, '/veldnotities/dooi-0001', '/veldnotities/regen-0001'],
    ]);
    const touched = await rendered(publish, () => edit(2, { alt: 'Vos in de regen' }));
    expect(touched).toContain('/veldnotities/dooi-0001');
    expect(touched).not.toContain('/veldnotities/vorst-0001');
    expect(
      await rendered(publish, () => edit(2, { description: 'Alleen op haar pagina' })),
    ).not.toContain('/veldnotities/dooi-0001');
    expect(await rendered(publish)).toEqual([]);
    const names = { scientificName: 'Capreolus capreolus', dutchName: 'Ree' };
    world.api
      .insert(species)
      .values({ ...names, groupName: 'mammals' })
      .run();
    const { scientificName } = names;
    world.api.insert(mediaSpecies).values({ mediaSeq: 1, scientificName, position: 0 }).run();
    await publish();
    expect(page('veldnotities/vorst-0001.html')).toContain(JSON.stringify([names]));
    await world.isAsFromNothing();
  });

  it('begin and end by schedule', async () => {
    add('note', 'vorst', { body: body('Stil.'), publishFrom: 5000, publishUntil: 9000 });
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
});

describe('series', () => {
  it('are found by title, text and items', async () => {
    const { publish } = publisher();
    await publish();
    expect(page('mediabibliotheek.html')).toContain('"storiesPath":null');
    const told = stored(words('Stil.'), single('m1'), words('Diepe sneeuw.'));
    add('series', 'winter', { body: told, title: 'Een winter' });
    add('series', 'nooit', { body: told, status: 'draft', title: 'Klad' });
    await publish();
    expect(page('mediabibliotheek.html')).toContain('"storiesPath":"/verhalen.json"');
    expect(JSON.parse(page('verhalen.json'))).toEqual([
      {
        kind: 'series',
        path: '/reeks/winter-0001',
        title: 'Een winter',
        words: 'Stil.\nDiepe sneeuw.\nRee',
      },
    ]);
    edit(1, { title: 'Hert' });
    await publish();
    expect(page('verhalen.json')).toContain('sneeuw.\\nHert');
    edit(1, { status: 'draft' });
    await publish();
    expect(page('verhalen.json')).not.toContain('Hert');
    editStory('winter', { deletedAt: 1 });
    await publish();
    expect(find('verhalen')).toEqual([]);
  });

  it('touch only pages that show them', async () => {
    const pair: Block = { kind: 'pair', media: ['m2', 'm3'] };
    add('series', 'winter', { body: body('Eerst.', ['m1']), date: '2026-01-03' });
    add('series', 'lente', { body: stored(pair), date: '2026-01-02' });
    add('series', 'zomer', { body: body('Eerst.', ['m1']), date: '2026-01-01' });
    const { publish } = publisher();
    await publish();
    const renderedBy = (id: string, change: Change) =>
      rendered(publish, () => editStory(id, change));
    // Only its page and the feed show texts between pictures.
    const told = stored(words('Eerst.'), single('m1'), words('Nu.'));
    expect(await renderedBy('winter', { body: told })).toEqual(['/reeks/winter-0001', '/rss.xml']);
    // The list shows the number of pictures and the first words; the page of a new picture links to it.
    expect(await renderedBy('winter', { body: body('Eerst.', ['m1', 'm2']) })).toEqual([
      ...['/foto/item-0002', '/reeks/winter-0001', '/reeksen', '/rss.xml'],
    ]);
    // Pages of its neighbours and of its items show the title, too.
    expect(await renderedBy('zomer', { title: 'Hitte' })).toEqual([
      ...['/foto/item-0001', '/reeks/lente-0001', '/reeks/zomer-0001', '/reeksen', '/rss.xml'],
    ]);
    const touched = await rendered(publish, () => edit(3, { alt: 'Das in de regen' }));
    expect(touched).toContain('/reeks/lente-0001');
    expect(touched).not.toContain('/reeks/zomer-0001');
    expect(await rendered(publish)).toEqual([]);
    await world.isAsFromNothing();
  });

  it('are on the home page when chosen; otherwise the newest items are', async () => {
    const shown = (): [string, string[], string[]] => {
      const bytes = Buffer.from(page('index.html'), 'latin1').toString();
      const [, json = '{}'] = /type="text\/plain">(\{.*\})<\/script>/.exec(bytes) ?? [];
      const { work, recent, series } = JSON.parse(json);
      const titles = (list: { title: string }[]) => list.map(({ title }) => title);
      return [work, titles(recent), titles(series)];
    };
    const newest = ['newest', ['Das', 'Vos', 'Ree'], []];
    for (const id of ['winter', 'zomer', 'herfst']) add('series', id, { body: body('', ['m1']) });
    add('series', 'kladje', { status: 'draft' });
    const { publish } = publisher();
    await publish();
    expect(shown()).toEqual(newest);
    for (const choice of [
      { homeWork: 'featured' },
      { homeWork: 'series', homeSeries: ['kladje', 'weg'] },
    ]) {
      setProfile(choice);
      await publish();
      expect(shown()).toEqual(newest);
    }
    edit(2, { featured: true });
    setProfile({ homeWork: 'featured' });
    await publish();
    expect(shown()).toEqual(['featured', ['Vos'], []]);
    setProfile({ homeWork: 'series', homeSeries: ['zomer', 'kladje', 'winter'] });
    await publish();
    expect(shown()).toEqual(['series', [], ['zomer', 'winter']]);
    // It changes with the series that it shows, and with no other.
    const editOf = (id: string) => () => editStory(id, { body: body('Nieuw.') });
    expect(await rendered(publish, editOf('zomer'))).toContain('/');
    expect(await rendered(publish, editOf('herfst'))).not.toContain('/');
  });

  it('with texts longer than today’s limit are published', async () => {
    const long = words(`${'sneeuw '.repeat(800)}einde`);
    add('series', 'winter', { body: stored(...Array.from({ length: 600 }, () => long)) });
    const { publish } = publisher();
    await publish();
    expect(page('reeks/winter-0001.html').match(/einde/g)).toHaveLength(600);
  });
});
