import type { Page } from 'playwright-core';

/** Drops local files and folders in the middle of the page. */
export async function dropPaths(page: Page, paths: string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  await cdp.detach();
}
