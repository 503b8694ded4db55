/** Changing the own password (threats T5, T8, T13, T14). */
import { auditLog, devices, sessions, settings, uploads, users } from '@veldlicht/database/schema';
import { describe, expect, it, vi } from 'vitest';
import { jarOf, statusOfMe, times, trySignIn } from '#testing/accounts.ts';
import { refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';

const OLD = 'password of eva';
const NEW = 'nevel boven het ven';

const verify = vi.fn(async (hash: string | null, password: string) => hash === `hash:${password}`);
const t = useTestApp({ passwords: { verify } }, 'editor');

const login = (password: string) => trySignIn(t, 'eva', { password });
const change = (cookie: string, json: object) => t.send('POST', '/api/auth/password', json, cookie);
const toNew = (cookie = t.cookie, currentPassword = OLD) =>
  change(cookie, { currentPassword, newPassword: NEW });
const me = (cookie: string) => statusOfMe(t, cookie);
const hashOf = () => t.rows(users).find(({ id }) => id === t.user.id)?.passwordHash;
const log = () => t.rows(auditLog).filter(({ action }) => action === 'change-password');

it('replaces the old one, ends all other access of the user, and is logged', async () => {
  const there = jarOf(await login(OLD));
  const other = t.signInAs('editor', 'bob').cookie;
  for (const cookie of [t.cookie, there, other])
    await t.send('POST', '/api/objects/upload', undefined, cookie);
  const answer = await toNew();
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect(hashOf()).toBe(`hash:${NEW}`);
  const jar = jarOf(answer);
  expect(jar).toMatch(/^sid=[\w-]{43}; device=[\w-]{43}$/);
  expect(await Promise.all([t.cookie, there, jar, other].map(me))).toEqual([401, 401, 200, 200]);
  for (const table of [sessions, devices])
    expect(t.rows(table).filter(({ userId }) => userId === t.user.id)).toHaveLength(1);
  expect(t.rows(uploads)).toHaveLength(1);
  expect([(await login(NEW)).status, (await login(OLD)).status]).toEqual([200, 401]);
  expect(log()).toMatchObject([
    { actor: 'eva', entity: 'account', entityId: t.user.id, summary: '' },
  ]);
});

it.each([
  [{ currentPassword: 'x', newPassword: NEW }, 'currentPassword'],
  [{ currentPassword: OLD, newPassword: 'Welkom123456' }, 'newPassword'],
  [{ currentPassword: OLD, newPassword: 'eva@example.nl' }, 'newPassword'],
  [{ currentPassword: OLD, newPassword: OLD }, 'newPassword'],
])('is refused at its field: %o', async (json, field) => {
  const { status, fields } = await refusal(change(t.cookie, json));
  expect([status, Object.keys(fields ?? {})]).toEqual([400, [field]]);
  expect([await me(t.cookie), hashOf(), log()]).toEqual([200, `hash:${OLD}`, []]);
});

describe('guessing the current password (T8)', () => {
  it('allows five attempts over all sessions, also in parallel, then waits', async () => {
    const there = jarOf(await login(OLD));
    verify.mockClear();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => toNew(i % 2 ? there : t.cookie, `x${i}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.sort()).toEqual([...times(5, 400), ...times(25, 429)]);
    expect(verify).toHaveBeenCalledTimes(5);
    const blocked = await toNew(there);
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '60']);
    t.pass(60_000);
    expect((await toNew()).status).toBe(204);
  });

  it('blocks neither other users nor sign-in, and a success clears it', async () => {
    for (let i = 0; i < 4; i += 1) await toNew(t.cookie, `x${i}`);
    const jar = jarOf(await toNew());
    for (let i = 0; i < 5; i += 1) expect((await toNew(jar, `x${i}`)).status).toBe(400);
    expect((await toNew(jar, NEW)).status).toBe(429);
    expect((await login(NEW)).status).toBe(200);
    const { cookie } = t.signInAs('viewer', 'bob');
    expect((await toNew(cookie, 'password of bob')).status).toBe(204);
  });
});

describe('while the hash is being computed', () => {
  it.each([
    ['the session ends', () => t.db.delete(sessions).run(), 'unauthenticated'],
    [
      'another password is set',
      () => t.db.update(users).set({ passwordHash: 'hash:other' }).run(),
      'unauthenticated',
    ],
    [
      'two-factor becomes required',
      () => t.db.update(settings).set({ enforce2fa: true }).run(),
      'two_factor_required',
    ],
  ])('%s: nothing changes', async (_what, event, code) => {
    let before: unknown;
    t.during('hash', () => {
      event();
      before = [hashOf(), t.rows(sessions)];
    });
    const response = await toNew();
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await refusal(response)).toMatchObject({ code });
    expect([hashOf(), t.rows(sessions)]).toEqual(before);
    expect(log()).toEqual([]);
  });

  it('a second change by the same browser waits, and finds its session ended', async () => {
    const other = { currentPassword: OLD, newPassword: 'een ander lang wachtwoord' };
    const answers = await Promise.all([toNew(), change(t.cookie, other)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 401]);
    expect(hashOf()).toBe(`hash:${NEW}`);
  });
});
