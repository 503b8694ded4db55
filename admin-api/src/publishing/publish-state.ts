import type { FilmProgress, PublishState } from '@veldlicht/contract/publishing';
import type { contentState } from '@veldlicht/database/schema';

type ContentState = typeof contentState.$inferSelect;

function stateOf(row: ContentState): PublishState['state'] {
  if (row.running) return 'publishing';
  if (row.error !== null) return 'failed';
  // After going back to an older release nothing is published until the next change.
  if (row.heldRevision === row.revision) return 'live';
  return row.revision > row.publishedRevision ? 'waiting' : 'live';
}

/** What the header of the admin says about the site (product decisions §5). */
export function toPublishState(
  row: ContentState,
  imagesLeft: number,
  films: FilmProgress[],
): PublishState {
  return {
    state: stateOf(row),
    releaseId: row.releaseId,
    publishedAt: row.publishedAt === null ? null : new Date(row.publishedAt).toISOString(),
    pagesDone: row.pagesDone,
    pagesTotal: row.pagesTotal,
    imagesLeft,
    films,
    error: row.error,
  };
}
