/**
 * Kills the API and the worker at random moments while the owner edits and visitors read (faults F3, F5, F6), and makes
 * many edits at once (F9). `npm run nightly` runs a hundred rounds.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import type { PublishState } from '@veldlicht/contract/publishing';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { serveSite, type WebServer } from '@veldlicht/scripts/caddy';
import { keepFigures, roundsOf, seededRandom } from '@veldlicht/scripts/nightly-figures';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LooseProgram, looseProgram, steadyPort } from '../support/loose-programs.ts';
import { owner, type RunningProduct, startProduct, waitFor } from '../support/product.ts';
import { siteFaults } from './site-faults.ts';

/** Each program once. */
const FEW = 2;
const ROUNDS = roundsOf('kills', FEW);
const SEED = 7;
const CLIENTS = 8;
/** In the nightly run, in five seconds. */
const EDITS = ROUNDS > FEW ? 200 : 40;
const LONGEST_MS = 240_000 + ROUNDS * 30_000;

let product: RunningProduct;
let variables: Record<string, string>;
let api: LooseProgram;
let worker: LooseProgram;
let caddy: WebServer | undefined;
let origin: string;
let client: ApiClient;
let item: MediaItem;

beforeAll(async () => {
  const [port, apiPort] = [await steadyPort(), await steadyPort()];
  origin = `http://localhost:${port}`;
  // The first start creates the database, the owner and a site.
  product = await startProduct({ port: apiPort, variables: { PUBLIC_ORIGIN: origin } });
  const { dataDir } = product;
  caddy = await serveSite(dataDir, port, apiPort);
  client = await signIn(origin, owner.username, owner.password);
  const picture = new Uint8Array(await plainPicture(1));
  const { objectPath } = await client.upload(picture, 'image/jpeg');
  item = await client.addMedia({ title: 'Stand 0', category: 'fauna', imageUrl: objectPath });
  await waitFor('the first picture', async () => (await library()).includes('Stand 0'));
  await product.stop();
  variables = { DATA_DIR: dataDir, PORT: String(apiPort), PUBLIC_ORIGIN: origin };
  api = looseProgram('api', { ...variables, LOG_LEVEL: 'error' });
  worker = looseProgram('worker', { ...variables, LOG_LEVEL: 'info' });
  await Promise.all([api.start(), worker.start()]);
});
afterAll(async () => {
  await worker?.stop();
  await api?.stop();
  await caddy?.stop();
  product?.remove();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const library = async () => (await fetch(`${origin}/mediabibliotheek`)).text();
const edit = (title: string) =>
  client.call<MediaItem>('PATCH', `/api/admin/media/${item.id}`, { title });
/** Faults that remain once the worker is idle, since it cleans up after its last record. */
async function lastingFaults(): Promise<string[]> {
  let faults = siteFaults(product.dataDir);
  for (let tries = 0; faults.length > 0 && tries < 200; tries++) {
    await pause(50);
    faults = siteFaults(product.dataDir);
  }
  return faults;
}
/** Number of the last edit in a text. */
const standIn = (text: string) => Number(/Stand (\d+)/.exec(text)?.[1]);

/** Reads the site continuously as a visitor; reports answers that are not whole pages. */
function visit(): () => Promise<{ visits: number; wrong: string[] }> {
  const wrong: string[] = [];
  let visits = 0;
  let stopped = false;
  const addresses = ['/', `/foto/${item.slug}`, '/mediabibliotheek'];
  const visiting = (async () => {
    for (; !stopped; visits++) {
      const address = addresses[visits % addresses.length] ?? '/';
      const answer = await fetch(origin + address).catch((error: Error) => error);
      if (answer instanceof Error) wrong.push(`${address} ${answer.message}`);
      else if (answer.status !== 200 || !(await answer.text()).trimEnd().endsWith('</html>'))
        wrong.push(`${address} ${answer.status}`);
      await pause(20);
    }
  })();
  return async () => {
    stopped = true;
    await visiting;
    return { visits, wrong };
  };
}

/** Edits continuously. Acknowledged edits must persist; others may. */
function keepEditing(from: number) {
  const progress = { tried: from, acknowledged: from, strange: [] as string[] };
  let stopped = false;
  const editing = (async () => {
    while (!stopped) {
      progress.tried += 1;
      try {
        await edit(`Stand ${progress.tried}`);
        progress.acknowledged = progress.tried;
      } catch (error) {
        const text = String(error);
        // A kill explains only a refused or broken connection.
        if (!/: 50[234] |fetch failed|terminated/.test(text)) progress.strange.push(text);
      }
      await pause(25);
    }
  })();
  const stop = async () => {
    stopped = true;
    await editing;
  };
  return { progress, stop };
}

it(
  `loses no edit and shows only whole pages in ${ROUNDS} rounds of kill -9`,
  async () => {
    const random = seededRandom(SEED);
    const stopVisiting = visit();
    const strange: string[] = [];
    const killed = { api: 0, worker: 0 };
    let tried = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const editor = keepEditing(tried);
      await waitFor('an edit', () => editor.progress.acknowledged > tried);
      await pause(random() * 600);
      // First each alone, then at random.
      const draw = round <= 2 ? round / 3 - 0.1 : random();
      const victims = draw < 0.4 ? [worker] : draw < 0.8 ? [api] : [api, worker];
      await Promise.all(victims.map((victim) => victim.kill()));
      if (victims.includes(api)) killed.api += 1;
      if (victims.includes(worker)) killed.worker += 1;
      await pause(random() * 200);
      await Promise.all(victims.map((victim) => victim.start()));
      await editor.stop();
      strange.push(...editor.progress.strange);
      tried = editor.progress.tried;
      const stored = await client.call<MediaItem[]>('GET', '/api/admin/media');
      const stand = standIn(stored[0]?.title ?? '');
      expect(stand).toBeGreaterThanOrEqual(editor.progress.acknowledged);
      expect(stand).toBeLessThanOrEqual(tried);
      await waitFor(`round ${round} to be live`, async () => standIn(await library()) === stand);
      await waitFor('rest', async () => {
        const { state } = await client.call<PublishState>('GET', '/api/publishing/state');
        return state === 'live';
      });
      expect([round, await lastingFaults()]).toEqual([round, []]);
    }
    const { visits, wrong } = await stopVisiting();
    keepFigures('kills', {
      rounds: ROUNDS,
      seed: SEED,
      killed,
      edits: tried,
      visits,
      wrong,
      strange,
    });
    expect([wrong, strange]).toEqual([[], []]);
    expect(visits).toBeGreaterThan(ROUNDS);
  },
  LONGEST_MS,
);

it(`publishes ${EDITS} edits of ${CLIENTS} clients in a few publishes, the last of which has them all`, async () => {
  const before = worker.said('"published"');
  const began = performance.now();
  const lines = Array.from({ length: CLIENTS }, async (_, line) => {
    for (let n = line; n < EDITS; n += CLIENTS) {
      await client.call('PATCH', `/api/admin/media/${item.id}`, { title: `Reeks ${n}` });
      if (n + CLIENTS < EDITS) await pause(25 * CLIENTS);
    }
  });
  await Promise.all(lines);
  const editsMs = performance.now() - began;
  await edit(`Reeks ${EDITS}`);
  await waitFor('the last edit', async () => (await library()).includes(`Reeks ${EDITS}`));
  await waitFor('rest', async () => {
    const { state } = await client.call<PublishState>('GET', '/api/publishing/state');
    return state === 'live';
  });
  const tookMs = performance.now() - began;
  const published = () => worker.said('"published"') - before;
  // Its log may arrive later than its state.
  await expect.poll(published).toBeGreaterThan(0);
  const builds = published();
  keepFigures('burst', { edits: EDITS + 1, clients: CLIENTS, editsMs, tookMs, builds, goal: 7 });
  // Publishes of a burst are at least 400 ms apart: seven in five seconds when none is cut short.
  expect(builds).toBeLessThanOrEqual(2 + tookMs / 400);
  expect(await lastingFaults()).toEqual([]);
});

// `supervisor.test.ts` kills a program that sends none.
it.each(['API', 'worker'])('the %s sends signs of life', async (name) => {
  const program = name === 'API' ? api : worker;
  await expect.poll(program.beats).toBeGreaterThan(0);
});

it('refuses to publish beside the worker', () => {
  const main = path.join(import.meta.dirname, '../../../content-build/src/main.ts');
  const { status, stderr } = spawnSync(process.execPath, [main, 'publish'], {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
  });
  expect([status, stderr.trim()]).toEqual([
    1,
    'The worker is running and publishes by itself. Stop it to do this by hand.',
  ]);
});
