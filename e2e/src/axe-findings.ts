import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What keeps people with other eyes and hands from using the page as it stands (WCAG 2.2 AA). */
export async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
