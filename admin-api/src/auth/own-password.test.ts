/** A new password of one's own (product decisions §3, threats T5, T8, T13, T14). */
import { createHash } from 'node:crypto';
import { errorBody } from '@veldlicht/contract/error';
import { auditLog, devices, sessions, settings, uploads, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostileTexts } from '#testing/hostile-texts.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const OLD = 'password of eva';
const NEW = 'nevel boven het ven';

let t: TestApp;
let checks: number;
/** Runs while a hash is being computed. */
let meanwhile: () => unknown;
let userId: string;
beforeEach(async () => {
  checks = 0;
  meanwhile = () => undefined;
  t = await createTestApp({
    passwords: {
      verify: async (hash, password) => {
        checks += 1;
        return hash === `hash:${password}`;
      },
      hash: async (password) => {
        await meanwhile();
        return `hash:${password}`;
      },
    },
  });
  userId = t.addUser('editor', 'eva').id;
});
afterEach(() => t.remove());

const jarOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
async function signIn(password = OLD, name = 'eva', cookie?: string): Promise<string> {
  const json = { username: name, password };
  const response = await t.request('/api/auth/login', { method: 'POST', json, cookie });
  expect(response.status).toBe(200);
  return jarOf(response);
}
const change = (cookie: string, json: object) =>
  t.request('/api/auth/password', { method: 'POST', json, cookie });
const toNew = (cookie: string, currentPassword = OLD) =>
  change(cookie, { currentPassword, newPassword: NEW });
const me = async (cookie: string) => (await t.request('/api/auth/me', { cookie })).status;
const hashOf = () => t.db.select().from(users).where(eq(users.id, userId)).get()?.passwordHash;
const log = () => t.db.select().from(auditLog).where(eq(auditLog.action, 'change-password')).all();
async function refusal(answer: Promise<Response>) {
  const response = await answer;
  return { status: response.status, ...(await readAnswer(errorBody, response)) };
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a new password', () => {
  it('counts from then on, and only that', async () => {
    const response = await toNew(await signIn());
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(hashOf()).toBe(`hash:${NEW}`);
    await signIn(NEW);
    const json = { username: 'eva', password: OLD };
    expect((await t.request('/api/auth/login', { method: 'POST', json })).status).toBe(401);
  });

  it('ends every session, device and upload of the user but the browser that asked', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const other = t.signInAs('editor', 'bob').cookie;
    for (const cookie of [here, there, other])
      await t.request('/api/objects/upload', { method: 'POST', cookie });
    const answer = await toNew(here);
    const jar = jarOf(answer);
    expect(jar).toMatch(/^__Host-sid=[\w-]{43}; __Host-device=[\w-]{43}$/);
    for (const cookie of answer.headers.getSetCookie())
      expect(cookie).toContain('Path=/; Secure; HttpOnly; SameSite=Strict');
    expect(await Promise.all([here, there, jar, other].map(me))).toEqual([401, 401, 200, 200]);
    const secrets = jar.split('; ').map((one) => one.split('=')[1] ?? '');
    const own = { session: eq(sessions.userId, userId), device: eq(devices.userId, userId) };
    expect(t.db.select().from(sessions).where(own.session).all()).toMatchObject([
      { idHash: sha256(secrets[0] ?? '') },
    ]);
    expect(t.db.select().from(devices).where(own.device).all()).toMatchObject([
      { idHash: sha256(secrets[1] ?? '') },
    ]);
    expect(t.db.select().from(uploads).all()).toHaveLength(1);
  });

  it('is written to the audit log, without it', async () => {
    await toNew(await signIn());
    expect(log()).toMatchObject([
      { actor: 'eva', actorId: userId, entity: 'account', entityId: userId, summary: '' },
    ]);
    const told = JSON.stringify([t.db.select().from(auditLog).all(), t.logged]);
    for (const secret of [OLD, NEW, 'hash:']) expect(told).not.toContain(secret);
  });

  it.each(['viewer', 'admin'] as const)('is for a %s too', async (role) => {
    const { cookie } = t.signInAs(role, 'bob');
    expect((await toNew(cookie, 'password of bob')).status).toBe(204);
  });
});

describe('is refused', () => {
  const wrong = 'The current password is wrong';

  it.each([
    [{ currentPassword: 'x', newPassword: NEW }, 'currentPassword', wrong],
    [{ currentPassword: '', newPassword: NEW }, 'currentPassword', /enter your current password/],
    [{ newPassword: NEW }, 'currentPassword', /enter your current password/],
    [{ currentPassword: OLD, newPassword: 'kort' }, 'newPassword', /at least 12/],
    [{ currentPassword: OLD, newPassword: 'x'.repeat(129) }, 'newPassword', /at most 128/],
    [{ currentPassword: OLD, newPassword: 'Welkom123456' }, 'newPassword', /too common/],
    [{ currentPassword: OLD, newPassword: 'eva@example.nl' }, 'newPassword', /too common/],
    [{ currentPassword: OLD, newPassword: OLD }, 'newPassword', /differs from the current one/],
  ])('%o', async (json, field, text) => {
    const cookie = await signIn();
    const { status, fields } = await refusal(change(cookie, json));
    expect([status, Object.keys(fields ?? {})]).toEqual([400, [field]]);
    expect(fields?.[field]).toMatch(text);
    expect(await me(cookie)).toBe(200);
    expect([hashOf(), log()]).toEqual([`hash:${OLD}`, []]);
  });

  it.each(['id', 'userId', 'username', 'passwordHash', 'role'])(
    'with a planted %s (T13)',
    async (name) => {
      const cookie = await signIn();
      const other = t.addUser('editor', 'bob');
      const json = { currentPassword: OLD, newPassword: NEW, [name]: other.id };
      expect(await refusal(change(cookie, json))).toMatchObject({ status: 400 });
      expect(hashOf()).toBe(`hash:${OLD}`);
    },
  );

  it('or taken as it is, whatever the text (T14)', async () => {
    let cookie = await signIn();
    let current = OLD;
    for (const hostile of hostileTexts)
      for (const text of [hostile, `${hostile} en een ree`]) {
        const asCurrent = await change(cookie, { currentPassword: text, newPassword: NEW });
        expect(asCurrent.status).toBe(400);
        // What counts is the text, here, not the failures.
        t.pass(16 * 60_000);
        const response = await change(cookie, { currentPassword: current, newPassword: text });
        expect([204, 400]).toContain(response.status);
        if (response.status !== 204) continue;
        expect(hashOf()).toBe(`hash:${text}`);
        cookie = jarOf(response);
        current = text;
      }
    expect(current).not.toBe(OLD);
  });
});

describe('guessing the current password (T8)', () => {
  it('has five tries, then a wait that grows, from any session', async () => {
    const [here, there] = [await signIn(), await signIn()];
    for (let i = 0; i < 5; i += 1) expect((await toNew(here, `x${i}`)).status).toBe(400);
    checks = 0;
    const blocked = await toNew(there);
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await readAnswer(errorBody, blocked)).toMatchObject({ code: 'too_many_attempts' });
    expect(checks).toBe(0);
    t.pass(60_000);
    expect((await toNew(here, 'x')).status).toBe(400);
    t.pass(60_000);
    expect((await toNew(here)).headers.get('retry-after')).toBe('60');
    t.pass(60_000);
    expect((await toNew(here)).status).toBe(204);
  });

  it('has five tries also when thirty come at once, each with one check', async () => {
    const cookie = await signIn();
    checks = 0;
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => toNew(cookie, `x${i}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
    expect(checks).toBe(5);
  });

  it('holds up nobody else, nor signing in, and a success clears it', async () => {
    const cookie = await signIn();
    for (let i = 0; i < 4; i += 1) await toNew(cookie, `x${i}`);
    const jar = jarOf(await toNew(cookie));
    for (let i = 0; i < 5; i += 1) expect((await toNew(jar, `x${i}`)).status).toBe(400);
    expect((await toNew(jar, NEW)).status).toBe(429);
    await signIn(NEW);
    const { cookie: other } = t.signInAs('editor', 'bob');
    expect((await toNew(other, 'password of bob')).status).toBe(204);
  });
});

describe('while the hash is being computed', () => {
  const events: Record<string, [() => unknown, string]> = {
    'the session ends': [() => t.db.delete(sessions).run(), 'unauthenticated'],
    'the account is deactivated': [
      () => t.db.update(users).set({ status: 'inactive' }).run(),
      'unauthenticated',
    ],
    'the account is deleted': [() => t.db.delete(users).run(), 'unauthenticated'],
    'another password is set': [
      () => t.db.update(users).set({ passwordHash: 'hash:other' }).run(),
      'unauthenticated',
    ],
    'two-factor becomes required': [
      () => t.db.update(settings).set({ enforce2fa: true }).run(),
      'two_factor_required',
    ],
  };

  it.each(Object.entries(events))('%s: nothing changes', async (_what, [event, code]) => {
    const cookie = await signIn();
    let before: unknown;
    meanwhile = () => {
      event();
      before = [hashOf(), t.db.select().from(sessions).all()];
    };
    const response = await toNew(cookie);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await readAnswer(errorBody, response)).toMatchObject({ code });
    expect([hashOf(), t.db.select().from(sessions).all()]).toEqual(before);
    expect(log()).toEqual([]);
  });

  it('a second change by the same browser waits, and finds its session ended', async () => {
    const cookie = await signIn();
    const answers = await Promise.all([
      toNew(cookie),
      change(cookie, { currentPassword: OLD, newPassword: 'een ander lang wachtwoord' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([204, 401]);
    expect(hashOf()).toBe(`hash:${NEW}`);
    expect(log()).toHaveLength(1);
  });
});
