import { type ReplySetUp, templateInput } from '@veldlicht/contract/reply';
import { Hono } from 'hono';
import { requireRole } from '#auth/guards.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readWrite, writeBy } from '#http/write.ts';
import { messagesAddress } from '#mail/mail-settings.ts';
import { readSiteNames } from './replies.service.ts';
import { addTemplate, changeTemplate, listTemplates, removeTemplate } from './templates.service.ts';

const PATH = '/api/admin/reply-templates';

/** What it takes to write an answer; for editors, as answers are. */
export function templatesRoutes(deps: Deps) {
  const { db, environment } = deps;
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
      const { input, write } = await readWrite(c, deps, 'editor', templateInput);
      return c.json(addTemplate(db, input, write), 201);
    })
    .patch(`${PATH}/:id`, async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', templateInput);
      return c.json(changeTemplate(db, c.req.param('id'), input, write));
    })
    .delete(`${PATH}/:id`, (c) => {
      removeTemplate(db, c.req.param('id'), writeBy(c, deps, 'editor'));
      return c.body(null, 204);
    });
}
