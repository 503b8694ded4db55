/** Rows of the table of routes: the contact form, the inbox, mail. */
import { newId } from '@veldlicht/database/new-id';
import { contacts, throttles } from '@veldlicht/database/schema';
import { at, type RouteRow } from './route-row.ts';
import type { TestApp } from './test-app.ts';

export const visitor = {
  name: 'Noor Bakker',
  email: 'noor@example.nl',
  message: 'Mag ik een afdruk van de ree?\n\nGroet, Noor',
};

/** A stored message; answers its id. */
export function addContact(t: TestApp, change: Partial<typeof contacts.$inferInsert> = {}): string {
  const id = newId();
  t.db
    .insert(contacts)
    .values({ ...visitor, id, phone: null, submittedAt: t.deps.now(), ...change })
    .run();
  return id;
}

const INBOX = '/api/admin/contacts';

export const contactRoutes: RouteRow[] = [
  {
    method: 'POST',
    path: '/api/contact',
    least: 'anon',
    ok: 201,
    call: (t) => {
      // Every call is the first one of its sender.
      t.db.delete(throttles).run();
      return { url: '/api/contact', json: visitor };
    },
  },
  { method: 'GET', path: INBOX, least: 'editor', ok: 200, call: at(INBOX) },
  {
    method: 'PATCH',
    path: `${INBOX}/:id`,
    least: 'editor',
    ok: 200,
    call: (t) => ({ url: `${INBOX}/${addContact(t)}`, json: { status: 'replied' } }),
  },
  {
    method: 'DELETE',
    path: `${INBOX}/:id`,
    least: 'editor',
    ok: 204,
    call: (t) => ({ url: `${INBOX}/${addContact(t)}` }),
  },
  {
    method: 'POST',
    path: `${INBOX}/:id/not-spam`,
    least: 'admin',
    ok: 200,
    call: (t) => ({ url: `${INBOX}/${addContact(t, { spam: true })}/not-spam` }),
  },
  {
    method: 'POST',
    path: `${INBOX}/export`,
    confirms: true,
    least: 'admin',
    ok: 200,
    call: (t) => {
      addContact(t);
      return { url: `${INBOX}/export`, json: { email: visitor.email } };
    },
  },
  {
    method: 'POST',
    path: `${INBOX}/erase`,
    confirms: true,
    least: 'admin',
    ok: 200,
    call: (t) => {
      addContact(t);
      return { url: `${INBOX}/erase`, json: { email: visitor.email } };
    },
  },
  { method: 'GET', path: '/api/admin/mail', least: 'admin', ok: 200, call: at('/api/admin/mail') },
];
