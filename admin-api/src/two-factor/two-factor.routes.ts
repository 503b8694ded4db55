import {
  type BackupCodesAnswer,
  codeInput,
  type TwoFactorSetup,
} from '@veldlicht/contract/two-factor';
import { Hono } from 'hono';
import { knownDevice } from '#auth/known-browsers.ts';
import type { Turns } from '#auth/queues.ts';
import { requireConfirmed, requireFullSession, requireSession } from '#auth/route-access.ts';
import type { Session } from '#auth/sessions.ts';
import { sendAccess, sentAccess } from '#auth/sign-in-and-out.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { signInBuckets } from '#throttle/buckets.ts';
import { disable, noteCodesSaved, regenerate, setUp, verify } from './two-factor.service.ts';

/** Serializes a user's requests for codes: each set costs ten hashes (threat L4). */
const codesTurn = ({ user }: Session) => `codes:${user.id}`;

/** The user's own second factor (spec §7, threat T13). */
export function twoFactorRoutes(deps: Deps, turns: Turns) {
  return new Hono<AppEnv>()
    .post('/api/2fa/setup', async (c) => {
      const { user } = requireSession(c);
      requireConfirmed(c, deps.now());
      return c.json<TwoFactorSetup>(await setUp(deps, user));
    })
    .post('/api/2fa/verify', async (c) => {
      const session = requireSession(c);
      const { token } = await readJson(c, codeInput, deps.limits);
      const sent = sentAccess(c, deps);
      const task = () => verify(deps, session, token, sent);
      const { access, backupCodes } = await turns(codesTurn(session), task);
      sendAccess(c, deps, access);
      return c.json<BackupCodesAnswer>({ backupCodes });
    })
    .post('/api/2fa/disable', async (c) => {
      const session = requireFullSession(c);
      requireConfirmed(c, deps.now());
      const { user } = session;
      const { token } = await readJson(c, codeInput, deps.limits);
      const device = knownDevice(deps.db, sentAccess(c, deps).device, user.id, deps.now());
      const { turn } = signInBuckets(user.username, '', device);
      await disable(deps, turns, session, token, { turn, device });
      return c.json({ ok: true });
    })
    .post('/api/2fa/regenerate-backup-codes', async (c) => {
      const session = requireFullSession(c);
      requireConfirmed(c, deps.now());
      const task = () => regenerate(deps, session);
      return c.json<BackupCodesAnswer>(await turns(codesTurn(session), task));
    })
    .post('/api/2fa/backup-codes-saved', (c) => {
      noteCodesSaved(deps, requireFullSession(c));
      return c.body(null, 204);
    });
}
