/** Export and import: everything comes along once, and visitors see no more than before (decision 029). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashOfObjectPath } from '@veldlicht/contract/ladder';
import { type ImportChoice, type MovedItem, movedItem } from '@veldlicht/contract/moving';
import { sentenceOf } from '@veldlicht/contract/reason';
import { replaceRedirects } from '@veldlicht/database/redirects';
import { mediaRows, movedIn, stories, storyRows, uploads } from '@veldlicht/database/schema';
import { sha256 } from '@veldlicht/database/sha256';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { useLibrary } from '#testing/library.ts';
import {
  addOriginal,
  itemLines,
  treeOf,
  useMovingBench,
  writeFiles,
  xmp,
} from '#testing/moving-bench.ts';
import { type TestApp, useTestApp } from '#testing/test-app.ts';
import { addContact, addFile, addItem } from '#testing/test-content.ts';
import { addSite } from '#testing/test-site.ts';
import { exportLibrary } from './export-library.ts';
import { folderSink } from './folder-sink.ts';
import { importLibrary } from './import-library.ts';
import { planImport } from './plan-import.ts';
import { publishMoved } from './publish-moved.ts';
import { readForm } from './read-form.ts';

const t = useTestApp({}, 'editor');
const { create, addTag } = useLibrary(t);
const { newFolder, newSite } = useMovingBench();

async function exported(world: TestApp, privatePlaces = true, writtenCopies = false) {
  const folder = newFolder();
  const options = { privatePlaces, writtenCopies };
  const outcome = await exportLibrary(world.deps, folderSink(folder), options);
  return { folder, outcome };
}

const plain: ImportChoice = { category: null, makeTags: true };

/** Fills a library with one of everything. */
async function fill() {
  seedSpecies(t.db);
  await addTag('Mist');
  await addTag('Avond');
  const ree = await create({
    imageUrl: addOriginal(t, { date: '2026-05-04', time: '06:10:00', offset: '+02:00' }),
    originalName: 'IMG_1.jpg',
    title: 'Ree, "vroeg"',
    description: 'Eerste regel.\n\n=Tweede regel; met puntkomma',
    alt: 'Een ree',
    date: '2026-05-04',
    location: '52.131234, 5.860432',
    locationPrivacy: 'exact',
    tags: ['Mist', 'Avond'],
    focus: { x: 0.25, y: 0.75 },
    featured: true,
  });
  const uil = await create({
    imageUrl: addOriginal(t, { title: 'Nest', location: '52.200000, 5.900000' }),
    originalName: 'img_1.JPG',
    title: 'Oehoe',
    date: '2026-03-01',
    location: '52.200000, 5.900000',
    species: [{ scientificName: 'Bubo bubo', kind: 'wild', lifeStage: 'adult', nest: true }],
  });
  const concept = await create({
    imageUrl: addOriginal(t, { title: 'Zonder plaats', location: '52.3, 5.9' }),
    title: 'Concept',
    date: '2024-03-01',
    location: 'Otterlo',
    status: 'draft',
  });
  await t.send('POST', '/api/admin/notes', {
    title: 'Mist',
    date: '2026-05-05',
    body: [
      { kind: 'text', text: 'Stil.\n\n***\n\nKoud.' },
      { kind: 'pair', media: [ree.id, concept.id], captions: ['Links', ''] },
    ],
    cover: ree.id,
  });
  await t.send('POST', '/api/admin/series', {
    title: 'Vorst',
    date: '2026-05-06',
    status: 'draft',
    body: [{ kind: 'full', media: [concept.id] }, { kind: 'space' }],
  });
  await t.send('PUT', '/api/admin/species', {
    scientificName: 'Bubo bubo',
    dutchName: 'Oehoe',
    words: 'Groot en stil.',
    picture: uil.id,
    group: 'birds',
  });
  addContact(t);
  replaceRedirects(t.db, [{ path: '/2012/ree', target: `/foto/${ree.slug}` }]);
  return { ree, uil, concept };
}

describe('an export', () => {
  it('holds untouched originals by year, with sidecars and series', async () => {
    await fill();
    const { folder, outcome } = await exported(t);
    expect(outcome).toEqual({ items: 3, leftOut: [] });
    expect(Object.keys(treeOf(folder))).toEqual([
      expect.stringMatching(/^2024\/concept-\d{4}\.jpg$/),
      expect.stringMatching(/^2024\/concept-\d{4}\.jpg\.xmp$/),
      '2026/IMG_1.jpg',
      '2026/IMG_1.jpg.xmp',
      '2026/img_1 (2).JPG',
      '2026/img_1 (2).JPG.xmp',
      'items.csv',
      'items.jsonl',
      'messages.jsonl',
      'redirects.csv',
      'series.jsonl',
      expect.stringMatching(/^series\/vorst-\d{4}\/001 concept-\d{4}\.jpg$/),
      'species.jsonl',
      expect.stringMatching(/^stories\/mist-\d{4}\.md$/),
      'veldlicht.json',
    ]);
    for (const { file, sha256: said } of readItems(folder))
      expect(sha256(readFileSync(path.join(folder, file)))).toBe(said);
  });

  it('includes private places, and files that hold them, only on request', async () => {
    await fill();
    const { folder, outcome } = await exported(t, false);
    expect(outcome.items).toBe(1);
    expect(outcome.leftOut.map(({ why }) => why)).toEqual(['privatePlace', 'privatePlace']);
    const all = Object.values(treeOf(folder)).join('\n');
    expect(all).toContain('52.131234');
    expect(all).not.toContain('img_1.JPG');
    expect(all).not.toMatch(/52\.2|52,1[12]|52\.3|Otterlo/);
  });

  it('adds copies with their texts only on request, beside untouched originals', async () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2]);
    const hash = sha256(jpeg).slice(0, 32);
    writeFiles(t.folder.originals, { [`${hash}.jpg`]: jpeg });
    const { imageUrl } = addFile(t.db, { hash });
    await create({ imageUrl, originalName: 'ree.jpg', title: 'Ree & kalf', date: '2026-05-04' });
    const tree = treeOf((await exported(t, true, true)).folder);
    expect(tree['with-texts/2026/ree.jpg']).toContain('Ree &amp; kalf');
    expect(tree['2026/ree.jpg']).toBe(jpeg.toString('latin1'));
    expect(Object.keys(treeOf((await exported(t)).folder)).join()).not.toContain('with-texts');
  });

  it('reports damaged and missing originals, and copies neither', async () => {
    const gone = await create({ imageUrl: addFile(t.db).imageUrl, originalName: 'weg.jpg' });
    const imageUrl = addOriginal(t, { title: 'Heel' });
    await create({ imageUrl, originalName: 'stuk.jpg' });
    const [file] = readdirSync(t.folder.originals);
    writeFileSync(path.join(t.folder.originals, file ?? ''), 'Stuk');
    const { folder, outcome } = await exported(t);
    expect(outcome).toEqual({
      items: 0,
      leftOut: [
        { name: gone.originalName, why: 'missing' },
        { name: 'stuk.jpg', why: 'damaged' },
      ],
    });
    expect(readItems(folder)).toEqual([]);
    expect(Object.keys(treeOf(folder)).join()).not.toContain('.jpg');
    expect(treeOf(folder)['left-out.txt']).toContain('Left out: stuk.jpg its file is damaged.');
  });
});

const readItems = (folder: string): MovedItem[] =>
  readFileSync(path.join(folder, 'items.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => movedItem.parse(JSON.parse(line)));

describe('an import', () => {
  let other: TestApp;
  let anna: ReturnType<TestApp['addUser']>;
  beforeEach(async () => {
    ({ world: other, anna } = await newSite());
  });
  /** Writes files by their metadata, and lines of `items.jsonl`. */
  function formFolder(files: Record<string, unknown>, lines: object[]) {
    const folder = newFolder();
    writeFiles(folder, { ...files, 'items.jsonl': itemLines(lines) });
    return folder;
  }
  const takeIn = async (folder: string, options = plain) =>
    importLibrary(other.deps, await readForm(folder), anna, options);
  const rows = () => other.rows(mediaRows);

  it('makes drafts with hidden places, whose export is the same tree once they are published', async () => {
    const { ree } = await fill();
    const { folder } = await exported(t);
    const form = await readForm(folder);
    const plan = await planImport(other.db, form, plain);
    expect(plan).toMatchObject({ faults: [], withoutCategory: 0, newTags: ['Avond', 'Mist'] });
    expect(plan.lines.map(sentenceOf)).toEqual([
      'Photos and videos to add: 3',
      'Places that the guard hides: 1 or more',
      'Series and notes: 2',
      'Messages: 1',
      'Old addresses that keep working: 1',
      'Keywords that are not tags yet (2): Avond, Mist',
    ]);
    expect(await importLibrary(other.deps, form, anna, plain)).toEqual({
      created: 3,
      linked: 0,
      failed: [],
    });
    expect(rows().map(({ status, locationPrivacy }) => [status, locationPrivacy])).toEqual(
      Array(3).fill(['draft', 'hidden']),
    );
    expect(other.rows(stories).map(({ status }) => status)).toEqual(['draft', 'draft']);
    expect(await publishMoved(other.deps, anna)).toBe(3);
    expect(treeOf(folder)['species.jsonl']).toMatch(/Groot en stil.*"picture":"veldlicht:/);
    expect(treeOf((await exported(other)).folder)).toEqual(treeOf(folder));
    const after = rows().find(({ title }) => title === ree.title);
    expect(after?.slug).toBe(ree.slug);
    expect((await other.request('/2012/ree')).status).toBe(301);
  });

  it('takes facts from the line first, then the sidecar, then the file', async () => {
    const said = { title: 'Bestand', description: 'Bestand', date: '2020-01-01', city: 'Ede' };
    const takenAt = '2021-05-04T03:02:01.000Z';
    const folder = formFolder(
      {
        'a.jpg': { ...said, n: 1 },
        'b.jpg': { ...said, n: 2 },
        'b.jpg.xmp': xmp({ title: 'Sidecar', place: 'Epe' }),
        'c.jpg': { title: 'Zonder dag' },
        'd.jpg': { ...said, n: 4 },
        'd.xmp': xmp({ title: 'Sidecar', place: 'Epe' }),
      },
      [
        { file: 'a.jpg', takenAt },
        { file: 'b.jpg' },
        { file: 'c.jpg', takenAt },
        {
          file: 'd.jpg',
          title: 'Regel',
          description: null,
          takenLocal: '2024-02-29T23:59:59',
          offset: '+02:00',
          lat: 52.1,
          lon: 5.8,
        },
      ],
    );
    expect(await takeIn(folder)).toMatchObject({ created: 4, failed: [] });
    expect(rows().map((row) => [row.title, row.description, row.date, row.location])).toEqual([
      ['Bestand', 'Bestand', '2020-01-01', 'Ede'],
      ['Sidecar', 'Bestand', '2020-01-01', 'Epe'],
      ['Zonder dag', null, '2021-05-04', null],
      ['Regel', null, '2024-02-29', '52.100000, 5.800000'],
    ]);
  });

  it('brings nothing twice, and goes on where a full disk or a kill stopped it', async () => {
    const titles = Array.from({ length: 60 }, (_, n) => `Foto ${n}`);
    const folder = formFolder(
      Object.fromEntries(titles.map((title) => [`${title}.jpg`, { title }])),
      titles.map((title) => ({ file: `${title}.jpg` })),
    );
    const read = await readForm(folder);
    let room = 25;
    const freeBytes = async () => (room-- > 0 ? 1e12 : 0);
    const small = { ...other.deps, limits: { ...other.deps.limits, freeBytes } };
    await expect(importLibrary(small, read, anna, plain)).rejects.toMatchObject({
      code: 'disk_full',
    });
    expect(rows()).toHaveLength(25);
    // As after a kill: there are items without a record, and unfinished uploads.
    other.db.delete(movedIn).where(like(movedIn.key, '%1')).run();
    const half = { userId: anna.id, expiresAt: 1e15, createdAt: 1, state: 'receiving' } as const;
    const keys = Array.from({ length: 20 }, (_, n) => String(n).padStart(32, '0'));
    other.db
      .insert(uploads)
      .values(keys.map((key) => ({ ...half, key })))
      .run();
    const both = await Promise.allSettled([takeIn(folder), takeIn(folder)]);
    expect(both).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringContaining('Another import') }),
    });
    const made = rows().map((row) => row.title);
    expect(made.toSorted()).toEqual(titles.toSorted());
    expect(await takeIn(folder)).toEqual({ created: 0, linked: 0, failed: [] });
    expect(other.rows(movedIn).filter(({ waits }) => waits)).toHaveLength(60);
    await other.db.delete(mediaRows).run();
    const { lines } = await planImport(other.db, read, plain);
    expect(lines).toEqual(['plan_fresh?n=0', 'plan_known?n=60']);
  });

  const answerOf = async (address: string) => {
    const { status, headers } = await other.request(address);
    return [status, headers.get('location')];
  };

  it('links a file that is here already', async () => {
    const fileHash = hashOfObjectPath(addOriginal(other, { title: 'Ree' })) ?? '';
    addItem(other.db, { title: 'Mijn ree', fileHash });
    addSite(other.folder);
    const folder = formFolder({ 'a.jpg': { title: 'Ree' } }, [
      { file: 'a.jpg', oldAddresses: ['/photos/x/1/'] },
    ]);
    const { lines } = await planImport(other.db, await readForm(folder), plain);
    expect(lines).toEqual(['plan_fresh?n=0', 'plan_same?n=1', 'plan_redirects?n=1']);
    expect(await takeIn(folder)).toEqual({ created: 0, linked: 1, failed: [] });
    expect(rows().map((row) => row.title)).toEqual(['Mijn ree']);
    expect(await answerOf('/photos/x/1')).toEqual([301, `/foto/${rows()[0]?.slug}`]);
  });

  it('redirects old addresses to public items only, and tells no guarded title', async () => {
    const secret = ['https://oud.example/photos/1?x=2'];
    const photos = { 'a.jpg': { title: 'Geheim' }, 'b.jpg': { title: 'Ree' } };
    const guarded = { title: 'Zeearend bij de Waal', slug: 'zeearend-bij-de-waal-1234' };
    const folder = formFolder({ ...photos, 'c.jpg': { n: 3 } }, [
      { file: 'a.jpg', visibility: 'private', oldAddresses: secret },
      {
        file: 'b.jpg',
        visibility: 'public',
        publishedAt: '2012-03-04T05:06:07.000Z',
        oldAddresses: ['/picture.php?/2'],
      },
      {
        ...guarded,
        file: 'c.jpg',
        visibility: 'public',
        takenLocal: '2024-04-02',
        species: [{ scientificName: 'Haliaeetus albicilla', nest: true }],
        oldAddresses: ['/photos/3'],
      },
    ]);
    const target = `/foto/${guarded.slug}`;
    writeFiles(folder, { 'redirects.csv': `/blog/zeearend,${target}` });
    await takeIn(folder);
    addSite(other.folder);
    expect(await answerOf('/picture.php?/2')).toEqual([410, null]);
    await publishMoved(other.deps, anna);
    const [, ree] = rows();
    expect(await answerOf('/picture.php?/2')).toEqual([301, `/foto/${ree?.slug}`]);
    expect(ree?.firstPublishedAt).toBe(Date.UTC(2012, 2, 4, 5, 6, 7));
    expect(await answerOf('/photos/1?x=2')).toEqual([410, null]);
    expect(await answerOf('/photos/3')).toEqual([301, expect.stringMatching(/zeearend-\d{4}$/)]);
    expect(await answerOf('/blog/zeearend')).toEqual([410, null]);
    expect(await answerOf('/photos/4')).toEqual([404, null]);
    // A later export knows more addresses.
    const later = { sourceId: '2', file: 'b.jpg', oldAddresses: ['/photos/4'] };
    await takeIn(formFolder({ 'b.jpg': {} }, [later]));
    expect(await answerOf('/photos/4')).toEqual([301, `/foto/${ree?.slug}`]);
  });

  it('publishes what is left of a library after a deletion', async () => {
    const series = ['1', '2'].map((sourceId) =>
      JSON.stringify({ source: 'map', sourceId, title: 'Vorst', visibility: 'public', blocks: [] }),
    );
    await takeIn(formFolder({ 'series.jsonl': series.join('\n') }, []));
    const [first] = other.rows(stories);
    other.db
      .update(storyRows)
      .set({ deletedAt: 1 })
      .where(eq(storyRows.id, first?.id ?? ''))
      .run();
    expect(await publishMoved(other.deps, anna)).toBe(1);
    expect(other.rows(stories)).toMatchObject([{ status: 'published' }]);
  });

  it('names refused files, and brings the others', async () => {
    const folder = formFolder({ 'a.jpg': 'geen foto', 'b.jpg': { title: 'Ree' }, 'c.jpg': {} }, [
      { file: 'a.jpg' },
      { file: 'b.jpg' },
      { file: 'b.jpg', category: null },
      { file: 'c.jpg', sha256: '0'.repeat(64) },
    ]);
    const { created, failed } = await takeIn(folder);
    expect(created).toBe(1);
    expect(failed.toSorted()).toEqual([
      'import_file?file=a.jpg&why=no+picture',
      'import_file?file=b.jpg&why=required_fields',
      'import_file?file=c.jpg&why=import_changed',
    ]);
    const again = await takeIn(folder, { category: 'Vogels', makeTags: false });
    expect(again).toMatchObject({ created: 1 });
  });
});
