import { MAX_VISIT_DAYS } from '@veldlicht/contract/visits';
import { lastDays } from '@veldlicht/database/amsterdam-day';
import type { Store } from '@veldlicht/database/open';
import { visitFiles, visitSources, visits } from '@veldlicht/database/schema';
import { desc, eq, gte, lt, sql } from 'drizzle-orm';

/** Views by day, then by page or source. */
export type Counts = Map<string, Map<string, number>>;
export interface Tally {
  pages: Counts;
  sources: Counts;
}

/** Sources stored per day: invented referrers must not fill the disk. */
const SOURCES_A_DAY = 300;

export function readPosition(store: Store, head: string): number {
  return store.select().from(visitFiles).where(eq(visitFiles.head, head)).get()?.position ?? 0;
}

/** For one statement: a piece of a file may have thousands of pages. */
const asJson = (counts: Map<string, number>) => JSON.stringify(Object.fromEntries(counts));

function addSources(store: Store, day: string, counts: Map<string, number>): void {
  const stored = store.select().from(visitSources).where(eq(visitSources.day, day)).all();
  const known = new Set(stored.map(({ host }) => host));
  const fresh = [...counts.keys()].filter((host) => !known.has(host));
  for (const host of fresh.slice(Math.max(0, SOURCES_A_DAY - known.size))) counts.delete(host);
  store.run(sql`
    INSERT INTO visit_sources (day, host, views)
    SELECT ${day}, key, value FROM json_each(${asJson(counts)}) WHERE true
    ON CONFLICT (day, host) DO UPDATE SET views = views + excluded.views`);
}

/** Adds views, and stores the position behind them. Call it in a transaction. */
export function addViews(
  store: Store,
  { pages, sources }: Tally,
  file: typeof visitFiles.$inferInsert,
): void {
  for (const [day, counts] of pages)
    store.run(sql`
      INSERT INTO visits (day, page, views)
      SELECT ${day}, key, value FROM json_each(${asJson(counts)}) WHERE true
      ON CONFLICT (day, page) DO UPDATE SET views = views + excluded.views`);
  for (const [day, counts] of sources) addSources(store, day, counts);
  store
    .insert(visitFiles)
    .values(file)
    .onConflictDoUpdate({ target: visitFiles.head, set: file })
    .run();
}

/** Deletes days, and positions in files, older than the longest period shown. */
export function forgetOldVisits(store: Store, now: number): void {
  const [oldest = ''] = lastDays(MAX_VISIT_DAYS, now);
  store.delete(visits).where(lt(visits.day, oldest)).run();
  store.delete(visitSources).where(lt(visitSources.day, oldest)).run();
  store
    .delete(visitFiles)
    .where(lt(visitFiles.countedAt, Date.parse(oldest)))
    .run();
}

/** Views of pages since a day, the most viewed first. */
export function readPages(store: Store, since: string) {
  const views = sql<number>`sum(${visits.views})`.as('total');
  return store
    .select({ path: visits.page, views })
    .from(visits)
    .where(gte(visits.day, since))
    .groupBy(visits.page)
    .orderBy(desc(views), visits.page)
    .all();
}

export function readDays(store: Store, since: string): Map<string, number> {
  const views = sql<number>`sum(${visits.views})`;
  const rows = store
    .select({ day: visits.day, views })
    .from(visits)
    .where(gte(visits.day, since))
    .groupBy(visits.day)
    .all();
  return new Map(rows.map(({ day, views }) => [day, views]));
}

export function readSources(store: Store, since: string) {
  const views = sql<number>`sum(${visitSources.views})`.as('total');
  return store
    .select({ host: visitSources.host, views })
    .from(visitSources)
    .where(gte(visitSources.day, since))
    .groupBy(visitSources.host)
    .orderBy(desc(views), visitSources.host)
    .all();
}

/** Deletes all counts, but not the positions in files. */
export function deleteVisits(store: Store): void {
  store.delete(visits).run();
  store.delete(visitSources).run();
}
