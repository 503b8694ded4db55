/** Routes of `/api/v1/` for programs with an upload key, described in docs/lightroom.md (decision 029). */

import { MAX_STORY_BLOCKS } from '@veldlicht/contract/limits';
import { reason } from '@veldlicht/contract/reason';
import {
  droppedPhotoQuery,
  type KeyHolder,
  MAX_REMOTE_ID,
  remoteIdInput,
  sentPhotoQuery,
  sentSeriesInput,
  seriesOrder,
} from '@veldlicht/contract/upload-key';
import { inChange } from '@veldlicht/database/change';
import type { Store } from '@veldlicht/database/open';
import { Hono } from 'hono';
import { type AppContext, type AppEnv, type Deps, forBulk } from '#http/app-env.ts';
import { AppError, invalidField } from '#http/app-error.ts';
import { readJson, readQuery } from '#http/request-body.ts';
import type { Write } from '#http/write.ts';
import { listNames } from '#media/media.repository.ts';
import { requireCategoryId } from '#media/media.service.ts';
import { incomingOf } from '#uploads/uploads.service.ts';
import { type Holder, requireKey } from './keys.service.ts';
import { plainName, receivePhoto } from './remote-photo.service.ts';
import { dropCollection, dropPhotos } from './remote-removal.service.ts';
import { orderSeries, putSeries } from './remote-series.service.ts';

/** Version of this API, which programs check first. */
const VERSION = 1;

/** Whether a path takes an upload key in place of a session. */
export const isRemotePath = (path: string) => path.startsWith('/api/v1/');
/** Whether the body is a raw file. */
export const isPhotosPath = (path: string) => path.startsWith('/api/v1/photos/');

/** Reads the id in the path. Throws `invalid_input`. */
function remoteIdOf(c: AppContext): string {
  const { data } = remoteIdInput.safeParse(c.req.param('remoteId'));
  if (data === undefined) throw invalidField('remoteId', reason('not_valid'));
  return data;
}

export function remoteRoutes(deps: Deps) {
  const { db, limits, now, storage, environment } = deps;
  /** Reads the key of a call. A write reads it again in its transaction: it may be revoked while the body arrives. */
  const holderOf = (c: AppContext) => (store: Store) =>
    requireKey(store, c.req.header('authorization'), now());
  const withUrl = <Told extends { path: string | null }>({ path, ...told }: Told) => ({
    ...told,
    url: path && environment.publicOrigin + path,
  });
  /** Runs a write by the owner of the key as one change. */
  const change = <T>(c: AppContext, work: (store: Store, write: Write, holder: Holder) => T): T => {
    const write = { actor: holderOf(c)(db).user, now: now() };
    return inChange(db, write, (tx) => work(tx, write, holderOf(c)(tx)));
  };
  /** Runs a removal by a key that may delete. */
  const remove = (c: AppContext, work: (store: Store, write: Write) => void) => {
    change(c, (tx, write, { key }) => {
      if (!key.mayDelete) throw new AppError('forbidden', reason('key_may_not_delete'));
      work(tx, write);
    });
    return c.body(null, 204);
  };
  return new Hono<AppEnv>()
    .get('/api/v1/me', (c) => {
      const { key, user } = holderOf(c)(db);
      const categories = listNames(db).filter(({ type }) => type === 'category');
      const holder: KeyHolder = {
        program: 'veldlicht',
        version: VERSION,
        name: user.username,
        key: key.name,
        mayDelete: key.mayDelete,
        takesPhotos: !storage.direct,
        categories: categories.map(({ name }) => name),
        limits: {
          fileBytes: limits.fileBytes,
          photosAtOnce: limits.uploadsAtOnce,
          seriesPhotos: MAX_STORY_BLOCKS,
          remoteId: MAX_REMOTE_ID,
        },
      };
      return c.json(holder);
    })
    .put('/api/v1/photos/:remoteId', async (c) => {
      const holder = holderOf(c);
      const { user } = holder(db);
      const { name, ...asked } = readQuery(c, sentPhotoQuery);
      const remote = { ...asked, remoteId: remoteIdOf(c), fileName: plainName(name) };
      // Checked before the upload.
      if (remote.category) requireCategoryId(db, remote.category);
      const incoming = incomingOf(c.req.raw);
      const { photo, isNew } = await receivePhoto(deps, remote, incoming, user, holder);
      return c.json(withUrl(photo), isNew ? 201 : 200);
    })
    .delete('/api/v1/photos/:remoteId', (c) => {
      const { collection } = readQuery(c, droppedPhotoQuery);
      const photo = remoteIdOf(c);
      return remove(c, (tx, write) => dropPhotos(tx, { photo, collection }, write));
    })
    .put('/api/v1/series/:remoteId', async (c) => {
      holderOf(c)(db);
      const input = await readJson(c, sentSeriesInput, limits);
      const bring = (tx: Store, write: Write) => putSeries(tx, remoteIdOf(c), input, write);
      const { series, isNew } = change(c, bring);
      return c.json(withUrl(series), isNew ? 201 : 200);
    })
    .put('/api/v1/series/:remoteId/order', async (c) => {
      holderOf(c)(db);
      const { photos } = await readJson(c, seriesOrder, forBulk(deps).limits);
      const order = (tx: Store, write: Write) => orderSeries(tx, remoteIdOf(c), photos, write);
      return c.json(withUrl(change(c, order)));
    })
    .delete('/api/v1/series/:remoteId', (c) =>
      remove(c, (tx, write) => dropCollection(tx, remoteIdOf(c), write)),
    );
}
