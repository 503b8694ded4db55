import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import { Hono } from 'hono';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { whileUnchanged } from '#http/while-unchanged.ts';
import { prepareMomentsPast, readFeaturedMedia, readVisibleMedia } from './media.repository.ts';
import { createMediaList } from './media-list.ts';
import { type MediaRecord, toPublicMediaItem } from './to-media-item.ts';

function toPublicList(records: MediaRecord[]): string {
  return JSON.stringify(records.map(toPublicMediaItem).filter((item) => item !== null));
}

/** Media for everyone: published, its time come, ready, and no more of the place than allowed (spec §7). */
export function publicMediaRoutes({ db, now }: Deps) {
  const momentsPast = prepareMomentsPast(db);
  const serve = (read: (moment: number) => MediaRecord[]) => {
    const compute = () => toPublicList(read(now()));
    const list = whileUnchanged(db, compute, () => momentsPast(now()));
    return (c: AppContext) => c.body(list(), 200, { 'Content-Type': 'application/json' });
  };
  const all = createMediaList(db, toPublicMediaItem, now);
  return new Hono<AppEnv>()
    .get('/api/media', async (c) => {
      await all.catchUp();
      return c.body(all.read(), 200, { 'Content-Type': 'application/json' });
    })
    .get(
      '/api/media/featured',
      serve((moment) => readFeaturedMedia(db, moment)),
    )
    .get(
      '/api/media/recent',
      serve((moment) => readVisibleMedia(db, RECENT_ITEMS, moment)),
    );
}
