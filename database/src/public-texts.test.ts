import { publicTextFields } from '@veldlicht/contract/item-fields';
import { stored, words } from '@veldlicht/contract/testing/blocks';
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { applyRulesToStored } from './apply-rules.ts';
import { rulesVersion } from './rules-version.ts';
import {
  categories,
  media,
  mediaRows,
  mediaTags,
  protectedPlaces,
  stories,
  storyRows,
} from './schema.ts';
import { addFile, addItem } from './testing/add-item.ts';
import { createTestDatabase } from './testing.ts';

it('applies the rules to content of an older version, once', async () => {
  const t = await createTestDatabase();
  const spot = '52.131234, 5.860456';
  const hash = 'a'.repeat(32);
  addFile(t.db, hash);
  t.db
    .insert(categories)
    .values({ id: 'tag', type: 'tag', name: `nest ${spot}`, sortOrder: 1 })
    .run();
  const add = (id: string, facts: Partial<typeof mediaRows.$inferInsert>) =>
    addItem(t.db, id, hash, { title: 'Ree', firstPublishedAt: 1, ...facts });
  add('plain', {});
  add('titled', { title: `Nest ${spot}` });
  add('tagged', {});
  add('allowed', { description: spot, allowedPositions: [spot] });
  const { seq = 0 } = t.db.select().from(media).where(eq(media.id, 'tagged')).get() ?? {};
  t.db.insert(mediaTags).values({ mediaSeq: seq, tagId: 'tag' }).run();
  const rows = () => t.db.select().from(media).orderBy(asc(media.seq)).all();
  applyRulesToStored(t.file, 99, 'rules 1');
  const after = rows();
  expect(after.filter(({ withheld }) => withheld).map(({ id }) => id)).toEqual([
    'titled',
    'tagged',
  ]);
  applyRulesToStored(t.file, 99, 'rules 2');
  expect(rows()).toEqual(after);
  t.remove();
});

it('withholds stories that hold a position by the present rules', async () => {
  const t = await createTestDatabase();
  const add = (id: string, facts: Partial<typeof storyRows.$inferInsert>) => {
    const row = { id, kind: 'note', slug: id, title: 'Vorst', date: '2026-01-09' } as const;
    const rest = { body: '[]', status: 'published', createdAt: 1, updatedAt: 1 } as const;
    t.db
      .insert(storyRows)
      .values({ ...row, ...rest, ...facts })
      .run();
  };
  const spot = '52.131234, 5.860456';
  add('plain', { withheld: true });
  add('written', { body: stored(words('Bij 52\\.131234, 5.860456.')) });
  add('allowed', { body: stored(words(spot)), allowedPositions: [spot] });
  applyRulesToStored(t.file, 99, 'rules 3');
  const rows = t.db.select().from(stories).all();
  expect(rows.filter(({ withheld }) => withheld).map(({ id }) => id)).toEqual(['written']);
  t.remove();
});

it('makes places of earlier rules less exact, except those a user chose', async () => {
  const t = await createTestDatabase();
  const hash = 'a'.repeat(32);
  addFile(t.db, hash);
  const rows = [
    ['Veluwe', 'exact', 'exact'],
    [null, 'exact', 'exact'],
    ['', 'exact', 'exact'],
    ['RD 193245 460310', 'exact', 'approximate'],
    ['4V75+JX Domburg', 'exact', 'hidden'],
    ['52.131234, 5.860456', 'chosen', 'exact'],
    ['RD 193245 460310', 'approximate', 'approximate'],
    ['RD 193245 460310', 'hidden', 'hidden'],
  ] as const;
  for (const [i, [location, before]] of rows.entries()) {
    const exactChosen = before === 'chosen';
    const locationPrivacy = exactChosen ? 'exact' : before;
    addItem(t.db, `m${i}`, hash, { location, locationPrivacy, exactChosen, updatedAt: 5 });
  }
  const protectedNow = () => t.db.select().from(protectedPlaces).all();
  const stored = () => t.db.select().from(media).orderBy(asc(media.seq)).all();
  applyRulesToStored(t.file, 99, 'rules 4');
  const after = stored();
  expect(after.map((row) => row.locationPrivacy)).toEqual(rows.map(([, , expected]) => expected));
  expect(protectedNow().map(({ mediaSeq }) => mediaSeq)).toEqual([4, 5]);
  expect(after.map((row) => row.updatedAt)).toEqual(
    after.map(({ seq }) => (seq === 4 || seq === 5 ? 99 : 5)),
  );
  t.db.delete(protectedPlaces).run();
  applyRulesToStored(t.file, 100, 'rules 5');
  expect([stored(), protectedNow()]).toEqual([after, []]);
  t.remove();
});

it.each(publicTextFields)(
  'keeps an item off the site while its %s holds a position',
  async (name) => {
    const t = await createTestDatabase();
    const hash = 'a'.repeat(32);
    addFile(t.db, hash);
    addItem(t.db, 'one', hash, { title: 'Ree', [name]: 'Nest 52.131234, 5.860456' });
    const isWithheld = () => t.db.select().from(media).get()?.withheld;
    applyRulesToStored(t.file, 99, 'rules 6');
    expect(isWithheld()).toBe(true);
    t.db
      .update(mediaRows)
      .set({ [name]: 'Nest' })
      .run();
    applyRulesToStored(t.file, 99, 'rules 7');
    expect(isWithheld()).toBe(false);
    t.remove();
  },
);

it('checks stored content once for each version of the rules', async () => {
  const t = await createTestDatabase();
  const hash = 'a'.repeat(32);
  addFile(t.db, hash);
  addItem(t.db, 'one', hash, { title: 'Ree' });
  const set = (title: string) => t.db.update(mediaRows).set({ title }).run();
  const isWithheld = () => t.db.select().from(media).get()?.withheld;
  applyRulesToStored(t.file, 99, 'old');
  // Written past the rules, as by a version that knew fewer.
  set('Nest 52.131234, 5.860456');
  applyRulesToStored(t.file, 99, 'old');
  expect(isWithheld()).toBe(false);
  applyRulesToStored(t.file, 99, 'new');
  expect(isWithheld()).toBe(true);
  expect(rulesVersion()).toMatch(/^[0-9a-f]{32}$/);
  expect(rulesVersion()).toBe(rulesVersion());
  t.remove();
});
