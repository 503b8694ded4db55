/** The guard of items of which nobody knows the day: they are company of what was uploaded with them. */
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyGuard } from './apply-guard.ts';
import { guardRules, media, mediaSpecies, species } from './schema.ts';
import { addFile, addItem } from './testing/add-item.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const OWL = 'Bubo bubo';
const HOUR = 3_600_000;
const PLACE = '52.136384, 5.824814';
const NEAR = '52.150000, 5.830000';
const FAR = '51.600000, 5.100000';
let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
  t.db.insert(species).values({ scientificName: OWL, groupName: 'birds' }).run();
  const rule = { scientificName: OWL, months: [], nestMonths: [], reason: '' };
  t.db
    .insert(guardRules)
    .values({ ...rule, level: 'block' })
    .run();
});
afterEach(() => t.remove());

interface Made {
  date?: string | null;
  location?: string | null;
  /** When it was uploaded, in hours. */
  at?: number;
  isOwl?: boolean;
}

/** Adds an item with a place, judged at once; without a date unless it is given one. */
function add({ date = null, location = PLACE, at = 0, isOwl = false }: Made): void {
  const seq = rows().length + 1;
  const hash = String(seq).padStart(32, '0');
  addFile(t.db, hash);
  const createdAt = Date.UTC(2026, 3, 2) + at * HOUR;
  addItem(t.db, `item-${seq}`, hash, { date, createdAt, location });
  if (isOwl)
    t.db.insert(mediaSpecies).values({ mediaSeq: seq, scientificName: OWL, position: 0 }).run();
  applyGuard(t.db, [seq], { chance: () => 0.5 });
}
const rows = () => t.db.select().from(media).orderBy(asc(media.seq)).all();
const levels = () => rows().map(({ guard }) => guard);

it.each<[string, Made, Made, 'block' | null]>([
  ['is guarded with an owl that has one', { date: '2026-03-09', isOwl: true }, {}, 'block'],
  ['is guarded with an owl that has none either', { isOwl: true }, {}, 'block'],
  ['is open when it was uploaded on another day', { isOwl: true }, { at: 24 }, null],
  ['is guarded when its place is words', { isOwl: true }, { location: 'Schildmeer' }, 'block'],
  ['is open far away', { isOwl: true }, { location: FAR }, null],
  ['is open without a place', { isOwl: true }, { location: null }, null],
])('of no known day: %s', (_what, owl, other, level) => {
  add(owl);
  add({ location: NEAR, at: 0.5, ...other });
  expect(levels()).toEqual(['block', level]);
  // Whichever came first, and when all are looked at.
  applyGuard(t.db, undefined, { chance: () => 0.5 });
  expect(levels()).toEqual(['block', level]);
});

it('guards what has a day with an owl of no known day, in one area', () => {
  add({ date: '2026-03-09', location: NEAR });
  add({ date: '2026-03-09', location: FAR });
  add({ isOwl: true, at: 0.5 });
  expect(levels()).toEqual(['block', null, 'block']);
  const [fox, , owl] = rows();
  expect(fox?.guardArea).toEqual(owl?.guardArea);
});
