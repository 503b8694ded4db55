/** The inbox, its spam folder, and the rights of a visitor over what they sent. */
import {
  contactSubmission,
  eraseAnswer,
  exportAnswer,
  SPAM_DAYS,
} from '@veldlicht/contract/contact';
import { contacts, outbox, settings } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueMail } from '#mail/outbox.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { START, useTestApp } from '#testing/test-app.ts';
import { addContact, visitor } from '#testing/test-content.ts';
import { deleteExpiredContacts, monthsBefore, startRetention } from './retention.ts';

const DAY = 24 * 60 * 60_000;
const mailed = { SMTP_URL: 'smtp://127.0.0.1:1', CONTACT_TO: 'eigenaar@example.nl' };
const t = useTestApp({ environment: mailed });
let editor: string;
beforeEach(() => {
  editor = t.signInAs('editor', 'els').cookie;
});

const call = (method: string, path: string, json?: unknown, cookie = t.cookie) =>
  t.send(method, `/api/admin/contacts${path}`, json, cookie);
const list = async (query = '', cookie = editor) =>
  (await readAnswer(z.array(contactSubmission), call('GET', query, undefined, cookie))).map(
    ({ id }) => id,
  );
const rows = () => t.rows(contacts);
const logged = () => t.audits('actor', 'action', 'entityId', 'facts');

it('shows messages newest first, without spam; the spam folder is for admins', async () => {
  const first = addContact(t, { submittedAt: START - 1000, phone: '06' });
  const [second, third] = [addContact(t), addContact(t)];
  const spam = addContact(t, { folder: 'spam' });
  expect(await list()).toEqual([third, second, first]);
  expect(await list('?folder=spam', t.cookie)).toEqual([spam]);
  expect((await call('GET', '?folder=spam', undefined, editor)).status).toBe(403);
  for (const query of ['?folder=', '?spam=1', '?status=new', '?__proto__=x'])
    expect((await call('GET', query)).status).toBe(400);
});

it('takes any of the three statuses, each change logged without the visitor’s text', async () => {
  const id = addContact(t);
  for (const status of ['replied', 'read', 'new', 'new']) {
    const answer = call('PATCH', `/${id}`, { status }, editor);
    const submittedAt = new Date(START).toISOString();
    const rest = { phone: null, enquiry: null, replies: [], etag: expect.any(String) };
    const told = { ...visitor, ...rest, id, status, submittedAt };
    expect(await readAnswer(contactSubmission, answer)).toEqual(told);
  }
  expect(logged()).toEqual(
    ['replied', 'read', 'new'].map((message) => ['els', 'update', id, { message }]),
  );
});

it('removes a message for good', async () => {
  const [id, other] = [addContact(t), addContact(t)];
  expect((await call('DELETE', `/${id}`, undefined, editor)).status).toBe(204);
  expect(rows().map((row) => row.id)).toEqual([other]);
  expect(logged()).toEqual([['els', 'delete', id, {}]]);
  expect((await call('POST', '/nothing/not-spam')).status).toBe(404);
});

it('keeps spam out of an editor’s reach; an admin moves it to the inbox', async () => {
  const id = addContact(t, { folder: 'spam' });
  expect((await call('PATCH', `/${id}`, { status: 'read' }, editor)).status).toBe(404);
  expect((await call('DELETE', `/${id}`, undefined, editor)).status).toBe(404);
  expect((await call('PATCH', `/${id}`, { status: 'read' })).status).toBe(200);
  for (let n = 0; n < 2; n += 1) expect((await call('POST', `/${id}/not-spam`)).status).toBe(200);
  expect(await list()).toEqual([id]);
  expect(t.audits('facts')).toEqual([[{ message: 'read' }], [{ message: 'inbox' }]]);
  // Mailed once, as one that came in now.
  const replyToName = visitor.name;
  expect(t.rows(outbox)).toMatchObject([{ recipient: mailed.CONTACT_TO, replyToName }]);
});

it('gives out everything of one address, and erases it with the mail that is still to be sent of it', async () => {
  const noor = 'noor@example.nl';
  const mine = [
    addContact(t, { submittedAt: START - 1 }),
    addContact(t, { email: 'Noor@Example.NL', folder: 'spam' }),
  ];
  for (const email of ['n%r@example.nl', 'noor@example.nl.evil.nl', 'xnoor@example.nl'])
    addContact(t, { email });
  const asked = { email: 'NOOR@example.nl' };
  const answer = await readAnswer(exportAnswer, call('POST', '/export', asked));
  expect(answer).toMatchObject({ ...asked, exportedAt: new Date(START).toISOString() });
  expect(answer.messages.map(({ id, folder }) => [id, folder])).toEqual([
    [mine[1], 'spam'],
    [mine[0], 'inbox'],
  ]);
  for (const email of ['NOOR@EXAMPLE.NL', 'xnoor@example.nl']) {
    const json = { ...visitor, email, message: `E-mail: ${noor}` };
    expect((await t.request('/api/contact', { method: 'POST', json })).status).toBe(201);
  }
  queueMail(t.db, { recipient: 'eva@example.nl', subject: 'x', body: `E-mail: ${noor}` }, START);
  const erase = () => readAnswer(eraseAnswer, call('POST', '/erase', { email: noor }));
  expect([await erase(), await erase()]).toEqual([{ deleted: 3 }, { deleted: 0 }]);
  expect(rows().map(({ email }) => email)).toEqual([
    'n%r@example.nl',
    'noor@example.nl.evil.nl',
    'xnoor@example.nl',
    'xnoor@example.nl',
  ]);
  expect(t.rows(outbox).map((row) => row.replyToAddress)).toEqual(['xnoor@example.nl', null]);
  // The log has only numbers.
  expect(logged().slice(1)).toEqual([3, 0].map((count) => ['eva', 'erase', null, { count }]));
});

describe('how long messages are kept', () => {
  const keep = (contactRetentionMonths: number | null) =>
    t.db.update(settings).set({ contactRetentionMonths }).run();

  it.each([
    ['2026-05-31T12:00:00.000Z', 3, '2026-02-28T12:00:00.000Z'],
    ['2024-03-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
    ['2026-01-15T23:59:59.999Z', 2, '2025-11-15T23:59:59.999Z'],
  ])('%s less %i months is %s', (now, months, expected) => {
    expect(new Date(monthsBefore(Date.parse(now), months)).toISOString()).toBe(expected);
  });

  it('deletes older replied messages, once a period is chosen', () => {
    const edge = monthsBefore(START, 6);
    addContact(t, { status: 'replied', submittedAt: edge - 1 });
    const kept = [
      addContact(t, { status: 'replied', submittedAt: edge }),
      addContact(t, { status: 'read', submittedAt: 0 }),
    ];
    expect(deleteExpiredContacts(t.db, START)).toBe(0);
    keep(6);
    expect([1, 2].map(() => deleteExpiredContacts(t.db, START))).toEqual([1, 0]);
    expect(
      rows()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(kept.sort());
    expect(logged()).toEqual([['Veldlicht', 'delete', null, { count: 1 }]]);
  });

  it('is thirty days for spam', () => {
    for (const folder of ['spam', 'inbox'] as const) addContact(t, { folder, submittedAt: START });
    expect(deleteExpiredContacts(t.db, START + SPAM_DAYS * DAY)).toBe(0);
    expect(deleteExpiredContacts(t.db, START + SPAM_DAYS * DAY + 1)).toBe(1);
    expect(rows().map(({ folder }) => folder)).toEqual(['inbox']);
  });

  it('is looked after from the start to the end, whatever goes wrong in between', async () => {
    keep(1);
    addContact(t, { status: 'replied', submittedAt: START - 40 * DAY });
    addContact(t, { status: 'replied', submittedAt: START });
    startRetention(t.deps, 20);
    expect(rows()).toHaveLength(1);
    t.db.$client.exec('ALTER TABLE contacts RENAME TO lost');
    await expect.poll(() => t.logged.join('')).toContain('messages could not be deleted');
    t.db.$client.exec('ALTER TABLE lost RENAME TO contacts');
    t.pass(40 * DAY);
    await expect.poll(rows).toEqual([]);
    t.closing.abort();
    addContact(t, { status: 'replied', submittedAt: START - 40 * DAY });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(rows()).toHaveLength(1);
  });
});
