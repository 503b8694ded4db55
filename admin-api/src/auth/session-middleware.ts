import { createMiddleware } from 'hono/factory';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { prepareReadSession, sentSecret, touchSession } from './sessions.ts';

/** Id of the user that a tab of the panel shows; another may have signed in from another tab. */
const CLAIMED_USER = 'x-signed-in-as';

/** Reads the session from the database on every request (threat T5); null when the tab shows another user. */
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
