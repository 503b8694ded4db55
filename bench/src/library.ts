/**
 * `npm run bench -- library`: the public library with ten thousand items, published by the real publisher and opened in
 * a real browser with CPU throttling: time of a keystroke in the search, scrolling, and sizes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { INDEX_PATH } from '@veldlicht/contract/index-paths';
import { librarySearchChunk } from '@veldlicht/contract/library-index';
import { dataFolder } from '@veldlicht/database/data-folder';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { withLive } from './live-product.ts';
import { median, percentile, say } from './programs.ts';
import { seedAndPublish } from './seed-library.ts';

const ITEMS = 10_000;
const SLOWDOWN = 4;
const FRAMES = 150;
/** Typed letter by letter: from nearly all items to few and none, and back to all. */
const WORDS = ['ijsvo', 'stille o', 'velu', 'gouden u', 'heid', 'kwartel'];
const GOAL_WORST_MS = 50;

function texts(): string[] {
  return WORDS.flatMap((word) => {
    const typed = [...word].map((_, i) => word.slice(0, i + 1));
    return [...typed, ...typed.toReversed().slice(1), ''];
  });
}

interface Page10k {
  page: Page;
  cdp: CDPSession;
}

/** Opens the library with the same small picture for all items. */
export async function open(browser: Browser, address: string): Promise<Page10k> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const picture = await plainPicture(40, { width: 480, height: 320 });
  await context.route(/\/media\//, (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: picture }),
  );
  await context.addInitScript({ path: path.join(import.meta.dirname, 'page-probe.js') });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'load' });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, cdp };
}

/** Milliseconds of CPU time used by the page's scripts, styles and layout so far. */
async function workMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const kinds = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];
  const seconds = metrics.filter(({ name }) => kinds.includes(name)).map(({ value }) => value);
  return 1000 * seconds.reduce((sum, value) => sum + value, 0);
}

/** Waits until the grid is interactive and every card in it is loaded. */
export async function settled(page: Page): Promise<void> {
  const timeout = 240_000;
  await page.locator('.grid__item[aria-setsize]').first().waitFor({ state: 'attached', timeout });
  await page.locator('.card--coming').first().waitFor({ state: 'detached', timeout });
}

export async function measureTyping({ page, cdp }: Page10k, steps: string[], pauseMs: number) {
  await page.getByRole('searchbox').focus();
  await settled(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const ms: number[] = [];
  const work: number[] = [];
  const told: string[] = [];
  // Warms up: the first keystroke compiles.
  await page.evaluate("probe.type('q')");
  await page.evaluate("probe.type('')");
  for (const text of steps) {
    // Lets the previous step finish loading and rendering.
    await page.waitForTimeout(pauseMs);
    const before = await workMs(cdp);
    const step = await page.evaluate<{ ms: number; told: string }>(
      `probe.type(${JSON.stringify(text)})`,
    );
    work.push((await workMs(cdp)) - before);
    ms.push(step.ms);
    told.push(step.told);
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { ms, work, told };
}

/** `workMs` is CPU time, which does not depend on the load of the machine. */
export function summary({ ms, work }: { ms: number[]; work: number[] }) {
  return {
    samples: ms.length,
    medianMs: median(ms),
    worstMs: Math.max(...ms),
    medianWorkMs: median(work),
    worstWorkMs: Math.max(...work),
  };
}

async function measureScroll({ page, cdp }: Page10k) {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const frames = await page.evaluate<number[]>(`probe.scroll(${FRAMES})`);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return {
    medianFrameMs: median(frames),
    p95FrameMs: percentile(frames, 0.95),
    worstFrameMs: Math.max(...frames),
    nodes: await page.evaluate<number>('probe.cards()'),
  };
}

/** Bytes of the HTML, scripts and styles loaded so far, with gzip. */
async function measureWeight(page: Page, site: string) {
  const names = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
  );
  const gzip = (file: string) => readFileSync(path.join(site, `${file}.gz`)).length;
  const sum = (kind: string) =>
    names
      .filter((name) => name.startsWith('/_astro/') && name.endsWith(kind))
      .reduce((total, name) => total + gzip(name), 0);
  const html = gzip('mediabibliotheek.html');
  const [js, css] = [sum('.js'), sum('.css')];
  return { html, js, css, all: html + js + css };
}

async function measurePages(browser: Browser, origin: string, site: string) {
  const address = `${origin}/mediabibliotheek`;
  say('the page at rest');
  const main = await open(browser, address);
  await main.page.waitForTimeout(500);
  const atRest = await measureWeight(main.page, site);
  say('typing');
  const typing = await measureTyping(main, texts(), 400);
  const inUse = await measureWeight(main.page, site);
  const nodes = await main.page.evaluate<number>('probe.cards()');
  await main.page.context().close();

  say('scrolling');
  const moving = await open(browser, address);
  const scroll = await measureScroll(moving);
  const shift = await moving.page.evaluate<number>('probe.shift()');
  await moving.page.context().close();

  const shared = await open(browser, `${address}?category=macro`);
  await settled(shared.page);
  await shared.page.waitForTimeout(1000);
  const sharedShift = await shared.page.evaluate<number>('probe.shift()');
  await shared.page.context().close();

  return {
    keystroke: summary(typing),
    goalWorstMs: GOAL_WORST_MS,
    nodes,
    scroll,
    layoutShift: { library: shift, sharedView: sharedShift },
    gzipBytesAtRest: atRest,
    gzipBytesInUse: inUse,
  };
}

/** Bytes per item of the published library index, with brotli. */
function measureIndex(folder: string) {
  const bytes = { search: 0, view: 0 };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json')) continue;
    const json: unknown = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const kind = librarySearchChunk.safeParse(json).success ? 'search' : 'view';
    bytes[kind] += readFileSync(path.join(folder, `${name}.br`)).length;
  }
  return {
    searchBytesPerItem: bytes.search / ITEMS,
    goalSearchBytesPerItem: 30,
    viewBytesPerItem: bytes.view / ITEMS,
  };
}

export async function benchLibrary(folder: string): Promise<Record<string, unknown>> {
  const prepare = seedAndPublish(ITEMS);
  return withLive(folder, { worker: false, caddy: false, prepare }, async ({ origin }, dataDir) => {
    const site = dataFolder(dataDir).publicSite;
    const browser = await launchBrowser();
    try {
      const pages = await measurePages(browser, origin, site);
      return {
        slowdown: SLOWDOWN,
        index: measureIndex(path.join(site, INDEX_PATH)),
        ...pages,
      };
    } finally {
      await browser.close();
    }
  });
}
