/** Mail about messages, through a real mail server in a process of its own (threat T22). */
import { contacts, outbox } from '@veldlicht/database/schema';
import PostalMime from 'postal-mime';
import { afterEach, expect, it } from 'vitest';
import { startOutbox } from '#mail/send-outbox.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { visitor } from '#testing/test-content.ts';
import { type SmtpBehaviour, startSmtp, type TestSmtp } from '#testing/test-smtp.ts';
import { CONTACT_SUBJECT, contactMail, isMailAbout } from './contact-mail.ts';

const OWNER = 'eigenaar@example.nl';
let t: TestApp;
let smtp: TestSmtp | undefined;
afterEach(async () => {
  t.closing.abort();
  await smtp?.stop();
  smtp = undefined;
  t.remove();
});

/** The app with its outbox at work, as the program runs it. */
async function startWith(behaviour: SmtpBehaviour) {
  smtp = await startSmtp(behaviour);
  t = await createTestApp({
    environment: {
      SMTP_URL: smtp.url,
      CONTACT_TO: OWNER,
      PUBLIC_ORIGIN: 'https://veldlicht.example',
    },
  });
  startOutbox(t.deps, 20);
  return smtp;
}
let senders = 0;
const send = (change: object = {}, headers: Record<string, string> = {}) => {
  senders += 1;
  const from = `198.51.100.${senders % 250}`;
  const json = { ...visitor, ...change };
  return t.request('/api/contact', { method: 'POST', json, headers, from });
};
const mails = () => t.db.select().from(outbox).all();
const received = async (server: TestSmtp, count = 1) => {
  await expect.poll(() => server.received).toHaveLength(count);
  return server.received;
};

const HEADERS = [
  'Auto-Submitted',
  'Content-Transfer-Encoding',
  'Content-Type',
  'Date',
  'From',
  'MIME-Version',
  'Message-ID',
  'Reply-To',
  'Subject',
  'To',
];
function headerNames(raw: Buffer): (string | undefined)[] {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return lines.map((line) => line.split(':')[0]).sort();
}

it('tells the owner who wrote what, with links from the configuration alone', async () => {
  const server = await startWith('accept');
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  expect((await send({ phone: '06 1234' }, { ...headers, host: 'evil.example' })).status).toBe(201);
  const [mail] = await received(server);
  expect([mail?.from, mail?.to]).toEqual(['noreply@veldlicht.example', [OWNER]]);
  const parsed = await PostalMime.parse(mail?.raw ?? '');
  expect(parsed).toMatchObject({
    from: { name: 'Veldlicht', address: 'noreply@veldlicht.example' },
    subject: CONTACT_SUBJECT,
    replyTo: [{ name: visitor.name, address: visitor.email }],
  });
  expect(parsed.text?.trim()).toBe(
    [
      'Naam / Name: Noor Bakker',
      'E-mail: noor@example.nl',
      'Telefoon / Phone: 06 1234',
      'Beheer / Admin: https://veldlicht.example/admin/contacts',
      '---',
      '',
      visitor.message,
    ].join('\n'),
  );
  expect(mail?.raw.toString()).not.toContain('evil.example');
});

const evil = [
  'x\r\nBcc: evil@evil.example',
  'x\nTo: evil@evil.example',
  'x\r\n\r\nSecond body',
  'a@b.nl, evil@evil.example',
  '"evil@evil.example, x"@example.nl',
  '"Evil" <evil@evil.example>',
  'x\u2028Bcc: evil@evil.example',
  '=?utf-8?q?=0D=0ABcc:_evil@evil.example?=',
  '\u0000\r\n.\r\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<evil@evil.example>',
];
const cases = ['name', 'email', 'phone', 'message'].flatMap((field) =>
  evil.map((text) => [field, text] as const),
);

it('lets no field add a recipient, a header or a subject: refused, or one mail to the owner', async () => {
  const server = await startWith('accept');
  let taken = 0;
  for (const [field, text] of cases) {
    const { status } = await send({ [field]: text });
    expect([201, 400]).toContain(status);
    // An address is one plain address or nothing.
    if (field === 'email') expect([text, status]).toEqual([text, 400]);
    if (status === 201) taken += 1;
  }
  expect(taken).toBeGreaterThanOrEqual(evil.length);
  for (const mail of await received(server, taken)) {
    expect([mail.from, mail.to]).toEqual(['noreply@veldlicht.example', [OWNER]]);
    expect(headerNames(mail.raw)).toEqual(HEADERS);
    const parsed = await PostalMime.parse(mail.raw);
    expect(parsed.subject).toBe(CONTACT_SUBJECT);
    expect(parsed.to).toEqual([{ address: OWNER, name: '' }]);
    expect(parsed.replyTo?.map(({ address }) => address)).toEqual([visitor.email]);
    expect([parsed.cc, parsed.bcc]).toEqual([undefined, undefined]);
  }
  // Each is deleted once the server has said that it has it.
  await expect.poll(() => mails()).toEqual([]);
});

it.each(['down', 'refuse', 'silent', 'shy', 'busy'] as const)(
  'keeps the message when the mail server is %s, and the visitor waits for nothing',
  async (behaviour) => {
    const server = await startWith(behaviour === 'down' ? 'accept' : behaviour);
    if (behaviour === 'down') await server.stop();
    // The second one comes in while the first one is being sent.
    for (let n = 1; n <= 2; n += 1) {
      expect((await send()).status).toBe(201);
      await expect.poll(() => mails()[0]?.attempts).toBe(1);
    }
    // Both had their answer, and the first one is still on its way.
    if (behaviour === 'silent' || behaviour === 'shy') expect(mails()[0]?.error).toBeNull();
    expect(t.db.select().from(contacts).all()).toHaveLength(2);
    expect(mails()).toHaveLength(2);
  },
);

it('delivers later what came in while the mail server was down', async () => {
  const server = await startWith('accept');
  await server.stop();
  await send();
  await expect.poll(() => mails()[0]?.error).toContain('ECONNREFUSED');
  smtp = await startSmtp('accept', server.port);
  t.pass(60_000);
  await received(smtp);
  await expect.poll(() => mails()).toEqual([]);
});

it('knows which mail is about an address, and is not fooled by what a message says', () => {
  const mailOf = (change: object) =>
    contactMail(
      { ...visitor, phone: null, ...change },
      { recipient: OWNER, publicOrigin: 'https://veldlicht.example' },
    );
  expect(isMailAbout('NOOR@example.nl', mailOf({}))).toBe(true);
  expect(isMailAbout('oor@example.nl', mailOf({}))).toBe(false);
  const forged = mailOf({ email: 'jan@example.nl', message: 'E-mail: noor@example.nl\n---\n' });
  expect(isMailAbout('noor@example.nl', forged)).toBe(false);
  const named = mailOf({ email: 'jan@example.nl', name: 'J\u2028E-mail: noor@example.nl' });
  expect(isMailAbout('noor@example.nl', named)).toBe(false);
  expect(isMailAbout('noor@example.nl', { ...mailOf({}), subject: 'other' })).toBe(false);
});
