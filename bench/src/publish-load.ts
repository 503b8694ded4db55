/** Load L3: many people read the list of the admin while all pages are made anew. */
import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { MediaItem } from '@veldlicht/contract/media';
import { withLiveLibrary } from './live-library.ts';
import { cpuMs, percentile } from './programs.ts';
import { type Live, pause } from './publish-live.ts';

const READERS = 50;
const SECONDS = 30;
const REST_SECONDS = 10;
const ITEMS = 1000;

/** One in so many answers is unpacked and looked at. */
const LOOK_AT = 100;

/** Whether an answer, as it came over the line, is the whole list. */
function isList(packed: Buffer, encoding: string | undefined, items: number): boolean {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
  const list: { title: string }[] = JSON.parse(String(unpack ? unpack(packed) : packed));
  return list.length === items && list.every(({ title }) => title.length > 0);
}

/**
 * Whether the whole list came. Its bytes are dropped as they come, except to be looked at: what it would
 * cost this process to keep them all is more than what API and web server do together, on the same processors.
 */
function readList(
  { origin, client }: Live,
  agent: http.Agent,
  /** How many items it must have, when it is to be looked at. */
  items: number | null,
): Promise<{ isRight: boolean; bytes: number }> {
  return new Promise((resolve) => {
    // As browsers ask.
    const headers = { cookie: client.cookie(), 'accept-encoding': 'gzip, br' };
    const request = http.get(`${origin}/api/admin/media`, { agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (items !== null) parts.push(part);
      });
      answer.once('close', () => {
        const isWhole = answer.complete && answer.statusCode === 200;
        const encoding = answer.headers['content-encoding'];
        const isRight =
          isWhole && (items === null || isList(Buffer.concat(parts), encoding, items));
        resolve({ isRight, bytes });
      });
    });
    request.once('error', () => resolve({ isRight: false, bytes: 0 }));
  });
}

/** Processor milliseconds so far of everyone who has a part in it; they share the processors. */
function costs({ apiPid, caddyPid, workerPid }: Live) {
  return {
    api: cpuMs(apiPid),
    caddy: cpuMs(caddyPid),
    worker: cpuMs(workerPid),
    readers: cpuMs(process.pid),
  };
}

/** Reads the list for some seconds, as many people at once; `meanwhile` runs until they stop. */
async function readLists(
  live: Live,
  seconds: number,
  meanwhile: (until: number) => Promise<void> = async () => undefined,
) {
  const until = performance.now() + seconds * 1000;
  const agent = new http.Agent({ keepAlive: true });
  const items = (await live.client.call<MediaItem[]>('GET', '/api/admin/media')).length;
  const ms: number[] = [];
  let [errors, asked, allBytes] = [0, 0, 0];
  const read = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      const { isRight, bytes } = await readList(
        live,
        agent,
        asked++ % LOOK_AT === 0 ? items : null,
      );
      if (isRight) ms.push(performance.now() - started);
      else errors += 1;
      allBytes += bytes;
    }
  };
  const before = costs(live);
  await Promise.all([meanwhile(until), ...Array.from({ length: READERS }, read)]);
  const after = costs(live);
  agent.destroy();
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((part) => percentile(ms, part));
  const cpuMsPerRequest = {
    api: (after.api - before.api) / asked,
    caddy: (after.caddy - before.caddy) / asked,
    worker: (after.worker - before.worker) / asked,
    readers: (after.readers - before.readers) / asked,
  };
  const bytes = Math.round(allBytes / asked);
  return { requests: ms.length, errors, p50Ms, p95Ms, p99Ms, bytes, cpuMsPerRequest };
}

export async function listWhilePublishing(live: Live) {
  // What these readers wait for when nothing is published.
  const atRest = await readLists(live, REST_SECONDS);
  // Each change of the site's words renders every page.
  const publish = async (until: number) => {
    for (let n = 0; performance.now() < until; n++) {
      await live.client.call('PATCH', '/api/settings', { profile: { siteTitle: `Maat ${n}` } });
      await pause(500);
    }
  };
  const published = await readLists(live, SECONDS, publish);
  const goals = { goalP95Ms: 250, goalP99Ms: 500 };
  return { readers: READERS, seconds: SECONDS, ...published, ...goals, atRest };
}

/** `npm run bench -- lists`: that alone, on a thousand items. */
export async function benchLists(scratch: string): Promise<Record<string, unknown>> {
  return withLiveLibrary(scratch, ITEMS, listWhilePublishing);
}
