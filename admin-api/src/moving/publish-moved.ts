/** Publishes what moved in and was public where it comes from. */
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { inChange } from '@veldlicht/database/change';
import type { Store } from '@veldlicht/database/open';
import { media, mediaRows, movedIn, stories } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { Actor } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { editManyMedia } from '#media/media-bulk.service.ts';
import { editStory } from '#stories/stories.service.ts';

/** What waits to become public and is still here. */
const waitingRows = (store: Store) =>
  store
    .select({ moved: movedIn, location: media.location, item: media.id, story: stories.id })
    .from(movedIn)
    .leftJoin(media, eq(media.id, movedIn.subjectId))
    .leftJoin(stories, eq(stories.id, movedIn.subjectId))
    .where(eq(movedIn.waits, true))
    .all()
    .filter(({ moved, item, story }) => moved.wish.visibility === 'public' && (item ?? story));

/** Counts the items and stories that `publishMoved` would publish. */
export const countWaiting = (store: Store): number => waitingRows(store).length;

/** Publishes items with their places, as far as the guard allows, and stories. Returns how many. */
export async function publishMoved({ db, now }: Deps, actor: Actor): Promise<number> {
  const write = { actor, now: now() };
  const waiting = waitingRows(db);
  const byPrivacy = Map.groupBy(
    waiting.filter(({ item }) => item !== null),
    // As the form says, else by the rules for new items.
    ({ moved, location }) => moved.wish.privacy ?? defaultLocationPrivacy(location),
  );
  for (const [locationPrivacy, alike] of byPrivacy) {
    const ids = alike.map(({ moved }) => moved.subjectId);
    await editManyMedia(db, { ids, data: { status: 'published', locationPrivacy } }, write);
  }
  inChange(db, write, (tx) => {
    for (const { moved } of waiting) {
      const { key, kind, subjectId, wish } = moved;
      if (kind !== 'item') editStory(tx, kind, subjectId, { status: 'published' }, write);
      else if (wish.publishedAt !== null)
        tx.update(mediaRows)
          .set({ firstPublishedAt: Date.parse(wish.publishedAt) })
          .where(eq(mediaRows.id, subjectId))
          .run();
      tx.update(movedIn).set({ waits: false }).where(eq(movedIn.key, key)).run();
    }
  });
  return waiting.length;
}
