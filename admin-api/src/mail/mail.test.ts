/** The outbox against a real mail server (threat T22). */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { openDatabase } from '@veldlicht/database/open';
import { outbox } from '@veldlicht/database/schema';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import { START, useTestApp } from '#testing/test-app.ts';
import { visitor } from '#testing/test-content.ts';
import { type SmtpBehaviour, useSmtp } from '#testing/test-smtp.ts';
import { CONTACT_SUBJECT } from './contact-mail.ts';
import { wayOfUrl } from './mail-way.ts';
import { claimMail, findDueMail, queueMail } from './outbox.ts';
import { mailTrouble, sendOutbox, startOutbox } from './send-outbox.ts';
import { createSender } from './sender.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OWNER = 'eigenaar@example.nl';
const ORIGIN = 'https://veldlicht.example';
const mail = { recipient: 'eva@example.nl', subject: 'Hallo', body: 'Dag Eva,\n\n.\nTot ziens\n' };
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

const t = useTestApp();
const serve = useSmtp();
afterEach(() => t.closing.abort());

const rows = () => t.rows(outbox);
const queue = (change: Partial<Parameters<typeof queueMail>[1]> = {}) =>
  queueMail(t.db, { ...mail, ...change }, t.deps.now());
const never = new AbortController().signal;
/** One run of the outbox, as the program does it every second. */
function run(url: string, { deps = t.deps, cutOff = never } = {}) {
  const environment = { ...t.deps.environment, publicOrigin: ORIGIN };
  const way = wayOfUrl(url, environment.mail.from);
  const send = createSender(way, { environment, folder: t.folder });
  return sendOutbox(deps, send, { stop: never, cutOff });
}
/** The outbox at work, as the program runs it. */
function start(smtpUrl: string | undefined) {
  const environment = { ...t.deps.environment };
  environment.mail = { ...environment.mail, smtpUrl };
  return startOutbox({ ...t.deps, environment }, 20);
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
function headerNames(raw: Buffer): (string | undefined)[] {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return lines.map((line) => line.split(':')[0]).sort();
}

describe('a message', () => {
  it('is delivered once, oldest first, with our sender and one recipient in the envelope', async () => {
    const server = await serve();
    queue();
    queue({ subject: 'Tweede', recipient: 'jan@example.nl' });
    for (let n = 0; n < 2; n += 1) await run(server.url);
    expect(rows()).toEqual([]);
    expect(server.received.map(({ from, to }) => [from, to])).toEqual([
      ['noreply@localhost', ['eva@example.nl']],
      ['noreply@localhost', ['jan@example.nl']],
    ]);
    const parsed = await PostalMime.parse(server.received[0]?.raw ?? '');
    expect(parsed).toMatchObject({
      from: { name: 'Veldlicht', address: 'noreply@localhost' },
      to: [{ address: 'eva@example.nl' }],
      subject: 'Hallo',
      messageId: `<1.${START}@veldlicht.example>`,
      date: new Date(START).toISOString(),
    });
    expect(parsed.text?.trim()).toBe(mail.body.trim());
    const automatic = parsed.headers.find(({ key }) => key === 'auto-submitted');
    expect(automatic?.value).toBe('auto-generated');
  });

  it('waits longer each time while the server is down, and is delivered later', async () => {
    const server = await serve();
    await server.stop();
    queue();
    const waits: number[] = [];
    for (const attempts of [1, 2, 3, 4, 5, 6]) {
      await run(server.url);
      const [row] = rows();
      expect(row).toMatchObject({ attempts, error: expect.stringContaining('ECONNREFUSED') });
      waits.push(((row?.nextAt ?? 0) - t.deps.now()) / MINUTE);
      // One millisecond before its moment it is left alone.
      t.pass((waits.at(-1) ?? 0) * MINUTE - 1);
      await run(server.url);
      expect(rows()[0]?.attempts).toBe(attempts);
      t.pass(1);
    }
    expect(waits).toEqual([1, 5, 15, 60, 240, 240]);
    const again = await serve('accept', server.port);
    await run(again.url);
    expect([again.received.length, rows()]).toEqual([1, []]);
  });

  it.each([
    ['refuse', '550', 3],
    ['busy', '451', null],
  ] as const)(
    'to a server that says "%s" is given up at the right time',
    async (behaviour, error, last) => {
      const server = await serve(behaviour);
      queue();
      for (let attempts = 1; attempts < 5; attempts += 1) {
        await run(server.url);
        const left = attempts === last ? [] : [{ attempts, error: expect.stringContaining(error) }];
        expect(rows()).toMatchObject(left);
        if (attempts === last) break;
        t.pass(4 * 60 * MINUTE);
      }
      expect(t.logged.join('').includes('the server refuses its recipient')).toBe(last !== null);
      expect(t.logged.join('')).not.toContain('Dag Eva');
    },
  );

  it('that was taken but never confirmed is sent again under the same id', async () => {
    const first = await serve('silent');
    queue();
    const cutOff = new AbortController();
    const running = run(first.url, { cutOff: cutOff.signal });
    await expect.poll(() => first.received).toHaveLength(1);
    cutOff.abort();
    await running;
    const second = await serve();
    t.pass(MINUTE);
    await run(second.url);
    const sent = [...first.received, ...second.received];
    const ids = await Promise.all(sent.map(({ raw }) => PostalMime.parse(raw)));
    expect(ids.map(({ messageId }) => messageId)).toEqual([1, 2].map(() => ids[0]?.messageId));
  });

  it('is sent by one of two runs that meet, on connections of their own', async () => {
    const server = await serve();
    const other = openDatabase(t.file);
    queue();
    const seen = [t.db, other].map((db) => findDueMail(db, START, START));
    const claimed = seen.map((row, i) => row && claimMail(i ? other : t.db, row, START));
    expect(claimed).toEqual([true, false]);
    await Promise.all([run(server.url), run(server.url, { deps: { ...t.deps, db: other } })]);
    other.$client.close();
    expect([server.received.length, rows()]).toEqual([1, []]);
  });

  it('to more than one plain address is dropped, however it came into the outbox', async () => {
    const server = await serve();
    for (const recipient of ['"eva, jan"@example.nl', 'eva@a.nl>\r\nRCPT TO:<jan@a.nl'])
      t.db
        .insert(outbox)
        .values({ ...mail, recipient, createdAt: START, nextAt: START })
        .run();
    await run(server.url);
    expect([server.received, rows()]).toEqual([[], []]);
    expect(t.logged.at(-1)).toContain('its recipient is not one plain address');
  });

  it('puts no password of the mail account anywhere, and none on a line that is not encrypted', async () => {
    const server = await serve('login');
    queue();
    await run(`smtp://eva:geheim%20woord@127.0.0.1:${server.port}`);
    expect(rows()[0]?.error).toMatch(/^Invalid login: 535 .*no eva with …/);
    expect(JSON.stringify([rows(), t.logged])).not.toMatch(/geheim/);
    t.pass(MINUTE);
    // This machine by an address that it is not known by.
    await run(`smtp://eva:geheim@[::ffff:127.0.0.1]:${server.port}`);
    expect(rows()[0]?.error).toMatch(/STARTTLS/);
  });

  it.each([
    [
      `554-5.7.1 no \u001b[31mrelay\u001b[0m here\t${'x'.repeat(400)}\r\n554 of mx3.internal\r\n`,
      /^Invalid greeting: 554 5\.7\.1 no {2}\[31mrelay/,
    ],
    [`HTTP/1.1 400 Bad Request\r\nServer: of nobody's business\r\n\r\n`, /^Invalid greeting$/],
    ['-ERR secret greeting of another service\r\n', /^Invalid greeting$/],
  ])(
    'shows code and first line of a refusal, and nothing of other services: %j',
    async (greeting, told) => {
      const server = createServer((socket) => socket.on('error', () => {}).end(greeting));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      queue();
      // A server that listens on a port has an address with one.
      await run(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.close();
      const error = rows()[0]?.error ?? '';
      expect(error).toMatch(told);
      expect(error).toMatch(/^[^\p{C}]{1,200}$/u);
      expect(error).not.toMatch(/internal|business|secret/);
    },
  );

  it('is dropped when it is a week old, also without a mail server', async () => {
    queue();
    t.pass(7 * DAY - 1);
    queue({ subject: 'Vers' });
    for (const left of [2, 1]) {
      await sendOutbox(t.deps, null, { stop: never, cutOff: never });
      expect(rows()).toHaveLength(left);
      t.pass(1);
    }
    expect(rows()).toMatchObject([{ subject: 'Vers', attempts: 0 }]);
  });

  it.each([
    ['tried', { attempts: 1, nextAt: START + 3650 * DAY, createdAt: START }, 1],
    ['written', { nextAt: START, createdAt: START + 3650 * DAY }, 0],
  ])('is not kept by a clock that was years ahead when it was %s', async (_, moments, sent) => {
    t.db
      .insert(outbox)
      .values({ ...mail, ...moments })
      .run();
    const server = await serve();
    await run(server.url);
    expect([server.received.length, rows()]).toEqual([sent, []]);
  });
});

describe('the outbox', () => {
  it('sends by itself soon after the commit and when a message is due, until the end', async () => {
    const server = await serve();
    const { ended } = start(server.url);
    queue();
    await expect.poll(() => server.received).toHaveLength(1);
    const due = { createdAt: START, attempts: 1, nextAt: START + MINUTE };
    t.db
      .insert(outbox)
      .values({ ...mail, ...due })
      .run();
    await pause();
    expect(server.received).toHaveLength(1);
    t.pass(MINUTE);
    await expect.poll(() => server.received).toHaveLength(2);
    t.closing.abort();
    await ended();
    queue();
    await pause();
    expect([server.received.length, rows().length]).toEqual([2, 1]);
  });

  it('runs once at a time, blocks no request, and aborts a hanging message at shutdown', async () => {
    const server = await serve('silent');
    const { ended } = start(server.url);
    for (let n = 0; n < 2; n += 1) queue();
    await expect.poll(() => server.received).toHaveLength(1);
    expect((await t.request('/api/settings')).status).toBe(200);
    await pause();
    expect(server.received).toHaveLength(1);
    t.closing.abort();
    const begin = performance.now();
    await ended();
    // A message by itself may take 45 seconds.
    expect(performance.now() - begin).toBeLessThan(30_000);
    expect(rows()).toHaveLength(2);
  });
});

it('reports the number of failed mails, the oldest, and the latest error', () => {
  const hour = 60 * MINUTE;
  const none = { createdAt: 0, attempts: 1, nextAt: 0, error: null };
  // Tried at 9:00 for the fourth time, and at 9:30 for the first time.
  const early = { createdAt: hour, attempts: 4, nextAt: 10 * hour, error: 'early' };
  const late = { createdAt: 9 * hour, attempts: 1, nextAt: 9.5 * hour + MINUTE, error: 'late' };
  expect(mailTrouble([none])).toBeNull();
  for (const mails of [
    [early, late, none],
    [late, early],
  ])
    expect(mailTrouble(mails)).toEqual({ count: 2, oldestAt: hour, error: 'late' });
});

describe('mail about a visitor’s message', () => {
  let senders = 0;
  const headers = { 'x-forwarded-host': 'other.example', host: 'other.example' };
  const send = (change: object) => {
    senders += 1;
    const json = { ...visitor, ...change };
    const from = `198.51.100.${senders % 250}`;
    return t.request('/api/contact', { method: 'POST', json, headers, from });
  };
  async function startWith(behaviour: SmtpBehaviour) {
    const server = await serve(behaviour);
    const environment = { SMTP_URL: server.url, CONTACT_TO: OWNER, PUBLIC_ORIGIN: ORIGIN };
    await t.reopen({ environment });
    startOutbox(t.deps, 20);
    return server;
  }

  it('gets no recipient, header, subject or link from any field or header: refused, or one mail to the owner', async () => {
    const evil = [
      'x\r\nBcc: evil@evil.example',
      'x\r\n\r\nSecond body',
      'a@b.nl, evil@evil.example',
      '"Evil" <evil@evil.example>',
      'x\u2028Bcc: evil@evil.example',
      '=?utf-8?q?=0D=0ABcc:_evil@evil.example?=',
      '\u0000\r\n.\r\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<evil@evil.example>',
    ];
    const server = await startWith('accept');
    let taken = 0;
    for (const field of ['name', 'email', 'phone', 'message'])
      for (const text of evil) {
        const { status } = await send({ [field]: text });
        // An address is one plain address or nothing.
        expect(field === 'email' ? [400] : [201, 400]).toContain(status);
        if (status === 201) taken += 1;
      }
    expect(taken).toBeGreaterThanOrEqual(evil.length);
    await expect.poll(() => server.received).toHaveLength(taken);
    for (const { from, to, raw } of server.received) {
      expect([from, to]).toEqual(['noreply@veldlicht.example', [OWNER]]);
      expect(headerNames(raw)).toEqual(HEADERS);
      expect(raw.toString()).not.toContain('other.example');
      const parsed = await PostalMime.parse(raw);
      expect([parsed.subject, parsed.to]).toEqual([
        CONTACT_SUBJECT,
        [{ address: OWNER, name: '' }],
      ]);
      expect(parsed.replyTo?.map(({ address }) => address)).toEqual([visitor.email]);
    }
    // Each is deleted once the server has said that it has it.
    await expect.poll(rows).toEqual([]);
  });
});
