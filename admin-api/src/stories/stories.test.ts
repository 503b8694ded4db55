/** Field notes and series: written, hidden from visitors, deleted and restored. */
import { publicStoryLink, storyItem, trashedStory } from '@veldlicht/contract/story';
import { single, words } from '@veldlicht/contract/testing/blocks';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import {
  auditLog,
  endedAddresses,
  mediaRows,
  stories,
  storyRows,
} from '@veldlicht/database/schema';
import { isSlugTaken } from '@veldlicht/database/slug';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { publicStories, publishLists } from '#testing/public-content.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addItem } from '#testing/test-content.ts';

const t = useTestApp({}, 'admin');
const NOTES = '/api/admin/notes';
const spot = '52.131234, 5.860456';
const note = { title: 'Vorst op de hei', date: '2026-01-09', body: [words('Stil.')] };
const call = (method: string, path: string, json?: unknown) => t.send(method, NOTES + path, json);
const create = (change: object = {}) =>
  readAnswer(storyItem, call('POST', '', { ...note, ...change }));
const change = (id: string, json: unknown) => readAnswer(storyItem, call('PATCH', `/${id}`, json));
/** The list that visitors get. */
async function published(name = 'notes') {
  await publishLists(t);
  return readAnswer(z.array(publicStoryLink), t.request(`/api/${name}`));
}
/** What visitors read of the one story that there is. */
async function told() {
  const [story, ...others] = await publicStories(t);
  expect(others).toEqual([]);
  return story;
}
const NOT_FOUND = { status: 404, code: 'not_found' };
const HOUR = 3_600_000;
const later = (hours: number) => new Date(t.deps.now() + hours * HOUR).toISOString();

describe('a note', () => {
  it('is stored as typed, and public', async () => {
    const item = addItem(t.db, { id: 'ree', title: 'Ree' });
    const body = [words('Stil.'), single('ree', 'Bij het ven')];
    const made = await create({ body, cover: 'ree' });
    expect(made).toMatchObject({ ...note, body, cover: 'ree', status: 'published' });
    expect(made.slug).toMatch(/^vorst-op-de-hei-\d{4}$/);
    expect(await published()).toMatchObject([{ slug: made.slug, cover: { slug: item.slug } }]);
    const blocks = [
      words('Stil.'),
      { kind: 'single', media: [item.seq], captions: ['Bij het ven'] },
    ];
    expect(await told()).toMatchObject({ slug: made.slug, blocks, cover: item.seq });
  });

  it('is refused when it would end before it begins', async () => {
    const window = { publishFrom: later(2), publishUntil: later(1) };
    const refused = await refusal(call('POST', '', { ...note, ...window }));
    expect(refused).toMatchObject({
      status: 400,
      fieldReasons: { publishUntil: 'end_before_start' },
    });
  });

  it('created twice with one key is one, and keeps later edits', async () => {
    const key = 'k'.repeat(16);
    const { id } = await create({ key });
    expect(await create({ key, title: 'Dooi' })).toMatchObject({ id, title: 'Dooi' });
    await change(id, { title: 'Regen' });
    expect(await create({ key, title: 'Vorst' })).toMatchObject({ id, title: 'Regen' });
    expect(t.rows(stories)).toHaveLength(1);
  });

  it('saved without a difference is not written', async () => {
    const { id, ...made } = await create();
    const entries = t.rows(auditLog).length;
    expect(await change(id, { title: note.title })).toEqual({ id, ...made });
    expect(t.rows(auditLog)).toHaveLength(entries);
  });

  it('keeps its address once it was public, unless a position is removed from its title', async () => {
    const { id, slug } = await create();
    const renamed = await change(id, { title: 'Dooi' });
    expect(renamed.slug).toBe(slug.replace('vorst-op-de-hei', 'dooi'));
    t.db.update(storyRows).set({ firstPublishedAt: 1 }).run();
    const titled = await change(id, { title: `Nest ${spot}`, positionAllowed: true });
    expect(titled.slug).toBe(renamed.slug);
    const { slug: fresh } = await change(id, { title: 'Nest' });
    expect(fresh).toMatch(/^nest-\d{4}$/);
    expect(t.rows(endedAddresses)).toMatchObject([{ slug: renamed.slug }]);
  });
});

describe('visitors don’t see', () => {
  it('a draft, a story before or after its window, or one in the trash', async () => {
    await create({ status: 'draft' });
    await create({ publishFrom: later(1) });
    await create({ publishUntil: later(-1) });
    const { id } = await create();
    await call('DELETE', `/${id}`);
    expect([await published(), await publicStories(t)]).toEqual([[], []]);
  });

  it.each([
    ['its title', { title: `Nest ${spot}` }],
    ['its words', { body: [words('Bij 52\\.131234, **5.86**0456.')] }],
    ['a caption', { body: [single('ree', spot)] }],
  ])('a note with a position in %s, until somebody allows it', async (_where, typed) => {
    const { id, withheld } = await create(typed);
    expect([withheld, await published()]).toEqual([true, []]);
    expect(await change(id, { positionAllowed: true })).toMatchObject({ withheld: false });
    expect(await published()).toHaveLength(1);
    expect(await change(id, { body: [words('RD 193245 460310')] })).toMatchObject({
      withheld: true,
    });
    expect(await change(id, { title: 'Nest', body: [] })).toMatchObject({ withheld: false });
  });

  it('a hidden photo in it, or its caption', async () => {
    addItem(t.db, { id: 'ree', title: 'Ree', status: 'draft' });
    const body = [words('Een'), single('ree', 'Geheim'), words('en'), single('gone', 'Weg')];
    await create({ body, cover: 'ree' });
    expect(await told()).toMatchObject({ blocks: [words('Een'), words('en')], cover: null });
    t.db.update(mediaRows).set({ status: 'published' }).run();
    expect((await told())?.blocks[1]).toMatchObject({ captions: ['Geheim'] });
  });
});

it.each([
  ['on the site', 'uil-1234'],
  ['that waits for a new address', 'uil-bij-de-kerk-1234'],
])('shows only the month of a note with a guarded item %s', async (_what, slug) => {
  addItem(t.db, { id: 'uil', title: 'Uil', slug });
  await create({ title: 'Uil', body: [single('uil')] });
  t.db.update(mediaRows).set({ guard: 'block', guardOrder: 0.5 }).run();
  await create({ title: 'Vroeg', date: '2026-01-02' });
  const dates = async () => (await published()).map(({ title, date }) => [title, date]);
  expect(await dates()).toEqual([
    ['Vroeg', '2026-01-02'],
    ['Uil', '2026-01'],
  ]);
  t.db.update(mediaRows).set({ guard: null, guardOrder: null }).run();
  expect(await dates()).toEqual([
    ['Uil', '2026-01-09'],
    ['Vroeg', '2026-01-02'],
  ]);
});

describe('a deleted note', () => {
  const trashed = () => readAnswer(z.array(trashedStory), call('GET', '/trash'));

  it('waits in the trash, is restored as it was, or purged', async () => {
    const made = await create();
    const { id } = made;
    await call('DELETE', `/${id}`);
    expect(isSlugTaken(t.db, made.slug)).toBe(true);
    expect(await readAnswer(z.array(storyItem), call('GET', ''))).toEqual([]);
    for (const answer of [
      call('GET', `/${id}`),
      call('PATCH', `/${id}`, {}),
      call('DELETE', `/${id}`),
    ])
      expect(await refusal(answer)).toMatchObject(NOT_FOUND);
    const [row] = await trashed();
    expect(row).toMatchObject({ id, title: note.title, deletedBy: 'eva' });
    expect(Date.parse(row?.goneAt ?? '') - Date.parse(row?.deletedAt ?? '')).toBe(
      TRASH_DAYS * 86_400_000,
    );
    const restore = () => readAnswer(storyItem, call('POST', `/trash/${id}/restore`));
    const back = await restore();
    expect(back).toEqual({ ...made, updatedAt: back.updatedAt });
    expect(await restore()).toEqual(back);
    await call('DELETE', `/${id}`);
    expect((await call('DELETE', `/trash/${id}`)).status).toBe(204);
    expect([await trashed(), t.rows(stories)]).toEqual([[], []]);
    expect(await refusal(call('DELETE', `/trash/${id}`))).toMatchObject(NOT_FOUND);
    const done = ['create', 'delete', 'undelete', 'delete', 'purge'];
    expect(t.audits('action').flat()).toEqual(done);
  });
});

describe('a series', () => {
  const SERIES = '/api/admin/series';
  const series = {
    title: 'Een winter',
    date: '2026-01-09',
    body: [
      words('Vroeg.'),
      { kind: 'pair', media: ['ree', 'vos'] },
      words('Stil.'),
      { kind: 'full', media: ['ree'] },
    ],
  };
  const make = (change: object = {}) =>
    readAnswer(storyItem, t.send('POST', SERIES, { ...series, ...change }));

  it('is stored as blocks, public, and no field note', async () => {
    const [ree, vos] = ['ree', 'vos'].map((id) => addItem(t.db, { id }).seq);
    const made = await make();
    expect(made).toMatchObject(series);
    expect(made.slug).toMatch(/^een-winter-\d{4}$/);
    const blocks = [
      words('Vroeg.'),
      { kind: 'pair', media: [ree, vos] },
      { kind: 'text', text: 'Stil.' },
      { kind: 'full', media: [ree] },
    ];
    expect(await told()).toMatchObject({ kind: 'series', blocks });
    expect([await published(), await published('series')]).toMatchObject([
      [],
      [{ slug: made.slug }],
    ]);
    expect(t.rows(auditLog).at(-1)).toMatchObject({ entity: 'series', summary: 'Een winter' });
  });

  it('hides an item that visitors may not see: its block goes, a pair becomes a single', async () => {
    addItem(t.db, { id: 'ree', title: 'Ree', status: 'draft' });
    const { seq } = addItem(t.db, { id: 'vos', title: 'Vos', slug: 'vos-1234' });
    await make({ cover: 'ree' });
    t.db
      .update(mediaRows)
      .set({ guard: 'block', guardOrder: 0.5 })
      .where(eq(mediaRows.seq, seq))
      .run();
    const blocks = [words('Vroeg.'), { kind: 'single', media: [seq] }, words('Stil.')];
    expect(await told()).toMatchObject({ blocks, cover: null, date: '2026-01' });
  });

  it('is refused with a text that is too long; one stored before the limit can still be edited', async () => {
    const bodyOf = (length: number, count = 1) => Array(count).fill(words('x '.repeat(length / 2)));
    const refused = (body: object) => refusal(t.send('POST', SERIES, { ...series, body }));
    expect(await refused(bodyOf(20_002))).toMatchObject({
      status: 400,
      fieldReasons: { 'body.0.text': 'too_long?n=20000' },
    });
    expect(await refused(bodyOf(20_000, 6))).toMatchObject({
      status: 400,
      fieldReasons: { body: 'story_too_long?n=100000' },
    });
    const { id } = await make();
    const body = bodyOf(6000, 600);
    t.db
      .update(storyRows)
      .set({ body: JSON.stringify(body) })
      .run();
    const title = 'Nog een winter';
    const patched = await readAnswer(storyItem, t.send('PATCH', `${SERIES}/${id}`, { title }));
    expect(patched).toMatchObject({ title, body, withheld: false });
    expect(await told()).toMatchObject({ blocks: body });
  });

  it('with a position in its words is withheld, until it goes', async () => {
    const { id, withheld } = await make({ body: [words(spot)] });
    const patched = await readAnswer(
      storyItem,
      t.send('PATCH', `${SERIES}/${id}`, { body: [words('Weg.')] }),
    );
    expect([withheld, patched.withheld]).toEqual([true, false]);
  });
});
