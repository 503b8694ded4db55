import type { PublishState, VideoProgress } from '@veldlicht/contract/publishing';
import type { contentState } from '@veldlicht/database/schema';
import { toInstantOrNull } from '#http/instant.ts';

type ContentState = typeof contentState.$inferSelect;

function stateOf(row: ContentState): PublishState['state'] {
  if (row.running) return 'publishing';
  if (row.error !== null) return 'failed';
  return row.revision > row.publishedRevision ? 'waiting' : 'live';
}

/** Facts from other tables. */
interface PublishFacts {
  imagesLeft: number;
  videos: VideoProgress[];
  /** Videos that wait for smaller versions. */
  versions: string[];
  latestAttempt: string | null;
  /** A CI job builds the site: hidden items stay online until it has run. */
  isElsewhere: boolean;
}

/** The publish state that the panel's header shows. */
export function toPublishState(row: ContentState, facts: PublishFacts): PublishState {
  const state = stateOf(row);
  return {
    state,
    releaseId: row.releaseId,
    publishedAt: toInstantOrNull(row.publishedAt),
    pagesDone: row.pagesDone,
    pagesTotal: row.pagesTotal,
    imagesLeft: facts.imagesLeft,
    videos: facts.videos,
    versions: facts.versions,
    error: row.error,
    nextTryAt: state === 'failed' ? toInstantOrNull(row.nextTryAt) : null,
    behindSince: facts.isElsewhere ? toInstantOrNull(row.firstChangeAt) : null,
    latestAttempt: facts.latestAttempt,
  };
}

interface Source {
  /** The value as one line of JSON. */
  read: () => string;
  /** Whether the listener is still signed in. */
  isAllowed: () => boolean;
  watch: (onChange: () => void) => () => void;
  heartbeatMs: number;
  closing: AbortSignal;
  /** Aborted when a newer stream takes this one's place. */
  replaced: AbortSignal;
  ended: () => void;
}

/**
 * Server-sent events: the value at once and after each change, and a heartbeat. Ends when the listener loses access,
 * leaves or is replaced, or at shutdown.
 */
export function stateEvents(source: Source): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      let last = '';
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const end = () => {
        stop();
        controller.close();
      };
      const look = () => {
        if (!source.isAllowed()) return end();
        const value = source.read();
        if (value === last) return;
        last = value;
        send(`event: state\ndata: ${value}\n\n`);
      };
      // An event, not a comment: its absence shows a page that slept that the connection is dead.
      const beat = () => (source.isAllowed() ? send('event: beat\ndata:\n\n') : end());
      const unwatch = source.watch(look);
      const timer = setInterval(beat, source.heartbeatMs);
      stop = () => {
        unwatch();
        clearInterval(timer);
        source.closing.removeEventListener('abort', end);
        source.ended();
      };
      source.closing.addEventListener('abort', end, { once: true });
      const makeRoom = () => {
        send('event: replaced\ndata:\n\n');
        end();
      };
      source.replaced.addEventListener('abort', makeRoom, { once: true });
      look();
    },
    cancel: () => stop(),
  });
}
