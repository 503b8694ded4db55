import { source } from 'axe-core';
import type { Page } from 'playwright-core';

/** Waits until animations end: a notice that is fading in has too little contrast. */
export async function whenStill(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter(({ playState, effect }) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`);
}

/**
 * Whether a picture is directly behind the centre of an element. The contrast of such text can't be
 * measured, as axe reports itself; but behind a fixed bar it misses the picture on pages of some
 * heights (4.14).
 */
async function isOnPicture(page: Page, selector: string): Promise<boolean> {
  return await page.evaluate<boolean>(`(() => {
    const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    const behind = document.elementsFromPoint(left + width / 2, top + height / 2);
    const first = behind.find((element) => element.tagName === 'IMG' ||
      !/^rgba\\(.*, 0\\)$/.test(getComputedStyle(element).backgroundColor));
    // A frame's overlay of its own picture counts as the frame.
    return behind.some((element) => element.tagName === 'IMG' && first?.contains(element));
  })()`);
}

interface Violation {
  id: string;
  nodes: { html: string; target: string[] }[];
}

/**
 * Runs axe in the page itself: the builder for Playwright opens a second page for each run, and takes
 * ten times as long for the same findings.
 */
async function violationsOn(
  page: Page,
  tags: string[] | null,
  except: string,
): Promise<Violation[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const options = { resultTypes: ['violations'], preload: false, ...(tags && { runOnly: tags }) };
  const place = { include: ['html'], exclude: except ? [except] : [] };
  return page.evaluate<
    Violation[]
  >(`axe.run(${JSON.stringify(place)}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, target }) => ({ html, target })) })))`);
}

/**
 * The faults that axe finds, each with its elements; by all rules unless `tags` select some. `except` selects elements
 * to skip, such as more rows of a long list, which would take seconds.
 */
export async function faultsOf(
  page: Page,
  tags: string[] | null = null,
  except = '',
): Promise<string[]> {
  await whenStill(page);
  const faults: string[] = [];
  for (const { id, nodes } of await violationsOn(page, tags, except)) {
    const places: string[] = [];
    for (const { html, target } of nodes) {
      const isUnknown = id === 'color-contrast' && (await isOnPicture(page, String(target[0])));
      if (!isUnknown) places.push(html);
    }
    if (places.length > 0) faults.push(`${id}: ${places.join(' ')}`);
  }
  return faults;
}

/** Accessibility faults of the page in its current state (WCAG 2.2 AA). */
export function findings(page: Page, except = ''): Promise<string[]> {
  return faultsOf(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], except);
}
