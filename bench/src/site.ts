/**
 * `npm run bench -- site`: Lighthouse, weight and first screen of public pages, with photographs of realistic size from
 * the real upload and image process, and of the library with ten thousand of them.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { nameSlug } from '@veldlicht/contract/name';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { files } from '@veldlicht/database/schema';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { makeVideo } from '@veldlicht/scripts/pictures/make-video';
import {
  demoVideos,
  describePictures,
  type PictureFacts,
} from '@veldlicht/scripts/pictures/picture-set';
import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { watchFirstScreen } from './first-screen.ts';
import { findPhotos } from './images.ts';
import { inspectPage } from './lighthouse.ts';
import { type Live, pause, siteVariables, withLive } from './live-product.ts';
import { contentBuild, runTimed, say } from './programs.ts';
import {
  type ModelPhoto,
  SERIES_ITEMS,
  SERIES_PATH,
  seedLibrary,
  seedSeries,
} from './seed-library.ts';

const RUNS = Number(process.env.BENCH_RUNS) || 5;
const ITEMS = Number(process.env.BENCH_ITEMS) || 10_000;
const LIVE_WITHIN_MS = 600_000;
const SLOWDOWN = 4;
/** Species of all pictures, for its page. */
const SPECIES = 'Vulpes vulpes';

/** Goals on a phone; bytes with gzip. */
const GOALS = {
  performance: 100,
  /** For the page with the player. */
  videoPerformance: 98,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  cls: 0,
  /** With Lighthouse's CPU throttling. */
  longestTaskMs: 50,
  jsGzip: { home: 75_000, library: 75_000, library10k: 75_000, photo: 6000 },
  htmlCssJsGzip: 105_000,
};

interface Tools {
  browser: Browser;
  scratch: string;
}

async function measure({ browser, scratch }: Tools, address: string) {
  say(address);
  const page = {
    ...(await inspectPage(address, RUNS, scratch)),
    firstScreen: await watchFirstScreen(browser, address),
    load: loadavg()[0],
  };
  console.error(`  ${JSON.stringify(page)}`);
  return page;
}
type PageFigures = Awaited<ReturnType<typeof measure>>;

/** Missed goals, one line each. */
function shortOf(name: string, page: PageFigures): string[] {
  const jsGoal = new Map(Object.entries(GOALS.jsGzip)).get(name);
  const goals = name === 'video' ? { ...GOALS, performance: GOALS.videoPerformance } : GOALS;
  const below = (['performance', 'accessibility', 'bestPractices', 'seo'] as const).filter(
    (key) => page[key] < goals[key],
  );
  const over = [
    ['cls', page.cls, GOALS.cls],
    ['longestTaskMs', SLOWDOWN * page.firstScreen.longestTaskCpuMs, GOALS.longestTaskMs],
    ['jsGzip', page.jsGzip, jsGoal ?? Infinity],
    ['htmlCssJsGzip', page.htmlCssJsGzip, GOALS.htmlCssJsGzip],
  ] as const;
  return [
    ...below.map((key) => `${name}: ${key} ${page[key]} < ${goals[key]}`),
    ...over
      .filter(([, value, goal]) => value > goal)
      .map(([key, value, goal]) => `${name}: ${key} ${value} > ${goal}`),
  ];
}

async function add({ client }: Live, facts: PictureFacts, file: string, type: string) {
  const { objectPath } = await client.upload(new Uint8Array(readFileSync(file)), type);
  for (const tag of facts.tags) await client.addTag(tag);
  const { title, description, category, tags, featured, takenAt } = facts;
  const date = takenAt.slice(0, 10);
  const location = facts.location ?? 'Veluwe';
  const texts = { title, description, category, tags, featured, location, date };
  const species = [{ scientificName: SPECIES }];
  await client.addMedia({ ...texts, species, imageUrl: objectPath });
}

/** Adds the photographs and, if ffmpeg is installed, a video; returns the paths of pages once all are live. */
async function fill(live: Live, scratch: string, photos: string[]) {
  const names = { scientificName: SPECIES, dutchName: 'Vos', englishName: null };
  await live.client.call('PUT', '/api/admin/species', {
    ...names,
    group: 'mammals',
    family: null,
  });
  const texts = describePictures().filter(({ description }) => description !== null);
  for (const [i, file] of photos.entries()) {
    const facts = texts[i % texts.length];
    if (facts) await add(live, { ...facts, featured: i === 0 }, file, 'image/jpeg');
  }
  const [video] = demoVideos;
  const clip = path.join(scratch, 'video.mp4');
  const hasVideo = video !== undefined && (await makeVideo(video.fileName, clip, 5));
  if (hasVideo) await add(live, video, clip, 'video/mp4');
  for (const began = Date.now(); Date.now() - began < LIVE_WITHIN_MS; await pause(500)) {
    const html = await (await fetch(`${live.origin}/mediabibliotheek`)).text();
    const paths = [...new Set(html.match(/\/(?:foto|video)\/[a-z0-9-]+-\d+(?=")/g))];
    if (paths.length < photos.length + (hasVideo ? 1 : 0)) continue;
    const find = (start: string) => paths.find((one) => one.startsWith(start));
    return { photo: find('/foto/') ?? '', video: find('/video/') };
  }
  throw new Error('the photographs were never live');
}

/** The rendered photographs, as models of a larger library. */
function modelsOf(dataDir: string): ModelPhoto[] {
  const folder = dataFolder(dataDir);
  const db = openDatabase(folder.database);
  const rows = db.select().from(files).where(eq(files.type, 'photo')).all();
  db.$client.close();
  return rows.map((row) => ({ ...row, folder: path.join(folder.renditions, row.hash) }));
}

export async function benchSite(folder: string): Promise<Record<string, unknown>> {
  const photos = await findPhotos(folder);
  const scratch = mkdtempSync(path.join(folder, 'site-'));
  const browser = await launchBrowser();
  const tools = { browser, scratch };
  try {
    say(`taking ${photos.length} photographs in`);
    const pages = await withLive(scratch, {}, async (live, dataDir) => {
      const paths = await fill(live, scratch, photos);
      const at = (place: string) => measure(tools, live.origin + place);
      const small = {
        home: await at('/'),
        library: await at('/mediabibliotheek'),
        photo: await at(paths.photo),
        species: await at(`/soort/${nameSlug(SPECIES)}`),
        ...(paths.video ? { video: await at(paths.video) } : {}),
      };
      const prepare = async (large: string, port: number) => {
        say(`seeding and publishing ${ITEMS} items`);
        await seedLibrary(large, ITEMS, modelsOf(dataDir));
        seedSeries(large, SERIES_ITEMS);
        await runTimed(contentBuild('publish'), siteVariables(large, port));
      };
      const large = await withLive(scratch, { prepare, worker: false }, async ({ origin }) => ({
        library10k: await measure(tools, `${origin}/mediabibliotheek`),
        series: await measure(tools, `${origin}${SERIES_PATH}`),
      }));
      return { ...small, ...large };
    });
    const all: Record<string, PageFigures> = pages;
    const short = Object.entries(all).flatMap(([name, page]) => shortOf(name, page));
    return { photos: photos.length, items: ITEMS, goals: GOALS, short, pages };
  } finally {
    await browser.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
