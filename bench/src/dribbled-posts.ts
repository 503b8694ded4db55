/**
 * `npm run bench -- dribbled-posts`: load L5 at full size. 8,000 bodies that never end, from forty
 * addresses, at the web server as it is shipped with all the memory that its unit gives it, and one
 * visitor beside them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { freePort, serveSite } from '@veldlicht/scripts/caddy';
import { dribble, slowBody } from '@veldlicht/scripts/slow-clients';
import { pause, withLive } from './live-product.ts';
import { peakMemoryMb, percentile } from './programs.ts';

const CLIENTS = 8000;
const ADDRESSES = 40;
const EVERY_MS = 2000;
/** As many at once as one machine can open without being late itself. */
const WAVE = 200;
/** From the first client on: all are there within 20 s, and each is to be gone 35 s later. */
const WATCH_MS = 60_000;
const MEMORY_MB = 512;
const requests = ['POST /api/contact', 'POST /api/auth/login', 'POST /mediabibliotheek', 'GET /'];

/** A site of one page. */
function layOutSite(dataDir: string): void {
  const { publicSite } = dataFolder(dataDir);
  mkdirSync(publicSite, { recursive: true });
  for (const name of ['index.html', '404.html'])
    writeFileSync(path.join(publicSite, name), '<p>home</p>');
}

export async function benchDribbledPosts(folder: string): Promise<Record<string, unknown>> {
  return withLive(folder, { worker: false, caddy: false }, async (live, dataDir) => {
    layOutSite(dataDir);
    const apiPort = Number(new URL(live.origin).port);
    const caddy = await serveSite(dataDir, await freePort(), apiPort, MEMORY_MB);
    const { host, port } = new URL(caddy.origin);
    const stays: number[] = [];
    const connect = (n: number) => {
      const from = `127.0.0.${2 + (n % ADDRESSES)}`;
      const request = requests[n % requests.length] ?? '';
      const options = { ...slowBody(host, EVERY_MS, { request }), from };
      void dribble(Number(port), options).then(({ ms }) => stays.push(ms));
    };
    const opening = (async () => {
      for (let n = 0; n < CLIENTS; n += 1) {
        connect(n);
        if (n % WAVE === WAVE - 1) await pause(100);
      }
    })();
    const pageMs: number[] = [];
    let errors = 0;
    for (const began = performance.now(); performance.now() - began < WATCH_MS; ) {
      const asked = performance.now();
      const page = await fetch(caddy.origin).catch(() => null);
      if ((await page?.text().catch(() => '')) !== '<p>home</p>') errors += 1;
      pageMs.push(performance.now() - asked);
      await pause(100);
    }
    await opening;
    const peakMb = peakMemoryMb(caddy.pid);
    await caddy.stop();
    return {
      ...{ clients: CLIENTS, addresses: ADDRESSES, memoryMb: MEMORY_MB, peakMb },
      left: CLIENTS - stays.length,
      stayP99Ms: percentile(stays, 0.99),
      pages: { asked: pageMs.length, errors, p95Ms: percentile(pageMs, 0.95) },
      goals: { errors: 0, left: CLIENTS * 0.03, stayP99Ms: 35_000 },
    };
  });
}
