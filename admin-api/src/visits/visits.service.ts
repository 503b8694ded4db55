/** Reads page views for the panel, and deletes them. */
import { nameSlug } from '@veldlicht/contract/name';
import type { VisitedPage, Visits } from '@veldlicht/contract/visits';
import { among } from '@veldlicht/database/among';
import { lastDays } from '@veldlicht/database/amsterdam-day';
import type { Database, Store } from '@veldlicht/database/open';
import { categories, species, stories } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import { inTransaction, type Write } from '#http/write.ts';
import { readThumbnails } from '#media/media.repository.ts';
import { readSettings, updateSettings } from '#settings/settings.repository.ts';
import { sourceKind } from './visit-rules.ts';
import { deleteVisits, readDays, readPages, readSources } from './visits.repository.ts';

/** Rows per list. */
const TOP = 10;

type Counted = { path: string; views: number };
type List = 'photos' | 'series' | 'species' | 'notes' | 'pages';

const lists: Record<string, List> = {
  foto: 'photos',
  video: 'photos',
  reeks: 'series',
  soort: 'species',
  veldnotities: 'notes',
};
const partsOf = (path: string) => path.split('/').slice(1);
const slugOf = ({ path }: Counted) => partsOf(path)[1] ?? '';

function listOf({ path }: Counted): List {
  const [section = '', slug] = partsOf(path);
  return slug === undefined ? 'pages' : (lists[section] ?? 'pages');
}

function photosOf(store: Store, counted: Counted[]): Visits['photos'] {
  const known = readThumbnails(store, 'slug', counted.map(slugOf));
  return counted.map((one) => {
    const row = known.get(slugOf(one));
    return { ...one, title: row?.title ?? null, picture: row?.picture ?? null };
  });
}

function titledPages(counted: Counted[], titles: Map<string, string>): VisitedPage[] {
  return counted.map((one) => ({ ...one, title: titles.get(slugOf(one)) ?? null }));
}

function storiesOf(store: Store, counted: Counted[]): VisitedPage[] {
  const rows = store
    .select({ slug: stories.slug, title: stories.title })
    .from(stories)
    .where(among(stories.slug, counted.map(slugOf)))
    .all();
  return titledPages(counted, new Map(rows.map(({ slug, title }) => [slug, title])));
}

/** Names by slug: the slugs of species and categories are made from their names. */
function speciesNames(store: Store): Map<string, string> {
  const { scientificName, dutchName } = species;
  const rows = store.select({ scientificName, dutchName }).from(species).all();
  return new Map(
    rows.map((row) => [nameSlug(row.scientificName), row.dutchName ?? row.scientificName]),
  );
}

function categoryNames(store: Store): Map<string, string> {
  const rows = store
    .select({ name: categories.name })
    .from(categories)
    .where(eq(categories.type, 'category'))
    .all();
  return new Map(rows.map(({ name }) => [nameSlug(name), name]));
}

/** Page views of the last `count` days. */
export function readVisits(
  db: Database,
  count: number,
  now: number,
): Omit<Visits, 'state' | 'isCurrent'> {
  const days = lastDays(count, now);
  const [since = ''] = days;
  const ofDay = readDays(db, since);
  const listed = Map.groupBy(readPages(db, since), listOf);
  const top = (list: List) => (listed.get(list) ?? []).slice(0, TOP);
  const sources = readSources(db, since);
  return {
    days: days.map((day) => ({ day, views: ofDay.get(day) ?? 0 })),
    photos: photosOf(db, top('photos')),
    series: storiesOf(db, top('series')),
    species: titledPages(top('species'), speciesNames(db)),
    notes: storiesOf(db, top('notes')),
    pages: titledPages(top('pages'), categoryNames(db)),
    sources: sources
      .filter(({ host }) => host !== '')
      .slice(0, TOP)
      .map(({ host, views }) => ({ host, kind: sourceKind(host), views })),
    direct: sources.find(({ host }) => host === '')?.views ?? 0,
  };
}

/** Deletes all counts; records from before are no longer counted either. */
export function wipeVisits(db: Database, write: Write): void {
  inTransaction(db, (tx) => {
    deleteVisits(tx);
    if (readSettings(tx).visitsSince !== null) updateSettings(tx, { visitsSince: write.now });
    recordAudit(tx, write, { action: 'delete', entity: 'visits' });
  });
}
