import { type LoginAnswer, loginInput, type MeAnswer } from '@veldlicht/contract/auth';
import { Hono } from 'hono';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { clientAddress } from '#http/client-address.ts';
import { readJson } from '#http/read-json.ts';
import { toAdminUser } from '#users/to-admin-user.ts';
import { signIn } from './auth.service.ts';
import { requireUser } from './guards.ts';
import { sentSecret } from './session.middleware.ts';
import { deleteSession } from './session.repository.ts';
import { clearedSessionCookie, sessionCookie } from './session-cookie.ts';

function addressOf(c: AppContext, deps: Deps): string {
  const socketAddress = c.env?.incoming?.socket.remoteAddress;
  const forwardedFor = c.req.header('x-forwarded-for');
  return clientAddress(socketAddress, forwardedFor, deps.environment.trustedProxy);
}

/** Sign-in, sign-out, and who is signed in (spec §7, product decisions §3). */
export function authRoutes(deps: Deps) {
  const { publicOrigin } = deps.environment;
  return new Hono<AppEnv>()
    .post('/api/auth/login', async (c) => {
      const input = await readJson(c, loginInput, deps.limits);
      const address = addressOf(c, deps);
      const signedIn = await signIn(deps, input, sentSecret(c, deps)).catch((error: unknown) => {
        if (error instanceof AppError) deps.log.warn({ address, code: error.code }, 'no sign-in');
        throw error;
      });
      const { user, secret } = signedIn;
      deps.log.info({ address, user: user.id }, 'sign-in');
      c.header('Set-Cookie', sessionCookie(publicOrigin, secret));
      return c.json<LoginAnswer>({ user: toAdminUser(user) });
    })
    .post('/api/auth/logout', (c) => {
      const session = c.get('session');
      if (session) deleteSession(deps.db, session.idHash);
      c.header('Set-Cookie', clearedSessionCookie(publicOrigin));
      c.header('Clear-Site-Data', '"cache", "storage"');
      return c.body(null, 204);
    })
    .get('/api/auth/me', (c) => c.json<MeAnswer>({ user: toAdminUser(requireUser(c)) }));
}
