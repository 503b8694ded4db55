/** The outbox against a real mail server in a process of its own. */

import { openDatabase } from '@veldlicht/database/open';
import { outbox } from '@veldlicht/database/schema';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, START, type TestApp } from '#testing/test-app.ts';
import { type SmtpBehaviour, startSmtp, type TestSmtp } from '#testing/test-smtp.ts';
import { claimMail, findDueMail, queueMail } from './outbox.ts';
import { createSender, sendOutbox, startOutbox } from './send-outbox.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const mail = { recipient: 'eva@example.nl', subject: 'Hallo', body: 'Dag Eva,\n\n.\nTot ziens\n' };
/** For servers that leave a conversation; any other is given its time, however busy the machine is. */
const patient = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 30_000 };
const shortly = {
  shy: { ...patient, greetingTimeout: 400 },
  silent: { ...patient, socketTimeout: 800 },
};

let t: TestApp;
const servers: TestSmtp[] = [];
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  t.remove();
});

async function serve(behaviour: SmtpBehaviour = 'accept', port = 0): Promise<TestSmtp> {
  const server = await startSmtp(behaviour, port);
  servers.push(server);
  return server;
}

const rows = () => t.db.select().from(outbox).all();
const queue = (change: Partial<Parameters<typeof queueMail>[1]> = {}) =>
  queueMail(t.db, { ...mail, ...change }, t.deps.now());
const never = new AbortController().signal;

/** One run of the outbox, as the program does it every second. */
function run(
  url: string,
  { deps = t.deps, timeouts = patient, cutOff = never } = {},
): Promise<void> {
  const environment = { ...t.deps.environment, publicOrigin: 'https://veldlicht.example' };
  const send = createSender(url, environment, timeouts);
  return sendOutbox(deps, send, { stop: never, cutOff });
}

it('delivers each message once, oldest first, with our sender and nobody else in the envelope', async () => {
  const server = await serve();
  queue();
  queue({ subject: 'Tweede', recipient: 'jan@example.nl' });
  await run(server.url);
  await run(server.url);
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
  expect(parsed.html).toBeUndefined();
  expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
});

it('keeps mail while the server is down, waits longer each time, and delivers it later', async () => {
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
  expect(again.received).toHaveLength(1);
  expect(rows()).toEqual([]);
});

it('gives a refused recipient up after three attempts, and goes on with the rest', async () => {
  const server = await serve('refuse');
  queue();
  for (const attempts of [1, 2]) {
    await run(server.url);
    expect(rows()).toMatchObject([{ attempts, error: expect.stringContaining('550') }]);
    t.pass(4 * 60 * MINUTE);
  }
  await run(server.url);
  expect(rows()).toEqual([]);
  expect(t.logged.at(-1)).toContain('mail dropped: the server refuses its recipient');
  expect(t.logged.join('')).not.toContain('Dag Eva');
});

it('does not give up when the server says "later"', async () => {
  const server = await serve('busy');
  queue();
  for (let i = 0; i < 5; i++) {
    await run(server.url);
    t.pass(4 * 60 * MINUTE);
  }
  expect(rows()).toMatchObject([{ attempts: 5, error: expect.stringContaining('451') }]);
});

it.each([
  ['shy', 'Greeting never received'],
  ['silent', 'Timeout'],
] as const)('keeps mail when the server is %s', async (behaviour, error) => {
  const server = await serve(behaviour);
  queue();
  const begin = performance.now();
  await run(server.url, { timeouts: shortly[behaviour] });
  // Ended by the one short limit, not by any of the others.
  expect(performance.now() - begin).toBeLessThan(25_000);
  expect(rows()).toMatchObject([{ attempts: 1, error }]);
});

it('sends again what was taken but never confirmed, so that the two can be told to be one', async () => {
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
  const ids = await Promise.all(
    [...first.received, ...second.received].map(
      async ({ raw }) => (await PostalMime.parse(raw)).messageId,
    ),
  );
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

it('tries again a minute later when the process died in the middle', async () => {
  const server = await serve();
  queue();
  const died = new Error('the process died');
  const dying = sendOutbox(t.deps, () => Promise.reject(died), { stop: never, cutOff: never });
  await expect(dying).rejects.toBe(died);
  await run(server.url);
  expect(server.received).toEqual([]);
  t.pass(MINUTE);
  await run(server.url);
  expect(server.received).toHaveLength(1);
});

it('sends one message when two runs meet, on connections of their own', async () => {
  const server = await serve();
  queue();
  const other = openDatabase(t.file);
  await Promise.all([run(server.url), run(server.url, { deps: { ...t.deps, db: other } })]);
  other.$client.close();
  expect(server.received).toHaveLength(1);
  expect(rows()).toEqual([]);
});

it('lets one of two processes that saw the same message have it', async () => {
  queue();
  const other = openDatabase(t.file);
  const seen = [t.db, other].map((db) => findDueMail(db, START, START));
  const [first, second] = seen.map((row, i) => row && claimMail(i ? other : t.db, row, START + 1));
  other.$client.close();
  expect([first, second]).toEqual([true, false]);
});

it('lets no typed text add a header or a recipient', async () => {
  const server = await serve();
  const evil = 'Eva, "de" <x@evil.nl>\r\nBcc: evil@evil.nl\r\n\r\nKlik hier';
  queue({
    subject: evil,
    body: `${evil}\r\n.\r\nMAIL FROM:<x@evil.nl>`,
    replyTo: { name: evil, address: 'jan@example.nl' },
  });
  await run(server.url);
  const [received] = server.received;
  expect(received?.to).toEqual(['eva@example.nl']);
  const [head = '', body] = received?.raw.toString('latin1').split('\r\n\r\n') ?? [];
  const names = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  expect(names.map((line) => line.split(':')[0]).sort()).toEqual([
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
  ]);
  expect(body).toMatch(/^Eva, "de" <x@evil.nl>/);
  const parsed = await PostalMime.parse(received?.raw ?? '');
  expect(parsed.to).toEqual([{ address: 'eva@example.nl', name: '' }]);
  expect(parsed.replyTo).toEqual([
    { address: 'jan@example.nl', name: 'Eva, "de" <x@evil.nl> Bcc: evil@evil.nl Klik hier' },
  ]);
  expect(parsed.bcc).toBeUndefined();
  expect(parsed.text).toContain('MAIL FROM:<x@evil.nl>');
});

it.each([
  'eva@example.nl, jan@example.nl',
  '"eva, jan"@example.nl',
  'eva@example.nl>\r\nRCPT TO:<jan@example.nl',
])('drops mail whose recipient is %j, however it came into the outbox', async (recipient) => {
  const server = await serve();
  t.db
    .insert(outbox)
    .values({ ...mail, recipient, createdAt: START, nextAt: START })
    .run();
  await run(server.url);
  expect(server.received).toEqual([]);
  expect(rows()).toEqual([]);
  expect(t.logged.at(-1)).toContain('its recipient is not one plain address');
});

it('keeps no password of the mail account, although the server repeats it', async () => {
  const server = await serve('login');
  queue();
  await run(`smtp://eva:geheim%20woord@127.0.0.1:${server.port}`);
  expect(rows()[0]?.error).toMatch(/^Invalid login: 535 .*no eva with …/);
  for (const text of [JSON.stringify(rows()), t.logged.join('')])
    expect(text).not.toMatch(/geheim/);
});

it('sends no password over a connection that is not encrypted', async () => {
  const server = await serve('login');
  queue();
  // This machine by an address that it is not known by.
  await run(`smtp://eva:geheim@[::ffff:127.0.0.1]:${server.port}`);
  expect(rows()[0]?.error).toMatch(/STARTTLS/);
});

it('drops what is a week old, also without a mail server', async () => {
  queue();
  t.pass(7 * DAY - 1);
  queue({ subject: 'Vers' });
  const stop = { stop: never, cutOff: never };
  await sendOutbox(t.deps, null, stop);
  expect(rows()).toHaveLength(2);
  t.pass(1);
  await sendOutbox(t.deps, null, stop);
  expect(rows()).toMatchObject([{ subject: 'Vers', attempts: 0 }]);
  expect(t.logged.at(-1)).toContain('mail dropped: it is a week old');
});

it('delivers although the clock went back by years', async () => {
  const server = await serve();
  t.db
    .insert(outbox)
    .values({ ...mail, createdAt: START, attempts: 1, nextAt: START + 3650 * DAY })
    .run();
  await run(server.url);
  expect(server.received).toHaveLength(1);
});

it('sends by itself soon after the commit, and when a waiting message is due', async () => {
  const server = await serve();
  const environment = { ...t.deps.environment };
  environment.mail = { ...environment.mail, smtpUrl: server.url };
  const { ended } = startOutbox({ ...t.deps, environment }, 20);
  queue();
  await expect.poll(() => server.received).toHaveLength(1);
  t.db
    .insert(outbox)
    .values({ ...mail, createdAt: START, attempts: 1, nextAt: START + MINUTE })
    .run();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.received).toHaveLength(1);
  t.pass(MINUTE);
  await expect.poll(() => server.received).toHaveLength(2);
  t.closing.abort();
  await ended();
  queue();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(rows()).toHaveLength(1);
  expect(server.received).toHaveLength(2);
});

it('runs once at a time, holds nobody up, and cuts a hanging message off when it must end', async () => {
  const server = await serve('silent');
  const environment = { ...t.deps.environment };
  environment.mail = { ...environment.mail, smtpUrl: server.url };
  const { ended } = startOutbox({ ...t.deps, environment }, 20);
  queue();
  queue();
  await expect.poll(() => server.received).toHaveLength(1);
  const answer = await t.request('/api/settings');
  expect(answer.status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.received).toHaveLength(1);
  t.closing.abort();
  const begin = performance.now();
  await ended();
  // A message by itself may take 45 seconds.
  expect(performance.now() - begin).toBeLessThan(30_000);
  expect(rows()).toHaveLength(2);
});

it('sends nothing without a mail server', async () => {
  const { ended } = startOutbox(t.deps, 20);
  queue();
  await new Promise((resolve) => setTimeout(resolve, 200));
  t.closing.abort();
  await ended();
  expect(rows()).toMatchObject([{ attempts: 0 }]);
});
