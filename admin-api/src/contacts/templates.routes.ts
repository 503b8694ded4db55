import { type ReplySetUp, templateInput } from '@veldlicht/contract/reply';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readJson } from '#http/request-body.ts';
import { messagesAddress } from '#mail/mail-settings.ts';
import { readSiteNames } from './replies.service.ts';
import { addTemplate, changeTemplate, listTemplates, removeTemplate } from './templates.service.ts';

const PATH = '/api/admin/reply-templates';

/** What it takes to write an answer; for editors, as answers are. */
export function templatesRoutes({ db, environment, limits, now }: Deps) {
  return new Hono<AppEnv>()
    .get(PATH, (c) => {
      requireRole(c, 'editor');
      return c.json<ReplySetUp>({
        mailed: messagesAddress(db, environment) !== null,
        site: readSiteNames(db).siteTitle,
        templates: listTemplates(db),
      });
    })
    .post(PATH, async (c) => {
      const actor = requireRole(c, 'editor');
      const input = await readJson(c, templateInput, limits);
      return c.json(addTemplate(db, input, { actor, now: now() }), 201);
    })
    .patch(`${PATH}/:id`, async (c) => {
      const actor = requireRole(c, 'editor');
      const input = await readJson(c, templateInput, limits);
      return c.json(changeTemplate(db, c.req.param('id'), input, { actor, now: now() }));
    })
    .delete(`${PATH}/:id`, (c) => {
      const actor = requireRole(c, 'editor');
      removeTemplate(db, c.req.param('id'), { actor, now: now() });
      return c.body(null, 204);
    });
}
