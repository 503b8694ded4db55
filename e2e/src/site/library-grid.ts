/** The grid of the library: what is rendered, keys, Back, and pictures beyond the first screen. */
import { describe, expect, it } from 'vitest';
import type { Journey } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';
import {
  begins,
  button,
  COUNT,
  cards,
  line,
  placesOfCards,
  scrollY,
  search,
  settled,
  titlesOf,
} from './library-journey.ts';

/** Tests of the grid, in a running library. */
export function describeGrid(journey: Journey): void {
  const open = journey.visit;

  describe('the grid', () => {
    it('loads no index before the visitor acts', async () => {
      const page = await open('/mediabibliotheek');
      await page.waitForLoadState('load');
      // Automatic requests have begun by then; on a busy machine the network is never idle.
      await page.waitForTimeout(1000);
      // It begins high on the first screen.
      expect((await page.locator('.grid').boundingBox())?.y).toBeLessThanOrEqual(320);
      const loaded = () =>
        page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)");
      const isExtra = (name: string) => name.includes('/bibliotheek/');
      expect((await loaded()).filter(isExtra)).toEqual([]);
      // One gesture both wakes the page and applies the filter.
      await button(page, /^Macro/).dispatchEvent('click');
      await line(
        page,
        `${titlesOf(({ category }) => category === 'macro').length} van ${COUNT} beelden`,
      );
    });

    it('lays out its first screen before the first frame, and skips cards far below', async () => {
      const html = await journey.html('/mediabibliotheek');
      const early = '<script>document.body.offsetHeight</script>';
      const order = new RegExp(`class="filters"|class="grid"|class="library__end"|${early}`, 'g');
      expect(html.slice(html.indexOf('class="filters"')).match(order)).toEqual([
        'class="filters"',
        early,
        'class="grid"',
        early,
        'class="library__end"',
      ]);
      const page = await open('/mediabibliotheek');
      const drawn = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.grid__item')].map((item) => getComputedStyle(item).contentVisibility)`,
      );
      expect(drawn.slice(0, 3)).toEqual(Array(3).fill('visible'));
      expect(new Set(drawn.slice(3))).toEqual(new Set(['auto']));
    });

    it('begins on a phone with small files, then loads and keeps the right file of each picture', async () => {
      const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true };
      const page = await open('/robots.txt', phone);
      const first = '.grid img[loading=eager]';
      const size = "currentSrc.split('/').at(-1).split('-')[0]";
      await page.addInitScript(`
      window.loaded = {};
      document.addEventListener('load', ({ target }) => {
        if (target.matches?.('${first}')) (loaded[target.alt] ??= []).push(target.${size});
      }, true);`);
      await page.goto(`${journey.origin}/mediabibliotheek`);
      const shownFiles = () =>
        page.evaluate<string[]>(
          `[...document.querySelectorAll('${first}')].map((image) => image.${size})`,
        );
      const own = ['960', '960', '960'];
      await expect.poll(shownFiles).toEqual(own);
      const [, second = '', third = ''] = titlesOf(() => true);
      // A picture is complete a moment before its event fires.
      const loaded = `${JSON.stringify([second, third])}.map((alt) => loaded[alt])`;
      const both = () => page.evaluate<string[][]>(loaded);
      await expect.poll(both).toEqual(Array(2).fill(['480', '960']));
      await page.evaluate(`document.querySelector('${first}').setAttribute('data-mark', '')`);
      await page.getByRole('searchbox').focus();
      await settled(page);
      expect(await shownFiles()).toEqual(own);
      expect(await page.locator('[data-mark]').count()).toBe(1);
    });

    it('moves nothing on the screen while a visitor waits at the last card', async () => {
      const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
      const page = await open('/mediabibliotheek', phone);
      // Counts jumps only, not a font that loads late on a busy machine.
      await page.evaluate(`document.fonts.ready.then(() => {
        window.moved = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) moved += value;
        }).observe({ type: 'layout-shift' });
      })`);
      const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
      const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
      await page.context().route('**/bibliotheek/**/*.json', async (route) => {
        ask();
        await isAnswered;
        await route.continue();
      });
      const frame = () =>
        page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
      await page.evaluate(`
        scrollBy(0, document.querySelector('.grid').getBoundingClientRect().bottom - innerHeight / 2)`);
      await isAsked;
      await frame();
      answer();
      await settled(page);
      await page.locator('.grid__items').nth(1).waitFor({ state: 'attached' });
      await frame();
      expect(await page.evaluate('moved')).toBe(0);
    });

    it('updates visible cards at each letter, and the rest after a pause in typing', async () => {
      const page = await open('/mediabibliotheek');
      await page.getByRole('searchbox').focus();
      await settled(page);
      // Measured in the task of the key, as the next frame shows it.
      const soon = await page.evaluate<number>(`(() => {
        const field = document.querySelector('input[type=search]');
        // Past the setter of React, which ignores an event for a value that it has seen.
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        set.call(field, 'veluwe');
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        return document.querySelectorAll('.grid__item').length;
      })()`);
      expect(soon).toBe(8);
      const found = titlesOf(({ location }) => location === 'Veluwe');
      await begins(page, found);
      await expect.poll(() => cards(page).count()).toBeGreaterThan(40);
    });

    it('shows more by its button and on scrolling, and removes far cards from the page', async () => {
      const page = await open('/mediabibliotheek');
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const before = await placesOfCards(page);
      expect(before).toHaveLength(6);
      const inHtml = await cards(page).count();
      await page.evaluate("document.querySelector('.grid a').setAttribute('data-mark', '')");
      await page.getByRole('searchbox').focus();
      await settled(page);
      expect(await placesOfCards(page)).toEqual(before);
      expect(await page.locator('[data-mark]').count()).toBe(1);
      expect(await cards(page).count()).toBe(inHtml);
      await button(page, 'Toon meer').press('Enter');
      await page.getByAltText('Beeld 1', { exact: true }).waitFor({ state: 'attached' });
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await expect.poll(() => cards(page).count()).toBe(COUNT - inHtml);
      const last = page.locator('.grid__item').last();
      expect(await last.getAttribute('aria-setsize')).toBe(String(COUNT));
      expect(await last.getAttribute('aria-posinset')).toBe(String(COUNT));
      expect(await button(page, 'Toon meer').count()).toBe(0);
      // The columns of a batch before others end level.
      await page.evaluate('scrollTo(0, 0)');
      const firstBatch = page.locator('.grid__items').first();
      await expect.poll(() => firstBatch.locator('.grid__item').count()).toBe(inHtml);
      const ends = await page.evaluate<number[]>(`(() => {
        const list = document.querySelector('.grid__items');
        const { bottom, left, width } = list.getBoundingClientRect();
        const boxes = [...list.children].map((cell) => cell.getBoundingClientRect());
        return [1, 3, 5].map((sixth) => {
          const x = left + (sixth * width) / 6;
          const column = boxes.filter((box) => box.left < x && x < box.right);
          return bottom - Math.max(...column.map((box) => box.bottom));
        });
      })()`);
      expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(2);
    });

    it('begins its pictures within the upper 45 % of a phone', async () => {
      const page = await open('/mediabibliotheek', { viewport: { width: 360, height: 640 } });
      const { y = 999 } = (await page.locator('.grid').boundingBox()) ?? {};
      expect(y).toBeLessThanOrEqual(288);
      await button(page, 'Filters').click();
      await button(page, 'mist').waitFor();
      await page.getByLabel('Jaar van opname').waitFor();
    });

    it('returns to the same order and position, among cards added by scrolling', async () => {
      const page = await open('/mediabibliotheek?order=taken');
      await settled(page);
      await button(page, 'Toon meer').scrollIntoViewIfNeeded();
      await page.locator('.grid__items').nth(1).locator('img').first().waitFor();
      await settled(page);
      const card = page.locator('.grid__items').nth(1).locator('img').nth(8);
      await card.scrollIntoViewIfNeeded();
      const alt = await card.getAttribute('alt');
      const kept = page.getByAltText(alt ?? '', { exact: true });
      const top = async () => Math.round((await kept.boundingBox())?.y ?? Number.NaN);
      await waitFor('the scroll position to be kept', () =>
        page.evaluate<boolean>('Math.abs((history.state?.libraryScroll?.y ?? -1) - scrollY) < 1'),
      );
      const before = await top();
      const href = await page.locator('a.card', { has: kept }).getAttribute('href');
      await page.goto(journey.origin + href);
      await page.goBack();
      await waitFor(
        'the card where it was',
        async () => (await kept.count()) > 0 && Math.abs((await top()) - before) <= 2,
      );
      await expect.poll(() => search(page)).toBe('?order=taken');
      expect(await page.getByLabel('Volgorde').inputValue()).toBe('taken');
    });

    it('does not scroll a visitor who searches after Back, however late the index loads', async () => {
      const page = await open('/mediabibliotheek');
      await page.getByRole('searchbox').focus();
      await settled(page);
      await page.evaluate('scrollTo(0, 2500)');
      await waitFor('the scroll position to be kept', () =>
        page.evaluate<boolean>('history.state?.libraryScroll?.anchor?.at > 2'),
      );
      await page.goto(`${journey.origin}/licentie`);
      const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
      await page.context().route('**/bibliotheek/**/*.json', async (route) => {
        await isAnswered;
        await route.continue();
      });
      await page.goBack();
      await page.getByRole('searchbox').fill('beeld');
      await waitFor('the address to follow', () => search(page) === '?q=beeld');
      const before = await scrollY(page);
      answer();
      await line(page, `${COUNT} van ${COUNT} beelden`);
      await settled(page);
      expect(await scrollY(page)).toBe(before);
    });

    it('reports when the index fails to load, and retries', async () => {
      const page = await open('/mediabibliotheek');
      await page.context().route('**/bibliotheek/**/*.json', (route) => route.abort());
      await page.getByRole('searchbox').fill('biesbosch');
      // The focus requests the index, and typing retries.
      await expect.poll(() => search(page)).toBe('?q=biesbosch');
      await page.getByText('De rest van de mediabibliotheek kon niet worden geladen.').waitFor();
      await page.context().unroute('**/bibliotheek/**/*.json');
      await button(page, 'Probeer opnieuw').click();
      await begins(
        page,
        titlesOf(({ location }) => location === 'Biesbosch'),
      );
    });
  });
}
