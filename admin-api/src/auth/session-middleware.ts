import { createMiddleware } from 'hono/factory';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { prepareReadSession, sentSecret, touchSession } from './sessions.ts';

/** Who the panel takes to be signed in, by id: a tab may still show somebody who has left. */
const CLAIMED_USER = 'x-signed-in-as';

/**
 * Finds out on every request, from the database, who asks (threat T5). Nobody, when the panel that
 * asks shows somebody else: another person has signed in in another tab.
 */
export function sessionMiddleware(deps: Deps) {
  const readSession = prepareReadSession(deps.db);
  return createMiddleware<AppEnv>(async (c, next) => {
    const secret = sentSecret(c, deps);
    const find = () => (secret === undefined ? null : readSession(secret, deps.now()));
    const session = find();
    if (session) touchSession(deps.db, session, deps.now());
    const claimed = c.req.header(CLAIMED_USER);
    c.set('session', claimed === undefined || claimed === session?.user.id ? session : null);
    c.set('findAgain', find);
    await next();
  });
}
