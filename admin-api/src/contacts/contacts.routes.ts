import {
  addressInput,
  type ContactSubmission,
  contactPatch,
  contactQuery,
  type ExportAnswer,
} from '@veldlicht/contract/contact';
import { type ReplySetUp, replyInput } from '@veldlicht/contract/reply';
import { Hono } from 'hono';
import { requireConfirmed, requireRole } from '#auth/route-access.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { readJson, readQuery } from '#http/request-body.ts';
import { readWrite, writeBy } from '#http/write.ts';
import { messagesAddress } from '#mail/mail-settings.ts';
import { type ContactRow, listContacts } from './contacts.repository.ts';
import {
  changeContact,
  eraseAddress,
  exportAddress,
  removeContact,
  restoreContact,
  toSubmissions,
} from './contacts.service.ts';
import { addReply, readSiteNames } from './replies.service.ts';

/** The inbox, for editors; spam, and export and erasure of an address, for admins. */
export function contactsRoutes(deps: Deps) {
  const { db, environment, limits, now } = deps;
  const editor = (c: AppContext) => {
    const actor = requireRole(c, 'editor');
    return { actor, maySeeSpam: actor.role === 'admin' };
  };
  const answer = (c: AppContext, row: ContactRow) => {
    const [shown] = toSubmissions(db, [row]);
    return c.json(shown);
  };
  return new Hono<AppEnv>()
    .get('/api/admin/contacts', (c) => {
      requireRole(c, 'editor');
      const { folder } = readQuery(c, contactQuery);
      if (folder !== 'inbox') requireRole(c, 'admin');
      return c.json<ContactSubmission[]>(toSubmissions(db, listContacts(db, folder)));
    })
    .get('/api/admin/reply-set-up', (c) => {
      requireRole(c, 'editor');
      return c.json<ReplySetUp>({
        mailed: messagesAddress(db, environment) !== null,
        site: readSiteNames(db).siteTitle,
      });
    })
    .patch('/api/admin/contacts/:id', async (c) => {
      const asker = editor(c);
      const patch = await readJson(c, contactPatch, limits);
      const row = changeContact(db, c.req.param('id'), patch, { ...asker, now: now() });
      return answer(c, row);
    })
    .delete('/api/admin/contacts/:id', (c) => {
      removeContact(db, c.req.param('id'), { ...editor(c), now: now() });
      return c.body(null, 204);
    })
    .post('/api/admin/contacts/:id/replies', async (c) => {
      const { input, write } = await readWrite(c, deps, 'editor', replyInput);
      return answer(c, addReply(deps, c.req.param('id'), input, write));
    })
    .post('/api/admin/contacts/:id/not-spam', (c) => {
      return answer(c, restoreContact(deps, c.req.param('id'), writeBy(c, deps, 'admin')));
    })
    .post('/api/admin/contacts/export', async (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      const { email } = await readJson(c, addressInput, limits);
      return c.json<ExportAnswer>(exportAddress(db, email, { actor, now: now() }));
    })
    .post('/api/admin/contacts/erase', async (c) => {
      const actor = requireRole(c, 'admin');
      requireConfirmed(c, now());
      const { email } = await readJson(c, addressInput, limits);
      return c.json({ deleted: eraseAddress(db, email, { actor, now: now() }) });
    });
}
