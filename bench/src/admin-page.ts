/**
 * `npm run bench -- admin-page`: the built media page of the admin with ten thousand items, in a real browser with CPU
 * throttling: time from a keystroke to its paint (search, table of all items, bulk upload table with a thousand
 * drafts), scrolling of the grid, and sizes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import { dropPaths } from '@veldlicht/scripts/drop-paths';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { account, type Live, withLive } from './live-product.ts';
import { median, percentile } from './programs.ts';
import { seedLibrary } from './seed-library.ts';

const PROBE = path.join(import.meta.dirname, 'page-probe.js');
const ITEMS = 10_000;
const SLOWDOWN = 4;
const LIMIT_MS = 50;
const PAUSE_MS = 120;
const FRAMES = 150;
const ROUNDS = 3;
const DRAFTS = 1000;
const TYPED = 'Een ijsvogel op zijn tak';
/** Typed and deleted letter by letter: few results, many, and none. */
const WORDS = ['ijsvo', 'stille o', 'velu', 'gouden u', 'bij', 'heid', '52.1', 'kwartel'];

function summary(ms: number[]) {
  const worst = Math.max(...ms);
  return { samples: ms.length, median: median(ms), p95: percentile(ms, 0.95), worst };
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Number of items that contain a text, computed independently to check the page. */
function countOf(items: MediaItem[], text: string): number {
  const wanted = plain(text.trim());
  return items.filter(({ title, description, location, category, tags, originalName }) =>
    [title, description, location, category, originalName, ...tags].some((field) =>
      plain(field ?? '').includes(wanted),
    ),
  ).length;
}

function countText(items: MediaItem[], text: string): string {
  return text.trim() ? `${countOf(items, text)} of ${ITEMS} items` : `${ITEMS} items`;
}

/** Presses a key and waits for the paint that `probe` expects. */
async function timeKey(page: Page, key: string): Promise<number> {
  await page.keyboard.down(key);
  const ms = await page.evaluate<number>('probe.painted()');
  await page.keyboard.up(key);
  return ms;
}

const keyOf = (letter: string) => (letter === ' ' ? 'Space' : letter);

/** Types the words into the search and deletes them. */
async function typeInSearch(page: Page, items: MediaItem[]) {
  const keys: number[] = [];
  await page.getByRole('textbox', { name: 'Search media' }).focus();
  let typed = '';
  const press = async (key: string, next: string) => {
    const [before, after] = [countText(items, typed), countText(items, next)];
    typed = next;
    // A paint is detected only by a change of the status line.
    if (before === after) await page.keyboard.press(key);
    else {
      await page.evaluate(`probe.expect(${JSON.stringify(after)})`);
      keys.push(await timeKey(page, key));
    }
    // The pace of a quick typist, with time to load pictures.
    await page.waitForTimeout(PAUSE_MS);
  };
  for (const word of WORDS) {
    for (const letter of word) await press(keyOf(letter), typed + letter);
    while (typed) await press('Backspace', typed.slice(0, -1));
  }
  return keys;
}

/** Types a title into one field. */
async function typeInto(page: Page, field: Locator) {
  const keys: number[] = [];
  await field.fill('');
  await field.focus();
  for (const letter of TYPED) {
    await page.evaluate('probe.expectInput()');
    keys.push(await timeKey(page, keyOf(letter)));
    await page.waitForTimeout(PAUSE_MS);
  }
  return keys;
}

async function measureTyping(type: () => Promise<number[]>) {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round++) all.push(...(await type()));
  return summary(all);
}

/** Opens the bulk upload with the maximum number of pictures of a folder. */
async function openDrafts(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bulk Upload' }).click();
  await page.getByRole('dialog').getByText('Choose files').waitFor();
  const [facts] = describePictures(1);
  if (!facts) throw new Error('no picture');
  const picture = await makePicture(facts, { width: 480 });
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-drafts-'));
  for (let n = 0; n < DRAFTS; n += 1) writeFileSync(path.join(folder, `beeld-${n}.jpg`), picture);
  // The browser reads the files until all are sent.
  process.once('exit', () => rmSync(folder, { recursive: true }));
  await dropPaths(page, [folder]);
  await page.locator(`[role=grid][aria-rowcount="${DRAFTS}"]`).waitFor();
  // Waits until the drafts are stored, while the first files are sent.
  await page.waitForTimeout(20_000);
}

/** A page with only a field, as the baseline of a key press on this machine. */
async function openEmptyPage(browser: Browser): Promise<{ page: Page; field: Locator }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent('<!doctype html><input aria-label="Title">');
  await page.addScriptTag({ path: PROBE });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { page, field: page.getByRole('textbox') };
}

async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return Math.round(usedSize / 1024 / 102.4) / 10;
}

/** Opens the media page signed in, with the same small picture for all items. */
async function openPage(browser: Browser, origin: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const login = await context.request.post(`${origin}/api/auth/login`, {
    headers: { origin },
    data: account,
  });
  if (!login.ok()) throw new Error(`${login.status()} ${await login.text()}`);
  const [facts] = describePictures(1);
  if (!facts) throw new Error('no picture');
  const picture = await makePicture(facts, { width: 480 });
  await context.route(/\/media\/[0-9a-f]{32}\//, (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: picture }),
  );
  await context.addInitScript({ path: PROBE });
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(`${origin}/admin/media`);
  await page.getByText(`${ITEMS} items`, { exact: true }).waitFor();
  const openMs = performance.now() - started;
  return { page, openMs };
}

async function measureAll(browser: Browser, { origin, client }: Live) {
  const items = await client.call<MediaItem[]>('GET', '/api/admin/media');
  const { page, openMs } = await openPage(browser, origin);
  const cdp = await page.context().newCDPSession(page);
  await page.waitForTimeout(1000);
  const heapAtRestMb = await heapMb(cdp);
  const slow = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate });
  const search = () => measureTyping(() => typeInSearch(page, items));
  const keystroke = await search();
  await slow(SLOWDOWN);
  const keystrokeSlowed = await search();
  const scrollSlowed = summary(await page.evaluate<number[]>(`probe.scroll(${FRAMES})`));
  await slow(1);
  const scroll = summary(await page.evaluate<number[]>(`probe.scroll(${FRAMES})`));
  const [heapAfterMb, elements] = [
    await heapMb(cdp),
    await page.evaluate<number>("document.querySelectorAll('*').length"),
  ];
  const title = page.locator('[data-row="0"] [data-cell=title]');
  const view = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await view('Table');
  await slow(SLOWDOWN);
  const tableSlowed = await measureTyping(() => typeInto(page, title));
  const tableSearchSlowed = await search();
  await slow(1);
  await view('Grid');
  await openDrafts(page);
  await slow(SLOWDOWN);
  const draftSlowed = await measureTyping(() => typeInto(page, title));
  const empty = await openEmptyPage(browser);
  const emptySlowed = await measureTyping(() => typeInto(empty.page, empty.field));
  return {
    openMs,
    keystroke,
    keystrokeSlowed,
    underLimit: keystrokeSlowed.median < LIMIT_MS,
    tableSlowed: { items: ITEMS, ...tableSlowed },
    tableUnderLimit: tableSlowed.median < LIMIT_MS,
    tableSearchSlowed,
    draftSlowed: { drafts: DRAFTS, ...draftSlowed },
    draftUnderLimit: draftSlowed.median < LIMIT_MS,
    emptySlowed,
    draftToEmpty: draftSlowed.median / emptySlowed.median,
    scroll,
    scrollSlowed,
    heapAtRestMb,
    heapAfterMb,
    elements,
  };
}

export async function benchAdminPage(folder: string): Promise<Record<string, unknown>> {
  const prepare = (dataDir: string) => seedLibrary(dataDir, ITEMS);
  return withLive(folder, { worker: false, caddy: false, prepare }, async (live) => {
    const browser = await launchBrowser();
    try {
      const figures = await measureAll(browser, live);
      return { items: ITEMS, slowdown: SLOWDOWN, limitMs: LIMIT_MS, ...figures };
    } finally {
      await browser.close();
    }
  });
}
