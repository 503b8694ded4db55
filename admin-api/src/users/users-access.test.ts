/** A changed role or status ends at once what the old one opened (threat T5). */
import { readdirSync } from 'node:fs';
import { errorBody } from '@veldlicht/contract/error';
import { uploadTicket } from '@veldlicht/contract/upload';
import { devices, sessions, uploads, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceCookieName } from '#auth/device-cookie.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addFile, mediaPayload } from '#testing/test-content.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let t: TestApp;
let server: TestServer;
let admin: string;
let userId: string;
beforeEach(async () => {
  t = await createTestApp();
  server = await startTestServer(t);
  admin = t.signInAs('admin', 'eva').cookie;
  userId = t.addUser('editor', 'bob').id;
});
afterEach(async () => {
  await server.close();
  t.remove();
});

/** Signs bob in with a browser of its own; answers what it would send. */
async function jar(): Promise<string> {
  const json = { username: 'bob', password: 'password of bob' };
  const response = await t.request('/api/auth/login', { method: 'POST', json });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
const change = (json: unknown) =>
  t.request(`/api/admin/users/${userId}`, { method: 'PATCH', json, cookie: admin });
const me = (cookie: string) => t.request('/api/auth/me', { cookie });
const stateOf = () => t.db.select().from(uploads).get()?.state;

async function ticket(cookie: string): Promise<string> {
  const response = await t.request('/api/objects/upload', { method: 'POST', cookie });
  return server.pathOf((await readAnswer(uploadTicket, response)).uploadURL);
}

const ways = {
  'be deactivated': () => change({ status: 'inactive' }),
  'be demoted': () => change({ role: 'viewer' }),
  'be deleted': () => t.request(`/api/admin/users/${userId}`, { method: 'DELETE', cookie: admin }),
};

describe.each(Object.entries(ways))('to %s', (_name, way) => {
  it('ends the sessions in three browsers on their very next request', async () => {
    const jars = [await jar(), await jar(), await jar()];
    for (const cookie of jars) expect((await me(cookie)).status).toBe(200);
    expect((await way()).ok).toBe(true);
    for (const cookie of jars) expect((await me(cookie)).status).toBe(401);
    for (const table of [sessions, devices])
      expect(t.db.select().from(table).where(eq(table.userId, userId)).all()).toEqual([]);
    expect((await me(admin)).status).toBe(200);
  });

  it('ends an upload that is coming in, and leaves no file', async () => {
    const url = await ticket(await jar());
    const slowly = (async function* () {
      yield Buffer.alloc(1000);
      await expect.poll(() => stateOf()).toBe('receiving');
      expect((await way()).ok).toBe(true);
      yield Buffer.alloc(1000);
    })();
    const answer = await server.send(url, { method: 'PUT', chunks: slowly });
    expect([401, 403]).toContain(answer.status);
    errorBody.parse(JSON.parse(answer.body));
    expect(readdirSync(t.folder.incoming)).toEqual([]);
    expect(t.db.select().from(uploads).all()).toEqual([]);
    expect((await t.request(url, { method: 'PUT', body: 'x' })).status).toBe(403);
  });

  it('makes a file that came in before worth nothing', async () => {
    const cookie = await jar();
    const url = await ticket(cookie);
    expect((await t.request(url, { method: 'PUT', body: 'x' })).status).toBe(200);
    await way();
    const json = { mediaURL: ORIGIN + url };
    const late = await t.request('/api/media-objects', { method: 'PUT', json, cookie });
    expect(late.status).toBe(401);
    const other = t.signInAs('editor', 'other').cookie;
    const stolen = await t.request('/api/media-objects', { method: 'PUT', json, cookie: other });
    expect(await readAnswer(errorBody, stolen)).toMatchObject({ code: 'upload_missing' });
  });
});

it('a demoted editor who signs in again may no longer write', async () => {
  await jar();
  await change({ role: 'viewer' });
  const cookie = await jar();
  const json = mediaPayload(addFile(t.db).imageUrl);
  const response = await t.request('/api/admin/media', { method: 'POST', json, cookie });
  expect(response.status).toBe(403);
});

it('a role that is changed in the database counts on the next request', async () => {
  const cookie = await jar();
  t.db.update(users).set({ role: 'viewer' }).where(eq(users.id, userId)).run();
  const json = mediaPayload(addFile(t.db).imageUrl);
  const response = await t.request('/api/admin/media', { method: 'POST', json, cookie });
  expect(response.status).toBe(403);
});

it('someone promoted or let in again signs in anew; a new name ends nothing', async () => {
  const cookie = await jar();
  expect(cookie).toContain(`${deviceCookieName(ORIGIN)}=`);
  await change({ username: 'rob', email: 'rob@example.nl', role: 'editor', status: 'active' });
  expect((await me(cookie)).status).toBe(200);
  await change({ username: 'bob', role: 'admin' });
  expect((await me(cookie)).status).toBe(401);
  const again = await jar();
  await change({ status: 'inactive' });
  await change({ status: 'active' });
  expect((await me(again)).status).toBe(401);
});

it('nothing ends when the change is refused', async () => {
  const cookie = await jar();
  const url = await ticket(cookie);
  const refused = await change({ status: 'inactive', username: 'Eva' });
  expect(refused.status).toBe(409);
  expect((await me(cookie)).status).toBe(200);
  expect(t.db.select().from(devices).all()).toHaveLength(1);
  expect((await t.request(url, { method: 'PUT', body: 'x' })).status).toBe(200);
});
