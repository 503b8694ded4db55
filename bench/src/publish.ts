/**
 * `npm run bench -- publish`: what changes cost at 1,000 and 10,000 items, live through the Caddy that we
 * ship, beside full builds of the same pages by Astro, Hugo and Eleventy on the same disk in the same
 * run; whether 200 random changes, published one by one, give the same files as building from nothing;
 * the worker's memory; the admin's list meanwhile; and how fast Caddy serves.
 */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { media } from '@veldlicht/database/schema';
import { freePort } from '@veldlicht/scripts/caddy';
import { desc, eq } from 'drizzle-orm';
import { compareTrees, type TreeComparison } from './compare-trees.ts';
import { astroBuild, contentBuild, median, peakMemoryMb, runTimed } from './programs.ts';
import { fiftyEdits, hundredEdits, hundredPhotos, hundredTitles } from './publish-bursts.ts';
import { timeEdits } from './publish-edits.ts';
import { prepareGenerators } from './publish-generators.ts';
import { runLive, siteVariables } from './publish-live.ts';
import { listWhilePublishing } from './publish-load.ts';
import { compareServing } from './publish-serving.ts';
import { changeOnce } from './random-changes.ts';
import { repeatable, seedLibrary } from './seed-library.ts';

/** `BENCH_ITEMS` for a quick look; ten times fewer in the small library. */
const ITEMS = Number(process.env.BENCH_ITEMS || 10_000);
const EDITS = 21;
const ROUNDS = 5;
const EDITS_A_ROUND = 7;
const CHANGES = 200;

const say = (line: string) => console.error(`  ${line} …`);

/** One library in a data folder of its own, published for one port. */
interface Library {
  dataDir: string;
  port: number;
}

async function makeLibrary(dataDir: string, count: number): Promise<Library> {
  say(`seeding ${count} items`);
  await seedLibrary(dataDir, count);
  return { dataDir, port: await freePort() };
}

const publishAll = ({ dataDir, port }: Library) =>
  runTimed(contentBuild('publish'), siteVariables(dataDir, port));

async function measureEdits(library: Library) {
  const { dataDir, port } = library;
  say('first publish');
  const firstPublishMs = await publishAll(library);
  say('edits one by one');
  const eager = await runLive(dataDir, port, 0);
  const times = await timeEdits(eager.origin, dataDir, EDITS);
  say('a hundred edits together');
  const together = await hundredEdits(eager);
  const titlesMs = await hundredTitles(eager, dataDir);
  const workerPeakMb = peakMemoryMb(eager.workerPid);
  await eager.stop();
  const many = { hundredEditsMs: together, hundredTitlesMs: titlesMs };
  return { firstPublishMs, editMs: median(times), ...many, workerPeakMb };
}

async function measureBursts({ dataDir, port }: Library) {
  const live = await runLive(dataDir, port, 100);
  say('fifty edits in ten seconds');
  const lastOfFiftyMs = await fiftyEdits(live);
  say('a hundred new photos');
  const photosMs = await hundredPhotos(live, dataDir);
  await live.stop();
  return {
    lastOfFiftyEditsMs: lastOfFiftyMs,
    goalLastOfFiftyEditsMs: 1000,
    hundredPhotosMs: photosMs,
    goalHundredPhotosMs: 2000,
  };
}

async function measureLoad({ dataDir, port }: Library) {
  say('the list of the admin while all pages are made anew');
  const live = await runLive(dataDir, port, 100);
  const list = await listWhilePublishing(live);
  const workerPeakMb = peakMemoryMb(live.workerPid);
  await live.stop();
  return { ...list, workerPeakMb };
}

/** A plain `astro build` of the pages as the database has them now. */
async function plainBuild({ dataDir, port }: Library, scratch: string) {
  say('plain astro build');
  const pages = path.join(scratch, 'pages.ndjson');
  const out = path.join(scratch, 'plain');
  await runTimed(contentBuild('pages', pages), siteVariables(dataDir, port));
  const ms = await runTimed(astroBuild, {
    SITE_PAGES: pages,
    SITE_OUT: out,
    SITE_CACHE: path.join(scratch, 'cache'),
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  });
  return { ms, out, pages };
}

/**
 * Edits and full builds by Hugo in turns, so that a busy minute hits both: the ratio is that of the middle
 * round. Eleventy, which is slower, is run once.
 */
async function measureBeside(library: Library, pages: string, scratch: string) {
  const { dataDir, port } = library;
  say('Hugo and Eleventy');
  const generators = await prepareGenerators(pages, liveRelease(dataDir), scratch);
  const eleventyMs = await generators.eleventy();
  const live = await runLive(dataDir, port, 0);
  const rounds: Array<{ editMs: number; hugoMs: number | null; ratio: number }> = [];
  for (let round = 0; round < ROUNDS; round++) {
    const done = EDITS + round * EDITS_A_ROUND;
    const editMs = median(await timeEdits(live.origin, dataDir, EDITS_A_ROUND, done));
    const hugoMs = generators.hugo && (await generators.hugo());
    rounds.push({ editMs, hugoMs, ratio: editMs / Math.min(hugoMs ?? eleventyMs, eleventyMs) });
  }
  await live.stop();
  return {
    pages: generators.pages,
    eleventyMs,
    rounds,
    editToFasterGenerator: median(rounds.map(({ ratio }) => ratio)),
    goalEditToFasterGenerator: 1 / 30,
  };
}

const liveRelease = (dataDir: string) => path.join(dataFolder(dataDir).releases, 'current');

/** Publishes the same database into an empty place. */
async function publishFromNothing({ dataDir, port }: Library, scratch: string): Promise<string> {
  const fresh = path.join(scratch, 'fresh');
  mkdirSync(fresh);
  const from = dataFolder(dataDir);
  const to = dataFolder(fresh);
  const db = openDatabase(from.database);
  await db.$client.backup(to.database);
  db.$client.close();
  symlinkSync(from.renditions, to.renditions);
  await publishAll({ dataDir: fresh, port });
  return liveRelease(fresh);
}

interface Equality {
  changes: number;
  fromNothing: TreeComparison;
  plainAstroBuild: TreeComparison;
}

async function measureEquality(library: Library, scratch: string): Promise<Equality> {
  say(`${CHANGES} random changes`);
  const { dataDir, port } = library;
  const live = await runLive(dataDir, port, 0);
  const db = openDatabase(dataFolder(dataDir).database);
  const random = repeatable(7);
  for (let i = 0; i < CHANGES; i++) await changeOnce(db, random, dataFolder(dataDir).renditions);
  db.$client.close();
  await live.stop();
  await publishAll(library);
  const current = liveRelease(dataDir);
  say('the same from nothing');
  const fromNothing = compareTrees(current, await publishFromNothing(library, scratch), 'release');
  const plain = await plainBuild(library, scratch);
  return {
    changes: CHANGES,
    fromNothing,
    plainAstroBuild: compareTrees(current, plain.out, 'astro'),
  };
}

function newestSlug(dataDir: string): string {
  const db = openDatabase(dataFolder(dataDir).database, { readonly: true });
  const newest = db.select({ slug: media.slug }).from(media).orderBy(desc(media.seq));
  const row = newest.where(eq(media.type, 'photo')).limit(1).get();
  db.$client.close();
  return row?.slug ?? '';
}

export async function benchPublish(folder: string): Promise<Record<string, unknown>> {
  const scratch = mkdtempSync(path.join(folder, 'publish-'));
  try {
    const small = await makeLibrary(path.join(scratch, 'small'), ITEMS / 10);
    const large = await makeLibrary(path.join(scratch, 'large'), ITEMS);
    const thousand = await measureEdits(small);
    const tenThousand = await measureEdits(large);
    const plain = await plainBuild(large, scratch);
    rmSync(plain.out, { recursive: true });
    const others = await measureBeside(large, plain.pages, scratch);
    say('serving');
    const slug = newestSlug(large.dataDir);
    const serving = await compareServing(large.dataDir, large.port, slug, scratch);
    const list = await measureLoad(small);
    const bursts = await measureBursts(large);
    const equality = await measureEquality(large, scratch);
    return {
      items: ITEMS,
      thousand,
      tenThousand,
      astroBuildMs: plain.ms,
      editToAstroBuild: tenThousand.editMs / plain.ms,
      goalEditToAstroBuild: 1 / 150,
      ...others,
      editTenThousandToThousand: tenThousand.editMs / thousand.editMs,
      goalEditTenThousandToThousand: 2,
      hundredEditsToAstroBuild: tenThousand.hundredEditsMs / plain.ms,
      goalHundredEditsToAstroBuild: 1 / 8,
      hundredTitlesToAstroBuild: tenThousand.hundredTitlesMs / plain.ms,
      ...bursts,
      goalWorkerPeakMb: 350,
      list,
      serving,
      equality,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
