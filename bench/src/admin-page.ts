/**
 * `npm run bench -- admin-page`: the admin's media page with ten thousand items, in a real browser
 * and as it is built: what a keystroke takes until it is painted, in the search and in a card of the
 * bulk upload, how the grid scrolls, and what it all weighs. The processor is slowed down as the
 * issue asks. Passing time counts whatever else the machine does; so each round also tells the
 * processor time of the page, and what a plain list of the same titles takes in the same round.
 */
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { generateItems } from './admin-items.ts';
import { account, withLive } from './live-product.ts';
import { median } from './programs.ts';

const ITEMS = 10_000;
const SLOWDOWN = 4;
const LIMIT_MS = 50;
const PAUSE_MS = 120;
const FRAMES = 150;
const ROUNDS = 3;
const DRAFTS = 100;
const TYPED = 'Een ijsvogel op zijn tak';
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

interface Keystroke {
  /** From the key press until it is painted. */
  ms: number;
  /** Processor milliseconds of the page's main thread, and of these its scripts and its layout. */
  busyMs: number;
  scriptMs: number;
  layoutMs: number;
}

async function threadTimes(cdp: CDPSession) {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (wanted: string) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0);
  return {
    busyMs: ms('TaskDuration'),
    scriptMs: ms('ScriptDuration'),
    layoutMs: ms('LayoutDuration') + ms('RecalcStyleDuration'),
  };
}

/** Presses a key whose end `probe` was told to look for; a finger is slower to let go of it. */
async function timeKey(page: Page, cdp: CDPSession, key: string): Promise<Keystroke> {
  const before = await threadTimes(cdp);
  await page.keyboard.down(key);
  const ms = await page.evaluate<number>('probe.painted()');
  await page.keyboard.up(key);
  const after = await threadTimes(cdp);
  return {
    ms,
    busyMs: after.busyMs - before.busyMs,
    scriptMs: after.scriptMs - before.scriptMs,
    layoutMs: after.layoutMs - before.layoutMs,
  };
}

const keyOf = (letter: string) => (letter === ' ' ? 'Space' : letter);

/** Types the words into the search, and takes them back. */
async function typeInSearch(page: Page, cdp: CDPSession, items: MediaItem[]) {
  const keys: Keystroke[] = [];
  await page.getByRole('textbox', { name: 'Search media' }).focus();
  let typed = '';
  const press = async (key: string, next: string) => {
    const [before, after] = [countText(items, typed), countText(items, next)];
    typed = next;
    // Without other words there is nothing to see the end by.
    if (before === after) await page.keyboard.press(key);
    else {
      await page.evaluate(`probe.expect(${JSON.stringify(after)})`);
      keys.push(await timeKey(page, cdp, key));
    }
    // As a quick typist: pictures and placeholders of the last key come in between.
    await page.waitForTimeout(PAUSE_MS);
  };
  for (const word of WORDS) {
    for (const letter of word) await press(keyOf(letter), typed + letter);
    while (typed) await press('Backspace', typed.slice(0, -1));
  }
  return keys;
}

/** Types a title into one card of the bulk upload. */
async function typeInDraft(page: Page, cdp: CDPSession) {
  const keys: Keystroke[] = [];
  const field = page.getByRole('dialog').getByLabel('Title').first();
  await field.fill('');
  await field.focus();
  for (const letter of TYPED) {
    await page.evaluate('probe.expectInput()');
    keys.push(await timeKey(page, cdp, keyOf(letter)));
    await page.waitForTimeout(PAUSE_MS);
  }
  return keys;
}

/** Rounds of typing, each with its own yardstick: the plain list of the same titles, in the same minute. */
async function measureTyping(page: Page, titles: string[], type: () => Promise<Keystroke[]>) {
  const rounds: { keys: Keystroke[]; plainListMs: number }[] = [];
  const plain = () => page.evaluate<number>(`probe.plainList(${JSON.stringify(titles)})`);
  for (let round = 0; round < ROUNDS; round++) {
    const before = await plain();
    const keys = await type();
    rounds.push({ keys, plainListMs: (before + (await plain())) / 2 });
  }
  const all = rounds.flatMap(({ keys }) => keys);
  const middle = (keys: Keystroke[], part: keyof Keystroke) => median(keys.map((key) => key[part]));
  return {
    ...summary(all.map(({ ms }) => ms)),
    medianOfEachRound: rounds.map(({ keys }) => middle(keys, 'ms')),
    busyMs: middle(all, 'busyMs'),
    scriptMs: middle(all, 'scriptMs'),
    layoutMs: middle(all, 'layoutMs'),
    plainListMs: median(rounds.map(({ plainListMs }) => plainListMs)),
    shareOfPlainList: median(
      rounds.map(({ keys, plainListMs }) => middle(keys, 'ms') / plainListMs),
    ),
  };
}

/** The bulk upload with as many pictures as it takes, ready to be typed in. */
async function openDrafts(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bulk Upload' }).click();
  const [facts] = describePictures(1);
  if (!facts) throw new Error('no picture');
  const buffer = Buffer.from(await makePicture(facts, { width: 480 }));
  const files = Array.from({ length: DRAFTS }, (_, n) => ({
    name: `beeld-${n}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(files);
  await page
    .getByRole('listitem', { name: `beeld-${DRAFTS - 1}.jpg` })
    .waitFor({ state: 'attached' });
  await page.waitForTimeout(2000);
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
    data: account,
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
  const slow = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate });
  const titles = items.map(({ title }) => title);
  const search = () => measureTyping(page, titles, () => typeInSearch(page, cdp, items));
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
  await openDrafts(page);
  await slow(SLOWDOWN);
  const draftSlowed = await measureTyping(page, titles, () => typeInDraft(page, cdp));
  return {
    ...opened,
    keystroke,
    keystrokeSlowed,
    underLimit: keystrokeSlowed.median < LIMIT_MS,
    draftSlowed: { drafts: DRAFTS, ...draftSlowed },
    draftUnderLimit: draftSlowed.median < LIMIT_MS,
    scroll,
    scrollSlowed,
    heapAtRestMb,
    heapAfterMb,
    elements,
  };
}

export async function benchAdminPage(folder: string): Promise<Record<string, unknown>> {
  return withLive(folder, { worker: false, caddy: false }, async ({ origin }) => {
    const browser = await launchBrowser();
    try {
      const figures = await measureAll(browser, origin);
      return { items: ITEMS, slowdown: SLOWDOWN, limitMs: LIMIT_MS, ...figures };
    } finally {
      await browser.close();
    }
  });
}
