import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Waits until what moves has arrived: a notice that is still fading in has too little contrast. */
export async function whenStill(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter(({ playState, effect }) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`);
}

/** What keeps people with other eyes and hands from using the page as it stands (WCAG 2.2 AA). */
export async function findings(page: Page): Promise<string[]> {
  await whenStill(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
