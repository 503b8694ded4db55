/** The large picture of the home page as a part of the settings' versions; its items hold the mark. */
import { readPresent, type State } from '@veldlicht/database/history';
import type { Database, Store } from '@veldlicht/database/open';
import { changes, history, mediaRows } from '@veldlicht/database/schema';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Write } from '#http/write.ts';
import { bringBackMedia } from './bring-back-media.ts';

/** Ids of the items with the mark before and after a change; null: none. */
interface HeroChange {
  change: typeof changes.$inferSelect;
  before: string | null;
  after: string | null;
}

const isHero = (state: State | null | undefined) =>
  Boolean(state?.hero) && (state?.deletedAt ?? null) === null;

/** The changes of the large picture that history keeps, oldest first. */
export function readHeroChanges(db: Database): HeroChange[] {
  const marked = sql`SELECT id FROM history WHERE entity = 'media' AND before ->> 'hero' = 1
    UNION SELECT id FROM ${mediaRows} WHERE hero`;
  const rows = db
    .select({ id: history.id, before: history.before, change: changes })
    .from(history)
    .innerJoin(changes, eq(changes.id, history.changeId))
    .where(and(eq(history.entity, 'media'), sql`${history.id} IN (${marked})`))
    .orderBy(asc(changes.id))
    .all();
  const present = readPresent(db, 'media', [...new Set(rows.map(({ id }) => id))]);
  const found = new Map<number, HeroChange>();
  for (const [id, states] of Map.groupBy(rows, (row) => row.id)) {
    const marks = states.map(({ before }) => isHero(before === null ? null : JSON.parse(before)));
    for (const [place, { change }] of states.entries()) {
      const was = marks[place];
      const is = marks[place + 1] ?? isHero(present.get(id));
      if (was === is) continue;
      const one = found.get(change.id) ?? { change, before: null, after: null };
      found.set(change.id, was ? { ...one, before: id } : { ...one, after: id });
    }
  }
  return [...found.values()].sort((a, b) => a.change.id - b.change.id);
}

/** Marks the item that was the large picture before a change again. Returns whether it could, or null if it is it. */
export function bringHeroBack(
  db: Database,
  tx: Store,
  change: number,
  write: Write,
): boolean | null {
  const first = readHeroChanges(db).find((one) => one.change.id >= change);
  if (!first) return null;
  const wanted = first.before;
  const involved = or(eq(mediaRows.hero, true), eq(mediaRows.id, wanted ?? ''));
  const rows = tx
    .select({ id: mediaRows.id, hero: mediaRows.hero, deletedAt: mediaRows.deletedAt })
    .from(mediaRows)
    .where(involved)
    .all()
    .filter(({ deletedAt }) => deletedAt === null);
  const marks = rows.filter(({ id, hero }) => hero !== (id === wanted));
  if (wanted !== null && rows.every(({ id }) => id !== wanted)) return false;
  if (marks.length === 0) return null;
  const asked = marks.map(({ id, hero }) => ({ id, want: { hero: hero ? 0 : 1 }, now: null }));
  return bringBackMedia(tx, asked, write).length === asked.length;
}
