import type { QueryClient } from '@tanstack/react-query';
import type { MeAnswer } from '@veldlicht/contract/auth';
import { askPerson } from './access-questions.ts';
import { type Access, callApi } from './api.ts';
import { loadMe, sessionQuery } from './session.ts';

/** Refusals after which the session may differ from what the panel shows. */
const doubts: ReadonlySet<string | null> = new Set(['unauthenticated', 'two_factor_required']);

/** The current session: null for none (or another user's), undefined without an answer. */
function whoNow(): Promise<MeAnswer | null | undefined> {
  return callApi('GET', '/api/auth/me', {
    schema: loadMe,
    on401: 'null',
    asks: false,
  }).catch(() => undefined);
}

/**
 * Handles calls refused for lack of access (threats T5, T10; decision 026): asks over the page, which keeps its state,
 * and repeats the call. Without a signed-in user it asks nothing.
 */
export function createAccess(client: QueryClient): Access {
  const shown = () => client.getQueryData(sessionQuery.queryKey);
  let looking: ReturnType<typeof whoNow> | null = null;
  return {
    user: () => shown()?.user.id,
    regain: async ({ code }) => {
      const before = shown();
      if (before && code === 'confirmation_required') return askPerson('confirm');
      if (!before || !doubts.has(code)) return false;
      // The set-up frame is already open.
      if (before.requires2FASetup && code === 'two_factor_required') return false;
      // The refused call may have left before a new cookie arrived. One check serves all calls.
      looking ??= whoNow().finally(() => {
        looking = null;
      });
      const now = await looking;
      // Logged out in the meantime, or no answer: the refusal stands.
      if (!shown() || now === undefined) return false;
      if (now === null) return askPerson('sign-in');
      if (now.requires2FASetup && !before.requires2FASetup) return askPerson('set-up');
      client.setQueryData(sessionQuery.queryKey, now);
      return true;
    },
  };
}
