/**
 * `npm run bench -- admin-page`: the admin's media page with ten thousand items, in a real browser
 * and as it is built: what a keystroke in the search takes until it is painted, how the grid
 * scrolls, and what it all weighs. The processor is slowed down as the issue asks.
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import { programs } from '@veldlicht/scripts/programs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { generateItems } from './admin-items.ts';
import { median, startProgram } from './programs.ts';
import { seedLibrary } from './seed-library.ts';

const ITEMS = 10_000;
const SLOWDOWN = 4;
const LIMIT_MS = 50;
const PAUSE_MS = 120;
const FRAMES = 150;
const USER = 'bench';
const PASSWORD = createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url');
/** Typed letter by letter and taken back the same way: few results, many, and none. */
const WORDS = ['ijsvo', 'stille o', 'velu', 'gouden u', 'bij', 'heid', '52.1', 'kwartel'];

function summary(ms: number[]) {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { samples: ms.length, median: median(ms), p95: at(0.95), worst: sorted.at(-1) };
}

/** How many items hold the text: computed anew here, so that a quick wrong answer is no answer. */
function countOf(items: MediaItem[], text: string): number {
  const wanted = text.trim().toLowerCase();
  return items.filter(({ title, description, location, category }) =>
    [title, description, location, category].some((field) => field?.toLowerCase().includes(wanted)),
  ).length;
}

function countText(items: MediaItem[], text: string): string {
  return text.trim() ? `${countOf(items, text)} of ${ITEMS} items` : `${ITEMS} items`;
}

/** Milliseconds of processor time that the page's main thread has used so far. */
async function mainThreadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** From each key press until its results are painted: milliseconds that pass, and main thread time. */
async function measureSearch(page: Page, cdp: CDPSession, items: MediaItem[]) {
  const ms: number[] = [];
  const busy: number[] = [];
  await page.getByRole('textbox', { name: 'Search media' }).focus();
  let typed = '';
  const press = async (key: string, next: string) => {
    const [before, after] = [countText(items, typed), countText(items, next)];
    typed = next;
    if (before !== after) await page.evaluate(`probe.expect(${JSON.stringify(after)})`);
    const busyBefore = await mainThreadMs(cdp);
    await page.keyboard.press(key);
    // Without other words there is nothing to see the end by.
    if (before !== after) {
      ms.push(await page.evaluate<number>('probe.painted()'));
      busy.push((await mainThreadMs(cdp)) - busyBefore);
    }
    // As a quick typist: pictures and placeholders of the last key come in between.
    await page.waitForTimeout(PAUSE_MS);
  };
  for (const word of WORDS) {
    for (const letter of word) await press(letter === ' ' ? 'Space' : letter, typed + letter);
    while (typed) await press('Backspace', typed.slice(0, -1));
  }
  return { ...summary(ms), mainThreadMs: median(busy) };
}

async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return Math.round(usedSize / 1024 / 102.4) / 10;
}

/** Signed in, with the list and every picture answered from here. */
async function openPage(browser: Browser, origin: string, items: MediaItem[]) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const login = await context.request.post(`${origin}/api/auth/login`, {
    headers: { origin },
    data: { username: USER, password: PASSWORD },
  });
  if (!login.ok()) throw new Error(`${login.status()} ${await login.text()}`);
  const list = JSON.stringify(items);
  const [facts] = describePictures(1);
  if (!facts) throw new Error('no picture');
  const picture = await makePicture(facts, { width: 480 });
  await context.route(/\/api\/admin\/media$/, (route) =>
    route.fulfill({ contentType: 'application/json', body: list }),
  );
  await context.route(/\/media\/[0-9a-f]{32}\//, (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: picture }),
  );
  await context.addInitScript({ path: path.join(import.meta.dirname, 'page-probe.js') });
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(`${origin}/admin/media`);
  await page.getByText(`${ITEMS} items`, { exact: true }).waitFor();
  const openMs = performance.now() - started;
  return { page, openMs, listBytes: Buffer.byteLength(list) };
}

async function measureAll(browser: Browser, origin: string) {
  const items = generateItems(ITEMS);
  const { page, ...opened } = await openPage(browser, origin, items);
  const cdp = await page.context().newCDPSession(page);
  await page.waitForTimeout(1000);
  // Processor time rather than passing time: a busy machine must not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const heapAtRestMb = await heapMb(cdp);
  const keystroke = await measureSearch(page, cdp, items);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const keystrokeSlowed = await measureSearch(page, cdp, items);
  const scrollSlowed = summary(await page.evaluate<number[]>(`probe.scroll(${FRAMES})`));
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const scroll = summary(await page.evaluate<number[]>(`probe.scroll(${FRAMES})`));
  return {
    ...opened,
    keystroke,
    keystrokeSlowed,
    underLimit: keystrokeSlowed.p95 !== undefined && keystrokeSlowed.p95 < LIMIT_MS,
    scroll,
    scrollSlowed,
    heapAtRestMb,
    heapAfterMb: await heapMb(cdp),
    elements: await page.evaluate<number>("document.querySelectorAll('*').length"),
  };
}

export async function benchAdminPage(folder: string): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(path.join(folder, 'admin-page-'));
  const port = 20_000 + (process.pid % 20_000);
  const origin = `http://localhost:${port}`;
  try {
    await seedLibrary(dataDir, 0);
    const api = await startProgram(programs.api, {
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_USERNAME: USER,
      ADMIN_PASSWORD: PASSWORD,
    });
    const browser = await launchBrowser();
    try {
      const figures = await measureAll(browser, origin);
      return { items: ITEMS, slowdown: SLOWDOWN, limitMs: LIMIT_MS, ...figures };
    } finally {
      await browser.close();
      await api.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
