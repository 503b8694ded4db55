/** Rows of the bulk upload's table; only visible rows are in the document. */
import type { Draft } from '@veldlicht/contract/draft';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from './product.ts';

export function bulkRows(pageNow: () => Page) {
  // Not by role, since a question over the dialog hides it from screen readers.
  const table = (page = pageNow()) =>
    page.locator('[role=grid][aria-label="Files and their fields"]');
  const row = (name: string, page = pageNow()): Locator =>
    table(page).locator(`tbody[aria-label="${name}"]`);
  /** Scrolls until the row is rendered and stays: a slow machine may first render the previous position. */
  const show = async (name: string): Promise<void> => {
    const box = "document.querySelector('[data-scroll-box]')";
    const isInView = async () => {
      if ((await row(name).count()) === 0) return false;
      return row(name)
        .scrollIntoViewIfNeeded({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
    };
    for (let top = 0, passes = 0; !(await isInView()); top += 300) {
      const end = await pageNow().evaluate<number>(
        `(${box}.scrollTo(0, ${top}), ${box}.scrollHeight)`,
      );
      if (top > end && ++passes === 3) throw new Error(`There is no row ${name}`);
      if (top > end) top = -300;
      await pageNow().waitForTimeout(50);
    }
  };
  const toggle = (name: string) =>
    row(name)
      .getByRole('button', { name: /^Details of/ })
      .last();
  return {
    row,
    show,
    /** Number of rows, visible or not. */
    count: async (page = pageNow()) =>
      (await table(page).count()) === 0
        ? 0
        : Number(await table(page).getAttribute('aria-rowcount')),
    /** Opens the details of a row unless they are open; returns them. */
    open: async (name: string): Promise<Locator> => {
      const details = row(name).locator('[data-details]');
      if ((await details.count()) === 0) await toggle(name).click();
      return details;
    },
    close: (name: string) => toggle(name).click(),
    /** Waits until the drafts on the server pass a check. */
    kept: (what: string, isRight: (drafts: Draft[]) => boolean) =>
      waitFor(what, async () => {
        const answer = "fetch('/api/admin/drafts').then((answer) => answer.json())";
        return isRight((await pageNow().evaluate<{ drafts: Draft[] }>(answer)).drafts);
      }),
    /** The cell of a column, in a row by number from 0. */
    cell: (row: number, column: string) =>
      table().locator(`[data-row="${row}"] [data-cell=${column}]`),
    /** Chooses an option in a cell's select. */
    pick: async (name: string, column: string, option: string): Promise<void> => {
      await row(name).locator(`[data-cell=${column}]`).click();
      await pageNow().getByRole('option', { name: option }).click();
    },
  };
}
