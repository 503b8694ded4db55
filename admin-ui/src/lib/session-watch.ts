import type { QueryClient } from '@tanstack/react-query';
import { onRefusal } from './api.ts';
import { sessionQuery } from './queries.ts';

/** Refusals that say that the session is not what the panel takes it for. */
const doubts: ReadonlySet<string | null> = new Set(['unauthenticated', 'two_factor_required']);

/**
 * Notices from any refused call that the session has changed on the server: it has ended, or it may
 * only set up two-factor from now on (threats T5, T10). Who is signed in is then asked again rather
 * than guessed: the refused call may have left before a new cookie came. `onEnded` is told when
 * somebody was signed in and no longer is, unless they logged out meanwhile. Answers how to stop.
 */
export function watchSession(client: QueryClient, onEnded: () => void): () => void {
  const { queryKey } = sessionQuery;
  /** Counts the answers, also those that the panel itself put there. */
  const answers = () => client.getQueryState(queryKey)?.dataUpdateCount ?? 0;
  let asking = false;
  const ask = async () => {
    const before = { me: client.getQueryData(queryKey), answers: answers() };
    asking = true;
    await client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
    asking = false;
    const ended = before.me && client.getQueryData(queryKey) === null;
    // A second answer is the logout, which says so itself.
    if (ended && answers() === before.answers + 1) onEnded();
  };
  return onRefusal(({ code }) => {
    // Many calls may be refused at once; one question is enough.
    if (doubts.has(code) && !asking) void ask();
  });
}
