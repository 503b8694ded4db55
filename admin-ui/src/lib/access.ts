import type { QueryClient } from '@tanstack/react-query';
import type { MeAnswer } from '@veldlicht/contract/auth';
import { askPerson } from './access-questions.ts';
import { type Access, callApi } from './api.ts';
import { loadMe, sessionQuery } from './session.ts';

/** Refusals that say that the session is not what the panel takes it for. */
const doubts: ReadonlySet<string | null> = new Set(['unauthenticated', 'two_factor_required']);

/** Who is signed in by now: null for nobody (or another than the page shows), undefined without an answer. */
function whoNow(): Promise<MeAnswer | null | undefined> {
  return callApi('GET', '/api/auth/me', {
    schema: loadMe,
    on401: 'null',
    asks: false,
  }).catch(() => undefined);
}

/**
 * What the panel does about calls that are refused for who asks (threats T5, T10; decision 047): the
 * person is asked over the page, which stays as it is. Nobody is asked where nobody is signed in.
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
      // The frame of the set-up is there already.
      if (before.requires2FASetup && code === 'two_factor_required') return false;
      // The refused call may have left before a new cookie came: asked rather than guessed, and once.
      looking ??= whoNow().finally(() => {
        looking = null;
      });
      const now = await looking;
      // Logged out meanwhile, or no answer: the refusal stands.
      if (!shown() || now === undefined) return false;
      if (now === null) return askPerson('sign-in');
      if (now.requires2FASetup && !before.requires2FASetup) return askPerson('set-up');
      client.setQueryData(sessionQuery.queryKey, now);
      return true;
    },
  };
}
