import { NO_FACTS } from '@veldlicht/contract/file-facts';
import type { Block } from '@veldlicht/contract/story-body';
import { single, stored, words } from '@veldlicht/contract/testing/blocks';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyGuard, decidesGuard } from './apply-guard.ts';
import { checkPublicTexts } from './public-texts.ts';
import { files, jobs, media, mediaRows, mediaSpecies, species, storyRows } from './schema.ts';
import { addFile, addItem } from './testing/add-item.ts';
import { EAST, FAR, guardLibrary, OWL, WEST } from './testing/guard-library.ts';
import type { TestDatabase } from './testing.ts';

const library = guardLibrary();
const { add, show, setRule, apply, edit, toTrash, rows, levels, whys, areas } = library;
let t: TestDatabase;
beforeEach(() => {
  t = library.t;
});

it('remakes the rights in files when their item becomes guarded or open', () => {
  const owl = add('05:00:00');
  const { fileHash } = t.db.select().from(media).where(eq(media.seq, owl)).get() ?? {};
  const asked = () => t.db.select({ kind: jobs.kind, subject: jobs.subject }).from(jobs).all();
  show(owl);
  apply([owl]);
  expect(asked()).toEqual([]);
  t.db.delete(mediaSpecies).run();
  apply([owl]);
  t.db
    .update(files)
    .set({ facts: { ...NO_FACTS, creator: 'Iris' } })
    .run();
  show(owl);
  apply([owl]);
  expect(asked()).toEqual([{ kind: 'remake', subject: fileHash }]);
  t.db.delete(jobs).run();
  t.db.delete(mediaSpecies).run();
  apply([owl]);
  expect(asked()).toEqual([{ kind: 'remake', subject: fileHash }]);
});

describe('company', () => {
  it('has the guard of items taken within two hours, in any order of upload', () => {
    add('05:00:00');
    add('08:00:00');
    add('07:00:00', 'owl');
    add('05:30:00');
    add(null);
    add('07:00:00', null, { date: '2026-03-10' });
    expect(levels()).toEqual(['region', 'region', 'region', 'region', 'region', null]);
    const [first] = rows();
    expect(first?.guardReasons).toEqual([{ why: 'outing', level: 'region', id: 'item-3' }]);
  });

  it('lends nothing further', () => {
    add('07:00:00', 'owl');
    add('09:00:00');
    add('11:00:00');
    expect(levels()).toEqual(['region', 'region', null]);
  });

  it('excludes items taken at the same time elsewhere', () => {
    add('07:00:00', 'owl', { location: EAST });
    add('07:00:00', null, { location: FAR });
    add('07:00:00', null, { location: WEST });
    expect(levels()).toEqual(['region', null, 'region']);
  });

  it('uses the time zones of files, and the whole day without one', () => {
    add('07:00:00', 'owl');
    add('15:30:00', null, { offset: '+09:00' });
    add('20:00:00');
    add('20:00:00', null, { offset: null });
    expect(levels()).toEqual(['region', 'region', null, 'region']);
  });

  it('ends when the species or the item is removed, or the list changes', () => {
    const owl = add('07:00:00', 'owl');
    add('08:00:00');
    t.db.delete(mediaSpecies).run();
    apply([owl]);
    expect(levels()).toEqual([null, null]);
    show(owl);
    apply([owl]);
    expect(levels()).toEqual(['region', 'region']);
    setRule({ level: 'block' });
    apply();
    expect(levels()).toEqual(['block', 'block']);
    toTrash(owl);
    apply([], ['item-1']);
    expect(levels()).toEqual([null]);
  });
});

describe('an outing', () => {
  it('has one level, the strictest', () => {
    add('07:00:00', 'owl', { location: EAST });
    add('08:00:00', 'nest', { location: WEST });
    add('06:00:00', null, { location: WEST });
    expect(levels()).toEqual(['hidden', 'hidden', 'hidden']);
    expect(whys()).toEqual([['species', 'site'], ['nest'], ['outing']]);
  });

  it('has one area, that of its first source, on both sides of a border', () => {
    setRule({ level: 'block' });
    add('07:00:00', null, { location: WEST });
    add('07:10:00', 'owl', { location: EAST });
    add('07:20:00', 'owl', { location: WEST });
    add('07:30:00');
    expect(areas()).toEqual(['185/460', '185/460', '185/460', null]);
  });

  it('is that of the source with a position, also for what came with one that has words alone', () => {
    setRule({ level: 'block' });
    add('09:00:00', 'owl', { location: EAST });
    add('07:00:00', 'owl', { location: 'bij de hut' });
    // A mile on, across the border.
    add('08:00:00', null, { location: '52.136384, 5.803000' });
    expect(levels()).toEqual(['block', 'block', 'block']);
    expect(areas()).toEqual(['185/460', null, '185/460']);
  });

  it('keeps its area until a place is corrected, and has it on another day too', () => {
    setRule({ level: 'block' });
    const first = add('07:00:00', 'owl', { location: EAST });
    add('07:00:00', 'owl', { location: WEST, date: '2026-06-20' });
    expect(areas()).toEqual(['185/460', '185/460']);
    toTrash(first);
    apply([], ['item-1']);
    expect(areas()).toEqual(['185/460']);
    edit(2, { location: FAR });
    expect(areas()).toEqual(['135/400']);
    edit(2, { location: WEST });
    expect(areas()).toEqual(['180/460']);
  });
});

describe('words', () => {
  it('guard an item that names a guarded species, until a user answers', () => {
    add('07:00:00', null, { title: 'Oehoe met jongen op het nest' });
    add('07:30:00');
    expect(whys()).toEqual([['looks'], ['outing']]);
    expect(levels()).toEqual(['hidden', 'hidden']);
    edit(1, { notShown: [OWL] });
    expect(levels()).toEqual([null, null]);
    edit(1, { notShown: [] });
    show(1);
    apply([1]);
    // The species has been chosen, and nobody has said whether the nest is in sight.
    expect(levels()).toEqual(['hidden', 'hidden']);
    expect(whys()[0]).toEqual(['species', 'looks']);
    edit(1, { notShown: [OWL] });
    expect(levels()).toEqual(['region', 'region']);
  });

  it('report no nest of a species that is not on the guard list', () => {
    add('07:00:00', null, { title: 'Vos met jong op een den' });
    const fox = { mediaSeq: 1, scientificName: 'Vulpes vulpes', position: 0 };
    t.db.insert(mediaSpecies).values(fox).run();
    apply([1]);
    expect(levels()).toEqual([null]);
  });

  it('include the names of the bundled list', () => {
    t.db.update(species).set({ dutchName: 'Nachtuil', englishName: 'Night owl', own: true }).run();
    add('07:00:00', null, { title: 'Oehoe in de avond' });
    add('20:00:00', null, { title: 'Nachtuil in de avond' });
    expect(levels()).toEqual(['region', 'region']);
  });

  it('include those of the file', () => {
    const hash = 'f'.repeat(32);
    addFile(t.db, hash, { facts: { keywords: ['taxonomy:binomial=Bubo bubo'] } });
    addItem(t.db, 'uil', hash);
    apply([1]);
    expect(levels()).toEqual(['region']);
    edit(1, { notShown: [OWL], originalName: 'oehoe.jpg' });
    expect(levels()).toEqual([null]);
    edit(1, { notShown: [] });
    expect(levels()).toEqual(['region']);
  });

  it('are looked at by themselves when nothing else differs: only another species changes a guard', () => {
    add('07:00:00');
    add('07:30:00');
    const say = (title: string) => {
      t.db.update(mediaRows).set({ title }).where(eq(mediaRows.seq, 1)).run();
      applyGuard(t.db, [1, 2], { isTextOnly: true, chance: () => 0.5 });
    };
    say('Oehoe');
    expect(levels()).toEqual(['region', 'region']);
    t.db.update(mediaRows).set({ guardOrder: 0.25 }).run();
    say('Een oehoe in de ochtend');
    expect(rows().map(({ guardOrder }) => guardOrder)).toEqual([0.25, 0.25]);
    say('Uil');
    expect(levels()).toEqual([null, null]);
    expect(decidesGuard({ title: 'A', tags: [], publishFrom: 1, date: undefined })).toBe(false);
    for (const field of ['date', 'location', 'status', 'species', 'fileHash'])
      expect(decidesGuard({ title: 'A', [field]: null })).toBe(true);
  });

  it('revoke allowed positions', () => {
    add('07:00:00', null, { title: `Uil ${EAST}` });
    checkPublicTexts(t.db, eq(media.seq, 1), true);
    expect(rows()[0]).toMatchObject({ withheld: false, allowedPositions: [EAST] });
    show(1);
    apply([1]);
    expect(rows()[0]).toMatchObject({ withheld: true, allowedPositions: [], guard: 'region' });
  });
});

describe('a story', () => {
  function tell(blocks: Block[], status: 'draft' | 'published' = 'published') {
    const row = { kind: 'note', slug: 'verhaal', title: 'Uit', date: '2026-03-09' } as const;
    const times = { createdAt: 1, updatedAt: 1 };
    t.db
      .insert(storyRows)
      .values({ ...row, ...times, id: 'story', body: stored(...blocks), status })
      .run();
    apply([], ['story']);
  }
  beforeEach(() => {
    setRule({ level: 'block' });
    add('07:00:00', 'owl', { location: EAST });
    add('19:00:00', null, { location: FAR });
    add('07:00:00', null, { location: WEST, date: '2025-08-01' });
    add('07:00:00', null, { location: FAR, date: '2025-08-01' });
  });

  it('guards its items of the same day or area', () => {
    expect(levels()).toEqual(['block', null, null, null]);
    tell([1, 2, 3, 4].map((n) => single(`item-${n}`)));
    expect(levels()).toEqual(['block', 'block', 'block', null]);
    expect(areas()).toEqual(['185/460', '135/400', '185/460', null]);
    t.db.update(storyRows).set({ deletedAt: 1 }).run();
    apply([], ['story']);
    expect(levels()).toEqual(['block', null, null, null]);
  });

  it('counts links', () => {
    tell([words(`De [oehoe](/foto/${rows()[0]?.slug}).`), single('item-2')]);
    expect(levels()).toEqual(['block', 'block', null, null]);
  });
});

describe('what is public already', () => {
  const open = { firstPublishedAt: 5, location: EAST };
  const fox = () => add('07:00:00', null, open);

  it('stays as it is when a draft is guarded, and hides it', () => {
    fox();
    add('07:30:00', 'owl', { status: 'draft', location: WEST });
    expect(levels()).toEqual([null, 'hidden']);
    expect(whys()[1]).toEqual(['species', 'told']);
    edit(2, { status: 'published' });
    edit(2, { firstPublishedAt: 9 });
    apply();
    expect(levels()).toEqual([null, 'hidden']);
  });

  it('is closed with what it is company of when that turns out to be guarded', () => {
    fox();
    add('07:30:00', null, { ...open, location: WEST });
    show(2);
    apply([2]);
    expect(levels()).toEqual(['region', 'region']);
  });

  it('is guarded again once it has been taken off the site', () => {
    fox();
    add('07:30:00', 'owl', { location: WEST });
    edit(1, { status: 'draft' });
    expect(levels()).toEqual(['region', 'region']);
    edit(1, { status: 'published' });
    expect(levels()).toEqual(['region', 'region']);
  });

  it('is no more than what came with it in one upload', () => {
    fox();
    add('07:30:00', 'owl', {
      location: WEST,
      createdAt: Date.UTC(2026, 3, 2) + 3_660_000 + 60_000,
    });
    expect(levels()).toEqual(['region', 'region']);
  });
});

it('computes the same guard for some items as for all', () => {
  const times = ['05:00:00', '06:10:00', '07:00:00', '08:50:00', null, '10:59:00', '12:00:00'];
  const places = [EAST, WEST, FAR, null];
  for (let i = 0; i < 24; i++)
    add(times[i % 7] ?? null, i % 5 === 2 ? (i % 2 ? 'owl' : 'nest') : null, {
      location: places[i % 4] ?? null,
      date: `2026-03-0${1 + (i % 3)}`,
    });
  const some = rows();
  apply();
  expect(rows()).toEqual(some);
});

describe('the order', () => {
  it('stands what is guarded before its month, by chance, and keeps it there', () => {
    addFile(t.db, 'f'.repeat(32));
    addItem(t.db, 'earlier', 'f'.repeat(32), { createdAt: Date.UTC(2026, 1, 27) });
    add('15:00:00');
    add('07:00:00', 'owl');
    expect(rows().map(({ guardOrder }) => guardOrder)).toEqual([null, null, 1.5]);
    applyGuard(t.db, undefined, { chance: () => 0.9 });
    expect(rows().at(-1)?.guardOrder).toBe(1.5);
  });

  it('stands it elsewhere when it turns out to be of another month', () => {
    addFile(t.db, 'f'.repeat(32));
    addItem(t.db, 'earlier', 'f'.repeat(32), { createdAt: Date.UTC(2026, 2, 3) });
    const owl = add('07:00:00', 'owl');
    expect(rows().at(-1)?.guardOrder).toBe(0.5);
    edit(owl, { date: '2025-06-09' });
    expect(rows().at(-1)?.guardOrder).toBe(1.5);
  });
});

it('writes nothing that is so already: every write publishes', () => {
  add('07:00:00', 'owl', { location: EAST });
  add('08:00:00');
  const before = rows().map(({ revision }) => revision);
  apply();
  apply([1, 2]);
  expect(rows().map(({ revision }) => revision)).toEqual(before);
});
