/** Positions in the texts of items: whoever writes a text, a tag or a category's name asks here (decision 042). */
import { defaultLocationPrivacy, findShapes } from '@veldlicht/contract/position-shapes';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { applyGuard } from './apply-guard.ts';
import { openDatabase, type Store } from './open.ts';
import { media, protectedPlaces } from './schema.ts';
import { seedSpecies } from './species/seed-species.ts';

interface Row {
  seq: number;
  title: string;
  description: string | null;
  alt: string | null;
  category: string;
  /** JSON. */
  tags: string;
  /** JSON. */
  allowed: string;
  withheld: number;
}

function positionsIn(text: string): string[] {
  return findShapes(text).map(({ start, end }) => text.slice(start, end));
}

/** The positions in the texts of an item, as they are written. */
function positionsOf({ title, description, alt, category, tags }: Row): string[] {
  const texts: string[] = [title, description ?? '', alt ?? '', category, ...JSON.parse(tags)];
  return [...new Set(texts.flatMap(positionsIn))];
}

/**
 * Withholds the items (all of them without `which`) of which a public text holds a position that is not
 * allowed, and lets go of the others. `allow` allows the positions that are there now, or none. Answers whether
 * any item changed. Call it in the transaction of the write.
 */
export function checkPublicTexts(store: Store, which?: SQL, allow?: boolean): boolean {
  const rows = store.all<Row>(sql`
    SELECT seq, title, description, alt, allowed_positions AS allowed, withheld,
      (SELECT name FROM categories WHERE id = category_id) AS category,
      (SELECT json_group_array(name) FROM media_tags JOIN categories ON id = tag_id
        WHERE media_seq = seq) AS tags
    FROM ${media} WHERE ${which ?? sql`true`}`);
  let isChanged = false;
  for (const row of rows) {
    const found = positionsOf(row);
    const before: string[] = JSON.parse(row.allowed);
    const allowedPositions = allow === undefined ? before : allow ? found : [];
    const withheld = found.some((one) => !allowedPositions.includes(one));
    const isSame = JSON.stringify(allowedPositions) === row.allowed;
    if (isSame && withheld === (row.withheld === 1)) continue;
    isChanged = true;
    store
      .update(media)
      // The trigger counts every write of `withheld` as a change of what is public.
      .set({
        ...(!isSame && { allowedPositions }),
        ...(withheld !== (row.withheld === 1) && { withheld }),
      })
      .where(sql`${media.seq} = ${row.seq}`)
      .run();
  }
  return isChanged;
}

/**
 * Tells places that a stricter rule would not call exact no more exactly than it does, unless somebody chose
 * "exact", and remembers them for the notice in the panel (decision 041).
 */
function protectPlaces(store: Store, now: number): void {
  const rows = store
    .select({ seq: media.seq, location: media.location })
    .from(media)
    .where(
      and(eq(media.locationPrivacy, 'exact'), eq(media.exactChosen, false), ne(media.location, '')),
    )
    .all();
  for (const { seq, location } of rows) {
    const locationPrivacy = defaultLocationPrivacy(location);
    if (locationPrivacy === 'exact') continue;
    const updatedAt = sql`max(${now}, ${media.updatedAt} + 1)`;
    store.update(media).set({ locationPrivacy, updatedAt }).where(eq(media.seq, seq)).run();
    store.insert(protectedPlaces).values({ mediaSeq: seq }).onConflictDoNothing().run();
  }
}

/**
 * Brings what is stored to the rules of this version, which may find more than those before; at each start.
 * `now` in milliseconds since 1970.
 */
export function applyRulesToStored(file: string, now: number): void {
  const db = openDatabase(file);
  try {
    db.transaction(
      (tx) => {
        protectPlaces(tx, now);
        checkPublicTexts(tx);
        seedSpecies(tx);
        applyGuard(tx);
      },
      { behavior: 'immediate' },
    );
  } finally {
    db.$client.close();
  }
}
