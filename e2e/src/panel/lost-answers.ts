/** Answers that never reach the panel: the server does not repeat what it has done (decision 024). */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { bulkRows } from '../support/bulk-rows.ts';
import { choose, type Journey } from '../support/journey.ts';

/** Its tests, in a library without items and drafts, which they leave empty. */
export function describeLostAnswers(journey: Journey): void {
  const BULK = '**/api/admin/media/bulk';
  const ONE = '**/api/admin/media';

  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    page = await journey.panel('/admin/media');
    context = page.context();
    // Leaving during an upload opens a dialog.
    page.on('dialog', (asked) => void asked.accept());
  });
  afterEach(async () => {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
  });

  const dialog = () => page.getByRole('dialog', { name: 'Bulk Upload' });
  const rows = bulkRows(() => page);
  const button = (name: string) => dialog().getByRole('button', { name, exact: true });
  const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name });
  const progress = () => dialog().getByRole('region', { name: 'Progress of all files' });
  const focused = () =>
    page.evaluate<string>(
      "document.activeElement?.textContent || document.activeElement?.tagName || ''",
    );
  const titles = async () =>
    (await journey.client.call<MediaItem[]>('GET', '/api/admin/media'))
      .map(({ title }) => title)
      .toSorted();

  async function openDialog(): Promise<void> {
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Bulk Upload' }).first().click();
    await dialog().waitFor();
  }

  /** Chooses pictures for drafts, all in the category of the first once uploaded. */
  async function choosePictures(names: string[]): Promise<void> {
    await openDialog();
    const files = await Promise.all(
      names.map(async (name, n) => ({
        name: `${name}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await plainPicture(900 + n + name.length * 100, { width: 96, height: 64 }),
      })),
    );
    await dialog().locator('input[type=file]').setInputFiles(files);
    await choose(page, rows.cell(0, 'category'), 'Fauna');
  }

  async function uploadAll(): Promise<void> {
    await button('Upload All').click();
    await answer('Fill Empty Fields').click();
  }

  describe('a bulk call without an answer', () => {
    it('has made its items once, also after leaving the page: they are no longer drafts', async () => {
      await choosePictures(['ree', 'vos']);
      // The server handles the call, and its answer is lost.
      await context.route(BULK, async (route) => void (await route.fetch()));
      await uploadAll();
      await expect.poll(titles).toEqual(['ree', 'vos']);
      await page.reload();
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await openDialog();
      await dialog().getByText('Upload up to 100 images or videos at once').waitFor();
      expect(await rows.count()).toBe(0);
      expect(await titles()).toEqual(['ree', 'vos']);
      await button('Close').click();
    });

    it('is retried once online', async () => {
      await choosePictures(['das']);
      await context.route(BULK, async (route) => void (await route.fetch()));
      await uploadAll();
      await expect.poll(titles).toContain('das');
      await progress().getByText('Creating the media items…').waitFor();
      // A pending request raises no error when the connection drops.
      await context.setOffline(true);
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await page.getByText('Successfully created 1 media item(s)').first().waitFor();
      expect(await titles()).toEqual(['das', 'ree', 'vos']);
    });
  });

  it('keeps the focus in the dialog during uploads, and after a stop', async () => {
    await context.route('**/api/uploads/**', () => {});
    await choosePictures(['bever', 'haas', 'egel']);
    await rows.cell(2, 'title').focus();
    await page.keyboard.press('Control+Enter');
    await answer('Fill Empty Fields').press('Enter');
    await progress().waitFor();
    await expect.poll(focused).toBe('Stop');
    const isInside = () =>
      page.evaluate<boolean>("document.activeElement.closest('[role=dialog]') !== null");
    for (let presses = 0; presses < 4; presses++) {
      await page.keyboard.press('Tab');
      // Past its end the dialog moves the focus to its beginning, a moment later.
      await expect.poll(isInside).toBe(true);
    }
    expect(await findings(page)).toEqual([]);
    await button('Stop').focus();
    await page.keyboard.press('Enter');
    await answer('Stop uploading').press('Enter');
    await progress().waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('Upload All');
    // No row shows progress.
    await expect.poll(() => dialog().getByRole('progressbar').count()).toBe(0);
  });

  it('makes one item of a single upload whose answer was lost', async () => {
    const before = (await titles()).length;
    await button('Close').click();
    await page.getByRole('button', { name: 'Add Media' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add media item' });
    const buffer = await plainPicture(77, { width: 96, height: 64 });
    const picture = { name: 'wolf.jpg', mimeType: 'image/jpeg', buffer };
    await form.locator('input[type=file]').setInputFiles(picture);
    await page.getByText('File uploaded successfully').waitFor();
    await choose(page, form.getByLabel('Category'), 'Fauna');
    await context.route(ONE, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Failed to create media item').first().waitFor();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Media item created successfully').waitFor();
    expect(await titles()).toHaveLength(before + 1);
  });

  it('shows the remaining items after a deletion whose answer was lost', async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await context.route('**/api/admin/media/bulk-delete', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await answer('Delete').click();
    await page.getByText('Failed to delete media items').first().waitFor();
    await page.getByText('No media items yet').waitFor();
    expect(await titles()).toEqual([]);
  });
}
