/**
 * `npm run bench -- site`: Lighthouse's phone on the public pages with photographs of real size behind
 * Caddy, the library with ten thousand of them, what the pages weigh, and the same pictures as a plain
 * Hugo gallery where there is a Hugo. `BENCH_PHOTOS` names a folder of JPEGs to use instead of generated
 * ones, `BENCH_RUNS` how often each page is inspected (5). Speed is worth reading on an idle machine only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { freePort, serveSite } from '@veldlicht/scripts/caddy';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import type { Browser } from 'playwright-core';
import { serveFolder } from './caddy.ts';
import { watchFirstScreen } from './first-screen.ts';
import { buildHugoGallery } from './hugo-gallery.ts';
import { findPhotos } from './images.ts';
import { inspectPage } from './lighthouse-run.ts';
import { weighPage } from './page-weight.ts';
import { type PhotoSite, startPhotoSite } from './photo-site.ts';
import { contentBuild, runTimed } from './programs.ts';
import { type ModelPhoto, seedLibrary } from './seed-library.ts';

const RUNS = Number(process.env.BENCH_RUNS) || 5;
const ITEMS = Number(process.env.BENCH_ITEMS) || 10_000;

/** What the public site is to reach on a phone; bytes are gzip. */
const GOALS = {
  performance: 98,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  cls: 0,
  /** With Lighthouse's slowdown of the processor. */
  longestTaskMs: 50,
  jsGzip: { home: 75_000, library: 75_000, library10k: 75_000, photo: 15_000 },
  htmlCssJsGzip: 105_000,
};

const SLOWDOWN = 4;

const say = (line: string) => console.error(`  ${line} …`);

interface Tools {
  browser: Browser;
  scratch: string;
}

async function measure({ browser, scratch }: Tools, address: string) {
  say(address);
  const loadBefore = loadavg()[0];
  const { answers, figures, remarks, runs } = await inspectPage(address, RUNS, scratch);
  const page = {
    ...figures,
    ...(await weighPage(answers)),
    firstScreen: await watchFirstScreen(browser, address),
    remarks,
    runs,
    load: { before: loadBefore, after: loadavg()[0] },
  };
  console.error(`  ${JSON.stringify(page)}`);
  return page;
}
type PageFigures = Awaited<ReturnType<typeof measure>>;

/** What is short of its goal, in words; empty when all is reached. */
function shortOf(name: string, page: PageFigures): string[] {
  const jsGoal = new Map(Object.entries(GOALS.jsGzip)).get(name);
  const below = (['performance', 'accessibility', 'bestPractices', 'seo'] as const).filter(
    (key) => page[key] < GOALS[key],
  );
  const over = [
    ['cls', page.cls, GOALS.cls],
    ['longestTaskMs', SLOWDOWN * page.firstScreen.longestTaskCpuMs, GOALS.longestTaskMs],
    ['jsGzip', page.jsGzip, jsGoal ?? Infinity],
    ['htmlCssJsGzip', page.htmlCssJsGzip, GOALS.htmlCssJsGzip],
  ] as const;
  return [
    ...below.map((key) => `${name}: ${key} ${page[key]} < ${GOALS[key]}`),
    ...over
      .filter(([, value, goal]) => value > goal)
      .map(([key, value, goal]) => `${name}: ${key} ${value} > ${goal}`),
  ];
}

async function measureSite(tools: Tools, site: PhotoSite) {
  const at = (path: string) => measure(tools, site.origin + path);
  return {
    home: await at('/'),
    library: await at('/mediabibliotheek'),
    photo: await at(site.photo),
    ...(site.film ? { film: await at(site.film) } : {}),
  };
}

async function measureLarge(tools: Tools, models: ModelPhoto[]) {
  const dataDir = path.join(tools.scratch, 'large');
  const port = await freePort();
  say(`seeding and publishing ${ITEMS} items`);
  await seedLibrary(dataDir, ITEMS, models);
  await runTimed(contentBuild('publish'), {
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
  });
  const server = await serveSite(dataDir, port, await freePort());
  try {
    return await measure(tools, `${server.origin}/mediabibliotheek`);
  } finally {
    await server.stop();
  }
}

async function measureHugo(tools: Tools, photos: string[], ours: PageFigures) {
  const folder = await buildHugoGallery(photos, path.join(tools.scratch, 'hugo'));
  if (!folder) return null;
  const server = await serveFolder(folder, tools.scratch);
  try {
    const page = await measure(tools, server.origin);
    return {
      page,
      ourLibraryToIt: {
        requests: ours.requests / page.requests,
        lcpMs: ours.lcpMs / page.lcpMs,
        htmlCssJsGzip: ours.htmlCssJsGzip / page.htmlCssJsGzip,
        firstScreenPictureBytes: ours.firstScreen.pictureBytes / page.firstScreen.pictureBytes,
        firstScreenAll:
          (ours.htmlCssJsGzip + ours.fontBytes + ours.firstScreen.pictureBytes) /
          (page.htmlCssJsGzip + page.fontBytes + page.firstScreen.pictureBytes),
      },
    };
  } finally {
    await server.stop();
  }
}

export async function benchSite(folder: string): Promise<Record<string, unknown>> {
  const photos = await findPhotos(folder);
  const scratch = mkdtempSync(path.join(folder, 'site-'));
  const browser = await launchBrowser();
  const tools = { browser, scratch };
  try {
    say(`taking ${photos.length} photographs in`);
    const site = await startPhotoSite(path.join(scratch, 'small'), photos);
    const pages = await measureSite(tools, site).finally(site.stop);
    const library10k = await measureLarge(tools, site.models());
    const all: Record<string, PageFigures> = { ...pages, library10k };
    return {
      photos: photos.length,
      items: ITEMS,
      goals: GOALS,
      short: Object.entries(all).flatMap(([name, page]) => shortOf(name, page)),
      pages: all,
      hugoGallery: await measureHugo(tools, photos, pages.library),
    };
  } finally {
    await browser.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
