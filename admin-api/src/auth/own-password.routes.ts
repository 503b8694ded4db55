import { passwordChange } from '@veldlicht/contract/user';
import { Hono } from 'hono';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/read-json.ts';
import { sendAccess, sentAccess } from './access.service.ts';
import { requireSession, requireUser } from './guards.ts';
import { changeOwnPassword } from './own-password.service.ts';
import type { Turns } from './turns.ts';

/** A new password of one's own; needs the current one (product decisions §3). */
export function ownPasswordRoutes(deps: Deps, turns: Turns) {
  return new Hono<AppEnv>().post('/api/auth/password', async (c) => {
    const { id } = requireUser(c);
    const session = requireSession(c);
    const input = await readJson(c, passwordChange, deps.limits);
    const sent = sentAccess(c, deps);
    // One after the other, so that a wait that one failure starts holds for the next.
    const access = await turns(`own-password:${id}`, () =>
      changeOwnPassword(deps, session, input, sent),
    );
    sendAccess(c, deps, access);
    return c.body(null, 204);
  });
}
