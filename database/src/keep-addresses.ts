/** Keeps the addresses of guarded items free of words that visitors may not read (decision 021). */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Store } from './open.ts';
import {
  hashOfText,
  type MayShow,
  mayTellSlug,
  needsNoAnswer,
  neutralTitle,
  type Placed,
  shownGrid,
} from './public/shown-words.ts';
import { media, mediaRows, textAnswers } from './schema.ts';
import { newSlug } from './slug.ts';

/** `mayShowIn` within a transaction. */
export function mayShowOf(store: Store): MayShow {
  return (subject, text, shownArea) =>
    needsNoAnswer(text, shownArea) ||
    store.get(sql`SELECT 1 FROM ${textAnswers}
      WHERE subject = ${subject} AND hash = ${hashOfText(text)} AND may_read`) !== undefined;
}

/** Title that the address of a guarded item is made from. */
export function addressTitle(
  store: Store,
  item: { id: string; title: string; type: 'photo' | 'video' } & Placed,
  species: Parameters<typeof neutralTitle>[0]['species'],
): string {
  return mayShowOf(store)(item.id, item.title, shownGrid(item))
    ? item.title
    : neutralTitle({ ...item, species });
}

interface Addressed extends Omit<Placed, 'guardArea' | 'guardReasons'> {
  /** JSON. */
  guardArea: string | null;
  /** JSON. */
  guardReasons: string;
  seq: number;
  id: string;
  title: string;
  type: 'photo' | 'video';
  slug: string;
  firstPublishedAt: number | null;
  /** JSON. */
  species: string;
}

/** Gives new addresses to guarded items whose address has unconfirmed words. */
export function keepAddresses(store: Store, which: SQL): void {
  const rows = store.all<Addressed>(sql`
    SELECT seq, id, title, type, slug, first_published_at AS firstPublishedAt,
      location, location_privacy AS locationPrivacy, guard, guard_area AS guardArea,
      guard_reasons AS guardReasons,
      (SELECT json_group_array(json_object('scientificName', scientific_name, 'dutchName', dutch_name))
        FROM media_species JOIN species USING (scientific_name) WHERE media_seq = seq) AS species
    FROM ${media} WHERE guard IS NOT NULL AND (${which})`);
  const mayShow = mayShowOf(store);
  for (const stored of rows) {
    const species = JSON.parse(stored.species);
    const row = {
      ...stored,
      guardArea: stored.guardArea && JSON.parse(stored.guardArea),
      guardReasons: JSON.parse(stored.guardReasons),
    };
    if (mayTellSlug(row, species, mayShow)) continue;
    const title = addressTitle(store, row, species);
    store
      .update(mediaRows)
      .set({ slug: newSlug(store, title, row.type) })
      .where(eq(mediaRows.seq, row.seq))
      .run();
  }
}
