/** Many changes at once in a running product: edits together, edits in a row, new photos. */
import type { MediaItem } from '@veldlicht/contract/media';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { jobs, media } from '@veldlicht/database/schema';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { desc, eq, inArray } from 'drizzle-orm';
import { type Live, pause, untilLive } from './publish-live.ts';

const TOGETHER = 100;
const IN_A_ROW = 50;
const ROW_MS = 10_000;
const PHOTOS = 100;
const UPLOADS_AT_ONCE = 3;

const pageOf = (live: Live, { slug }: MediaItem) => `${live.origin}/foto/${slug}`;

async function photosOf({ client }: Live): Promise<MediaItem[]> {
  const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
  return items.filter(({ type, status }) => type === 'photo' && status === 'published');
}

/** A hundred items, spread over the library. */
async function spread(live: Live): Promise<MediaItem[]> {
  return (await photosOf(live)).filter((_, i) => i % 90 === 0).slice(0, TOGETHER);
}

/** Milliseconds until the last of these items shows a text. */
async function untilAllLive(live: Live, items: MediaItem[], text: string): Promise<number> {
  const started = performance.now();
  for (const item of items) await untilLive(pageOf(live, item), text);
  return performance.now() - started;
}

/** Milliseconds from the answer to a bulk edit of a hundred items until the last shows it. */
export async function hundredEdits(live: Live): Promise<number> {
  const tag = `meting ${Date.now()}`;
  await live.client.addTag(tag);
  await pause(2000);
  const items = await spread(live);
  const ids = items.map(({ id }) => id);
  await live.client.call('POST', '/api/admin/media/bulk-update', { ids, data: { addTags: [tag] } });
  return untilAllLive(live, items, tag);
}

/**
 * The same of a hundred titles in one commit: neighbours, archive and sitemap show those too, so that four
 * times as many pages are made.
 */
export async function hundredTitles(live: Live, dataDir: string): Promise<number> {
  const title = `Bewerkt ${Date.now()}`;
  const items = await spread(live);
  const db = openDatabase(dataFolder(dataDir).database);
  await pause(2000);
  const ids = items.map(({ id }) => id);
  db.update(media).set({ title }).where(inArray(media.id, ids)).run();
  const ms = await untilAllLive(live, items, title);
  db.$client.close();
  return ms;
}

/** Milliseconds from the answer to the last of fifty edits in ten seconds until it is live. */
export async function fiftyEdits(live: Live): Promise<number> {
  const items = (await photosOf(live)).slice(0, IN_A_ROW);
  const began = performance.now();
  let last = '';
  for (const [i, item] of items.entries()) {
    last = `Bewerkt ${i} ${Date.now()}`;
    await live.client.call('PATCH', `/api/admin/media/${item.id}`, { title: last });
    await pause(began + ((i + 1) * ROW_MS) / IN_A_ROW - performance.now());
  }
  const end = items.at(-1);
  if (!end) throw new Error('no items');
  // The pause after the last edit counts too: it is what a visitor waits.
  const paused = ROW_MS / IN_A_ROW;
  return paused + (await untilLive(pageOf(live, end), last));
}

/** A hundred new photos: milliseconds from the last finished renditions until all are live. */
export async function hundredPhotos(live: Live, dataDir: string): Promise<number> {
  const queue = Array.from({ length: PHOTOS }, (_, i) => i);
  const added: MediaItem[] = [];
  const upload = async () => {
    for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
      const bytes = await plainPicture(5000 + n, { width: 1600, height: 1067 });
      const { objectPath } = await live.client.upload(new Uint8Array(bytes), 'image/jpeg');
      const input = { title: `Nieuw ${n}`, category: 'fauna', imageUrl: objectPath };
      added.push(await live.client.addMedia(input));
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, upload));
  for (const item of added) await untilLive(pageOf(live, item), item.title);
  const allLive = Date.now();
  const db = openDatabase(dataFolder(dataDir).database, { readonly: true });
  const last = db
    .select({ at: jobs.finishedAt })
    .from(jobs)
    .where(eq(jobs.kind, 'renditions'))
    .orderBy(desc(jobs.finishedAt))
    .limit(1)
    .get();
  db.$client.close();
  return allLive - (last?.at ?? allLive);
}
