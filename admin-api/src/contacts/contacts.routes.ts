import {
  addressInput,
  type ContactSubmission,
  contactPatch,
  contactQuery,
  type ExportAnswer,
} from '@veldlicht/contract/contact';
import { Hono } from 'hono';
import { requireConfirmed, requireRole } from '#auth/guards.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { parseInput, readJson } from '#http/request-body.ts';
import { type ContactRow, listContacts } from './contacts.repository.ts';
import {
  changeContact,
  eraseAddress,
  exportAddress,
  removeContact,
  restoreContact,
  toSubmissions,
} from './contacts.service.ts';

/** Whether the spam folder is asked for. Throws `invalid_input` for any other query. */
function wantsSpam(c: AppContext): boolean {
  // Not `c.req.query()`: that leaves out a parameter of the name __proto__.
  const sent = Object.fromEntries(new URL(c.req.url).searchParams);
  return parseInput(contactQuery, sent).spam === '1';
}

/** The inbox, for editors; its spam folder and what concerns an address as a whole, for admins. */
export function contactsRoutes({ db, limits, now }: Deps) {
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
      const spam = wantsSpam(c);
      if (spam) requireRole(c, 'admin');
      return c.json<ContactSubmission[]>(toSubmissions(db, listContacts(db, spam)));
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
    .post('/api/admin/contacts/:id/not-spam', (c) => {
      const actor = requireRole(c, 'admin');
      const row = restoreContact(db, c.req.param('id'), { actor, now: now() });
      return answer(c, row);
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
