/** An item's page: arrow keys, the dialog from its picture, sharing and print. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { calm, dialogOf as dialog, type Journey } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';
import { card, isFull, named, pageOf, path, pictureWidth } from './dialog.ts';

/** Its tests, on a site with the home page of the dialog's tests. */
export function describeItemPage(journey: Journey): void {
  const home = (options: BrowserContextOptions = {}) => journey.visit('/', { ...calm, ...options });

  describe('the page of an item', () => {
    it('leads to its neighbours by the arrow keys', async () => {
      const page = await home();
      await page.goto(journey.origin + (await card(page, 'Dauw').getAttribute('href')));
      await page.keyboard.press('ArrowRight');
      await pageOf(page, 'Ree');
      await page.keyboard.press('ArrowRight'); // the last one stays
      await page.keyboard.press('ArrowLeft');
      await pageOf(page, 'Dauw');
      await page.keyboard.press('Control+ArrowLeft');
      await page.evaluate("document.querySelector('h1').append(document.createElement('input'))");
      await page.locator('h1 input').press('ArrowLeft');
      expect(path(page)).toMatch(/dauw/);
    });

    it('is shared, and opens the dialog, which walks on and closes on the page it came to', async () => {
      const page = await home({ permissions: ['clipboard-read', 'clipboard-write'] });
      await page.goto(journey.origin + (await card(page, 'Dauw').getAttribute('href')));
      await page.evaluate('delete Navigator.prototype.share');
      await page.getByRole('button', { name: 'Delen' }).click();
      await page.getByRole('status').getByText('Link gekopieerd').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
      const picture = page.getByRole('link', { name: 'Dauw Bekijk beeldvullend', exact: true });
      expect(await picture.getAttribute('href')).toMatch(/^\/media\/.*\.jpg$/);
      await picture.press('Enter');
      await named(page, 'Dauw');
      await waitFor('the large picture', () => pictureWidth(page));
      await page.keyboard.press('ArrowRight');
      await named(page, 'Ree');
      await page.keyboard.press('ArrowRight'); // the last one stays
      await page.keyboard.press('ArrowLeft');
      await named(page, 'Dauw');
      await page.keyboard.press('ArrowLeft');
      await named(page, /^Een heel/);
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { level: 1, name: /^Een heel/ }).waitFor();
      await expect.poll(() => path(page)).toMatch(/een-heel/);
      await page.keyboard.press('f');
      await named(page, /^Een heel/);
      await expect.poll(() => isFull(page)).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => isFull(page)).toBe(false);
      await page.keyboard.press('Escape');
      await waitFor('the dialog to be gone', async () => (await dialog(page).count()) === 0);
      await waitFor('the focus', () =>
        page.evaluate("document.activeElement.matches('a.item__media')"),
      );
    });

    it('takes one sheet of paper, and home prints the titles of its pictures', async () => {
      const page = await home();
      const address = await card(page, 'heel heel').getAttribute('href');
      await page.emulateMedia({ media: 'print' });
      const titles =
        await page.evaluate(`[...document.querySelectorAll('#recent .card')].map((card) => {
        const [caption, picture] = ['.card__caption', 'img'].map((part) => card.querySelector(part));
        const [{ top }, { bottom }] = [caption, picture].map((part) => part.getBoundingClientRect());
        return [getComputedStyle(caption).opacity, top >= bottom];
      })`);
      expect(titles).toEqual(Array(4).fill(['1', true]));
      await page.goto(journey.origin + address);
      for (const landscape of [false, true]) {
        const paper = await page.pdf({ format: 'A4', landscape });
        expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      }
    });
  });
}
