/** The page of an item: arrow keys, the dialog from its picture, sharing and print. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings, whenStill } from './axe-findings.ts';
import { card, counter, path, pictureWidth } from './dialog-journey.ts';
import { dialogOf as dialog, type Journey } from './journey.ts';
import { waitFor } from './product.ts';

/** The tests of the page, beside a home page that runs. */
export function describeItemPage(journey: Journey): void {
  const home = (options: BrowserContextOptions = {}) => journey.visit('/', options);

  describe('the page of an item', () => {
    it('leads to its neighbours by the arrow keys', async () => {
      const page = await home();
      const goes = async (key: string, to: string) => {
        await page.keyboard.press(key);
        await page.getByRole('heading', { level: 1, name: to }).waitFor();
      };
      await page.goto(journey.origin + (await card(page, 'Dauw').getAttribute('href')));
      await goes('ArrowRight', 'Ree');
      await page.keyboard.press('ArrowRight'); // the last one stays
      await goes('ArrowLeft', 'Dauw');
      await page.keyboard.press('Control+ArrowLeft');
      await page.evaluate("document.querySelector('h1').append(document.createElement('input'))");
      await page.locator('h1 input').press('ArrowLeft');
      expect(path(page)).toMatch(/dauw/);
    });

    it('opens the dialog from its picture, which walks on to both ends and closes on the page it came to', async () => {
      const page = await home();
      await page.goto(journey.origin + (await card(page, 'Dauw').getAttribute('href')));
      const picture = page.getByRole('link', { name: 'Dauw Bekijk beeldvullend', exact: true });
      expect(await picture.getAttribute('href')).toMatch(/^\/media\/.*\.jpg$/);
      await picture.press('Enter');
      const shows = async (key: string, title: string | RegExp) => {
        await page.keyboard.press(key);
        await page.getByRole('dialog', { name: title }).waitFor();
      };
      await shows('Shift', 'Dauw');
      await waitFor('the large picture', () => pictureWidth(page));
      await whenStill(page);
      expect(await findings(page)).toEqual([]);
      await shows('ArrowRight', 'Ree');
      await shows('ArrowRight', 'Ree'); // the last one stays
      await shows('ArrowLeft', 'Dauw');
      await shows('ArrowLeft', /^Een heel/);
      await shows('ArrowLeft', 'Panorama');
      await counter(page, '1 van 4');
      await shows('ArrowLeft', 'Panorama');
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { level: 1, name: 'Panorama' }).waitFor();
      await expect.poll(() => path(page)).toMatch(/panorama/);
      await page.keyboard.press('f');
      await page.getByRole('dialog', { name: 'Panorama' }).waitFor();
      const isFull = () => page.evaluate('document.fullscreenElement !== null');
      await expect.poll(isFull).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(isFull).toBe(false);
      await page.keyboard.press('Escape');
      await waitFor('the dialog to be gone', async () => (await dialog(page).count()) === 0);
      await waitFor('the focus', () =>
        page.evaluate("document.activeElement.matches('a.item__media')"),
      );
    });

    it('is shared', async () => {
      const page = await home({ permissions: ['clipboard-read', 'clipboard-write'] });
      await page.goto(journey.origin + (await card(page, 'Ree').getAttribute('href')));
      await page.evaluate('delete Navigator.prototype.share');
      await page.getByRole('button', { name: 'Delen' }).click();
      await page.getByRole('status').getByText('Link gekopieerd').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
    });

    it('takes one sheet of paper, and home prints the titles of its pictures', async () => {
      const page = await home();
      const address = await card(page, 'Ree').getAttribute('href');
      await page.emulateMedia({ media: 'print' });
      const titles =
        await page.evaluate(`[...document.querySelectorAll('#recent .card')].map((card) => {
        const [caption, picture] = ['.card__caption', 'img'].map((part) => card.querySelector(part));
        const [{ top }, { bottom }] = [caption, picture].map((part) => part.getBoundingClientRect());
        return [getComputedStyle(caption).opacity, top >= bottom];
      })`);
      expect(titles).toEqual(Array(4).fill(['1', true]));
      for (const one of [address, await card(page, 'heel heel').getAttribute('href')]) {
        await page.goto(journey.origin + one);
        for (const landscape of [false, true]) {
          const paper = await page.pdf({ format: 'A4', landscape });
          expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
        }
      }
    });
  });
}
