/** Changes of a running product, and how long they take until visitors see them. */
import { watch } from 'node:fs';
import type { MediaItem } from '@veldlicht/contract/media';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { jobs, media, stories } from '@veldlicht/database/schema';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { desc, eq } from 'drizzle-orm';
import { type Live, pause, untilLive } from './live-product.ts';
import { SERIES_PATH } from './seed-library.ts';

const TOGETHER = 100;
const IN_A_ROW = 50;
const ROW_MS = 10_000;
const PHOTOS = 100;
const UPLOADS_AT_ONCE = 3;
const LONGEST_MS = 60_000;
/** Longer than the publisher takes an edit for a part of a burst. */
const REST_MS = 1500;

/**
 * Waits until another release is live. Asking the web server for the page again and again would take a
 * third of a processor from what is measured.
 */
function swapOf(releases: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(releases, (_event, name) => {
      if (name !== 'current') return;
      clearTimeout(timer);
      watcher.close();
      resolve();
    });
    const timer = setTimeout(() => {
      watcher.close();
      reject(new Error('the edit was never published'));
    }, LONGEST_MS);
  });
}

/** Gives something a new title; answers the milliseconds from the commit until its page has it. */
async function timeEdit(
  dataDir: string,
  address: string,
  change: (title: string) => unknown,
): Promise<number> {
  const title = `Bewerkt ${Date.now()}`;
  const swapped = swapOf(dataFolder(dataDir).releases);
  change(title);
  const committed = performance.now();
  await swapped;
  await untilLive(address, title);
  const took = performance.now() - committed;
  // The publisher rests after each publish, and waits longer for what follows soon: another figure.
  await pause(REST_MS);
  return took;
}

/**
 * Commits `count` edits, one after the other; answers for each the milliseconds from the commit
 * until the new title was served. `done` edits were made before: others than those are changed.
 */
export async function timeEdits(
  { origin }: Live,
  dataDir: string,
  count: number,
  done = 0,
): Promise<number[]> {
  const db = openDatabase(dataFolder(dataDir).database);
  const rows = db.select({ seq: media.seq, slug: media.slug }).from(media).all();
  const times: number[] = [];
  for (let i = done; i < done + count; i++) {
    const row = rows[(i * 7919 + 13) % rows.length];
    if (!row) throw new Error('no items');
    const change = (title: string) =>
      db.update(media).set({ title }).where(eq(media.seq, row.seq)).run();
    times.push(await timeEdit(dataDir, `${origin}/foto/${row.slug}`, change));
  }
  db.$client.close();
  return times;
}

/** As `timeEdits`, of the words of a series. */
export async function timeSeriesEdits({ origin }: Live, dataDir: string, count: number) {
  const db = openDatabase(dataFolder(dataDir).database);
  const times: number[] = [];
  for (let i = 0; i < count; i++)
    times.push(
      await timeEdit(dataDir, origin + SERIES_PATH, (title) =>
        db.update(stories).set({ title }).run(),
      ),
    );
  db.$client.close();
  return times;
}

const pageOf = (live: Live, { slug }: MediaItem) => `${live.origin}/foto/${slug}`;

async function photosOf({ client }: Live): Promise<MediaItem[]> {
  const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
  return items.filter(({ type, status }) => type === 'photo' && status === 'published');
}

/** Milliseconds from the answer to a bulk edit of a hundred items, spread out, until the last shows it. */
export async function hundredEdits(live: Live): Promise<number> {
  const tag = `meting ${Date.now()}`;
  await live.client.addTag(tag);
  await pause(2000);
  const items = (await photosOf(live)).filter((_, i) => i % 90 === 0).slice(0, TOGETHER);
  const ids = items.map(({ id }) => id);
  await live.client.call('POST', '/api/admin/media/bulk-update', { ids, data: { addTags: [tag] } });
  const started = performance.now();
  for (const item of items) await untilLive(pageOf(live, item), tag);
  return performance.now() - started;
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
  return ROW_MS / IN_A_ROW + (await untilLive(pageOf(live, end), last));
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
  const finished = db.select({ at: jobs.finishedAt }).from(jobs).where(eq(jobs.kind, 'renditions'));
  const last = finished.orderBy(desc(jobs.finishedAt)).limit(1).get();
  db.$client.close();
  return allLive - (last?.at ?? allLive);
}
