import type { LoginAnswer } from '@veldlicht/contract/auth';
import { passkeyInput, passkeyPatch, passkeyProof } from '@veldlicht/contract/passkey';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { clientOf, toLoginAnswer } from '#auth/auth.routes.ts';
import type { Turns } from '#auth/queues.ts';
import { requireConfirmed, requireFullSession, requireUser } from '#auth/route-access.ts';
import { cookieName, cookieOf, newSessionSecret } from '#auth/sessions.ts';
import { sendAccess } from '#auth/sign-in-and-out.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { CHALLENGE_MS, createChallenges } from './challenges.ts';
import { optionsToSignIn, signInByPasskey } from './passkey-sign-in.ts';
import {
  addPasskey,
  listPasskeys,
  optionsToAdd,
  removePasskey,
  renamePasskey,
} from './passkeys.service.ts';

/** Outlives the last challenge made for the browser. */
const COOKIE_SECONDS = (2 * CHALLENGE_MS) / 1000;
const SECRET = /^[\w-]{43}$/;

/** Sign-in by passkey, and the user's own passkeys. */
export function passkeysRoutes(deps: Deps, turns: Turns) {
  const { db, limits, log, now } = deps;
  const { publicOrigin } = deps.environment;
  const challenges = createChallenges(now);
  const browserOf = (c: AppContext) => getCookie(c, cookieName(publicOrigin, 'passkey')) ?? '';
  /** Sets and returns the browser's secret, which its tabs share. */
  const markBrowser = (c: AppContext): string => {
    const sent = browserOf(c);
    const browser = SECRET.test(sent) ? sent : newSessionSecret();
    c.header('Set-Cookie', cookieOf(publicOrigin, 'passkey', browser, COOKIE_SECONDS));
    return browser;
  };
  return new Hono<AppEnv>()
    .post('/api/auth/passkey/options', (c) =>
      c.json(optionsToSignIn(deps, challenges, markBrowser(c))),
    )
    .post('/api/auth/passkey', async (c) => {
      const proof = await readJson(c, passkeyProof, limits);
      const client = clientOf(c, deps);
      const lanes = { turns, challenges };
      const signedIn = await signInByPasskey(deps, lanes, proof, client, browserOf(c));
      log.info({ address: client.address, user: signedIn.user.id }, 'sign-in by passkey');
      sendAccess(c, deps, signedIn.access);
      return c.json<LoginAnswer>(toLoginAnswer(deps, signedIn));
    })
    .get('/api/admin/passkeys', (c) => c.json(listPasskeys(db, requireUser(c).id)))
    .post('/api/admin/passkeys/options', async (c) => {
      const session = requireFullSession(c);
      requireConfirmed(c, now());
      return c.json(await optionsToAdd(deps, challenges, session, markBrowser(c)));
    })
    .post('/api/admin/passkeys', async (c) => {
      const session = requireFullSession(c);
      const input = await readJson(c, passkeyInput, limits);
      return c.json(await addPasskey(deps, challenges, session, input, browserOf(c)), 201);
    })
    .patch('/api/admin/passkeys/:id', async (c) => {
      const actor = requireUser(c);
      const { name } = await readJson(c, passkeyPatch, limits);
      return c.json(renamePasskey(db, c.req.param('id'), name, { actor, now: now() }));
    })
    .delete('/api/admin/passkeys/:id', (c) => {
      const actor = requireUser(c);
      requireConfirmed(c, now());
      removePasskey(db, c.req.param('id'), { actor, now: now() });
      return c.body(null, 204);
    });
}
