/**
 * The public lists (spec §7). Visitors get files that the worker writes from the public database. Signed-in users get
 * media and categories from the private one, so that their changes show at once; the panel reads stories elsewhere.
 */
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import { reason } from '@veldlicht/contract/reason';
import type { ListName } from '@veldlicht/database/public/public-lists';
import { Hono } from 'hono';
import { fullSession } from '#auth/route-access.ts';
import { toCategory } from '#categories/categories.routes.ts';
import { listCategories } from '#categories/categories.service.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readFeaturedMedia, readVisibleMedia } from '#media/media.repository.ts';
import { toMediaItem } from '#media/to-media-item.ts';
import { sendFile } from '#serving/send-file.ts';

/** A removal deletes the file of a list; the worker writes it again within about a second. */
const LOOK_EVERY_MS = 50;
const RETRY_SECONDS = 5;

export function publicListRoutes({ db, folder, now, limits }: Deps) {
  async function sendList(c: AppContext, name: ListName): Promise<Response> {
    const options = { cacheControl: 'no-cache', headers: { Vary: 'Cookie' } };
    for (let waited = 0; ; waited += LOOK_EVERY_MS) {
      const file = path.join(folder.publicLists, `${name}.json`);
      const answer = await sendFile(c, file, options);
      if (answer) return answer;
      if (waited >= limits.listMs)
        throw new AppError('not_ready', reason('list_not_ready'), { retryAfter: RETRY_SECONDS });
      await setTimeout(LOOK_EVERY_MS);
    }
  }

  const route =
    (name: ListName, forMembers?: () => object[]) =>
    (c: AppContext): Response | Promise<Response> =>
      forMembers && fullSession(c) ? c.json(forMembers()) : sendList(c, name);

  return new Hono<AppEnv>()
    .get(
      '/api/media',
      route('media', () => readVisibleMedia(db, now()).map(toMediaItem)),
    )
    .get(
      '/api/media/featured',
      route('featured', () => readFeaturedMedia(db, now()).map(toMediaItem)),
    )
    .get(
      '/api/media/recent',
      route('recent', () => readVisibleMedia(db, now(), RECENT_ITEMS).map(toMediaItem)),
    )
    .get(
      '/api/categories',
      route('categories', () => listCategories(db).map(toCategory)),
    )
    .get('/api/notes', route('notes'))
    .get('/api/series', route('series'));
}
