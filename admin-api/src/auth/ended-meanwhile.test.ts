/** A body may come in slowly: a call writes nothing once the session that let it in has ended (T5). */
import { settings, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { endAccess } from './access.service.ts';

let t: TestApp;
let server: TestServer;
let admin: ReturnType<TestApp['signInAs']>;
beforeEach(async () => {
  t = await createTestApp();
  server = await startTestServer(t);
  admin = t.signInAs('admin', 'eva');
});
afterEach(async () => {
  await server.close();
  t.remove();
});

const person = {
  username: 'dief',
  email: 'dief@example.nl',
  role: 'admin',
  password: 'een lang wachtwoord',
};

/** Sends the first half, has something happen, then sends the rest. */
async function slowly(method: string, path: string, json: unknown, meanwhile: () => void) {
  const body = Buffer.from(JSON.stringify(json));
  const chunks = (async function* () {
    yield body.subarray(0, 5);
    await new Promise((resolve) => setTimeout(resolve, 200));
    meanwhile();
    yield body.subarray(5);
  })();
  const headers = {
    cookie: admin.cookie,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const { status } = await server.send(path, { method, headers, chunks });
  return status;
}

const calls: [string, string, unknown][] = [
  ['POST', '/api/admin/users', person],
  ['PATCH', '/api/settings', { googleAnalyticsId: 'G-ABCD1234' }],
  ['POST', '/api/admin/categories', { name: 'nacht', type: 'tag' }],
  ['POST', '/api/admin/media/bulk-delete', { ids: ['x'] }],
];

it.each(calls)('%s %s does nothing when the account was shut out', async (method, path, json) => {
  const before = t.db.$client.prepare('SELECT count(*) FROM audit_log').pluck();
  const entries = before.get();
  expect(await slowly(method, path, json, () => endAccess(t.db, admin.user.id))).toBe(401);
  expect(before.get()).toBe(entries);
  expect(t.db.select().from(users).where(eq(users.username, 'dief')).all()).toEqual([]);
});

it('does nothing when two-factor was required of all, nor for who is inactive by now', async () => {
  const add = (meanwhile: () => void) =>
    slowly('POST', '/api/admin/categories', { name: 'nacht', type: 'tag' }, meanwhile);
  expect(await add(() => t.db.update(settings).set({ enforce2fa: true }).run())).toBe(403);
  t.db.update(settings).set({ enforce2fa: false }).run();
  expect(await add(() => t.db.update(users).set({ status: 'inactive' }).run())).toBe(401);
});

it('goes on for whom nothing happened', async () => {
  const json = { name: 'nacht', type: 'tag' };
  expect(await slowly('POST', '/api/admin/categories', json, () => undefined)).toBe(201);
});
