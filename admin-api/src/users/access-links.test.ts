import { invitationAnswer, linkAnswer, resetWays } from '@veldlicht/contract/access-link';
import { adminUser } from '@veldlicht/contract/user';
import {
  accessLinks,
  auditLog,
  devices,
  outbox,
  sessions,
  throttles,
  users,
} from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startOutbox } from '#mail/send-outbox.ts';
import { addTwoFactor, statusesOf, times, trySignIn } from '#testing/accounts.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { type TestSmtp, useSmtp } from '#testing/test-smtp.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NEW = 'nevel boven het ven';
const ORIGIN = 'https://voorbeeld.nl';

const t = useTestApp();
const serve = useSmtp();
let server: TestSmtp;
beforeEach(async () => {
  server = await serve();
  await t.reopen({ environment: { SMTP_URL: server.url, PUBLIC_ORIGIN: ORIGIN } });
});
afterEach(() => t.closing.abort());

const post = (path: string, json: unknown, more = {}) =>
  t.request(path, { method: 'POST', json, ...more });
const ask = (name: string, from = '198.51.100.7') => post('/api/auth/reset', { name }, { from });
const look = (token: string) => post('/api/auth/link', { token });
const use = (token: string, password = NEW) => post('/api/auth/link/password', { token, password });
const actions = () => t.rows(auditLog).map(({ action }) => action);
const isGone = async (token: string) => {
  for (const call of [look(token), use(token)])
    expect(await refusal(call)).toMatchObject({ status: 410, code: 'link_invalid' });
};

/** Received mails: recipient, subject, text, and the token of the link. */
async function mailed() {
  return await Promise.all(
    server.received.map(async ({ to, raw }) => {
      const { subject, text = '' } = await PostalMime.parse(raw);
      const [, token = ''] =
        /^https:\/\/voorbeeld\.nl\/admin\/new-password#(\S+)$/m.exec(text) ?? [];
      return { to: to[0], subject, token, text };
    }),
  );
}
/** Asks for a reset and reads its link from the mail. */
async function askedLink(name = 'eva'): Promise<string> {
  const links = async () => (await mailed()).map(({ token }) => token).filter(Boolean);
  const before = await links();
  startOutbox(t.deps, 20);
  expect((await ask(name)).status).toBe(204);
  await expect.poll(async () => (await links()).length).toBe(before.length + 1);
  return (await links()).find((token) => !before.includes(token)) ?? '';
}
/** Waits longer than the delay of the work behind a request. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 700));

describe('a lost password', () => {
  it('is replaced by a mailed link: sessions and known browsers end, the second factor stays', async () => {
    const { codeAt } = await addTwoFactor(t, t.user.id);
    await trySignIn(t, 'eva', { code: codeAt(t.deps.now()) });
    expect(t.rows(devices)).toHaveLength(1);
    const token = await askedLink(' EVA@example.nl ');
    expect(await readAnswer(linkAnswer, look(token))).toEqual({ kind: 'reset', username: 'eva' });
    // Neither reading nor a refused password uses the link up.
    expect((await look(token)).status).toBe(200);
    expect(await refusal(use(token, 'wachtwoord1234'))).toMatchObject({
      fieldReasons: { password: 'password_too_common' },
    });
    expect((await use(token)).status).toBe(204);
    expect([t.rows(sessions), t.rows(devices), t.rows(accessLinks)]).toEqual([[], [], []]);
    await isGone(token);
    expect((await trySignIn(t, 'eva')).status).toBe(401);
    const answer = await trySignIn(t, 'eva', { password: NEW });
    expect(await answer.json()).toEqual({ requires2FA: true });
    expect(actions().filter((action) => /reset/.test(action))).toEqual([
      'ask-reset',
      'reset-by-mail',
    ]);
    await expect
      .poll(async () => (await mailed()).at(-1)?.text)
      .toContain('Het wachtwoord is gewijzigd');
  });

  it('answers the same for every name, and mails active accounts', async () => {
    t.addUser('editor', 'els');
    t.db.update(users).set({ status: 'inactive' }).where(eq(users.username, 'els')).run();
    startOutbox(t.deps, 20);
    const answers = [];
    for (const name of ['eva', 'els', 'niemand', 'niemand@example.nl']) {
      const response = await ask(name);
      answers.push([response.status, await response.text(), [...response.headers.keys()]]);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    // The work starts only after the response.
    expect([t.rows(accessLinks), t.rows(outbox)]).toEqual([[], []]);
    await expect.poll(() => server.received.length).toBe(1);
    await settled();
    expect((await mailed()).map(({ to }) => to)).toEqual(['eva@example.nl']);
    expect(t.rows(auditLog)).toMatchObject([
      { action: 'ask-reset', summary: 'eva', facts: { address: '198.51.100.7' } },
    ]);
  });

  it('works for thirty minutes, from the configured address, and never twice at once', async () => {
    startOutbox(t.deps, 20);
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    await post('/api/auth/reset', { name: 'eva' }, { headers });
    await expect.poll(() => server.received.length).toBe(1);
    expect(server.received[0]?.raw.toString()).not.toContain('evil.example');
    const [{ token } = { token: '' }] = await mailed();
    t.pass(30 * MINUTE - 1);
    expect((await look(token)).status).toBe(200);
    const both = await Promise.all([use(token), use(token, 'een ander lang wachtwoord')]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 410]);
    const late = await askedLink();
    t.pass(30 * MINUTE);
    await isGone(late);
    await isGone('');
  });

  it('is void when dated in the future, beyond a small correction of the clock', async () => {
    const token = await askedLink();
    t.pass(-5 * MINUTE);
    expect((await look(token)).status).toBe(200);
    t.pass(-1);
    await isGone(token);
  });

  it('is void once the account is deactivated, or its address or password changed', async () => {
    const { user } = t.signInAs('editor', 'els');
    const change = (json: unknown) => t.send('PATCH', `/api/admin/users/${user.id}`, json);
    const first = await askedLink('els');
    await change({ status: 'inactive' });
    await isGone(first);
    await change({ status: 'active' });
    const second = await askedLink('els');
    await change({ email: 'anders@example.nl' });
    await isGone(second);
    const third = await askedLink('els');
    const fourth = await askedLink('eva');
    const passwords = { currentPassword: 'password of eva', newPassword: NEW };
    expect((await post('/api/auth/password', passwords, { cookie: t.cookie })).status).toBe(204);
    await isGone(fourth);
    expect((await look(third)).status).toBe(200);
  });

  it('is mailed three times, then rarely, and requested at most twenty times per address', async () => {
    startOutbox(t.deps, 20);
    expect(await statusesOf(5, (n) => ask('eva', `203.0.113.${n}`))).toEqual(times(5, 204));
    await expect.poll(() => t.rows(accessLinks)).toHaveLength(3);
    await settled();
    expect(t.rows(accessLinks)).toHaveLength(3);
    t.pass(31 * MINUTE);
    await askedLink();
    t.db.delete(throttles).run();
    expect(await statusesOf(21, () => ask('niemand'))).toEqual([...times(20, 204), 429]);
    expect((await ask('niemand', '192.0.2.9')).status).toBe(204);
    // Changing addresses within a network does not help.
    let host = 0;
    const roaming = () => ask('niemand', `2001:db8:0:1::${++host}`);
    expect((await statusesOf(21, roaming)).at(-1)).toBe(429);
  });

  it('ends a block by wrong passwords, but not one by wrong codes', async () => {
    const { wrongCodeAt } = await addTwoFactor(t, t.user.id);
    const guess = () => trySignIn(t, 'eva', { code: wrongCodeAt(t.deps.now()) });
    await statusesOf(6, guess);
    const wrong = () => trySignIn(t, 'eva', { password: 'wrong' });
    await statusesOf(6, wrong);
    expect((await wrong()).status).toBe(429);
    await use(await askedLink());
    const again = await trySignIn(t, 'eva', { password: NEW });
    expect(await again.json()).toEqual({ requires2FA: true });
    const code = { password: NEW, code: wrongCodeAt(t.deps.now()) };
    expect((await trySignIn(t, 'eva', code)).status).toBe(429);
  });

  it('that can’t be stored is logged, and does not end the process', async () => {
    t.failOn('INSERT ON outbox');
    expect((await ask('eva')).status).toBe(204);
    await expect.poll(() => t.logged.join('')).toContain('a reset could not be mailed');
    expect(t.rows(accessLinks)).toEqual([]);
  });

  it('reports that resets by mail are off without a mail server', async () => {
    const ways = () => readAnswer(resetWays, t.request('/api/auth/reset'));
    expect(await ways()).toEqual({ byMail: true });
    await t.reopen({});
    expect([await ways(), (await ask('eva')).status]).toEqual([{ byMail: false }, 204]);
    await settled();
    expect([t.rows(accessLinks), t.rows(outbox)]).toEqual([[], []]);
  });
});

describe('an invitation', () => {
  const person = { username: 'iris', email: 'iris@example.nl', role: 'editor' };
  const invite = () => t.send('POST', '/api/admin/invitations', person);
  const again = (id: string) => t.send('POST', `/api/admin/users/${id}/invitation`);
  const list = async () => {
    const all = await readAnswer(z.array(adminUser), t.send('GET', '/api/admin/users'));
    return all.map(({ username, invitedUntil }) => [username, invitedUntil]);
  };
  const until = (days: number) => new Date(t.deps.now() + days * DAY).toISOString();

  it('is mailed, and lets its person choose the password within a week', async () => {
    startOutbox(t.deps, 20);
    const answer = await readAnswer(invitationAnswer, invite());
    expect([answer.link, answer.user.role, answer.user.status]).toEqual([null, 'editor', 'active']);
    expect(await list()).toEqual([
      ['eva', null],
      ['iris', until(7)],
    ]);
    await expect.poll(() => server.received.length).toBe(1);
    const [mail] = await mailed();
    expect(mail).toMatchObject({
      to: 'iris@example.nl',
      subject: 'Veldlicht: uitnodiging / invitation',
    });
    expect(mail?.text).toContain('eva nodigt je uit om mee te werken aan voorbeeld.nl');
    const token = mail?.token ?? '';
    expect(await readAnswer(linkAnswer, look(token))).toEqual({
      kind: 'invitation',
      username: 'iris',
    });
    // Of an account that is switched off it opens nothing, until that is on again.
    const { id } = answer.user;
    await t.send('PATCH', `/api/admin/users/${id}`, { status: 'inactive' });
    await isGone(token);
    await t.send('PATCH', `/api/admin/users/${id}`, { status: 'active' });
    t.pass(7 * DAY - 1);
    expect((await use(token)).status).toBe(204);
    expect(t.rows(accessLinks)).toEqual([]);
    await isGone(token);
    expect((await trySignIn(t, 'iris', { password: NEW })).status).toBe(200);
    expect(actions()).toEqual(expect.arrayContaining(['invite', 'accept-invitation']));
  });

  it('is sent again with another link, ends after a week, and is withdrawn with the account', async () => {
    await t.reopen({ environment: { PUBLIC_ORIGIN: ORIGIN } });
    const first = await readAnswer(invitationAnswer, invite());
    const tokenOf = (link: string | null) => link?.split('#')[1] ?? '';
    // Without mail the link is returned once, to pass on.
    expect(first.link).toMatch(/^https:\/\/voorbeeld\.nl\/admin\/new-password#[\w-]{43}$/);
    t.pass(MINUTE);
    const second = await readAnswer(invitationAnswer, again(first.user.id));
    await isGone(tokenOf(first.link));
    expect((await look(tokenOf(second.link))).status).toBe(200);
    // A new role keeps the link; a new mail address ends it.
    await t.send('PATCH', `/api/admin/users/${first.user.id}`, { role: 'viewer' });
    expect((await look(tokenOf(second.link))).status).toBe(200);
    await t.send('PATCH', `/api/admin/users/${first.user.id}`, { email: 'anders@example.nl' });
    await isGone(tokenOf(second.link));
    const third = await readAnswer(invitationAnswer, again(first.user.id));
    expect((await t.send('DELETE', `/api/admin/users/${first.user.id}`)).status).toBe(204);
    await isGone(tokenOf(third.link));
    const fourth = await readAnswer(invitationAnswer, invite());
    t.pass(7 * DAY);
    await isGone(tokenOf(fourth.link));
  });

  it('needs a free name, and can’t be repeated for an account with a password', async () => {
    await readAnswer(invitationAnswer, invite());
    expect(await refusal(invite())).toMatchObject({ code: 'name_taken' });
    expect(await refusal(again(t.user.id))).toMatchObject({ status: 404 });
    expect((await trySignIn(t, 'iris', { password: 'password of iris' })).status).toBe(401);
  });
});
