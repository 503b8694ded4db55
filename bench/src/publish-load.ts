/** Load L3: many people read the list of the admin while all pages are made anew. */
import http from 'node:http';
import { withLiveLibrary } from './live-library.ts';
import { percentile } from './programs.ts';
import { type Live, pause } from './publish-live.ts';

const READERS = 50;
const SECONDS = 30;
const REST_SECONDS = 10;
const ITEMS = 1000;

/**
 * Whether the whole list came. Its bytes are dropped as they come: what it would cost this process to
 * keep them is more than what API and web server do together, on the same processors.
 */
function readList({ origin, client }: Live, agent: http.Agent): Promise<boolean> {
  return new Promise((resolve) => {
    // As browsers ask.
    const headers = { cookie: client.cookie(), 'accept-encoding': 'gzip, br' };
    const request = http.get(`${origin}/api/admin/media`, { agent, headers }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.complete && answer.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

/** Reads the list for some seconds, as many people at once; `meanwhile` runs until they stop. */
async function readLists(
  live: Live,
  seconds: number,
  meanwhile: (until: number) => Promise<void> = async () => undefined,
) {
  const until = performance.now() + seconds * 1000;
  const agent = new http.Agent({ keepAlive: true });
  const ms: number[] = [];
  let errors = 0;
  const read = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      if (await readList(live, agent)) ms.push(performance.now() - started);
      else errors += 1;
    }
  };
  await Promise.all([meanwhile(until), ...Array.from({ length: READERS }, read)]);
  agent.destroy();
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((part) => percentile(ms, part));
  return { requests: ms.length, errors, p50Ms, p95Ms, p99Ms };
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
