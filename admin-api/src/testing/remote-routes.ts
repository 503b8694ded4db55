/** Route rows of `/api/v1/`: the upload key is the permission, and only editors get one. */
import { remoteHolds, remotePhotos, uploadKeys } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { findSession, hashSessionSecret } from '#auth/sessions.ts';
import { createKey } from '#keys/keys.service.ts';
import { another, type Prepare, route } from './route-row.ts';
import type { TestApp } from './test-app.ts';
import { addItem } from './test-content.ts';

/** Finds the user of a session cookie. */
export function userOf(t: TestApp, cookie: string) {
  return findSession(t.db, hashSessionSecret(cookie.split('=')[1] ?? ''))?.user;
}

/** Creates an upload key for the user of the cookie, or for a new editor. */
export function addKey(t: TestApp, cookie?: string) {
  const actor = (cookie && userOf(t, cookie)) || t.addUser('editor', another('sender'));
  return createKey(t.db, { name: 'Lightroom', mayDelete: true }, { actor, now: t.deps.now() });
}

/** Adds a photo to a collection of the user's program. Returns its id there. */
function addPhoto({ t, userId }: World, collection: string): string {
  const photo = { userId, remoteId: another('photo') };
  const mediaId = addItem(t.db).id;
  t.db
    .insert(remotePhotos)
    .values({ ...photo, mediaId })
    .run();
  t.db
    .insert(remoteHolds)
    .values({ ...photo, collection })
    .run();
  return photo.remoteId;
}

interface World {
  t: TestApp;
  userId: string;
  headers: { authorization: string };
}

/** Adds a key that may delete, with a recent last use, so that the call itself does not update it. */
const withKey =
  (call: (world: World) => ReturnType<Prepare>): Prepare =>
  async (t, cookie) => {
    // The number of keys is limited.
    t.db.delete(uploadKeys).run();
    const { id, key } = addKey(t, cookie);
    const used = t.db.update(uploadKeys).set({ lastUsedAt: t.deps.now() });
    const { userId } = used.where(eq(uploadKeys.id, id)).returning().get();
    const headers = { authorization: `Bearer ${key}` };
    return { headers, ...(await call({ t, userId, headers })) };
  };

const SERIES = '/api/v1/series';
const json = { title: 'Vorst' };

/** Adds a key and a series made with it. */
const withSeries = (call: (world: World, collection: string) => ReturnType<Prepare>) =>
  withKey(async (world) => {
    const collection = another('collection');
    const { t, headers } = world;
    await t.request(`${SERIES}/${collection}`, { method: 'PUT', headers, json });
    return call(world, collection);
  });

export const remoteRoutes = [
  route(
    'GET /api/v1/me',
    'anon',
    200,
    withKey(() => ({})),
  ),
  route(
    'PUT /api/v1/photos/:remoteId',
    'anon',
    201,
    withKey(() => ({ url: `/api/v1/photos/${another('photo')}`, body: 'picture' })),
  ),
  route(
    'DELETE /api/v1/photos/:remoteId',
    'anon',
    204,
    withKey((world) => ({ url: `/api/v1/photos/${addPhoto(world, another('collection'))}` })),
  ),
  route(
    'PUT /api/v1/series/:remoteId',
    'anon',
    201,
    withKey(() => ({ url: `${SERIES}/${another('collection')}`, json })),
  ),
  route(
    'PUT /api/v1/series/:remoteId/order',
    'anon',
    200,
    withSeries((world, collection) => ({
      url: `${SERIES}/${collection}/order`,
      json: { photos: [addPhoto(world, collection)] },
    })),
  ),
  route(
    'DELETE /api/v1/series/:remoteId',
    'anon',
    204,
    withSeries((_, collection) => ({ url: `${SERIES}/${collection}` })),
  ),
];
