import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { prepareReadSession, prepareUseSession } from './session.service.ts';
import { sessionCookieName } from './session-cookie.ts';

/** The secret a browser sent, if any. Cookies are the only way in (threat T4). */
export function sentSecret(c: Context, deps: Deps): string | undefined {
  return getCookie(c, sessionCookieName(deps.environment.publicOrigin));
}

/** Who the panel takes to be signed in, by id: a tab may still show somebody who has left. */
const CLAIMED_USER = 'x-signed-in-as';

/**
 * Finds out on every request, from the database, who asks (threat T5). Nobody, when the panel that
 * asks shows somebody else: another person has signed in in another tab.
 */
export function sessionMiddleware(deps: Deps) {
  const useSession = prepareUseSession(deps.db);
  const readSession = prepareReadSession(deps.db);
  return createMiddleware<AppEnv>(async (c, next) => {
    const secret = sentSecret(c, deps);
    const session = secret === undefined ? null : useSession(secret, deps.now());
    const claimed = c.req.header(CLAIMED_USER);
    c.set('session', claimed === undefined || claimed === session?.user.id ? session : null);
    c.set('findAgain', () => (secret === undefined ? null : readSession(secret, deps.now())));
    await next();
  });
}
