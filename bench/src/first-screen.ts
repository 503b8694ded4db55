/** First screen on a phone: largest paint, visible pictures, layout shift and longest task. */
import type { Browser } from 'playwright-core';

/** The phone of Lighthouse's mobile profile. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

const VISITS = 3;

const WATCH = `
  window.seen = { lcp: null, shift: 0 };
  new PerformanceObserver((list) => { seen.lcp = list.getEntries().at(-1); })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
const READ = `({
  shift: seen.shift,
  lcpElement: seen.lcp?.element?.tagName.toLowerCase() ?? null,
  lcpUrl: seen.lcp?.url ?? '',
  inSight: [...document.images]
    .filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight;
    })
    .map((image) => image.currentSrc),
})`;

interface Seen {
  shift: number;
  lcpElement: string | null;
  lcpUrl: string;
  inSight: string[];
}

/** Measures the first screen; bytes are those of bodies. */
export async function watchFirstScreen(browser: Browser, address: string) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const sizes = new Map<string, Promise<number>>();
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'image')
      sizes.set(
        request.url(),
        request.sizes().then(({ responseBodySize }) => responseBodySize),
      );
  });
  await page.addInitScript(WATCH);
  await page.goto(address, { waitUntil: 'networkidle' });
  const seen = await page.evaluate<Seen>(READ);
  const bytes = async (url: string) => (await sizes.get(url)) ?? 0;
  const pictures = await Promise.all([...new Set(seen.inSight)].map(bytes));
  const figures = {
    shift: seen.shift,
    lcpElement: seen.lcpElement,
    lcpFile: seen.lcpUrl === '' ? null : seen.lcpUrl.split('/').at(-1),
    lcpImageBytes: await bytes(seen.lcpUrl),
    pictures: pictures.length,
    pictureBytes: pictures.reduce((sum, size) => sum + size, 0),
  };
  await context.close();
  return { ...figures, longestTaskCpuMs: await longestTask(browser, address) };
}

/** An event of Chromium's tracing; times in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
}

/** Mark that distinguishes the page's thread from those of the browser's own pages. */
const MARK = 'veldlicht-measured';

/**
 * The longest task of the main thread while the page loads, in milliseconds of CPU time, which excludes
 * other programs. The minimum of several visits, as the first ones compile and warm up.
 */
async function longestTask(browser: Browser, address: string): Promise<number> {
  const visits: number[] = [];
  for (let i = 0; i < VISITS; i++) {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.evaluate(`performance.mark('${MARK}')`);
    const trace = (await browser.stopTracing()).toString();
    await context.close();
    const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }; // Chromium's format
    const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const mark = traceEvents.find(({ name }) => name === MARK);
    if (!mark) throw new Error('the trace does not hold the page');
    const tasks = traceEvents.filter(
      (one) => one.name.endsWith('RunTask') && thread(one) === thread(mark),
    );
    visits.push(Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)));
  }
  return Math.min(...visits);
}
