/** Publishes what moved in and was public where it comes from. */
import type { MovedWish } from '@veldlicht/contract/moving';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { among } from '@veldlicht/database/among';
import { inChange } from '@veldlicht/database/change';
import type { Store } from '@veldlicht/database/open';
import { media, mediaRows, movedIn } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { Actor } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { editManyMedia } from '#media/media-bulk.service.ts';
import { editStory } from '#stories/stories.service.ts';

/** Privacy of a place: as the form says, else by the rules for new items. */
const privacyOf = (row: { location: string | null; wish: MovedWish }) =>
  row.wish.privacy ?? defaultLocationPrivacy(row.location);

const waitingRows = (store: Store) =>
  store
    .select()
    .from(movedIn)
    .where(eq(movedIn.waits, true))
    .all()
    .filter(({ wish }) => wish.visibility === 'public');

/** Counts the items and stories that `publishMoved` would publish. */
export const countWaiting = (store: Store): number => waitingRows(store).length;

/** Publishes items with their places, as far as the guard allows, and stories. Returns how many. */
export async function publishMoved({ db, now }: Deps, actor: Actor): Promise<number> {
  const write = { actor, now: now() };
  const waiting = waitingRows(db);
  const places = new Map(
    db
      .select({ id: media.id, location: media.location })
      .from(media)
      .all()
      .map((row) => [row.id, row]),
  );
  const items = waiting.flatMap((row) => {
    const place = row.kind === 'item' && places.get(row.subjectId);
    return place ? [{ ...row, location: place.location }] : [];
  });
  for (const [locationPrivacy, alike] of Map.groupBy(items, privacyOf)) {
    const ids = alike.map(({ subjectId }) => subjectId);
    await editManyMedia(db, { ids, data: { status: 'published', locationPrivacy } }, write);
  }
  inChange(db, write, (tx) => {
    for (const { subjectId, wish } of items) {
      if (wish.publishedAt === null) continue;
      const firstPublishedAt = Date.parse(wish.publishedAt);
      tx.update(mediaRows).set({ firstPublishedAt }).where(eq(mediaRows.id, subjectId)).run();
    }
    for (const { kind, subjectId } of waiting)
      if (kind !== 'item') editStory(tx, kind, subjectId, { status: 'published' }, write);
    tx.update(movedIn)
      .set({ waits: false })
      .where(
        among(
          movedIn.key,
          waiting.map(({ key }) => key),
        ),
      )
      .run();
  });
  return waiting.length;
}
