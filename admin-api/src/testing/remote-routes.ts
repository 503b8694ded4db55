/** Rows of what programs do with upload keys: the key is the permission here, and it is only given to editors. */
import { remoteHolds, remotePhotos, uploadKeys } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { findSession, hashSessionSecret } from '#auth/sessions.ts';
import { createKey } from '#keys/keys.service.ts';
import { another, type Prepare, route } from './route-row.ts';
import type { TestApp } from './test-app.ts';
import { addItem } from './test-content.ts';

/** Whose cookie it is. */
export function userOf(t: TestApp, cookie: string) {
  return findSession(t.db, hashSessionSecret(cookie.split('=')[1] ?? ''))?.user;
}

/** A key of whoever asks, or of somebody else. */
export function addKey(t: TestApp, cookie?: string) {
  const actor = (cookie && userOf(t, cookie)) || t.addUser('editor', another('sender'));
  return createKey(t.db, { name: 'Lightroom', mayDelete: true }, { actor, now: t.deps.now() });
}

/** A photo that a collection of its owner's program holds; answers its id. */
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

/** A call with a key that may all, whose last use is known already. */
const withKey =
  (call: (world: World) => ReturnType<Prepare>): Prepare =>
  async (t, cookie) => {
    // There is a most of them.
    t.db.delete(uploadKeys).run();
    const { id, key } = addKey(t, cookie);
    const used = t.db.update(uploadKeys).set({ lastUsedAt: t.deps.now() });
    const { userId } = used.where(eq(uploadKeys.id, id)).returning().get();
    const headers = { authorization: `Bearer ${key}` };
    return { headers, ...(await call({ t, userId, headers })) };
  };

const SERIES = '/api/v1/series';
const json = { title: 'Vorst' };
const makeSeries = ({ t, headers }: World, collection: string) =>
  t.request(`${SERIES}/${collection}`, { method: 'PUT', headers, json });

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
    withKey(async (world) => {
      const collection = another('collection');
      await makeSeries(world, collection);
      const photos = [addPhoto(world, collection)];
      return { url: `${SERIES}/${collection}/order`, json: { photos } };
    }),
  ),
  route(
    'DELETE /api/v1/series/:remoteId',
    'anon',
    204,
    withKey(async (world) => {
      const collection = another('collection');
      await makeSeries(world, collection);
      return { url: `${SERIES}/${collection}` };
    }),
  ),
];
