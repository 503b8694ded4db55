/** Series on the site: what an edit of one costs, and what never comes out. */
import type { Block } from '@veldlicht/contract/series';
import { settings } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { releaseFolder } from '../release/release-folder.ts';
import { readSnapshotList } from '../release/snapshot-store.ts';
import { openDatabaseSource } from '../snapshot/database-source.ts';
import { exportSnapshot, parseSnapshot } from '../snapshot/snapshot-file.ts';
import { filesFromNothing, origin, place, usePublishWorld } from '../testing/publish-world.ts';
import { useStories } from '../testing/stories.ts';

const world = usePublishWorld();
const { publisher, back, page, live, find, edit } = world;

const single = (id: string): Block => ({ kind: 'single', media: [id] });
const bodyOf = (blocks: Block[], introduction = '') => JSON.stringify({ introduction, blocks });

const {
  add: addSeries,
  edit: editSeries,
  pageOf,
  rendered,
} = useStories(world, { kind: 'series', folder: 'reeks', body: () => bodyOf([]) });
function snapshotNow() {
  const source = openDatabaseSource(world.folder.database, origin, world.clock);
  const text = JSON.stringify(exportSnapshot(source));
  source.close();
  return text;
}

beforeEach(() => {
  for (const title of ['Ree', 'Vos', 'Das']) world.addItem({ title, alt: `Foto van ${title}` });
});

describe('series', () => {
  it('come with the first and go with the last, on every page that leads there', async () => {
    const { publish } = publisher();
    await publish();
    expect(find('/reeks')).toEqual([]);
    addSeries('winter', { body: bodyOf([single('m1'), { kind: 'text', text: 'Stil.' }]) });
    await publish();
    for (const place of ['index.html', 'licentie.html', 'foto/03/item-0003.html'])
      expect(page(place)).toContain('"hasSeries":true');
    for (const text of ['Stil.', 'item-0001']) expect(pageOf('winter')).toContain(text);
    for (const place of ['reeksen.html', 'sitemap-0.xml', 'rss.xml'])
      expect(page(place)).toContain('/reeks/winter-0001');
    editSeries('winter', { deletedAt: 1 });
    await publish();
    expect([find('/reeks'), find('hasSeries')]).toEqual([[], []]);
  });

  it('are found by their title, their words and what they show', async () => {
    const { publish } = publisher();
    await publish();
    expect(page('mediabibliotheek.html')).toContain('"storiesPath":null');
    const body = bodyOf([single('m1'), { kind: 'text', text: 'Diepe sneeuw.' }], 'Stil.');
    addSeries('winter', { body, title: 'Een winter' });
    addSeries('nooit', { body, status: 'draft', title: 'Klad' });
    await publish();
    expect(page('mediabibliotheek.html')).toContain('"storiesPath":"/verhalen.json"');
    expect(JSON.parse(page('verhalen.json'))).toEqual([
      {
        ...{ kind: 'series', path: '/reeks/winter-0001', title: 'Een winter' },
        words: 'Stil.\nDiepe sneeuw.\nRee',
      },
    ]);
    edit(1, { title: 'Hert' });
    await publish();
    expect(page('verhalen.json')).toContain('sneeuw.\\nHert');
    edit(1, { status: 'draft' });
    await publish();
    expect(page('verhalen.json')).not.toContain('Hert');
    editSeries('winter', { deletedAt: 1 });
    await publish();
    expect(find('verhalen')).toEqual([]);
  });

  it('cost what they touch', async () => {
    const body = bodyOf([single('m1')], 'Eerst.');
    addSeries('winter', { body, date: '2026-01-03' });
    addSeries('lente', {
      body: bodyOf([{ kind: 'pair', media: ['m2', 'm3'] }]),
      date: '2026-01-02',
    });
    addSeries('zomer', { body, date: '2026-01-01' });
    const { publish } = publisher();
    await publish();
    // Words between its pictures are nowhere else; the feed has them too.
    editSeries('winter', { body: bodyOf([single('m1'), { kind: 'text', text: 'Nu.' }], 'Eerst.') });
    expect(await rendered(publish)).toEqual([...['/reeks/winter-0001', '/rss.xml']]);
    // Its number of pictures and its introduction are in the list.
    editSeries('winter', { body: bodyOf([single('m1'), single('m2')], 'Eerst.') });
    expect(await rendered(publish)).toEqual([...['/reeks/winter-0001', '/reeksen', '/rss.xml']]);
    // Its title is on the pages of its neighbours too.
    editSeries('zomer', { title: 'Hitte' });
    expect(await rendered(publish)).toEqual([
      ...['/reeks/lente-0001', '/reeks/zomer-0001', '/reeksen', '/rss.xml'],
    ]);
    edit(3, { alt: 'Das in de regen' });
    const touched = await rendered(publish);
    expect(touched).toContain('/reeks/lente-0001');
    expect(touched).not.toContain('/reeks/zomer-0001');
    expect(await rendered(publish)).toEqual([]);
    const fresh = await filesFromNothing(world.deps());
    for (const [file, text] of live()) if (fresh.has(file)) expect(fresh.get(file)).toBe(text);
  });
});

describe('what is not public', () => {
  it.each([
    ['a draft', () => edit(1, { status: 'draft' })],
    ['withheld', () => edit(1, { withheld: true })],
    ['ended', () => edit(1, { publishUntil: 1 })],
    ['gone', () => world.drop(1)],
  ])('stays out of a series when it is %s; a pair becomes a single', async (_why, hide) => {
    const blocks: Block[] = [
      { kind: 'full', media: ['m1'] },
      { kind: 'pair', media: ['m1', 'm2'] },
    ];
    addSeries('winter', { body: bodyOf(blocks), cover: 'm1' });
    const { publish } = publisher();
    const first = await publish();
    expect(pageOf('winter')).toContain('"kind":"pair"');
    hide();
    await publish();
    const gone = () => ['item-0001', world.hashOfFile(1)].filter((word) => find(word).length > 0);
    const isSingle = () => {
      expect(gone()).toEqual([]);
      expect(pageOf('winter')).toContain('"kind":"single"');
      for (const kind of ['pair', 'full'])
        expect(pageOf('winter')).not.toContain(`"kind":"${kind}"`);
    };
    isSingle();
    expect(JSON.parse(snapshotNow()).stories[0].blocks).toEqual([{ kind: 'single', media: [2] }]);
    const shown = await back(first?.id);
    isSingle();
    const kept = await readSnapshotList(releaseFolder(world.folder.releases), shown);
    expect(kept?.stories[0]?.blocks).toEqual([{ kind: 'single', media: [2] }]);
  });

  it('is no draft, no series with a position, and nothing of the trash', async () => {
    addSeries('kladje', { status: 'draft' });
    addSeries('nest', { body: bodyOf([{ kind: 'text', text: '**52.13**1234, 5.860432' }]) });
    addSeries('weg', { deletedAt: 1 });
    addSeries('goed');
    await publisher().publish();
    for (const id of ['kladje', 'nest', 'weg'])
      expect([find(id), snapshotNow().includes(`"${id}"`)]).toEqual([[], false]);
    expect(find('goed')).not.toEqual([]);
  });
});

it('tells of a series the month alone while it shows something guarded', async () => {
  const body = bodyOf([single('m1')]);
  addSeries('uil', { body, date: '2026-01-19', firstPublishedAt: Date.UTC(2026, 0, 20) });
  const { publish } = publisher();
  const first = await publish();
  expect(pageOf('uil')).toContain('"date":"2026-01-19"');
  edit(1, { guard: 'hidden', guardOrder: 0.5 });
  await publish();
  const told = () => {
    for (const text of ['2026-01-19', '2026-01-20']) expect(find(text)).toEqual([]);
    expect(pageOf('uil')).toContain('"date":"2026-01"');
  };
  told();
  await back(first?.id);
  told();
});

describe('the home page', () => {
  const choose = (profile: object) => world.db.update(settings).set({ profile }).run();
  const shown = (): [string, string[], string[]] => {
    const bytes = Buffer.from(page('index.html'), 'latin1').toString();
    const [, json = '{}'] = /type="text\/plain">(\{.*\})<\/script>/.exec(bytes) ?? [];
    const { work, recent, series } = JSON.parse(json);
    const titles = (list: { title: string }[]) => list.map(({ title }) => title);
    return [work, titles(recent), titles(series)];
  };

  it('shows the newest items, the featured ones, or the chosen series in their order', async () => {
    edit(2, { featured: true });
    for (const id of ['winter', 'zomer', 'herfst']) addSeries(id, { body: bodyOf([single('m1')]) });
    const { publish } = publisher();
    await publish();
    expect(shown()).toEqual(['newest', ['Das', 'Vos', 'Ree'], []]);
    choose({ homeWork: 'featured' });
    await publish();
    expect(shown()).toEqual(['featured', ['Vos'], []]);
    choose({ homeWork: 'series', homeSeries: ['zomer', 'winter'] });
    await publish();
    expect(shown()).toEqual(['series', [], ['zomer', 'winter']]);
    // It follows the series that it shows, and no other.
    const editOf = (id: string) => () => editSeries(id, { body: bodyOf([], 'Nieuw.') });
    editOf('zomer')();
    expect(await rendered(publish)).toContain('/');
    editOf('herfst')();
    expect(await rendered(publish)).not.toContain('/');
  });

  it('shows the newest items while nothing of the choice is public', async () => {
    addSeries('kladje', { status: 'draft' });
    choose({ homeWork: 'series', homeSeries: ['kladje', 'weg'] });
    const { publish } = publisher();
    await publish();
    expect(shown()).toEqual(['newest', ['Das', 'Vos', 'Ree'], []]);
    choose({ homeWork: 'featured' });
    await publish();
    expect(shown()[0]).toBe('newest');
  });
});

describe('going back', () => {
  it('shows a series as it was, but no words in which somebody may have found the spot', async () => {
    addSeries('winter', { body: bodyOf([single('m1')], 'Eerst.') });
    const words = bodyOf([{ kind: 'text', text: `Bij ${place}.` }]);
    addSeries('nest', { body: words, allowedPositions: [place] });
    const { publish } = publisher();
    const first = await publish();
    expect(find(place)).not.toEqual([]);
    editSeries('winter', { body: bodyOf([single('m2')], 'Later.') });
    editSeries('nest', { body: bodyOf([]) });
    await publish();
    await back(first?.id);
    expect([find('Later.'), find(place)]).toEqual([[], []]);
    for (const text of ['Eerst.', 'item-0001']) expect(pageOf('winter')).toContain(text);
  });

  it('reads a snapshot from before there were series', () => {
    const { stories: _, ...older } = JSON.parse(snapshotNow());
    const note = { id: 'n', kind: 'note', slug: 'n-0001', title: 'n', date: '2026-01-09' };
    const rest = { publishedAt: 1, cover: null, parts: [{ text: 'Stil.' }], revision: 1 };
    const read = parseSnapshot({ ...older, stories: [{ ...note, ...rest }] });
    expect(read.stories[0]).toMatchObject({ introduction: '', blocks: [] });
  });
});
