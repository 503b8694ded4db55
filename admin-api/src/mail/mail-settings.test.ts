/** Mail settings against real servers, and the recipient of messages. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type MailServer, mailState, mailTestAnswer } from '@veldlicht/contract/mail';
import {
  contentState,
  mailSettings,
  outbox,
  settings,
  throttles,
  users,
} from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { START, useTestApp } from '#testing/test-app.ts';
import { testAuthority } from '#testing/test-certificate.ts';
import { visitor } from '#testing/test-content.ts';
import { useSmtp } from '#testing/test-smtp.ts';
import { noteMailError, queueMail } from './outbox.ts';
import { startOutbox } from './send-outbox.ts';

const ACCOUNT = { user: 'iris', pass: 'zilverreiger-in-de-mist' };
const t = useTestApp();
const serve = useSmtp();
beforeAll(() => setDefaultCACertificates([...getCACertificates(), testAuthority]));
afterEach(() => t.closing.abort());

const form = (change: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port: 587,
  encryption: 'auto',
  username: '',
  sender: 'site@example.nl',
  ...change,
});
const patch = (json: unknown) => t.send('PATCH', '/api/admin/mail', json);
const save = (json: unknown) => readAnswer(mailState, patch(json));
const read = () => readAnswer(mailState, t.send('GET', '/api/admin/mail'));
const tryOut = (server?: MailServer) => t.send('POST', '/api/admin/mail/test', { server });
const outcomeOf = async (server?: MailServer) =>
  (await readAnswer(mailTestAnswer, tryOut(server))).outcome;
const write = () => t.request('/api/contact', { method: 'POST', json: visitor });

describe('a mail server of the panel', () => {
  it('stores its password sealed, is shown without it, and logs only field names', async () => {
    const before = t.rows(contentState);
    expect((await read()).server).toBeNull();
    const typed = form({ username: ACCOUNT.user, password: ACCOUNT.pass });
    const { password: _, ...told } = typed;
    const state = await save({ server: typed });
    expect(state.server).toEqual({ ...told, passwordKept: true, byEnvironment: false });
    expect(JSON.stringify(await read())).not.toContain(ACCOUNT.pass);
    expect(t.rows(mailSettings)[0]?.password).toMatch(/^v1\./);
    const mailFields = ['host', 'port', 'username', 'sender', 'password'];
    // The same again is no change, and none of it is content.
    await save({ server: typed });
    expect(t.audits('entity', 'entityId', 'facts')).toEqual([['settings', 'mail', { mailFields }]]);
    expect(t.rows(contentState)).toEqual(before);
  });

  it('keeps a password for the server, port and name it was given for, and for no other', async () => {
    const server = form({ username: ACCOUNT.user, password: ACCOUNT.pass });
    await save({ server });
    const sealed = () => t.rows(mailSettings)[0]?.password;
    const before = sealed();
    const { password: _, ...same } = server;
    await save({ server: { ...same, sender: 'anders@example.nl' } });
    expect(sealed()).toBe(before);
    for (const change of [{ host: 'evil.example' }, { port: 25 }, { username: 'jan' }])
      for (const call of [
        patch({ server: { ...same, ...change } }),
        tryOut({ ...same, ...change }),
      ])
        expect(await refusal(call)).toMatchObject({
          status: 400,
          fieldReasons: { password: 'mail_password_again' },
        });
    // Write access to the database does not send the password to another server either.
    t.db.update(mailSettings).set({ host: 'evil.example' }).run();
    expect((await read()).server?.passwordKept).toBe(false);
    await save({ server: { ...same, username: '' } });
    expect(sealed()).toBeNull();
  });

  it('is used for waiting mail at once, and deleted when removed', async () => {
    const server = await serve();
    startOutbox(t.deps, 20);
    queueMail(t.db, { recipient: 'eva@example.nl', subject: 'Hallo', body: 'Dag' }, START);
    noteMailError(t.db, 1, 'connect ECONNREFUSED', START + 60 * 60_000);
    expect(await read()).toMatchObject({
      waiting: 1,
      oldestAt: new Date(START).toISOString(),
      error: 'connect ECONNREFUSED',
    });
    await save({ server: form({ port: server.port }) });
    await expect
      .poll(() => server.received.map(({ from, to }) => [from, to]))
      .toEqual([['site@example.nl', ['eva@example.nl']]]);
    await save({ server: null });
    await write();
    expect(t.rows(outbox)).toEqual([]);
  });

  it('is tried on the ports of mail servers only, once the site is on the internet', async () => {
    await t.reopen({ environment: { PUBLIC_ORIGIN: 'https://voorbeeld.nl' } });
    for (const call of [patch({ server: form({ port: 6379 }) }), tryOut(form({ port: 80 }))])
      expect(await refusal(call)).toMatchObject({ fieldReasons: { port: 'mail_port_shape' } });
    expect((await save({ server: form({ port: 2525 }) })).server?.port).toBe(2525);
    for (const host of ['', 'a b', 'smtp://x', 'x/../y', 'http://x', 'x\r\ny'])
      expect([host, (await patch({ server: form({ host }) })).status]).toEqual([host, 400]);
  });
});

describe('a test message', () => {
  it('goes to the admin who asks, through the unsaved settings of the form', async () => {
    const server = await serve('accept', 0, { tls: 'implicit', account: ACCOUNT });
    const { port } = server;
    const shown = form({ host: 'localhost', port, encryption: 'tls', username: ACCOUNT.user });
    const typed = { ...shown, password: ACCOUNT.pass };
    const answer = await readAnswer(mailTestAnswer, tryOut(typed));
    expect(answer).toEqual({ outcome: 'sent', to: 'eva@example.nl' });
    expect(server.received).toMatchObject([{ from: 'site@example.nl', to: ['eva@example.nl'] }]);
    expect(t.rows(mailSettings)).toEqual([]);
    // With the kept password, and without any form.
    await save({ server: typed });
    expect([await outcomeOf(shown), await outcomeOf()]).toEqual(['sent', 'sent']);
    expect(server.received).toHaveLength(3);
  });

  it('says by its kind what went wrong', async () => {
    const account = { username: ACCOUNT.user, password: ACCOUNT.pass };
    const local = { host: 'localhost' };
    const at = async (change: Partial<MailServer>, ...options: Parameters<typeof serve>) =>
      outcomeOf(form({ ...local, ...change, port: (await serve(...options)).port }));
    const starttls = { tls: 'starttls', account: ACCOUNT } as const;
    const wrong = `${ACCOUNT.pass}!`;
    // It waits for its limit beside the others.
    const shy = at({}, 'shy');
    const encrypted = { ...account, encryption: 'starttls' } as const;
    expect(await at(encrypted, 'accept', 0, starttls)).toBe('sent');
    expect(await at({ ...encrypted, password: wrong }, 'accept', 0, starttls)).toBe('login');
    expect(await at({}, 'login')).toBe('login');
    expect(await at({}, 'foreign')).toBe('sender');
    expect(await at({}, 'refuse')).toBe('recipient');
    // A server without TLS, spoken to with it, and one that offers no STARTTLS.
    expect(await at({ encryption: 'tls' }, 'accept')).toBe('tls');
    expect(await at({ encryption: 'starttls' }, 'accept')).toBe('tls');
    const gone = await serve();
    await gone.stop();
    expect(await outcomeOf(form({ port: gone.port }))).toBe('unreachable');
    expect(await outcomeOf(form({ host: 'nergens.invalid' }))).toBe('unreachable');
    const isUnknown = true;
    expect(await at(encrypted, 'accept', 0, { ...starttls, isUnknown })).toBe('tls');
    expect(await at({ encryption: 'tls' }, 'accept', 0, { tls: 'implicit', isUnknown })).toBe(
      'tls',
    );
    expect(await shy).toBe('timeout');
    // What the server repeats of a sign-in, as a text and as it was sent.
    const sent = Buffer.from(`\0${ACCOUNT.user}\0${wrong}`).toString('base64');
    expect(t.logged.join('')).toContain(`no ${ACCOUNT.user} with …`);
    for (const secret of [ACCOUNT.pass, sent]) expect(t.logged.join('')).not.toContain(secret);
  }, 30_000);

  it('is limited to four at once: silent servers can’t block the program', async () => {
    const server = await serve('shy');
    const tries = Array.from({ length: 5 }, () => tryOut(form({ port: server.port })));
    expect((await Promise.race(tries)).status).toBe(429);
    await server.stop();
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 429]);
  });

  it('needs an address that receives mail, and a server', async () => {
    expect(await refusal(tryOut())).toMatchObject({ fieldReasons: { host: 'mail_host_shape' } });
    t.db
      .update(users)
      .set({ email: 'admin@veldlicht.invalid' })
      .where(eq(users.username, 'eva'))
      .run();
    expect(await refusal(tryOut(form()))).toMatchObject({
      status: 400,
      reason: 'no_address_of_yours',
    });
  });
});

it('shows what the environment sets, and refuses changes', async () => {
  const environment = {
    SMTP_URL: 'smtps://iris:geheim@mail.example.nl',
    CONTACT_TO: 'to@example.nl',
  };
  await t.reopen({ environment });
  const state = await read();
  expect(state.server).toEqual({
    host: 'mail.example.nl',
    port: 465,
    encryption: 'tls',
    username: 'iris',
    sender: 'noreply@localhost',
    passwordKept: true,
    byEnvironment: true,
  });
  expect(state.recipient).toEqual({ address: 'to@example.nl', from: 'environment' });
  expect(JSON.stringify(state)).not.toContain('geheim');
  for (const call of [patch({ server: form() }), patch({ messagesTo: '' }), tryOut(form())])
    expect(await refusal(call)).toMatchObject({ status: 403, reason: 'mail_by_environment' });
});

it('mails messages of visitors by one rule: environment, chosen, the site’s address, the first admin', async () => {
  const recipient = async () => {
    t.db.delete(outbox).run();
    t.db.delete(throttles).run();
    await write();
    const told = await read();
    const mailed = t.rows(outbox).map((mail) => mail.recipient);
    expect(mailed).toEqual(told.recipient && told.server ? [told.recipient.address] : []);
    return told.recipient;
  };
  // Without a server nothing is mailed; the recipient is shown even so.
  expect(await recipient()).toEqual({ address: 'eva@example.nl', from: 'admin' });
  await save({ server: form({ port: 1 }) });
  expect(await recipient()).toEqual({ address: 'eva@example.nl', from: 'admin' });
  t.pass(1000);
  t.signInAs('admin', 'jan');
  expect(await recipient()).toEqual({ address: 'eva@example.nl', from: 'admin' });
  // The address that the first account starts with receives nothing.
  t.db.update(users).set({ email: 'admin@veldlicht.invalid' }).where(eq(users.id, t.user.id)).run();
  expect(await recipient()).toEqual({ address: 'jan@example.nl', from: 'admin' });
  t.db
    .update(settings)
    .set({ profile: { contactEmail: 'site@example.nl' } })
    .run();
  expect(await recipient()).toEqual({ address: 'site@example.nl', from: 'site' });
  await save({ messagesTo: 'iris@example.nl' });
  expect(await recipient()).toEqual({ address: 'iris@example.nl', from: 'chosen' });
});
