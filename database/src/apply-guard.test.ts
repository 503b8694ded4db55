import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyGuard } from './apply-guard.ts';
import { guardRules, media, mediaRows, mediaSpecies, species } from './schema.ts';
import { addFile, addItem } from './testing/add-item.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const OWL = 'Bubo bubo';
let t: TestDatabase;
let made: number;
beforeEach(async () => {
  t = await createTestDatabase();
  made = 0;
  t.db.insert(species).values({ scientificName: OWL, groupName: 'birds' }).run();
  const rule = { scientificName: OWL, months: [], nestMonths: [], reason: '' };
  t.db
    .insert(guardRules)
    .values({ ...rule, level: 'region' })
    .run();
});
afterEach(() => t.remove());

/** An item taken on a day of March, uploaded an hour after the one before. */
function add(time: string | null, shows: 'owl' | 'nest' | null = null, day = '2026-03-09'): number {
  made += 1;
  const hash = String(made).padStart(32, '0');
  addFile(t.db, hash, { facts: { date: day, time } });
  const createdAt = Date.UTC(2026, 3, 2) + made * 3_600_000;
  addItem(t.db, `item-${made}`, hash, { date: day, createdAt, location: 'Veluwe' });
  if (shows)
    t.db
      .insert(mediaSpecies)
      .values({ mediaSeq: made, scientificName: OWL, position: 0, nest: shows === 'nest' })
      .run();
  applyGuard(t.db, [made], [], () => 0.5);
  return made;
}

const rows = () => t.db.select().from(media).orderBy(asc(media.seq)).all();
const levels = () => rows().map(({ guard }) => guard);

it('lends the guard of a photo to all that was taken within two hours, whichever came first', () => {
  add('05:00:00');
  add('08:00:00');
  add('07:00:00', 'owl');
  add('05:30:00');
  add(null);
  add('07:00:00', null, '2026-03-10');
  expect(levels()).toEqual(['region', 'region', 'region', 'region', 'region', null]);
  const [first] = rows();
  expect(first?.guardReasons).toEqual([{ why: 'neighbour', level: 'region', id: 'item-3' }]);
});

it('lends nothing further: a neighbour of a neighbour is none', () => {
  add('07:00:00', 'owl');
  add('09:00:00');
  add('11:00:00');
  expect(levels()).toEqual(['region', 'region', null]);
});

it('takes the strictest of its own and what its neighbours lend', () => {
  add('07:00:00', 'owl');
  add('08:00:00', 'nest');
  add('09:30:00');
  expect(levels()).toEqual(['hidden', 'hidden', 'hidden']);
  expect(rows().map(({ guardReasons }) => guardReasons.map(({ why }) => why))).toEqual([
    ['species', 'neighbour'],
    ['nest', 'neighbour'],
    ['neighbour'],
  ]);
});

it('lets go of the neighbours when the species leaves, the list changes or the item goes', () => {
  const owl = add('07:00:00', 'owl');
  add('08:00:00');
  t.db.delete(mediaSpecies).run();
  applyGuard(t.db, [owl]);
  expect(levels()).toEqual([null, null]);
  t.db.insert(mediaSpecies).values({ mediaSeq: owl, scientificName: OWL, position: 0 }).run();
  applyGuard(t.db, [owl]);
  expect(levels()).toEqual(['region', 'region']);
  t.db.update(guardRules).set({ level: 'block' }).run();
  applyGuard(t.db);
  expect(levels()).toEqual(['block', 'block']);
  const [row] = rows();
  t.db.delete(mediaRows).where(eq(mediaRows.seq, owl)).run();
  applyGuard(t.db, [], [{ from: row?.takenFrom ?? 0, until: row?.takenUntil ?? 0 }]);
  expect(levels()).toEqual([null]);
});

it('finds for some items what it finds for all', () => {
  const times = ['05:00:00', '06:10:00', '07:00:00', '08:50:00', null, '10:59:00', '12:00:00'];
  for (const [i, time] of times.entries()) add(time, i % 3 === 2 ? 'owl' : null);
  const some = rows();
  applyGuard(t.db);
  expect(rows()).toEqual(some);
});

it('stands what is guarded before its month, by chance, and keeps it there', () => {
  addFile(t.db, 'f'.repeat(32));
  addItem(t.db, 'earlier', 'f'.repeat(32), { createdAt: Date.UTC(2026, 1, 27) });
  made = 1;
  add('15:00:00');
  add('07:00:00', 'owl');
  expect(rows().map(({ guardOrder }) => guardOrder)).toEqual([null, null, 1.5]);
  applyGuard(t.db, undefined, [], () => 0.9);
  expect(rows().at(-1)?.guardOrder).toBe(1.5);
});

it('stands it elsewhere when it turns out to be of another month', () => {
  addFile(t.db, 'f'.repeat(32));
  addItem(t.db, 'earlier', 'f'.repeat(32), { createdAt: Date.UTC(2026, 2, 3) });
  made = 1;
  const owl = add('07:00:00', 'owl');
  expect(rows().at(-1)?.guardOrder).toBe(0.5);
  t.db.update(mediaRows).set({ date: '2025-06-09' }).where(eq(mediaRows.seq, owl)).run();
  applyGuard(t.db, [owl], [], () => 0.5);
  expect(rows().at(-1)?.guardOrder).toBe(1.5);
});

it('writes nothing that is so already: every write publishes', () => {
  add('07:00:00', 'owl');
  add('08:00:00');
  const before = rows().map(({ revision }) => revision);
  applyGuard(t.db);
  applyGuard(t.db, [1, 2]);
  expect(rows().map(({ revision }) => revision)).toEqual(before);
});
