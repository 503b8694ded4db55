/** A library of owls and foxes for tests of the guard, which is applied after each change. */
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach } from 'vitest';
import { applyGuard } from '../apply-guard.ts';
import { guardRules, media, mediaRows, mediaSpecies, species } from '../schema.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { addFile, addItem } from './add-item.ts';

export const OWL = 'Bubo bubo';

/** On both sides of a border of blocks: 80 m apart, at 185 km of the Dutch grid. */
export const WEST = '52.136384, 5.824814';
export const EAST = '52.136379, 5.825982';
export const FAR = '51.600000, 5.100000';

type Shown = 'owl' | 'nest' | null;

/** Creates a new library before each test of the calling file; owls are guarded by region. */
export function guardLibrary() {
  let t: TestDatabase;
  beforeEach(async () => {
    t = await createTestDatabase();
    const names = { scientificName: OWL, dutchName: 'Oehoe', englishName: 'Eurasian eagle-owl' };
    t.db
      .insert(species)
      .values([
        { ...names, groupName: 'birds' },
        { scientificName: 'Vulpes vulpes', dutchName: 'Vos', groupName: 'mammals' },
      ])
      .run();
    setRule({ level: 'region' });
  });
  afterEach(() => t.remove());

  /** Replaces the one rule; without months it applies all year, also to nests. */
  function setRule(rule: Partial<typeof guardRules.$inferInsert>): void {
    t.db.delete(guardRules).run();
    const plain = { scientificName: OWL, months: [], nestMonths: [], reason: '' };
    t.db
      .insert(guardRules)
      .values({ ...plain, level: 'region', ...rule })
      .run();
  }

  /** An item taken on a day of March, uploaded an hour and a minute after the one before. Returns its `seq`. */
  function add(
    time: string | null,
    shows: Shown = null,
    facts: Partial<typeof mediaRows.$inferInsert> & { offset?: string | null } = {},
  ): number {
    const made = t.db.select().from(mediaRows).all().length + 1;
    const { offset = '+01:00', date = '2026-03-09', ...rest } = facts;
    const hash = String(made).padStart(32, '0');
    addFile(t.db, hash, { facts: { date: '2026-03-09', time, offset } });
    const createdAt = Date.UTC(2026, 3, 2) + made * 3_660_000;
    addItem(t.db, `item-${made}`, hash, { date, createdAt, location: 'Veluwe', ...rest });
    if (shows) show(made, shows === 'nest');
    apply([made]);
    return made;
  }

  function show(mediaSeq: number, nest = false): void {
    t.db.insert(mediaSpecies).values({ mediaSeq, scientificName: OWL, position: 0, nest }).run();
  }

  const apply = (seqs?: number[], because: string[] = []) =>
    applyGuard(t.db, seqs, { because, chance: () => 0.5 });
  const edit = (seq: number, change: Partial<typeof mediaRows.$inferInsert>) => {
    t.db.update(mediaRows).set(change).where(eq(mediaRows.seq, seq)).run();
    apply([seq]);
  };
  const toTrash = (seq: number) =>
    t.db.update(mediaRows).set({ deletedAt: 1 }).where(eq(mediaRows.seq, seq)).run();
  const rows = () => t.db.select().from(media).orderBy(asc(media.seq)).all();
  const levels = () => rows().map(({ guard }) => guard);
  const whys = () => rows().map(({ guardReasons }) => guardReasons.map(({ why }) => why));
  const areas = () =>
    rows().map(({ guardArea }) =>
      guardArea?.grid ? `${guardArea.grid.east}/${guardArea.grid.north}` : null,
    );

  return {
    /** The database of the running test. */
    get t() {
      return t;
    },
    add,
    show,
    setRule,
    apply,
    edit,
    toTrash,
    rows,
    levels,
    whys,
    areas,
  };
}
