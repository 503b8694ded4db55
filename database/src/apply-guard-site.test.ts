/** The guard of sites: a nest is kept all year, for what shows its species beside it. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { guardRules, mediaRows, mediaSpecies } from './schema.ts';
import { EAST, FAR, guardLibrary, WEST } from './testing/guard-library.ts';

const library = guardLibrary();
const { add, setRule, apply, edit, toTrash, levels, whys } = library;
const autumn = { date: '2026-10-12', location: WEST };
beforeEach(() => setRule({ level: 'block', months: [2, 3, 4], nestMonths: [2, 3, 4] }));

it('guards the species that nested there all year', () => {
  add('07:00:00', 'owl', autumn);
  expect(levels()).toEqual([null]);
  const nest = add('07:00:00', 'nest', { location: EAST });
  add('07:00:00', 'owl', { ...autumn, location: FAR });
  expect(levels()).toEqual(['hidden', 'hidden', null]);
  expect(whys()[0]).toEqual(['site']);
  edit(nest, { date: '2026-07-01' });
  expect(levels()).toEqual(['block', 'block', null]);
  library.t.db
    .update(mediaSpecies)
    .set({ nest: false })
    .where(eq(mediaSpecies.mediaSeq, nest))
    .run();
  apply([nest]);
  expect(levels()).toEqual([null, null, null]);
});

it('hides a nest in every month once it is hidden in one', () => {
  add('07:00:00', 'nest', autumn);
  expect(levels()).toEqual(['block']);
  const nest = add('07:00:00', 'nest', { location: EAST });
  expect(levels()).toEqual(['hidden', 'hidden']);
  expect(whys()[0]).toEqual(['nest', 'site']);
  toTrash(nest);
  apply([], ['item-2']);
  expect(levels()).toEqual(['hidden']);
});

it('leaves what visitors know of another month, for a nest that came later', () => {
  add('07:00:00', 'nest', { ...autumn, firstPublishedAt: 5 });
  const nest = add('07:00:00', 'nest', { location: EAST, status: 'draft' });
  expect(levels()).toEqual(['block', 'hidden']);
  edit(nest, { status: 'published' });
  expect(levels()).toEqual(['block', 'hidden']);
  apply([1]);
  expect(levels()).toEqual(['block', 'hidden']);
  add('08:00:00', 'nest', { ...autumn, date: '2025-10-12' });
  expect(levels()).toEqual(['block', 'hidden', 'hidden']);
});

it('tells its block where the species is on no list', () => {
  library.t.db.delete(guardRules).run();
  add('07:00:00', 'nest', { location: EAST });
  add('07:00:00', 'owl', autumn);
  expect(levels()).toEqual(['hidden', 'block']);
});

it('guards items without a position until its record is purged', () => {
  const nest = add('07:00:00', 'nest', { location: EAST });
  add('07:00:00', 'owl', { ...autumn, location: 'bij de hut' });
  add('07:00:00', null, autumn);
  expect(levels()).toEqual(['hidden', 'hidden', 'hidden']);
  toTrash(nest);
  apply([], ['item-1']);
  expect(levels()).toEqual(['hidden', 'hidden']);
  library.t.db.delete(mediaRows).where(eq(mediaRows.seq, nest)).run();
  apply([], ['item-1']);
  expect(levels()).toEqual([null, null]);
});

it('is where a record was guarded in its months too, at the level of that', () => {
  setRule({ level: 'block', months: [2, 3, 4], nestMonths: [2, 3, 4] });
  add('07:00:00', 'owl', autumn);
  expect(levels()).toEqual([null]);
  const spring = add('07:00:00', 'owl', { location: EAST });
  add('07:00:00', 'owl', { ...autumn, location: FAR });
  expect(levels()).toEqual(['block', 'block', null]);
  expect(whys()).toEqual([['site'], ['species'], []]);
  edit(spring, { location: FAR });
  expect(levels()).toEqual([null, 'block', 'block']);
  edit(spring, { date: '2026-10-11' });
  expect(levels()).toEqual([null, null, null]);
});
