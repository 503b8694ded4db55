import { type MailState, type MailTestAnswer, mailPatch, mailTest } from '@veldlicht/contract/mail';
import { Hono } from 'hono';
import { createQueue } from '#auth/queues.ts';
import { requireConfirmed, requireRole } from '#auth/route-access.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { toInstantOrNull } from '#http/instant.ts';
import { readJson } from '#http/request-body.ts';
import { writeOf } from '#http/write.ts';
import { changeMail, mailSetUp, sendTestMail } from './mail-settings.ts';
import { listFailedMail } from './outbox.ts';
import { mailTrouble } from './send-outbox.ts';

/** The mail settings and the state of the outbox, for admins; changes need a confirmed session. */
export function mailRoutes(deps: Deps) {
  const { db, limits, now } = deps;
  const tests = createQueue({ running: 2, waiting: 2 });
  const answer = (c: AppContext) => {
    const trouble = mailTrouble(listFailedMail(db));
    const state: MailState = {
      ...mailSetUp(deps),
      waiting: trouble?.count ?? 0,
      oldestAt: toInstantOrNull(trouble?.oldestAt),
      error: trouble?.error ?? null,
    };
    return c.json<MailState>(state, 200, { ETag: state.etag });
  };
  return new Hono<AppEnv>()
    .get('/api/admin/mail', (c) => {
      requireRole(c, 'admin');
      return answer(c);
    })
    .patch('/api/admin/mail', async (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      changeMail(deps, await readJson(c, mailPatch, limits), writeOf(c, actor, now()));
      return answer(c);
    })
    .post('/api/admin/mail/test', async (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      const { server } = await readJson(c, mailTest, limits);
      return c.json<MailTestAnswer>(await tests.add(() => sendTestMail(deps, server, actor)));
    });
}
