/** Load L3: many people read the list of the admin while all pages are made anew. */
import { withLiveLibrary } from './live-library.ts';
import { percentile } from './programs.ts';
import { type Live, pause } from './publish-live.ts';

const READERS = 50;
const SECONDS = 30;
const ITEMS = 1000;

export async function listWhilePublishing(live: Live) {
  const until = performance.now() + SECONDS * 1000;
  const ms: number[] = [];
  let errors = 0;
  const read = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      const answer = await fetch(`${live.origin}/api/admin/media`, {
        headers: { cookie: live.client.cookie() },
      }).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) ms.push(performance.now() - started);
      else errors += 1;
    }
  };
  // Each change of the site's words renders every page.
  const publish = async () => {
    for (let n = 0; performance.now() < until; n++) {
      await live.client.call('PATCH', '/api/settings', { profile: { siteTitle: `Maat ${n}` } });
      await pause(500);
    }
  };
  await Promise.all([publish(), ...Array.from({ length: READERS }, read)]);
  return {
    ...{ readers: READERS, seconds: SECONDS, requests: ms.length, errors },
    ...{ p50Ms: percentile(ms, 0.5), p95Ms: percentile(ms, 0.95), p99Ms: percentile(ms, 0.99) },
    ...{ goalP95Ms: 250, goalP99Ms: 500 },
  };
}

/** `npm run bench -- lists`: that alone, on a thousand items. */
export async function benchLists(scratch: string): Promise<Record<string, unknown>> {
  return withLiveLibrary(scratch, ITEMS, listWhilePublishing);
}
