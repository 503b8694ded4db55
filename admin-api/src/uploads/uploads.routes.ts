import { ticketInput } from '@veldlicht/contract/draft';
import { finaliseInput } from '@veldlicht/contract/upload';
import { Hono } from 'hono';
import { requireRole, requireUnended } from '#auth/route-access.ts';
import { storeUpload } from '#drafts/stored-upload.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { hasBody, readJson } from '#http/request-body.ts';
import { incomingOf, issueTicket, receiveUpload, requireTicket } from './uploads.service.ts';

/** Whether the body is a raw file, without the type check and limit of JSON. */
export function isUploadPath(path: string): boolean {
  return path.startsWith('/api/uploads/');
}

/** Ticket, PUT, finalise (spec §7). */
export function uploadsRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .post('/api/objects/upload', async (c) => {
      const user = requireRole(c, 'editor');
      const isOfDraft = hasBody(c.req.raw, c.env?.incoming);
      const { draft } = isOfDraft ? await readJson(c, ticketInput, deps.limits) : {};
      return c.json(await issueTicket(deps, user.id, draft));
    })
    .put('/api/uploads/:key', async (c) => {
      const { expires, max, user, signature } = c.req.query();
      const key = c.req.param('key');
      const ticket = requireTicket(deps, { key, expires, max, user, signature });
      await receiveUpload(deps, ticket, incomingOf(c.req.raw));
      return c.json({ ok: true });
    })
    .put('/api/media-objects', async (c) => {
      const user = requireRole(c, 'editor');
      const input = await readJson(c, finaliseInput, deps.limits);
      return c.json(await storeUpload(deps, input, user, () => requireUnended(c)));
    });
}
