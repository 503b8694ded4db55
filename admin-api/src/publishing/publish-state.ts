import type { FilmProgress, PublishState } from '@veldlicht/contract/publishing';
import type { contentState } from '@veldlicht/database/schema';

type ContentState = typeof contentState.$inferSelect;

/** After going back to an older release nothing is published until somebody asks for the newest. */
const isHeld = (row: ContentState) => row.heldRevision !== null;

function stateOf(row: ContentState): PublishState['state'] {
  if (row.running || row.restoreId !== null) return 'publishing';
  if (row.error !== null) return 'failed';
  if (isHeld(row)) return 'live';
  return row.revision > row.publishedRevision ? 'waiting' : 'live';
}

/** What stands in other tables. */
export interface PublishFacts {
  imagesLeft: number;
  films: FilmProgress[];
  /** When the live release was made. */
  releaseMadeAt: number | null;
  latestAttempt: string | null;
  /** Who asked last for another release. */
  askedBack: string | null;
  /** Changes of content that no release has brought along. */
  changesWaiting: number;
}

const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** What the header of the admin says about the site (product decisions §5). */
export function toPublishState(row: ContentState, facts: PublishFacts): PublishState {
  const state = stateOf(row);
  return {
    state,
    releaseId: row.releaseId,
    publishedAt: moment(row.publishedAt),
    pagesDone: row.pagesDone,
    pagesTotal: row.pagesTotal,
    imagesLeft: facts.imagesLeft,
    films: facts.films,
    error: row.error,
    nextTryAt: state === 'failed' ? moment(row.nextTryAt) : null,
    held: isHeld(row),
    // One who asked in vain is not the one who chose what is shown.
    heldBy: isHeld(row) && row.restoreError === null ? facts.askedBack : null,
    changesWaiting: isHeld(row) ? facts.changesWaiting : 0,
    releaseMadeAt: moment(facts.releaseMadeAt),
    restoring: row.restoreId,
    restoreError: row.restoreError,
    latestAttempt: facts.latestAttempt,
  };
}
