/** The inbox, its spam folder, and the rights of a visitor over what they sent. */
import {
  contactSubmission,
  eraseAnswer,
  exportAnswer,
  mailState,
} from '@veldlicht/contract/contact';
import { auditLog, contacts, outbox } from '@veldlicht/database/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noteMailError, queueMail } from '#mail/outbox.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { createTestApp, START, type TestApp } from '#testing/test-app.ts';
import { addContact, visitor } from '#testing/test-content.ts';

let t: TestApp;
let editor: string;
let admin: string;
beforeEach(async () => {
  t = await createTestApp({
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', CONTACT_TO: 'eigenaar@example.nl' },
  });
  editor = t.signInAs('editor', 'els').cookie;
  admin = t.signInAs('admin', 'eva').cookie;
});
afterEach(() => t.remove());

const INBOX = '/api/admin/contacts';
const call = (method: string, path: string, json?: unknown, cookie = editor) =>
  t.request(INBOX + path, { method, cookie, ...(json !== undefined && { json }) });
const list = (query = '', cookie = editor) =>
  readAnswer(z.array(contactSubmission), t.request(INBOX + query, { cookie }));
const rowOf = (id: string) => rows().find((row) => row.id === id);
const rows = () => t.db.select().from(contacts).all();
const logged = () => t.db.select().from(auditLog).all();

describe('the inbox', () => {
  it('is empty at first', async () => {
    expect(await list()).toEqual([]);
  });

  it('shows messages newest first, without spam, and nothing more than the contract says', async () => {
    const first = addContact(t, { submittedAt: START - 1000, phone: '06' });
    const second = addContact(t);
    const third = addContact(t);
    addContact(t, { spam: true });
    const shown = await list();
    expect(shown.map(({ id }) => id)).toEqual([third, second, first]);
    expect(shown[2]).toEqual({
      ...visitor,
      id: first,
      phone: '06',
      status: 'new',
      submittedAt: '2026-05-31T11:59:59.000Z',
    });
  });

  it('has a spam folder for admins', async () => {
    addContact(t);
    const spam = addContact(t, { spam: true });
    expect((await list('?spam=1', admin)).map(({ id }) => id)).toEqual([spam]);
    expect((await call('GET', '?spam=1')).status).toBe(403);
  });

  it.each(['?spam=0', '?spam=', '?spam=true', '?status=new', '?__proto__=x'])(
    'refuses %s',
    async (query) => {
      expect(await refusal(call('GET', query, undefined, admin))).toMatchObject({ status: 400 });
    },
  );
});

describe('the status', () => {
  it('can be set to any of the three, each change logged without the words of the visitor', async () => {
    const id = addContact(t);
    for (const status of ['replied', 'read', 'new']) {
      const answer = await readAnswer(contactSubmission, call('PATCH', `/${id}`, { status }));
      expect(answer).toEqual({
        ...visitor,
        id,
        phone: null,
        status,
        submittedAt: new Date(START).toISOString(),
      });
      expect(rowOf(id)?.status).toBe(status);
    }
    expect(
      logged().map(({ actor, action, entity, entityId, summary }) => [
        actor,
        action,
        entity,
        entityId,
        summary,
      ]),
    ).toEqual(['replied', 'read', 'new'].map((status) => ['els', 'update', 'contact', id, status]));
  });

  it('said again is no change', async () => {
    const id = addContact(t);
    expect((await call('PATCH', `/${id}`, { status: 'new' })).status).toBe(200);
    expect(logged()).toEqual([]);
  });

  it.each([
    {},
    { status: 'spam' },
    { status: null },
    { status: 'read', spam: true },
    { message: 'x' },
  ])('is not set by %j', async (json) => {
    const id = addContact(t);
    const before = rowOf(id);
    expect(await refusal(call('PATCH', `/${id}`, json))).toMatchObject({ status: 400 });
    expect(rowOf(id)).toEqual(before);
  });
});

describe('deleting', () => {
  it('removes a message for good and logs that', async () => {
    const [id, other] = [addContact(t), addContact(t)];
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect(rows().map((row) => row.id)).toEqual([other]);
    expect(logged()).toMatchObject([
      { actor: 'els', action: 'delete', entity: 'contact', entityId: id, summary: '' },
    ]);
  });

  it.each([
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/not-spam'],
  ])('of what is not there answers 404 (%s)', async (method, end) => {
    const json = method === 'PATCH' ? { status: 'read' } : undefined;
    expect((await call(method, `/nothing${end}`, json, admin)).status).toBe(404);
    expect(logged()).toEqual([]);
  });
});

describe('spam', () => {
  it('is out of an editor’s reach', async () => {
    const id = addContact(t, { spam: true });
    expect((await call('PATCH', `/${id}`, { status: 'read' })).status).toBe(404);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    expect((await call('POST', `/${id}/not-spam`)).status).toBe(403);
    expect(rowOf(id)).toMatchObject({ spam: true, status: 'new' });
  });

  it('is moved to the inbox, changed and deleted by an admin', async () => {
    const id = addContact(t, { spam: true });
    expect((await call('PATCH', `/${id}`, { status: 'read' }, admin)).status).toBe(200);
    const moved = await readAnswer(
      contactSubmission,
      call('POST', `/${id}/not-spam`, undefined, admin),
    );
    expect(moved).toMatchObject({ id, status: 'read' });
    expect((await list()).map((row) => row.id)).toEqual([id]);
    expect((await call('POST', `/${id}/not-spam`, undefined, admin)).status).toBe(200);
    expect(logged().map(({ summary }) => summary)).toEqual(['read', 'not spam']);
    expect(t.db.select().from(outbox).all()).toEqual([]);
  });
});

describe('everything of one address', () => {
  const noor = 'noor@example.nl';
  const everything = () => {
    const mine = [
      addContact(t, { submittedAt: START - 1 }),
      addContact(t, { email: 'Noor@Example.NL', spam: true }),
    ];
    const others = ['n%r@example.nl', 'noor@example.nl.evil.nl', 'xnoor@example.nl'].map((email) =>
      addContact(t, { email }),
    );
    return { mine, others };
  };

  it('is given out, spam included, newest first', async () => {
    const { mine } = everything();
    const asked = 'NOOR@example.nl';
    const answer = await readAnswer(exportAnswer, call('POST', '/export', { email: asked }, admin));
    expect(answer).toMatchObject({ email: asked, exportedAt: new Date(START).toISOString() });
    expect(answer.messages.map(({ id, spam }) => [id, spam])).toEqual([
      [mine[1], true],
      [mine[0], false],
    ]);
    expect(answer.messages[1]).toMatchObject(visitor);
    expect(rows()).toHaveLength(5);
  });

  it('is erased with the mail that is still to be sent, and nothing else is', async () => {
    const { others } = everything();
    for (const email of ['NOOR@EXAMPLE.NL', 'xnoor@example.nl']) {
      const json = { ...visitor, email, message: `E-mail: ${noor}` };
      expect((await t.request('/api/contact', { method: 'POST', json })).status).toBe(201);
    }
    queueMail(t.db, { recipient: 'eva@example.nl', subject: 'x', body: `E-mail: ${noor}` }, START);
    expect(t.db.select().from(outbox).all()).toHaveLength(3);
    const answer = await readAnswer(eraseAnswer, call('POST', '/erase', { email: noor }, admin));
    expect(answer).toEqual({ deleted: 3 });
    expect(rows().map(({ id }) => id)).toEqual(expect.arrayContaining(others));
    expect(
      rows()
        .map(({ email }) => email)
        .sort(),
    ).toEqual([
      'n%r@example.nl',
      'noor@example.nl.evil.nl',
      'xnoor@example.nl',
      'xnoor@example.nl',
    ]);
    const left = t.db.select().from(outbox).all();
    expect(left.map(({ replyToAddress }) => replyToAddress)).toEqual(['xnoor@example.nl', null]);
  });

  it('is logged by number, without the address or a word of the messages', async () => {
    everything();
    await call('POST', '/export', { email: noor }, admin);
    await call('POST', '/erase', { email: noor }, admin);
    await call('POST', '/erase', { email: noor }, admin);
    const base = { actor: 'eva', entity: 'contact', entityId: null };
    expect(logged()).toMatchObject([
      { ...base, action: 'export', summary: '2' },
      { ...base, action: 'erase', summary: '2' },
      { ...base, action: 'erase', summary: '0' },
    ]);
    expect(JSON.stringify(logged())).not.toMatch(/noor|ree/i);
  });

  it.each(['', 'noor', '%', "' OR 1=1 --", 'a@b.nl, c@d.nl'])(
    'is not asked for by %j',
    async (email) => {
      everything();
      expect((await call('POST', '/erase', { email }, admin)).status).toBe(400);
      expect((await call('POST', '/export', { email }, admin)).status).toBe(400);
      expect(rows()).toHaveLength(5);
    },
  );
});

describe('the state of mail', () => {
  const state = () => readAnswer(mailState, t.request('/api/admin/mail', { cookie: admin }));

  it('is well while nothing has failed', async () => {
    await t.request('/api/contact', { method: 'POST', json: visitor });
    expect(await state()).toEqual({ configured: true, waiting: 0, oldestAt: null, error: null });
  });

  it('tells how much waits, since when, and why', async () => {
    for (let n = 0; n < 2; n += 1)
      await t.request('/api/contact', { method: 'POST', json: visitor });
    noteMailError(t.db, 1, 'connect ECONNREFUSED', START);
    expect(await state()).toEqual({
      configured: true,
      waiting: 1,
      oldestAt: new Date(START).toISOString(),
      error: 'connect ECONNREFUSED',
    });
  });

  it.each(['SMTP_URL', 'CONTACT_TO'])(
    'says that messages are not mailed without %s',
    async (name) => {
      const given = { SMTP_URL: 'smtp://127.0.0.1:1', CONTACT_TO: 'eigenaar@example.nl' };
      const quiet = await createTestApp({ environment: { ...given, [name]: '' } });
      const { cookie } = quiet.signInAs('admin');
      const answer = quiet.request('/api/admin/mail', { cookie });
      expect(await readAnswer(mailState, answer)).toMatchObject({ configured: false });
      quiet.remove();
    },
  );
});
