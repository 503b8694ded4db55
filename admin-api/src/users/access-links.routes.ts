import {
  type InvitationAnswer,
  invitation,
  type LinkAnswer,
  linkInput,
  linkUse,
  type ResetWays,
  resetAsk,
} from '@veldlicht/contract/access-link';
import { Hono } from 'hono';
import { requireConfirmed, requireRole } from '#auth/route-access.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { addressOf } from '#http/client-address.ts';
import { readJson } from '#http/request-body.ts';
import { writeOf } from '#http/write.ts';
import { isMailSetUp } from '#mail/mail-settings.ts';
import { askReset, inviteAgain, inviteUser, readLink, setPasswordByLink } from './access-links.ts';

/** Password resets by mail, and invitations. The token of a link is the permission; no session is needed. */
export function accessLinksRoutes(deps: Deps) {
  const { db, environment, limits, now } = deps;
  return new Hono<AppEnv>()
    .get('/api/auth/reset', (c) => c.json<ResetWays>({ byMail: isMailSetUp(db, environment) }))
    .post('/api/auth/reset', async (c) => {
      const { name } = await readJson(c, resetAsk, limits);
      askReset(deps, name, addressOf(c, environment));
      return c.body(null, 204);
    })
    .post('/api/auth/link', async (c) => {
      const { token } = await readJson(c, linkInput, limits);
      return c.json<LinkAnswer>(readLink(deps, token));
    })
    .post('/api/auth/link/password', async (c) => {
      await setPasswordByLink(deps, await readJson(c, linkUse, limits));
      return c.body(null, 204);
    })
    .post('/api/admin/invitations', async (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      const input = await readJson(c, invitation, limits);
      return c.json<InvitationAnswer>(await inviteUser(deps, input, actor), 201);
    })
    .post('/api/admin/users/:id/invitation', (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      return c.json<InvitationAnswer>(
        inviteAgain(deps, c.req.param('id'), writeOf(c, actor, now())),
      );
    });
}
