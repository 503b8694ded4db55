/** Items one by one (spec §7, §4, §5). */
import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import { mediaItem } from '@veldlicht/contract/media';
import { files, media, mediaRows } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { START, useTestApp } from '#testing/test-app.ts';
import { addFile, addItem, mediaPayload } from '#testing/test-content.ts';
import { placeAfter } from './media.service.ts';

const t = useTestApp({}, 'editor');
const { call, payload, create, remove, items, addTag, ...library } = useLibrary(t);
const { change: patched, published: listed } = library;
const post = (json: unknown) => call('POST', '', json);
const patch = (id: string, json: unknown) => call('PATCH', `/${id}`, json);
const titles = async (which = '') => (await listed(which)).map(({ title }) => title);
const INVALID = { status: 400, code: 'invalid_input' };

describe('creating', () => {
  it('stores an item and returns it whole, with the file’s metadata', async () => {
    await addTag('Nevel');
    const item = await create({ tags: ['nevel', 'Nevel'], date: '2026-05-30', alt: 'Een ree' });
    expect(item).toMatchObject({
      title: 'Ree in de mist',
      category: 'fauna',
      tags: ['Nevel'],
      type: 'photo',
      status: 'published',
      featured: false,
      processing: 'ready',
      width: 6000,
      camera: { camera: 'Canon R5' },
      createdAt: '2026-05-31T12:00:00.000Z',
    });
    expect(item.slug).toMatch(/^ree-in-de-mist-\d{4}$/);
    expect(item.sources[0]?.url).toBe(item.imageUrl);
    expect(await items()).toEqual([item]);
  });

  it.each([
    [{ category: 'zee' }, 'category'],
    [{ tags: ['mist'] }, 'tags'],
    [{ imageUrl: '/media/../../veldlicht.db' }, 'imageUrl'],
    [{ imageUrl: `/media/${'a'.repeat(32)}/960.jpg` }, 'imageUrl'],
    [{ imageUrl: 'http://127.0.0.1/x.jpg' }, 'imageUrl'],
  ])('is refused with %j at its field (T19)', async (change, field) => {
    const refused = await refusal(post({ ...payload(), ...change }));
    expect(refused).toMatchObject({ ...INVALID, fields: { [field]: expect.any(String) } });
    expect(t.rows(media)).toEqual([]);
  });

  it('lets the file decide the type, and refuses the address of the other type', async () => {
    const video = addFile(t.db, { type: 'video', duration: 12 });
    const item = await readAnswer(mediaItem, post(mediaPayload(video.imageUrl, { type: 'photo' })));
    const poster = `/media/${video.hash}/960.jpg`;
    expect(item).toMatchObject({ type: 'video', duration: 12, poster });
    const { hash } = addFile(t.db);
    expect((await post(mediaPayload(`/media/${hash}/video.mp4`))).status).toBe(400);
  });
});

describe('changing', () => {
  it('changes only the given fields, and returns the whole item', async () => {
    const before = await create({ description: 'Vroeg', featured: true });
    t.pass(1000);
    const after = { ...before, description: 'Laat', updatedAt: '2026-05-31T12:00:01.000Z' };
    expect(await patched(before.id, { description: 'Laat' })).toEqual(after);
    await remove(before.id);
    expect(t.audits('actor', 'action', 'summary')).toEqual(
      ['create', 'update', 'delete'].map((action) => ['eva', action, 'Ree in de mist']),
    );
  });

  it('makes it hero and cover instead of the previous one', async () => {
    const [first, second] = [await create(), await create()];
    await patched(first.id, { hero: true, cover: true });
    expect(await patched(second.id, { hero: true })).toMatchObject({ hero: true, cover: false });
    expect((await items()).map(({ hero, cover }) => [hero, cover])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('keeps the name of the original for signed-in people only', async () => {
    const { id } = await create({ originalName: 'Nest 52.1312 5.8604.jpg' });
    const { imageUrl } = addFile(t.db);
    const replaced = await patched(id, { imageUrl, originalName: 'Ree.jpg' });
    expect(replaced).toMatchObject({ imageUrl, originalName: 'Ree.jpg', title: 'Ree in de mist' });
    expect(JSON.stringify(await listed())).not.toContain('Ree.jpg');
  });

  it('takes an item as it was returned, and publishes nothing without a difference', async () => {
    const { id, title, type, category: own, tags, imageUrl, date, createdAt } = await create();
    const revision = t.rows(media)[0]?.revision;
    const same = { id, type, title, category: own, tags, imageUrl, date, createdAt };
    expect((await patch(id, same)).status).toBe(200);
    expect(t.rows(media)[0]?.revision).toBe(revision);
  });

  it('adds and removes tags, and makes all of a change or nothing', async () => {
    for (const name of ['a', 'b']) await addTag(name);
    const { id } = await create({ tags: ['a'] });
    expect((await patched(id, { tags: ['B'] })).tags).toEqual(['b']);
    const before = t.rows(media);
    expect((await patch(id, { title: 'Nieuw', tags: ['geen'] })).status).toBe(400);
    expect(t.rows(media)).toEqual(before);
    await remove(id);
    expect(t.rows(media)).toEqual([]);
  });

  it('keeps showing the old file until the new one is ready, also when that one fails', async () => {
    const old = addFile(t.db);
    const { id } = await readAnswer(mediaItem, post(mediaPayload(old.imageUrl)));
    const shown = async () => (await listed())[0]?.imageUrl;
    for (const processing of ['working', 'failed'] as const) {
      const next = addFile(t.db, { processing });
      const changed = await patched(id, { imageUrl: next.imageUrl });
      expect(changed).toMatchObject({ processing, imageUrl: next.imageUrl });
      expect(await shown()).toBe(old.imageUrl);
    }
    const [item] = t.rows(media);
    t.db
      .update(files)
      .set({ processing: 'ready' })
      .where(eq(files.hash, item?.fileHash ?? ''))
      .run();
    expect(await shown()).toContain(item?.fileHash);
    const video = addFile(t.db, { type: 'video' });
    const mismatch = { status: 409, code: 'type_mismatch' };
    expect(await refusal(patch(id, { imageUrl: video.imageUrl }))).toMatchObject(mismatch);
  });

  it('lets the slug follow the title until the item has been public', async () => {
    const { id, slug } = await create({ title: 'Één ijsvogel' });
    expect(slug).toMatch(/^een-ijsvogel-\d{4}$/);
    const renamed = await patched(id, { title: 'Twee ijsvogels' });
    expect(renamed.slug).toBe(`twee-ijsvogels-${slug.slice(-4)}`);
    t.db.update(mediaRows).set({ firstPublishedAt: 1 }).run();
    expect((await patched(id, { title: 'Drie ijsvogels' })).slug).toBe(renamed.slug);
  });
});

it('previews the place that visitors would read, as exactly as the guard allows', async () => {
  const told = async (json: object) => (await call('POST', '/place', json)).json();
  const location = '52.131234, 5.860456';
  expect(await told({ location })).toEqual({ place: 'omgeving Hoenderloo' });
  const region: unknown = await told({ location, precision: 'region' });
  expect(region).toEqual({ place: expect.stringMatching(/^regio /) });
  expect(await told({ location: 'Veluwe', precision: 'region' })).toEqual({ place: null });
  expect(await refusal(call('POST', '/place', { location, precision: 'exact' }))).toMatchObject(
    INVALID,
  );
});

describe('everyone', () => {
  it('sees published and ready items, newest first, with public fields only', async () => {
    const working = addFile(t.db, { processing: 'working' }).hash;
    addItem(t.db, { title: 'oud', createdAt: 1 });
    addItem(t.db, { title: 'concept', status: 'draft', featured: true });
    addItem(t.db, { title: 'in werk', fileHash: working });
    addItem(t.db, { title: 'nieuw', featured: true, createdAt: 2 });
    expect(await titles()).toEqual(['nieuw', 'oud']);
    expect(await titles('/featured')).toEqual(['nieuw']);
    const keys = Object.keys((await listed())[0] ?? {});
    for (const key of ['locationPrivacy', 'status', 'processing', 'processingError', 'updatedAt'])
      expect(keys).not.toContain(key);
    for (let n = 0; n < RECENT_ITEMS; n += 1)
      addItem(t.db, { title: `later ${n}`, createdAt: 3 + n });
    expect(await titles('/recent')).toHaveLength(RECENT_ITEMS);
    expect((await titles('/recent')).at(-1)).toBe('later 0');
  });

  it.each([
    ['52.131200, 5.860400', undefined, 'omgeving Hoenderloo'],
    ['52.131200, 5.860400', 'exact', '52.131200, 5.860400'],
    ['52.131200, 5.860400', 'hidden', null],
    ['Veluwe', undefined, 'Veluwe'],
    ['Veluwe', 'approximate', null],
  ])('reads the place %j with privacy %s as %j', async (location, locationPrivacy, words) => {
    expect((await create({ location, locationPrivacy })).location).toBe(location);
    const [shown] = await listed();
    expect(shown?.location).toBe(words);
    if (words !== location) expect(JSON.stringify(shown)).not.toContain('52.13');
  });
});

describe('the time an item is public', () => {
  const HOUR = 3_600_000;
  const inHours = (hours: number) => new Date(START + hours * HOUR).toISOString();

  it('is stored to the millisecond, removed with null, and can’t end before it begins', async () => {
    const refused = { ...INVALID, fields: { publishUntil: expect.any(String) } };
    const none = payload({ publishFrom: inHours(2), publishUntil: inHours(2) });
    expect(await refusal(post(none))).toMatchObject(refused);
    const window = { publishFrom: inHours(5), publishUntil: '2027-01-01T00:00:00.500Z' };
    const { id, ...item } = await create(window);
    expect(item).toMatchObject(window);
    for (const change of [
      { publishUntil: inHours(4) },
      { publishFrom: '2027-01-02T00:00:00.000Z' },
      { publishFrom: inHours(9), publishUntil: inHours(8) },
    ])
      expect(await refusal(patch(id, change))).toMatchObject(refused);
    expect(await patched(id, { title: 'Vos' })).toMatchObject(window);
    const open = { publishFrom: inHours(7), publishUntil: null };
    expect(await patched(id, open)).toMatchObject(open);
  });

  it('decides what visitors see, from its first moment until its last', async () => {
    addItem(t.db, { title: 'Altijd', featured: true });
    const window = { publishFrom: inHours(1), publishUntil: inHours(3) };
    await create({ title: 'Even', featured: true, ...window });
    const shown = async () => {
      const all = await titles();
      for (const which of ['/featured', '/recent']) expect(await titles(which)).toEqual(all);
      return all.includes('Even');
    };
    const seen: unknown[] = [];
    for (const ms of [0, HOUR - 1, 1, 2 * HOUR - 1, 1]) {
      t.pass(ms);
      seen.push(await shown());
    }
    expect(seen).toEqual([false, false, true, true, false]);
  });
});

const PAIR = '52.131200, 5.860400';
it.each([
  ['a new item has a pair', null, { location: PAIR }, 'approximate'],
  ['a new item has text', null, { location: 'Veluwe' }, 'exact'],
  ['a new place can not be computed', null, { location: '4V75+JX Domburg' }, 'hidden'],
  ['a choice is given', null, { location: PAIR, locationPrivacy: 'exact' }, 'exact'],
  ['text becomes a pair', ['Veluwe', 'exact'], { location: PAIR }, 'approximate'],
  ['text gets a number', ['Veluwe', 'exact'], { location: 'Veluwe, vak 12' }, 'hidden'],
  ['the same text is sent again', [PAIR, 'exact'], { location: PAIR }, 'exact'],
  ['hidden text becomes a pair', ['Veluwe', 'hidden'], { location: PAIR }, 'hidden'],
  ['a pair becomes another', [PAIR, 'exact'], { location: '53.000000, 5.000000' }, 'approximate'],
  ['a pair becomes text', [PAIR, 'approximate'], { location: 'Veluwe' }, 'approximate'],
  ['the place is not touched', [PAIR, 'approximate'], {}, 'approximate'],
  ['the place is taken away', [PAIR, 'approximate'], { location: null }, 'approximate'],
] as const)('when %s, its privacy is right', (_what, before, change, privacy) => {
  const place = before && { location: before[0], locationPrivacy: before[1] };
  expect(placeAfter(place, change).locationPrivacy).toBe(privacy);
});

it.each([
  ['against the rule', { location: PAIR, locationPrivacy: 'exact' }, true],
  ['as the rule has it', { location: 'Veluwe', locationPrivacy: 'exact' }, false],
  ['less than exact', { location: PAIR, locationPrivacy: 'hidden' }, false],
] as const)('knows whether "exact" was chosen: %s', (_what, change, exactChosen) => {
  expect(placeAfter(null, change).exactChosen).toBe(exactChosen);
  expect(placeAfter({ ...change }, {}).exactChosen).toBe(exactChosen);
});
