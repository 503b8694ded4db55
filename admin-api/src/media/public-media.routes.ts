import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import { Hono } from 'hono';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { readFeaturedMedia, readVisibleMedia } from './media.repository.ts';
import { createMediaList } from './media-list.ts';
import { type MediaRecord, toPublicMediaItem } from './to-media-item.ts';

const toPublicList = (records: MediaRecord[]) =>
  records.map(toPublicMediaItem).filter((item) => item !== null);

/** Media for everyone: published, its time come, ready, and no more of the place than allowed (spec §7). */
export function publicMediaRoutes({ db, now }: Deps) {
  const all = createMediaList(db, toPublicMediaItem, now);
  return new Hono<AppEnv>()
    .get('/api/media', (c) => all.send(c))
    .get('/api/media/featured', (c) => c.json(toPublicList(readFeaturedMedia(db, now()))))
    .get('/api/media/recent', (c) =>
      c.json(toPublicList(readVisibleMedia(db, RECENT_ITEMS, now()))),
    );
}
