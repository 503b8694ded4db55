/** Route rows of messages and replies. */
import { mailSettings, throttles } from '@veldlicht/database/schema';
import { type Prepare, route } from './route-row.ts';
import { addContact, visitor } from './test-content.ts';

const INBOX = '/api/admin/contacts';
const confirms = { confirms: true } as const;

const onMessage =
  (json?: unknown, end = '', spam = false): Prepare =>
  (t) => ({ url: `${INBOX}/${addContact(t, { folder: spam ? 'spam' : 'inbox' })}${end}`, json });
const answered = { subject: 'Re: de ree', text: 'Dag Noor,', key: 'a-key-of-16-signs' };
const ofAddress: Prepare = (t) => {
  addContact(t);
  return { json: { email: visitor.email } };
};

export const contactRoutes = [
  route('POST /api/contact', 'anon', 201, (t) => {
    // No call is throttled.
    t.db.delete(throttles).run();
    return { json: visitor };
  }),
  route(`GET ${INBOX}`, 'editor', 200),
  route(`PATCH ${INBOX}/:id`, 'editor', 200, onMessage({ status: 'replied' })),
  route(`DELETE ${INBOX}/:id`, 'editor', 204, onMessage()),
  route(`POST ${INBOX}/:id/not-spam`, 'admin', 200, onMessage(undefined, '/not-spam', true)),
  route(`POST ${INBOX}/:id/replies`, 'editor', 200, (t) => {
    const server = { host: '127.0.0.1', port: 1, encryption: 'auto', username: '' } as const;
    const addresses = { sender: 'site@example.nl', messagesTo: 'eva@example.nl' };
    t.db
      .insert(mailSettings)
      .values({ id: 1, ...server, ...addresses })
      .onConflictDoNothing()
      .run();
    return { url: `${INBOX}/${addContact(t)}/replies`, json: answered };
  }),
  route('GET /api/admin/reply-set-up', 'editor', 200),
  route(`POST ${INBOX}/export`, 'admin', 200, ofAddress, confirms),
  route(`POST ${INBOX}/erase`, 'admin', 200, ofAddress, confirms),
];
