/** Accounts of the panel (threats T5, T12, T13, T14). */
import { readdirSync } from 'node:fs';
import { uploadTicket } from '@veldlicht/contract/upload';
import { adminUser } from '@veldlicht/contract/user';
import {
  auditLog,
  backupCodes,
  devices,
  sessions,
  uploads,
  users,
} from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '#http/app-error.ts';
import { addTwoFactor, jarOf, statusOfMe, trySignIn } from '#testing/accounts.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { ORIGIN, useTestApp } from '#testing/test-app.ts';
import { removeUser } from './users.service.ts';

const t = useTestApp();
const PATH = '/api/admin/users';
const PASSWORD = 'nevel boven het ven';
const bob = { username: 'bob', email: 'bob@example.nl', role: 'editor', password: PASSWORD };

const post = (json: unknown) => t.send('POST', PATH, json);
const patch = (id: string, json: unknown, cookie = t.cookie) =>
  t.send('PATCH', `${PATH}/${id}`, json, cookie);
const remove = (id: string, cookie = t.cookie) =>
  t.send('DELETE', `${PATH}/${id}`, undefined, cookie);
const create = (change: object = {}) => readAnswer(adminUser, post({ ...bob, ...change }));
const rowOf = (id: string) => t.rows(users).find((user) => user.id === id);

describe('an account', () => {
  it('is listed in alphabetical order, with exactly the fields of the contract', async () => {
    t.addUser('viewer', 'Zoë');
    const { id } = t.addUser('editor', 'Éva-Lotte');
    await addTwoFactor(t, id);
    t.addUser('viewer', 'bob');
    const known = await readAnswer(z.array(adminUser), t.send('GET', PATH));
    expect(known.map(({ username }) => username)).toEqual(['bob', 'eva', 'Éva-Lotte', 'Zoë']);
    expect(known[2]).toEqual({
      id,
      username: 'Éva-Lotte',
      email: 'Éva-Lotte@example.nl',
      role: 'editor',
      status: 'active',
      lastLogin: null,
      twoFactorEnabled: true,
      invitedUntil: null,
      etag: expect.any(String),
    });
  });

  it('is created active with a hash of its password, of up to 128 characters of any alphabet', async () => {
    const password = `${'ë1ж'.repeat(40)}een twee`;
    const response = await post({ ...bob, password });
    expect(response.status).toBe(201);
    const made = await readAnswer(adminUser, response);
    expect(made).toMatchObject({ username: 'bob', status: 'active', lastLogin: null });
    expect(rowOf(made.id)).toMatchObject({ passwordHash: `hash:${password}`, totpSecret: null });
  });

  it.each([
    [{ username: 'EVA' }, 'username'],
    [{ username: ' eva ' }, 'username'],
    [{ username: 'ÉLAN' }, 'username'],
    [{ email: 'EVA@Example.NL' }, 'email'],
  ])('is refused with %o when another account has it in another case', async (change, field) => {
    const { id } = await create({ username: 'élan', email: 'elan@example.nl' });
    const taken = { status: 409, code: 'name_taken', fields: { [field]: expect.any(String) } };
    expect(await refusal(post({ ...bob, ...change }))).toMatchObject(taken);
    if (!('username' in change && change.username === 'ÉLAN'))
      expect(await refusal(patch(id, change))).toMatchObject(taken);
    expect(t.rows(users)).toHaveLength(2);
  });

  it('is refused with a common password', async () => {
    const { status, fields } = await refusal(post({ ...bob, password: 'bob@example.nl' }));
    expect([status, Object.keys(fields ?? {})]).toEqual([400, ['password']]);
    expect([t.rows(users).length, t.rows(auditLog)]).toEqual([1, []]);
  });

  it('changes only the given fields, and may change the case of its own name', async () => {
    const { id } = await create();
    const before = rowOf(id);
    const change = { email: 'bob@veld.nl', username: 'Bob' };
    for (let n = 0; n < 2; n += 1)
      expect(await readAnswer(adminUser, patch(id, change))).toMatchObject(change);
    expect(rowOf(id)).toEqual({ ...before, ...change });
    const entries = t.audits('actor', 'action', 'entityId', 'summary', 'facts');
    expect(entries.slice(1)).toEqual([
      ['eva', 'update', id, 'bob', { fields: ['username', 'email'] }],
    ]);
  });

  it('is deleted with its codes, and keeps its audit entries', async () => {
    const { user, cookie } = t.signInAs('editor', 'bob');
    await addTwoFactor(t, user.id);
    await t.send('POST', '/api/admin/categories', { name: 'mist', type: 'tag' }, cookie);
    expect((await remove(user.id)).status).toBe(204);
    expect(t.rows(backupCodes)).toEqual([]);
    expect(t.rows(auditLog)).toMatchObject([
      { actor: 'bob', action: 'create', summary: 'mist' },
      { actor: 'eva', action: 'delete', entity: 'user', entityId: user.id, summary: 'bob' },
    ]);
  });
});

describe('one’s own account and the last admin (T12)', () => {
  it.each([{ role: 'viewer' }, { status: 'inactive' }, { email: 'x@y.nl', role: 'editor' }])(
    'an admin does not get %o by their own hand, also with other admins',
    async (change) => {
      t.addUser('admin', 'other');
      const before = rowOf(t.user.id);
      const own = { status: 403, code: 'own_account' };
      expect(await refusal(patch(t.user.id, change))).toMatchObject(own);
      expect(await refusal(remove(t.user.id))).toMatchObject(own);
      expect(rowOf(t.user.id)).toEqual(before);
    },
  );

  it('the same role and status again are no change, beside a new name', async () => {
    const same = { username: 'eva2', email: 'eva2@example.nl', role: 'admin', status: 'active' };
    expect(await readAnswer(adminUser, patch(t.user.id, same))).toMatchObject(same);
    expect((await t.send('GET', '/api/auth/me')).status).toBe(200);
  });

  it.each([
    ['demote', 409, (id: string, cookie: string) => patch(id, { role: 'viewer' }, cookie)],
    ['deactivate', 409, (id: string, cookie: string) => patch(id, { status: 'inactive' }, cookie)],
    // DELETE has no body to wait for: the loser's session has ended by then.
    ['delete', 401, remove],
  ])('of two admins who %s each other at once one wins, each time', async (_name, lost, way) => {
    // Inactive admins don't count.
    t.db.update(users).set({ status: 'inactive' }).run();
    for (let round = 0; round < 20; round += 1) {
      const a = t.signInAs('admin', `a${round}`);
      const b = t.signInAs('admin', `b${round}`);
      const answers = await Promise.all([way(b.user.id, a.cookie), way(a.user.id, b.cookie)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses).toContain(lost);
      const admins = t
        .rows(users)
        .filter(({ role, status }) => role === 'admin' && status === 'active');
      expect(admins).toHaveLength(1);
      t.db.delete(users).run();
    }
  });

  it('the last admin is not deleted by one who has just been deactivated', () => {
    const other = t.addUser('admin', 'other');
    const write = { actor: other, now: 1 };
    t.db.update(users).set({ status: 'inactive' }).where(eq(users.id, other.id)).run();
    expect(() => removeUser(t.db, t.user.id, write)).toThrow(new AppError('last_admin'));
    t.addUser('admin', 'third');
    expect(() => removeUser(t.db, t.user.id, write)).toThrow(new AppError('unauthenticated'));
    expect(t.rows(auditLog)).toEqual([]);
  });
});

describe('a changed role or status (T5)', () => {
  const me = (cookie: string) => statusOfMe(t, cookie);
  /** Signs bob in with another browser; returns its cookies. */
  const jar = async () => jarOf(await trySignIn(t, 'bob'));
  async function ticket(cookie: string): Promise<string> {
    const answer = t.send('POST', '/api/objects/upload', undefined, cookie);
    return (await readAnswer(uploadTicket, answer)).uploadURL.replace(ORIGIN, '');
  }

  it.each([
    ['deactivated', (id: string) => patch(id, { status: 'inactive' })],
    ['demoted', (id: string) => patch(id, { role: 'viewer' })],
    ['deleted', (id: string) => remove(id)],
  ])('ends what %s people have open at once: sessions, devices, uploads', async (_name, way) => {
    const { id } = t.addUser('editor', 'bob');
    const jars = [await jar(), await jar()];
    const [sent, coming] = [await ticket(jars[0] ?? ''), await ticket(jars[1] ?? '')];
    expect((await t.request(sent, { method: 'PUT', body: 'x' })).status).toBe(200);
    const slowly = (async function* () {
      yield Buffer.alloc(1000);
      await expect.poll(() => t.rows(uploads).map(({ state }) => state)).toContain('receiving');
      expect((await way(id)).ok).toBe(true);
      // An endless body.
      for (;;) {
        yield Buffer.alloc(1000);
        await new Promise((go) => setTimeout(go, 20));
      }
    })();
    const answer = t.request(coming, { method: 'PUT', body: ReadableStream.from(slowly) });
    expect([401, 403]).toContain((await refusal(answer)).status);
    for (const cookie of jars) expect(await me(cookie)).toBe(401);
    for (const table of [sessions, devices, uploads])
      expect(t.rows(table).filter(({ userId }) => userId === id)).toEqual([]);
    // The file of the first upload waits for the clean-up; nothing uses it.
    expect(readdirSync(t.folder.incoming).length).toBeLessThanOrEqual(1);
    expect((await t.request(sent, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect(await me(t.cookie)).toBe(200);
  });

  it('ends access also when promoted; a new name or a refused change ends nothing', async () => {
    const { id } = t.addUser('editor', 'bob');
    const cookie = await jar();
    await patch(id, { email: 'rob@example.nl', role: 'editor', status: 'active' });
    expect((await patch(id, { status: 'inactive', username: 'Eva' })).status).toBe(409);
    expect(await me(cookie)).toBe(200);
    await patch(id, { role: 'admin' });
    expect(await me(cookie)).toBe(401);
    const again = await jar();
    for (const status of ['inactive', 'active']) await patch(id, { status });
    expect(await me(again)).toBe(401);
  });
});
