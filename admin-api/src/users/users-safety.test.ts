/** Who may not do what on the users page (threats T12, T13, T14). */
import { errorBody } from '@veldlicht/contract/error';
import { adminUser } from '@veldlicht/contract/user';
import { backupCodes, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#http/app-error.ts';
import { hostileTexts } from '#testing/hostile-texts.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';
import { bob, PASSWORD, refusal, USERS_PATH, usersClient } from '#testing/users-client.ts';
import { removeUser } from './users.service.ts';

let t: TestApp;
let me: ReturnType<TestApp['signInAs']>;
let page: ReturnType<typeof usersClient>;
beforeEach(async () => {
  t = await createTestApp();
  me = t.signInAs('admin', 'eva');
  page = usersClient(t, me.cookie);
});
afterEach(() => t.remove());

describe('one’s own account and the last admin (T12)', () => {
  it.each(['editor', 'viewer'] as const)('an %s makes nobody an admin', async (role) => {
    const { user, cookie } = t.signInAs(role, 'other');
    const before = page.rowOf(user.id);
    const own = await refusal(page.patch(user.id, { role: 'admin' }, cookie));
    expect(own).toMatchObject({ status: 403, code: 'forbidden' });
    expect(page.rowOf(user.id)).toEqual(before);
  });

  it.each([{ role: 'viewer' }, { status: 'inactive' }, { email: 'x@y.nl', role: 'editor' }])(
    'an admin does not get %o by their own hand, also with other admins',
    async (change) => {
      t.addUser('admin', 'other');
      const before = page.rowOf(me.user.id);
      expect(await refusal(page.patch(me.user.id, change))).toEqual({
        status: 403,
        code: 'own_account',
        error: 'You cannot change your own role or status',
      });
      expect(page.rowOf(me.user.id)).toEqual(before);
    },
  );

  it('the same role and status again are no change, beside an own new name', async () => {
    const same = { username: 'eva2', email: 'eva2@example.nl', role: 'admin', status: 'active' };
    expect(await readAnswer(adminUser, page.patch(me.user.id, same))).toMatchObject(same);
    expect((await t.request('/api/auth/me', { cookie: me.cookie })).status).toBe(200);
  });

  it('nobody deletes themself, whether the last admin or not', async () => {
    const own = {
      status: 403,
      code: 'own_account',
      error: 'You cannot delete your own account',
    };
    expect(await refusal(page.remove(me.user.id))).toEqual(own);
    t.addUser('admin', 'other');
    expect(await refusal(page.remove(me.user.id))).toEqual(own);
    expect(page.everyone()).toHaveLength(2);
  });

  const ways = {
    demote: (id: string, cookie: string) => page.patch(id, { role: 'viewer' }, cookie),
    deactivate: (id: string, cookie: string) => page.patch(id, { status: 'inactive' }, cookie),
  };

  it.each(Object.entries(ways))(
    'of two admins who %s each other at once one wins, 100 times',
    async (_name, way) => {
      // An admin who may not act does not count.
      t.db.update(users).set({ status: 'inactive' }).run();
      for (let round = 0; round < 100; round += 1) {
        const a = t.signInAs('admin', `a${round}`);
        const b = t.signInAs('admin', `b${round}`);
        const answers = await Promise.all([way(b.user.id, a.cookie), way(a.user.id, b.cookie)]);
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses).toEqual([200, 409]);
        const loser = answers.find(({ status }) => status === 409);
        expect(loser && (await readAnswer(errorBody, loser))).toEqual({
          code: 'last_admin',
          error: 'There must be at least one active admin',
        });
        const admins = page
          .everyone()
          .filter(({ role, status }) => role === 'admin' && status === 'active');
        expect(admins).toHaveLength(1);
        t.db.delete(users).run();
      }
    },
  );

  it('of two admins who delete each other at once one wins, 100 times', async () => {
    t.db.update(users).set({ status: 'inactive' }).run();
    for (let round = 0; round < 100; round += 1) {
      const a = t.signInAs('admin', `a${round}`);
      const b = t.signInAs('admin', `b${round}`);
      const answers = await Promise.all([
        page.remove(b.user.id, a.cookie),
        page.remove(a.user.id, b.cookie),
      ]);
      // Without a body to wait for, the loser is signed out before it is heard.
      expect(answers.map(({ status }) => status)).toEqual([204, 401]);
      expect(page.everyone().filter(({ status }) => status === 'active')).toHaveLength(1);
      t.db.delete(users).run();
    }
  });

  it('the last admin is not deleted by one who was an admin a moment ago', () => {
    const other = t.addUser('admin', 'other');
    const write = { actor: other, now: 1 };
    t.db.update(users).set({ status: 'inactive' }).where(eq(users.id, other.id)).run();
    const before = page.everyone();
    expect(() => removeUser(t.db, me.user.id, write)).toThrow(new AppError('last_admin'));
    t.addUser('admin', 'third');
    expect(() => removeUser(t.db, me.user.id, write)).toThrow(new AppError('unauthenticated'));
    expect(page.everyone().slice(0, 2)).toEqual(before);
    expect(page.logged()).toEqual([]);
  });
});

describe('mass assignment and foreign ids (T13)', () => {
  const planted = {
    passwordHash: 'x',
    twoFactorEnabled: true,
    twoFactorAt: 1,
    totpSecret: 'x',
    id: 'x',
    lastLogin: '2026-01-01T00:00:00.000Z',
    lastLoginAt: 1,
    createdAt: 1,
    password: PASSWORD,
    constructor: { prototype: { role: 'admin' } },
  };
  const bodies = Object.entries(planted)
    .map(([name, value]) => ({ name, body: JSON.stringify({ [name]: value }) }))
    .concat({ name: '__proto__', body: '{"__proto__":{"role":"admin"}}' });

  it.each(bodies)(
    'an account takes no $name, not even beside what it does take',
    async ({ name, body }) => {
      const { id } = await page.create();
      await addTwoFactor(t, id);
      const before = [page.everyone(), t.db.select().from(backupCodes).all(), page.logged()];
      const send = (url: string, method: string, rest: object) => {
        const own = JSON.stringify(rest).slice(1, -1);
        const text = `${body.slice(0, -1)}${own === '' ? '' : `,${own}`}}`;
        const headers = { 'content-type': 'application/json' };
        return t.request(url, { method, cookie: me.cookie, headers, body: text });
      };
      expect(await refusal(send(`${USERS_PATH}/${id}`, 'PATCH', {}))).toMatchObject({
        status: 400,
      });
      const beside = send(`${USERS_PATH}/${id}`, 'PATCH', { username: 'n' });
      expect(await refusal(beside)).toMatchObject({ status: 400 });
      if (name !== 'password') {
        const made = send(USERS_PATH, 'POST', { ...bob, username: 'n', email: 'n@example.nl' });
        expect(await refusal(made)).toMatchObject({ status: 400 });
      }
      expect([page.everyone(), t.db.select().from(backupCodes).all(), page.logged()]).toEqual(
        before,
      );
    },
  );

  it.each([
    'other',
    '0',
    '-1',
    '1e99',
    '1 OR 1=1',
    '00000000-0000-4000-8000-000000000000',
    '__proto__',
    '%00',
    '..%2f..%2fdata.db',
    'x'.repeat(60),
  ])('there is no account %s', async (id) => {
    const before = page.everyone();
    const path = id.includes('%') ? id : encodeURIComponent(id);
    const none = { status: 404, code: 'not_found', error: 'Not found' };
    expect(await refusal(page.patch(path, { username: 'n' }))).toEqual(none);
    expect(await refusal(page.remove(path))).toEqual(none);
    expect((await t.request(`${USERS_PATH}/${path}`, { cookie: me.cookie })).status).toBe(404);
    expect(page.everyone()).toEqual(before);
  });

  it('no answer tells of a secret', async () => {
    const { id } = await page.create();
    const { secret, backupCodes: codes } = await addTwoFactor(t, id);
    const told = JSON.stringify([
      await page.list(),
      await readAnswer(adminUser, page.patch(id, { email: 'bob@veld.nl' })),
      page.logged(),
      t.logged,
    ]);
    for (const hidden of ['hash:', PASSWORD, secret, ...codes, 'totp', 'password'])
      expect(told).not.toContain(hidden);
  });
});

describe('hostile texts (T14)', () => {
  const fields = ['username', 'email', 'role', 'status', 'password'] as const;

  it.each(fields)('in %s are refused or stored as they are', async (field) => {
    for (const text of hostileTexts) {
      const count = page.everyone().length;
      const response = await page.post({ ...bob, [field]: text });
      expect([201, 400]).toContain(response.status);
      if (response.status === 400) {
        await readAnswer(errorBody, response);
        expect(page.everyone()).toHaveLength(count);
        continue;
      }
      const made = await readAnswer(adminUser, response);
      const stored = {
        ...page.rowOf(made.id),
        password: page.rowOf(made.id)?.passwordHash.slice(5),
      };
      expect(stored[field]).toBe(text);
      expect((await page.remove(made.id)).status).toBe(204);
    }
    const { id } = await page.create();
    const before = page.everyone();
    for (const text of hostileTexts.filter((one) => one !== '_')) {
      if (field === 'password') break;
      expect(await refusal(page.patch(id, { [field]: text }))).toMatchObject({ status: 400 });
    }
    expect(page.everyone()).toEqual(before);
  });
});
