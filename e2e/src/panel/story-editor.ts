/** Helpers of journeys for the editor of field notes and series. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { dialogOf, press } from '../support/journey.ts';

export function storyEditor(pageNow: () => Page) {
  const editor = () => dialogOf(pageNow()).first();
  /** The blocks of the story. */
  const content = () => editor().getByRole('list', { name: 'Content' });
  const piece = (place: number) => content().locator(':scope > li').nth(place);
  const text = (place: number) => piece(place).getByRole('textbox', { name: 'Text' });
  const handle = (place: number) => piece(place).locator('[data-control="handle"]');
  const names = () =>
    content()
      .locator('[data-control="handle"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.slice(5)));
  let isLookedAt = false;
  /** Chooses photos in the open dialog; runs axe on it the first time. */
  async function pick(...titles: string[]): Promise<void> {
    const picker = pageNow().getByRole('dialog', { name: 'Add photos' });
    for (const title of titles) {
      await picker.getByLabel('Search media').fill(title);
      await picker.getByRole('listitem').getByRole('button', { name: title }).click();
    }
    if (!isLookedAt) expect(await findings(pageNow())).toEqual([]);
    isLookedAt = true;
    await press(picker, `Add ${titles.length} photo${titles.length > 1 ? 's' : ''}`);
    await picker.waitFor({ state: 'detached' });
  }
  return { editor, content, piece, text, handle, names, pick };
}
