/**
 * `npm run bench -- writers`: load L7. Eight people edit, five hundred times each, while the worker
 * exports and publishes and the database is copied.
 */
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { contentState } from '@veldlicht/database/schema';
import { withLiveLibrary } from './live-library.ts';
import { percentile } from './programs.ts';
import { pause, untilLive } from './publish-live.ts';

const WRITERS = 8;
const EACH = 500;
const ITEMS = 200;

export async function benchWriters(scratch: string): Promise<Record<string, unknown>> {
  return withLiveLibrary(scratch, ITEMS, async (live, dataDir) => {
    const folder = dataFolder(dataDir);
    const db = openDatabase(folder.database);
    try {
      const items = await live.client.call<MediaItem[]>('GET', '/api/admin/media');
      const ms: number[] = [];
      const refusals: string[] = [];
      const releases = new Set<string | null>();
      let [isOver, largestWal, copies] = [false, 0, 0];
      const writer = async (number: number) => {
        for (let n = 0; n < EACH; n++) {
          const item = items[(number + n * WRITERS) % items.length];
          const began = performance.now();
          const title = `Schrijver ${number}, ${n}`;
          await live.client
            .call('PATCH', `/api/admin/media/${item?.id}`, { title })
            .catch((error: Error) => refusals.push(error.message));
          ms.push(performance.now() - began);
        }
      };
      const watch = async () => {
        for (let n = 0; !isOver; n++) {
          largestWal = Math.max(largestWal, statSync(`${folder.database}-wal`).size);
          releases.add(db.select().from(contentState).get()?.releaseId ?? null);
          if (n % 20 === 0) {
            const copy = path.join(dataDir, `copy-${copies++}.db`);
            db.$client.prepare('VACUUM INTO ?').run(copy);
            const opened = openDatabase(copy, { readonly: true });
            const state = opened.$client.pragma('integrity_check', { simple: true });
            opened.$client.close();
            rmSync(copy);
            if (state !== 'ok') refusals.push(`copy: ${state}`);
          }
          await pause(50);
        }
      };
      const watching = watch();
      const began = performance.now();
      await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
      const tookMs = performance.now() - began;
      isOver = true;
      await watching;
      const last = items[(WRITERS - 1 + (EACH - 1) * WRITERS) % items.length];
      await untilLive(`${live.origin}/foto/${last?.slug}`, `Schrijver ${WRITERS - 1}, ${EACH - 1}`);
      return {
        ...{ writers: WRITERS, transactions: ms.length, tookMs, refusals: refusals.slice(0, 20) },
        ...{ refused: refusals.length, p95Ms: percentile(ms, 0.95), largestWal, copies },
        releases: releases.size,
        goals: { refused: 0, largestWal: 64 * 1024 * 1024 },
      };
    } finally {
      db.$client.close();
    }
  });
}
