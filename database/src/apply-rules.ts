/** Applies the rules of this version to stored content. */
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { and, eq, ne, sql } from 'drizzle-orm';
import { applyGuard } from './apply-guard.ts';
import { inChange } from './change.ts';
import { openDatabase, type Store } from './open.ts';
import { checkPublicTexts, checkStories } from './public-texts.ts';
import { rulesVersion } from './rules-version.ts';
import { contentState, media, mediaRows, protectedPlaces } from './schema.ts';
import { seedSpecies } from './species/seed-species.ts';

/**
 * Lowers the privacy of places that the present rule does not call exact, unless a user chose "exact", and stores them
 * for the notice in the panel (decision 020).
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
    const updatedAt = sql`max(${now}, ${mediaRows.updatedAt} + 1)`;
    store.update(mediaRows).set({ locationPrivacy, updatedAt }).where(eq(mediaRows.seq, seq)).run();
    store.insert(protectedPlaces).values({ mediaSeq: seq }).onConflictDoNothing().run();
  }
}

/**
 * Applies the rules of this version to stored content; a no-op when the last start had the same rules. Call it at each
 * start. `now` in milliseconds since 1970.
 */
export function applyRulesToStored(file: string, now: number, rules = rulesVersion()): void {
  const db = openDatabase(file);
  try {
    inChange(db, { actor: null, now }, (tx) => {
      if (tx.select().from(contentState).get()?.rules === rules) return;
      tx.update(contentState).set({ rules }).run();
      protectPlaces(tx, now);
      checkPublicTexts(tx);
      checkStories(tx);
      seedSpecies(tx);
      applyGuard(tx, undefined, { isNewRule: true });
    });
  } finally {
    db.$client.close();
  }
}
