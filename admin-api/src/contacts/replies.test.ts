/** Replies from the panel, against a real mail server (threat T22). */
import { contactSubmission, eraseAnswer, exportAnswer } from '@veldlicht/contract/contact';
import { replySetUp } from '@veldlicht/contract/reply';
import { contacts, outbox, replies, settings } from '@veldlicht/database/schema';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, it } from 'vitest';
import { wayOfUrl } from '#mail/mail-way.ts';
import { sendOutbox } from '#mail/send-outbox.ts';
import { createSender } from '#mail/sender.ts';
import { statusesOf, times } from '#testing/accounts.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { START, useTestApp } from '#testing/test-app.ts';
import { addContact, visitor } from '#testing/test-content.ts';
import { type TestSmtp, useSmtp } from '#testing/test-smtp.ts';
import { deleteExpiredContacts } from './retention.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OWNER = 'eigenaar@example.nl';
const mailed = { SMTP_URL: 'smtp://127.0.0.1:1', CONTACT_TO: OWNER };
const t = useTestApp({ environment: mailed });
let editor: string;
let id: string;
const serve = useSmtp();
beforeEach(() => {
  editor = t.signInAs('editor', 'iris').cookie;
  id = addContact(t);
});

const INBOX = '/api/admin/contacts';
const text = 'Dag Noor,\n\nGraag.\n\n> Mag ik een afdruk van de ree?';
let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-of-one-answer-${keys}`;
};
const payload = (change: object = {}) => ({ subject: 'Re: Ree', text, key: newKey(), ...change });
const answer = (json: object = payload(), { etag = '', cookie = editor, to = id } = {}) =>
  t.request(`${INBOX}/${to}/replies`, {
    method: 'POST',
    json,
    cookie,
    headers: etag ? { 'if-match': etag } : {},
  });
const told = async () => {
  const [one] = await readAnswer(contactSubmission.array(), t.send('GET', INBOX));
  if (!one) throw new Error('no message');
  return one;
};
/** One run of the outbox. */
function run({ url }: TestSmtp): Promise<void> {
  const never = new AbortController().signal;
  const send = createSender(wayOfUrl(url, 'site@example.nl'), t.deps);
  return sendOutbox(t.deps, send, { stop: never, cutOff: never });
}

describe('an answer', () => {
  it('goes to the sender only, and sets the message to replied once a server accepts it', async () => {
    const server = await serve();
    const profile = { photographer: 'Mira "de" Vries\r\nBcc: x@y.nl' };
    t.db.update(settings).set({ profile }).run();
    const sent = await readAnswer(contactSubmission, answer());
    const waiting = { by: 'iris', at: new Date(START).toISOString(), text, state: 'waiting' };
    expect(sent).toMatchObject({ status: 'new', replies: [waiting] });
    await run(server);
    expect(server.received.map(({ from, to }) => [from, to])).toEqual([
      ['site@example.nl', [visitor.email]],
    ]);
    const mail = await PostalMime.parse(server.received[0]?.raw ?? '');
    const name = 'Mira "de" Vries Bcc: x@y.nl';
    expect(mail).toMatchObject({
      from: { name, address: 'site@example.nl' },
      replyTo: [{ name, address: OWNER }],
      subject: 'Re: Ree',
    });
    expect(mail.text?.trim()).toBe(text);
    expect(mail.html).toBeUndefined();
    const names = mail.headers.map(({ key }) => key);
    expect(names).not.toContain('auto-submitted');
    expect(names).not.toContain('bcc');
    expect(await told()).toMatchObject({
      status: 'replied',
      replies: [{ state: 'sent', problem: null }],
    });
    expect(t.rows(outbox)).toEqual([]);
    expect(t.audits('actor', 'action', 'entityId', 'summary')).toEqual([['iris', 'reply', id, '']]);
  });

  it('that is refused is tried three times, reported at once, and keeps its text', async () => {
    const server = await serve('refuse');
    await answer();
    for (const state of ['waiting', 'waiting', 'failed']) {
      await run(server);
      expect(await told()).toMatchObject({
        status: 'new',
        replies: [{ state, problem: 'recipient', text }],
      });
      t.pass(15 * MINUTE);
    }
    expect(t.rows(outbox)).toEqual([]);
  });

  it('is sent once, however often it is asked for with one key', async () => {
    const json = payload();
    const { etag } = await told();
    expect(await statusesOf(3, () => answer(json, { etag }))).toEqual(times(3, 200));
    expect([t.rows(replies).length, t.rows(outbox).length]).toEqual([1, 1]);
    // Another text is another reply, which needs the current version.
    expect((await answer({ ...json, text: 'Anders' }, { etag })).status).toBe(412);
    expect((await answer({ ...json, text: 'Anders' })).status).toBe(412);
  });

  it('whose end can’t be written keeps its mail, so that both end later', async () => {
    const server = await serve();
    await answer();
    const end = t.failOn('UPDATE ON contacts');
    await expect(run(server)).rejects.toThrow();
    expect(t.rows(outbox)).toHaveLength(1);
    expect(t.rows(replies)).toMatchObject([{ state: 'waiting' }]);
    end();
    t.pass(MINUTE);
    await run(server);
    expect(await told()).toMatchObject({ status: 'replied', replies: [{ state: 'sent' }] });
    expect(t.rows(outbox)).toEqual([]);
  });

  it('is refused when somebody replied meanwhile, unless repeated on purpose', async () => {
    const { etag } = await told();
    expect((await answer(payload(), { etag })).status).toBe(200);
    const late = await answer(payload(), { etag, cookie: t.cookie });
    expect(late.status).toBe(412);
    const at = new Date(START).toISOString();
    expect(await late.json()).toMatchObject({ changed: { by: 'iris', at } });
    expect(t.rows(outbox)).toHaveLength(1);
    expect((await answer(payload(), { cookie: t.cookie })).status).toBe(200);
    expect((await told()).replies.map(({ by }) => by)).toEqual(['iris', 'eva']);
  });

  it('needs a mail server, a message in the inbox, and an address that takes mail', async () => {
    const spam = addContact(t, { folder: 'spam' });
    expect((await answer(payload(), { to: spam })).status).toBe(404);
    const quoted = addContact(t, { email: 'noor@example.invalid' });
    const of = async (refused: Promise<Response>) => (await refusal(await refused)).reason;
    expect(await of(answer(payload(), { to: quoted }))).toBe('address_takes_no_mail');
    t.deps.environment.mail.smtpUrl = undefined;
    expect(await of(answer())).toBe('mail_off');
    const read = await readAnswer(replySetUp, t.send('GET', '/api/admin/reply-set-up'));
    expect(read).toMatchObject({ mailed: false, site: 'Veldlicht · natuurfotografie' });
    expect(t.rows(replies)).toEqual([]);
  });

  it('is one of at most sixty an hour by one person', async () => {
    expect(await statusesOf(60, () => answer())).toEqual(times(60, 200));
    const refused = await answer();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect((await answer(payload(), { cookie: t.cookie })).status).toBe(200);
    t.pass(60 * MINUTE);
    expect((await answer()).status).toBe(200);
  });
});

describe('what was answered', () => {
  it('is part of everything of one address, and goes with it, mail that waits too', async () => {
    await answer();
    const other = addContact(t, { email: 'jan@example.nl' });
    await answer(payload(), { to: other });
    const asked = { email: visitor.email };
    const all = await readAnswer(exportAnswer, t.send('POST', `${INBOX}/export`, asked));
    expect(all.messages).toMatchObject([{ folder: 'inbox', replies: [{ by: 'iris', text }] }]);
    const erased = await readAnswer(eraseAnswer, t.send('POST', `${INBOX}/erase`, asked));
    expect(erased).toEqual({ deleted: 1 });
    expect(t.rows(replies).map(({ contactId }) => contactId)).toEqual([other]);
    expect(t.rows(outbox).map(({ recipient }) => recipient)).toEqual(['jan@example.nl']);
  });

  it('goes with its message: deleted by hand, or kept for long enough, but not while it waits', async () => {
    const other = addContact(t);
    await answer(payload(), { to: other });
    expect((await t.send('DELETE', `${INBOX}/${other}`)).status).toBe(204);
    expect([t.rows(replies), t.rows(outbox)]).toEqual([[], []]);
    t.db.update(settings).set({ contactRetentionMonths: 1 }).run();
    t.db.update(contacts).set({ status: 'replied' }).run();
    await answer();
    const later = START + 40 * DAY;
    expect(deleteExpiredContacts(t.db, later)).toBe(0);
    t.db.update(replies).set({ state: 'sent' }).run();
    expect(deleteExpiredContacts(t.db, later)).toBe(1);
    expect(t.rows(replies)).toEqual([]);
  });
});
