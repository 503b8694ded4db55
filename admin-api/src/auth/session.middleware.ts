import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { prepareUseSession } from './session.service.ts';
import { sessionCookieName } from './session-cookie.ts';

/** The secret a browser sent, if any. Cookies are the only way in (threat T4). */
export function sentSecret(c: Context, deps: Deps): string | undefined {
  return getCookie(c, sessionCookieName(deps.environment.publicOrigin));
}

/** Finds out on every request, from the database, who asks (threat T5). */
export function sessionMiddleware(deps: Deps) {
  const useSession = prepareUseSession(deps.db);
  return createMiddleware<AppEnv>(async (c, next) => {
    const secret = sentSecret(c, deps);
    c.set('session', secret === undefined ? null : useSession(secret, deps.now()));
    await next();
  });
}
