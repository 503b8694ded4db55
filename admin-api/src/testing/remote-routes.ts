/** Route rows of `/api/v1/`: the upload key is the permission, and only editors get one. */
import { uploadKeys } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { findSession, hashSessionSecret } from '#auth/sessions.ts';
import { createKey } from '#keys/keys.service.ts';
import { another, route } from './route-row.ts';
import type { TestApp } from './test-app.ts';

/** Finds the user of a session cookie. */
export function userOf(t: TestApp, cookie: string) {
  return findSession(t.db, hashSessionSecret(cookie.split('=')[1] ?? ''))?.user;
}

/** Creates an upload key for the user of the cookie, or for a new editor. */
export function addKey(t: TestApp, cookie?: string) {
  const actor = (cookie && userOf(t, cookie)) || t.addUser('editor', another('sender'));
  return createKey(t.db, { name: 'Lightroom', mayDelete: true }, { actor, now: t.deps.now() });
}

const PHOTO = '/api/v1/photos/:remoteId';
const SERIES = '/api/v1/series/:remoteId';
const picture = { body: 'picture' };
const title = { json: { title: 'Vorst' } };
type Sent = typeof picture | typeof title | { json: object };

/** A row of a call with a new key and id; `before` are the PUT calls that prepare it. */
function remote(methodAndPath: string, ok: number, sent?: Sent, before: [string, Sent][] = []) {
  const [, path = ''] = methodAndPath.split(' ');
  return route(methodAndPath, 'anon', ok, async (t, cookie) => {
    // The number of keys is limited.
    t.db.delete(uploadKeys).run();
    const { id, key } = addKey(t, cookie);
    // A recent last use, which the call itself does not update.
    const used = { lastUsedAt: t.deps.now() };
    t.db.update(uploadKeys).set(used).where(eq(uploadKeys.id, id)).run();
    const headers = { authorization: `Bearer ${key}` };
    const remoteId = another('remote');
    const addressOf = (one: string) => one.replaceAll(':remoteId', remoteId);
    for (const [address, body] of before)
      await t.request(addressOf(address), { method: 'PUT', headers, ...body });
    return { url: addressOf(path), headers, ...sent };
  });
}

const putSeries: [string, Sent] = [SERIES, title];
const putPhoto: [string, Sent] = [`${PHOTO}?category=fauna&collection=:remoteId`, picture];
export const remoteRoutes = [
  remote('GET /api/v1/me', 200),
  remote(`PUT ${PHOTO}`, 201, picture),
  remote(`DELETE ${PHOTO}`, 204, undefined, [putPhoto]),
  remote(`PUT ${SERIES}`, 201, title),
  remote(`PUT ${SERIES}/order`, 200, { json: { photos: [] } }, [putSeries, putPhoto]),
  remote(`DELETE ${SERIES}`, 204, undefined, [putSeries]),
];
