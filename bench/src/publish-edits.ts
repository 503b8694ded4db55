/** Edits one item at a time in a running product and watches the public page. */
import { watch } from 'node:fs';
import http from 'node:http';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';

const POLL_MS = 3;
const LONGEST_MS = 60_000;
/** Longer than the publisher takes an edit for a part of a burst. */
const REST_MS = 1500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const agent = new http.Agent({ keepAlive: true });

function get(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (answer) => {
        let body = '';
        answer.on('data', (data: Buffer) => {
          body += data;
        });
        answer.on('end', () => resolve(body));
      })
      .on('error', reject);
  });
}

/**
 * Waits until another release is live. Asking the web server for the page again and again would take a
 * third of a processor from what is measured.
 */
function swapOf(releases: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(releases, (_event, name) => {
      if (name === 'current') end(resolve);
    });
    const timer = setTimeout(
      () => end(() => reject(new Error('the edit was never published'))),
      LONGEST_MS,
    );
    const end = (tell: () => void) => {
      clearTimeout(timer);
      watcher.close();
      tell();
    };
  });
}

/**
 * Commits `count` edits, one after the other; answers for each the milliseconds from the commit
 * until the new title was served. `done` edits were made before: others than those are changed.
 */
export async function timeEdits(
  origin: string,
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
    const title = `Bewerkt ${i} ${Date.now()}`;
    const swapped = swapOf(dataFolder(dataDir).releases);
    db.update(media).set({ title }).where(eq(media.seq, row.seq)).run();
    const committed = performance.now();
    await swapped;
    while (!(await get(`${origin}/foto/${row.slug}`)).includes(title)) {
      if (performance.now() - committed > LONGEST_MS) throw new Error('the edit was never served');
      await pause(POLL_MS);
    }
    times.push(performance.now() - committed);
    // The publisher rests after each publish, and waits longer for what follows soon: another figure.
    await pause(REST_MS);
  }
  db.$client.close();
  return times;
}
