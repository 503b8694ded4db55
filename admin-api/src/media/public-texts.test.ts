/** A position in a text that visitors read keeps its item off the site, and out of its address. */
import { mediaItem } from '@veldlicht/contract/media';
import { auditLog, categories, endedAddresses, media, mediaRows } from '@veldlicht/database/schema';
import { isSlugTaken } from '@veldlicht/database/slug';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { CATEGORIES, useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({}, 'editor');

const SPOT = '52.131234, 5.860456';
const OTHER = '52.998877, 6.112233';

const { call, change: patch, published, addTag, ...library } = useLibrary(t);
const create = (change: Record<string, unknown> = {}) =>
  library.create({ featured: true, ...change });
const onCategory = (method: string, path: string, json?: unknown) =>
  t.send(method, CATEGORIES + path, json);
/** Titles that anybody gets, the same from all three lists. */
async function publicTitles(): Promise<string[]> {
  const titles = async (which?: string) => (await published(which)).map(({ title }) => title);
  const all = await titles();
  for (const which of ['/featured', '/recent']) expect(await titles(which)).toEqual(all);
  return all;
}
const publish = (id: string) =>
  t.db.update(mediaRows).set({ firstPublishedAt: 1 }).where(eq(mediaRows.id, id)).run();
const ended = () => t.rows(endedAddresses).map(({ slug }) => slug);

describe('a position in a text', () => {
  it('in title, description or alt withholds an item until it is gone', async () => {
    await create({ title: 'Vos' });
    for (const field of ['title', 'description', 'alt']) {
      const item = await create({ [field]: `Nest ${SPOT}` });
      expect([item.withheld, await publicTitles()]).toEqual([true, ['Vos']]);
      expect((await patch(item.id, { [field]: 'Nest' })).withheld).toBe(false);
      expect(await publicTitles()).toHaveLength(2);
      expect((await patch(item.id, { [field]: `Nest ${SPOT}` })).withheld).toBe(true);
      expect(await publicTitles()).toEqual(['Vos']);
    }
  });

  it('is published once allowed, but no other position', async () => {
    const { id } = await create({ title: `Nest ${SPOT}`, positionAllowed: true });
    expect(await publicTitles()).toEqual([`Nest ${SPOT}`]);
    expect(await patch(id, { title: `Oud nest ${SPOT}` })).toMatchObject({ withheld: false });
    expect(await patch(id, { description: `En ${OTHER}` })).toMatchObject({ withheld: true });
    expect(await publicTitles()).toEqual([]);
    const allowed = await patch(id, { positionAllowed: true });
    expect(allowed).toMatchObject({ withheld: false, positionAllowed: true });
    const taken = await patch(id, { positionAllowed: false });
    expect(taken).toMatchObject({ withheld: true, positionAllowed: false });
    const { revision } = t.rows(media)[0] ?? {};
    await patch(id, { positionAllowed: false });
    expect(t.rows(media)[0]?.revision).toBe(revision);
  });

  it('is refused in the name of a category or tag', async () => {
    const name = `nest ${SPOT.replace(',', '')}`;
    const { id } = await addTag('mist');
    for (const answer of [
      onCategory('POST', '', { name, type: 'tag' }),
      onCategory('POST', '/bulk', { categories: [{ name, type: 'category' }] }),
      onCategory('PATCH', `/${id}`, { name }),
    ]) {
      const refused = { status: 400, error: 'A name can’t contain a position' };
      expect(await refusal(answer)).toMatchObject(refused);
    }
    expect(t.rows(categories)).toHaveLength(5);
  });

  it('withholds the items of a tag or category that was named before such names were refused', async () => {
    const name = `nest ${SPOT.replace(',', '')}`;
    const { id } = await create();
    const add = (type: 'tag' | 'category') =>
      t.db.insert(categories).values({ id: type, type, name, sortOrder: 5 }).run();
    add('tag');
    add('category');
    expect((await patch(id, { tags: [name] })).withheld).toBe(true);
    expect((await onCategory('PATCH', '/tag', { name: 'nest' })).status).toBe(200);
    expect(await publicTitles()).toHaveLength(1);
    await call('POST', '/bulk-update', { ids: [id], data: { category: name } });
    expect(await publicTitles()).toEqual([]);
    await onCategory('PATCH', '/category', { name: 'nesten' });
    expect(await publicTitles()).toHaveLength(1);
    t.db.update(categories).set({ name }).where(eq(categories.id, 'tag')).run();
    await patch(id, { title: 'Anders' });
    expect(await publicTitles()).toEqual([]);
    await onCategory('DELETE', '/tag');
    expect(await publicTitles()).toHaveLength(1);
  });
});

describe('the address of an item', () => {
  it('has no position, and changes when one is removed from the title', async () => {
    const { id, slug } = await create({ title: `Oehoenest ${SPOT}`, positionAllowed: true });
    expect(slug).toMatch(/^oehoenest-\d{4}$/);
    publish(id);
    const renamed = await patch(id, { title: 'Oehoe' });
    expect(renamed.slug).toMatch(/^oehoe-\d{4}$/);
    expect(ended()).toEqual([slug]);
    expect((await patch(id, { title: 'Uil' })).slug).toBe(renamed.slug);
  });

  it('can be renewed, and the old one is never reused', async () => {
    const { id, slug } = await create({ title: 'Oehoe' });
    const unseen = await readAnswer(mediaItem, call('POST', `/${id}/address`));
    expect(unseen.slug).not.toBe(slug);
    expect(ended()).toEqual([]);
    publish(id);
    const seen = await readAnswer(mediaItem, call('POST', `/${id}/address`));
    expect(seen.slug).toMatch(/^oehoe-\d{4}$/);
    expect(ended()).toEqual([unseen.slug]);
    const entry = t.db.select().from(auditLog).orderBy(desc(auditLog.id)).get();
    expect(entry).toMatchObject({ action: 'renew-address', entity: 'media', entityId: id });
    expect(isSlugTaken(t.db, unseen.slug)).toBe(true);
    expect(isSlugTaken(t.db, slug)).toBe(false);
  });
});
