/** The dialog over the pictures of the home page: paging, Back, keys, touch (spec §2). */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings, whenStill } from '../support/axe-findings.ts';
import { calm, dialogOf as dialog, type Journey } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

const SHOWN = `document.querySelector('.pswp__item[aria-hidden="false"] .pswp__img:not(.pswp__img--placeholder)')`;

export const card = (page: Page, title: string) =>
  page.locator('#recent a.card', { hasText: title });
const counter = (page: Page, text: string) =>
  dialog(page).getByText(text, { exact: true }).waitFor();
export const named = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name, exact: true }).waitFor();
export const pageOf = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title }).waitFor();
export const path = (page: Page) => new URL(page.url()).pathname;
export const isFull = (page: Page) => page.evaluate<boolean>('document.fullscreenElement !== null');

/** Opens an item and waits until it is ready: its neighbours load after the opening animation. */
async function open(page: Page, title: string): Promise<void> {
  await card(page, title).click();
  await dialog(page).waitFor();
  await waitFor('the large picture', () => pictureWidth(page));
  await whenStill(page);
}

/** Width of the current picture on the screen, in CSS pixels; 0 until it is drawn. */
export function pictureWidth(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const image = ${SHOWN};
    const isDrawn = image?.complete && image.naturalWidth > 1;
    return isDrawn ? image.getBoundingClientRect().width : 0;
  })()`);
}

async function closed(page: Page): Promise<void> {
  await waitFor('the dialog to be gone', async () => (await dialog(page).count()) === 0);
  await expect.poll(() => path(page)).toBe('/');
}

const focusOn = (page: Page, start: string) =>
  waitFor('the focus', () =>
    page.evaluate<boolean>(
      `!!document.activeElement?.getAttribute('href')?.startsWith('${start}')`,
    ),
  );

/** Its tests, on a home page that shows a panorama, a long title, dew and a deer, newest first. */
export function describeDialog(journey: Journey): void {
  const home = (options: BrowserContextOptions = {}) => journey.visit('/', options);

  describe('the dialog', () => {
    it('shows a whole picture with its public details', async () => {
      const page = await home({ ...calm, permissions: ['clipboard-read', 'clipboard-write'] });
      const before = await page.evaluate<string[]>(
        "performance.getEntriesByType('resource').map(({ name }) => name)",
      );
      expect(before.filter((name) => /viewer\.[^/]*css|open-dialog/.test(name))).toEqual([]);
      await open(page, 'Ree');
      await expect.poll(() => path(page)).toMatch(/^\/foto\/ree-\d{4}$/);
      expect(await page.title()).toMatch(/^Ree – /);
      await named(page, 'Ree');
      await counter(page, '4 van 4');
      for (const text of ['omgeving Hoenderloo', 'Vroeg in de ochtend.', '4 mei 2024', 'Fauna'])
        await dialog(page).getByText(text, { exact: true }).waitFor();
      expect(await dialog(page).textContent()).not.toMatch(/52[.,]1312|5[.,]8604/);
      await dialog(page).getByRole('img', { name: 'Ree', exact: true }).waitFor();
      expect(await page.evaluate(`${SHOWN}.currentSrc`)).toMatch(/\.avif$/);
      await page.evaluate('delete Navigator.prototype.share');
      await dialog(page).getByRole('button', { name: 'Delen' }).click();
      await dialog(page).getByRole('status').getByText('Link gekopieerd').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());

      const shade = () =>
        page.evaluate("getComputedStyle(document.querySelector('.pswp__bg')).backgroundColor");
      expect([await shade(), await findings(page)]).toEqual(['rgb(14, 16, 14)', []]);
    });

    it('pages to both ends, focuses the last card, closes with Back and reopens with Forward', async () => {
      const page = await home();
      const title = await page.title();
      await open(page, 'Panorama');
      const last = dialog(page).getByRole('button', { name: 'Vorige' });
      expect(await last.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('ArrowRight');
      await counter(page, '2 van 4');
      await dialog(page).getByRole('button', { name: 'Volgende' }).click();
      await counter(page, '3 van 4');
      await dialog(page).getByRole('status').getByText('Dauw, 3 van 4').waitFor();
      await expect.poll(() => path(page)).toMatch(/^\/foto\/dauw-/);
      await page.keyboard.press('End');
      await counter(page, '4 van 4');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Home');
      await counter(page, '1 van 4');
      await page.keyboard.press('End');
      await counter(page, '4 van 4');
      await page.keyboard.press('Escape');
      await closed(page);
      await focusOn(page, '/foto/ree-');
      await open(page, 'Dauw');
      await page.keyboard.press('ArrowRight');
      await counter(page, '4 van 4');
      await page.goBack();
      await closed(page);
      expect(await page.title()).toBe(title);
      await page.goForward();
      await named(page, 'Ree');
      await counter(page, '4 van 4');
      await expect.poll(() => path(page)).toMatch(/^\/foto\/ree-/);
      await dialog(page).getByRole('button', { name: 'Sluiten', exact: true }).click();
      await closed(page);
    });

    it('becomes the item’s page after a reload or a tag link, and Back returns to the same place', async () => {
      const page = await home(calm);
      const scrolled = () => page.evaluate<number>('Math.round(scrollY)');
      await card(page, 'Dauw').scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 60);
      await open(page, 'Dauw');
      const before = await scrolled();
      expect(before).toBeGreaterThan(500);
      await page.reload();
      await pageOf(page, 'Dauw');
      expect([await dialog(page).count(), await scrolled()]).toEqual([0, 0]);
      // From now on the page keeps its own position.
      await page.mouse.wheel(0, 200);
      await expect.poll(scrolled).toBe(200);
      await page.reload();
      await expect.poll(scrolled).toBe(200);
      await page.goBack();
      await page.locator('#recent').waitFor();
      await expect.poll(() => path(page)).toBe('/');
      await expect.poll(scrolled).toBe(before);
      await page.goForward();
      await pageOf(page, 'Dauw');
      await page.goBack();
      await open(page, 'Dauw');
      await dialog(page).getByRole('link', { name: 'Fauna' }).click();
      await page.waitForURL('**/mediabibliotheek?*');
      await page.goBack();
      await pageOf(page, 'Dauw');
      expect(await scrolled()).toBe(0);
    });

    it('enlarges by key, button, wheel and click, pages by a click beside, closes by a pull down only', async () => {
      const page = await home();
      await open(page, 'Panorama');
      const fit = await pictureWidth(page);
      // At one screen pixel per CSS pixel, a file hardly larger than its picture looks soft.
      expect(await page.evaluate<number>(`parseFloat(${SHOWN}.sizes)`)).toBeCloseTo(1.3 * fit, -1);
      const whole = () =>
        waitFor('the whole picture', async () => (await pictureWidth(page)) === fit);
      const grown = (what: string) =>
        waitFor(what, async () => (await pictureWidth(page)) > fit * 1.2);
      await page.keyboard.press('+');
      await grown('the key');
      // Arrows pan an enlarged picture.
      await page.keyboard.press('ArrowRight');
      await counter(page, '1 van 4');
      await page.keyboard.press('-');
      await whole();
      for (const [what, enlarge] of [
        ['the button', () => dialog(page).getByRole('button', { name: 'Inzoomen' }).click()],
        ['the wheel', () => page.mouse.move(400, 400).then(() => page.mouse.wheel(0, -400))],
        ['a click', () => page.mouse.click(400, 400)],
      ] as const) {
        await enlarge();
        await grown(what);
        await page.keyboard.press('0');
        await whole();
      }
      await whenStill(page);
      await page.mouse.click(60, 150);
      await page.mouse.click(880, 150);
      await counter(page, '2 van 4');
      await waitFor('the portrait', () => pictureWidth(page));
      await whenStill(page);
      await page.mouse.click(150, 300);
      await counter(page, '1 van 4');
      await whenStill(page);
      const pull = async (by: number) => {
        await page.mouse.move(450, 400);
        await page.mouse.down();
        await page.mouse.move(450, 400 + by, { steps: 8 });
        await page.mouse.up();
      };
      await pull(-300);
      await whenStill(page);
      await counter(page, '1 van 4');
      await pull(300);
      await closed(page);
    });

    it('fills the screen with only the picture, and Escape first leaves full screen', async () => {
      const page = await home(calm);
      await open(page, 'Panorama');
      const opacity = () =>
        page.evaluate("getComputedStyle(document.querySelector('.dialog__bar')).opacity");
      await page.keyboard.press('f');
      await expect.poll(() => pictureWidth(page)).toBe(1280);
      await dialog(page).getByRole('button', { name: 'Volledig scherm sluiten' }).waitFor();
      expect(await dialog(page).getByText('Fauna').isVisible()).toBe(false);
      await expect.poll(opacity, { timeout: 5000 }).toBe('0');
      await page.keyboard.press('ArrowRight');
      await expect.poll(opacity).toBe('1');
      await counter(page, '2 van 4');
      await page.keyboard.press('Escape');
      await expect.poll(() => isFull(page)).toBe(false);
      await dialog(page).getByText('Fauna').waitFor();
      await dialog(page).getByRole('button', { name: 'Volledig scherm', exact: true }).click();
      await expect.poll(() => isFull(page)).toBe(true);
      await dialog(page).getByRole('button', { name: 'Sluiten', exact: true }).click();
      await closed(page);
      expect(await isFull(page)).toBe(false);
    });

    it('runs a slideshow until the end or until the visitor pages', async () => {
      const page = await home(calm);
      const next = () => page.clock.fastForward(6000);
      const button = (name: string) => dialog(page).getByRole('button', { name, exact: true });
      await page.clock.install();
      await open(page, 'Dauw');
      await page.keyboard.press('p');
      await button('Diavoorstelling pauzeren').waitFor();
      await next();
      await counter(page, '4 van 4');
      await button('Diavoorstelling').click();
      await counter(page, '1 van 4');
      await next();
      await counter(page, '2 van 4');
      await button('Diavoorstelling pauzeren').waitFor();
      await page.keyboard.press('ArrowRight');
      await counter(page, '3 van 4');
      await button('Diavoorstelling').waitFor();
      await next();
      await counter(page, '3 van 4');
    });

    it('works by keyboard alone, and makes the page behind it inert', async () => {
      const page = await home(calm);
      await card(page, 'Dauw').focus();
      const scrolled = await page.evaluate('scrollY');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor();
      await counter(page, '3 van 4');
      await dialog(page).getByText('Fauna').waitFor();
      const names: string[] = [];
      for (let i = 0; i < 20; i++) {
        await page.keyboard.press('Tab');
        const place = await page.evaluate<string>(`(() => {
        const focused = document.activeElement;
        const isInside = focused === document.body || focused.closest('dialog') !== null;
        return isInside ? (focused.getAttribute('aria-label') ?? '') : 'outside';
      })()`);
        names.push(place);
      }
      expect(names).not.toContain('outside');
      const controls = ['Vorige', 'Volgende', 'Inzoomen', 'Delen', 'Gegevens', 'Sluiten'];
      expect(names).toEqual(expect.arrayContaining(controls));
      expect(await page.evaluate('document.getAnimations().length')).toBe(0);
      // Past the last control nothing has the focus; keys work anyway.
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('i');
      await waitFor('the details to close', () => dialog(page).getByText('Fauna').isHidden());
      await page.mouse.wheel(0, 600);
      await page.keyboard.press('Escape');
      await closed(page);
      expect(await page.evaluate('scrollY')).toBe(scrolled);
      await focusOn(page, '/foto/dauw-');
    });
  });

  describe('the dialog on a phone', () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

    it('pages with a swipe, also with reduced motion, and enlarges with two fingers', async () => {
      for (const reducedMotion of ['no-preference', 'reduce'] as const) {
        const page = await home({ ...phone, reducedMotion });
        await card(page, 'Panorama').tap();
        await waitFor('the large picture', () => pictureWidth(page));
        const fingers = await page.context().newCDPSession(page);
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
          fingers.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: xs.map((x, id) => ({ x, y: 350, id })),
          });
        await touch('touchStart', 340);
        for (let x = 330; x >= 20; x -= 10) await touch('touchMove', x);
        await touch('touchEnd');
        await counter(page, '2 van 4');
        await waitFor('the next picture', () => pictureWidth(page));
        if (reducedMotion === 'reduce') break;
        await whenStill(page);
        const fit = await pictureWidth(page);
        await touch('touchStart', 170, 190);
        for (let by = 5; by <= 100; by += 5) await touch('touchMove', 170 - by, 190 + by);
        await touch('touchEnd');
        await waitFor('a larger picture', async () => (await pictureWidth(page)) > fit * 1.2);
      }
    });

    it('has the details in a sheet, and fits the screen', async () => {
      const page = await home({ ...phone, ...calm });
      await card(page, 'heel heel').tap();
      await waitFor('the large picture', () => pictureWidth(page));
      await dialog(page).getByText('Drenthe').waitFor();
      expect(await dialog(page).getByText('Fauna').isVisible()).toBe(false);
      // A tap opens it, and does not press what moves below the finger.
      await page.keyboard.press('i');
      const link = await dialog(page).locator('.facts a').last().boundingBox();
      await page.keyboard.press('i');
      const { x = 0, y = 0, height = 0 } = link ?? {};
      await page.touchscreen.tap(x + 10, y + height / 2);
      await dialog(page).getByText('Fauna').waitFor();
      await whenStill(page);
      expect(path(page)).toMatch(/^\/foto\//);
      // The whole picture moves up.
      const { y: top = 0 } = (await dialog(page).getByText('Drenthe').boundingBox()) ?? {};
      const bottom = await page.evaluate<number>(`${SHOWN}.getBoundingClientRect().bottom`);
      expect(bottom).toBeLessThan(top);
      expect(await pictureWidth(page)).toBeGreaterThan(80);
      const toggle = dialog(page).getByRole('button', { name: 'Gegevens' });
      expect(await toggle.getAttribute('aria-expanded')).toBe('true');
      // The other tools are in a menu.
      await dialog(page).getByRole('button', { name: 'Meer' }).tap();
      await dialog(page).getByRole('button', { name: 'Volledig scherm' }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      const small = await page.evaluate(`
      [...document.querySelectorAll('dialog button')]
        .filter((button) => button.checkVisibility() && getComputedStyle(button).clipPath === 'none')
        .map((button) => [button.ariaLabel, button.getBoundingClientRect()])
        .filter(([, { width, height, right }]) => width < 44 || height < 44 || right > 360)
        .map(([name]) => name)`);
      expect(small).toEqual([]);
      expect(await findings(page)).toEqual([]);
    });

    it('shows all details at 400 %, below a title of any length', async () => {
      const page = await home({ ...calm, viewport: { width: 320, height: 256 } });
      await card(page, 'heel heel').click();
      await waitFor('the large picture', () => pictureWidth(page));
      await dialog(page).getByText('Een heel').first().click();
      const last = dialog(page).locator('.facts a').last();
      await last.waitFor();
      await page.mouse.move(160, 200);
      await waitFor('the end of the details', async () => {
        await page.mouse.wheel(0, 100);
        const { y = 999, height = 0 } = (await last.boundingBox()) ?? {};
        return y > 56 && y + height < 256;
      });
      await page.keyboard.press('i');
      expect(await pictureWidth(page)).toBeGreaterThan(40);
    });
  });
}
