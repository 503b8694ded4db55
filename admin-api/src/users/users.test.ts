/** The calls of the users page. */
import { adminUser } from '@veldlicht/contract/user';
import { backupCodes, devices, sessions, uploads } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';
import { bob, PASSWORD, refusal, USERS_PATH, usersClient } from '#testing/users-client.ts';

let t: TestApp;
let me: ReturnType<TestApp['signInAs']>;
let page: ReturnType<typeof usersClient>;
beforeEach(async () => {
  t = await createTestApp();
  me = t.signInAs('admin', 'eva');
  page = usersClient(t, me.cookie);
});
afterEach(() => t.remove());

describe('the list', () => {
  it('tells of every account what the page shows, in alphabetical order', async () => {
    t.addUser('viewer', 'Zoë');
    const { id } = t.addUser('editor', 'Éva-Lotte');
    await addTwoFactor(t, id);
    t.addUser('viewer', 'bob');
    const known = await page.list();
    expect(known.map(({ username }) => username)).toEqual(['bob', 'eva', 'Éva-Lotte', 'Zoë']);
    expect(known[2]).toEqual({
      id,
      username: 'Éva-Lotte',
      email: 'Éva-Lotte@example.nl',
      role: 'editor',
      status: 'active',
      lastLogin: null,
      twoFactorEnabled: true,
      etag: expect.any(String),
    });
  });
});

describe('creating', () => {
  it('stores a hash of the password and answers the account, active if nothing is said', async () => {
    const response = await page.post(bob);
    expect(response.status).toBe(201);
    const made = await readAnswer(adminUser, response);
    const { password: _secret, ...rest } = bob;
    expect(made).toEqual({
      ...rest,
      id: made.id,
      status: 'active',
      lastLogin: null,
      twoFactorEnabled: false,
      etag: expect.any(String),
    });
    expect(page.rowOf(made.id)).toMatchObject({
      passwordHash: `hash:${PASSWORD}`,
      totpSecret: null,
    });
    expect(
      await page.create({ username: 'c', email: 'c@example.nl', status: 'inactive' }),
    ).toMatchObject({ status: 'inactive' });
  });

  it.each([
    [{ username: 'EVA' }, 'username'],
    [{ username: ' eva ' }, 'username'],
    [{ username: 'ÉLAN' }, 'username'],
    [{ email: 'EVA@Example.NL' }, 'email'],
  ])('refuses %o when another account has it in another case', async (change, field) => {
    await page.create({ username: 'élan', email: 'elan@example.nl' });
    const error = `A user with this ${field} already exists`;
    expect(await refusal(page.post({ ...bob, ...change }))).toEqual({
      status: 409,
      code: 'name_taken',
      error,
      fields: { [field]: error },
    });
    expect(page.everyone()).toHaveLength(2);
  });

  it.each([
    [{ password: undefined }, 'password', 'Password is required for new users'],
    [{ password: '' }, 'password', 'Password is required for new users'],
    [{ password: 'elf tekens.' }, 'password', 'Password must have at least 12 characters'],
    [{ password: 'x'.repeat(129) }, 'password', 'Password must have at most 128 characters'],
    [{ password: 'Wachtwoord2026!' }, 'password', 'This password is too common; choose another'],
    [{ password: 'bob@example.nl' }, 'password', 'This password is too common; choose another'],
    [{ email: 'bob' }, 'email', 'Invalid email address'],
    [{ username: '  ' }, 'username', 'Username is required'],
    [{ username: 'bob de wit' }, 'username', 'Use letters, digits, dots, dashes or underscores'],
    [{ role: 'owner' }, 'role', expect.any(String)],
    [{ status: 'gone' }, 'status', expect.any(String)],
  ])('refuses %o', async (change, field, error) => {
    expect(await refusal(page.post({ ...bob, ...change }))).toMatchObject({
      status: 400,
      fields: { [field]: error },
    });
    expect(page.everyone()).toHaveLength(1);
    expect(page.logged()).toEqual([]);
  });

  it('takes the longest password, in any alphabet', async () => {
    const password = `${'ë1ж'.repeat(40)}een twee`;
    expect(password).toHaveLength(128);
    const { id } = await page.create({ password });
    expect(page.rowOf(id)?.passwordHash).toBe(`hash:${password}`);
  });
});

describe('changing', () => {
  it('changes what is named and nothing else', async () => {
    const before = page.rowOf((await page.create()).id);
    const response = await page.patch(before?.id ?? '', { email: 'bob@veld.nl' });
    expect(response.status).toBe(200);
    expect(await readAnswer(adminUser, response)).toMatchObject({ email: 'bob@veld.nl' });
    expect(page.rowOf(before?.id ?? '')).toEqual({ ...before, email: 'bob@veld.nl' });
  });

  it('lets a name keep itself in another case, but not take that of another', async () => {
    const { id } = await page.create();
    expect(await readAnswer(adminUser, page.patch(id, { username: 'Bob' }))).toMatchObject({
      username: 'Bob',
    });
    expect(await refusal(page.patch(id, { username: 'Eva' }))).toMatchObject({ status: 409 });
    expect(await refusal(page.patch(id, { email: 'EVA@example.nl' }))).toMatchObject({
      status: 409,
      code: 'name_taken',
      error: 'A user with this email already exists',
    });
  });

  it('lets nobody in who was sent away while the request came in', async () => {
    const { id } = await page.create();
    const other = t.signInAs('admin', 'other');
    let stage = 0;
    const slowly = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          stage += 1;
          if (stage === 1) return controller.enqueue(Buffer.from('{"role":'));
          await page.patch(other.user.id, { role: 'viewer' });
          controller.enqueue(Buffer.from('"admin"}'));
          controller.close();
        },
      });
    const before = page.rowOf(id);
    const response = await t.app.request(`${ORIGIN}${USERS_PATH}/${id}`, {
      method: 'PATCH',
      headers: {
        cookie: other.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      body: slowly(),
      duplex: 'half',
    });
    expect(response.status).toBe(401);
    expect(page.rowOf(id)).toEqual(before);
  });
});

describe('deleting', () => {
  it('takes an account with sessions, uploads, codes and a history', async () => {
    const { user, cookie } = t.signInAs('editor', 'bob');
    const json = { username: 'bob', password: 'password of bob' };
    await t.request('/api/auth/login', { method: 'POST', json });
    expect(t.db.select().from(devices).all()).toHaveLength(1);
    await addTwoFactor(t, user.id);
    await t.request('/api/objects/upload', { method: 'POST', cookie });
    const tag = { name: 'mist', type: 'tag' };
    await t.request('/api/admin/categories', { method: 'POST', json: tag, cookie });
    expect((await page.remove(user.id)).status).toBe(204);
    expect(page.rowOf(user.id)).toBeUndefined();
    for (const table of [sessions, uploads, backupCodes, devices])
      expect(t.db.select().from(table).where(eq(table.userId, user.id)).all()).toEqual([]);
    expect(page.logged()).toMatchObject([
      { actor: 'bob', action: 'sign-in' },
      { actor: 'bob', action: 'create', summary: 'mist' },
      { actor: 'eva', action: 'delete', entity: 'user', entityId: user.id, summary: 'bob' },
    ]);
    expect(t.db.$client.pragma('foreign_key_check')).toEqual([]);
  });
});

describe('the audit log', () => {
  it('records who did what to which account', async () => {
    const { id } = await page.create();
    await page.patch(id, { username: 'rob', email: 'bob@example.nl', role: 'viewer' });
    await page.patch(id, { username: 'rob' });
    await page.remove(id);
    const base = { actor: 'eva', actorId: me.user.id, entity: 'user', entityId: id };
    expect(page.logged()).toMatchObject([
      { ...base, action: 'create', summary: 'bob' },
      { ...base, action: 'update', summary: 'bob · username, role' },
      { ...base, action: 'delete', summary: 'rob' },
    ]);
  });

  it('holds nothing of what was refused', async () => {
    const other = t.addUser('admin', 'other');
    await page.post({ ...bob, username: 'eva' });
    await page.patch(other.id, { role: 'viewer', email: 'eva@example.nl' });
    await page.patch(me.user.id, { role: 'viewer' });
    await page.remove(me.user.id);
    expect(page.logged()).toEqual([]);
  });
});
