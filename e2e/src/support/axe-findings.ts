import { source } from 'axe-core';
import type { Page } from 'playwright-core';

/** Waits until what moves has arrived: a notice that is still fading in has too little contrast. */
export async function whenStill(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter(({ playState, effect }) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`);
}

/**
 * Whether a picture is the first thing behind the middle of an element. The contrast of such words can't
 * be measured, which axe says itself; but behind a fixed bar it overlooks the picture on pages of some
 * heights (4.14).
 */
async function isOnPicture(page: Page, selector: string): Promise<boolean> {
  return await page.evaluate<boolean>(`(() => {
    const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    const behind = document.elementsFromPoint(left + width / 2, top + height / 2);
    const first = behind.find((element) => element.tagName === 'IMG' ||
      !/^rgba\\(.*, 0\\)$/.test(getComputedStyle(element).backgroundColor));
    // The veil of a frame over its own picture is the frame.
    return behind.some((element) => element.tagName === 'IMG' && first?.contains(element));
  })()`);
}

interface Violation {
  id: string;
  nodes: { html: string; target: string[] }[];
}

/**
 * Runs axe in the page itself: Playwright's own builder opens a second page for each run, and takes ten
 * times as long for the same findings.
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
 * The faults that axe finds, each with its elements; all rules unless `tags` choose some. `except` is a selector of
 * what it passes over: rows like those that it looks at, of a list that would take it seconds.
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

/** What keeps people with other eyes and hands from using the page as it stands (WCAG 2.2 AA). */
export function findings(page: Page, except = ''): Promise<string[]> {
  return faultsOf(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], except);
}
