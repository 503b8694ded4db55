/** The dialog over the newest pictures of the home page: paging, Back, keys, fingers (spec §2). */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings, whenStill } from './axe-findings.ts';
import {
  card,
  closed,
  counter,
  focusedPath,
  open,
  path,
  pictureWidth,
  startDialogs,
} from './dialog-journey.ts';
import { describeItemPage } from './item-page.ts';
import { dialogOf as dialog } from './journey.ts';
import { waitFor } from './product.ts';

const journey = startDialogs();
const SHOWN = `document.querySelector('.pswp__item[aria-hidden="false"] .pswp__img:not(.pswp__img--placeholder)')`;
const home = (options: BrowserContextOptions = {}) => journey.visit('/', options);

describeItemPage(journey);

describe('the dialog', () => {
  it('shows a picture in full, with what may be told of it', async () => {
    const page = await home();
    const before = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => name)",
    );
    expect(before.filter((name) => /viewer\.[^/]*css|open-dialog/.test(name))).toEqual([]);
    await open(page, 'Ree');
    await expect.poll(() => path(page)).toMatch(/^\/foto\/ree-\d{4}$/);
    expect(await page.title()).toMatch(/^Ree – /);
    await page.getByRole('dialog', { name: 'Ree', exact: true }).waitFor();
    await counter(page, '4 van 4');
    for (const text of ['omgeving Hoenderloo', 'Vroeg in de ochtend.', '4 mei 2024', 'Fauna'])
      await dialog(page).getByText(text, { exact: true }).waitFor();
    expect(await dialog(page).textContent()).not.toMatch(/52[.,]1312|5[.,]8604/);
    await dialog(page).getByRole('img', { name: 'Ree', exact: true }).waitFor();
    expect(await page.evaluate(`${SHOWN}.currentSrc`)).toMatch(/\.avif$/);
    expect(await findings(page)).toEqual([]);
  });

  it('asks for a file larger than the picture where a pixel of the screen is one of CSS', async () => {
    // A file hardly larger than its picture is seen to be soft there.
    for (const [deviceScaleFactor, more] of [
      [1, 1.3],
      [2, 1],
    ] as const) {
      const viewport = { width: 1200, height: 800 };
      const page = await home({ viewport, deviceScaleFactor });
      await open(page, 'Panorama van de heide');
      const asked = () =>
        page.evaluate<number>(`(() => {
          const image = ${SHOWN};
          return parseFloat(image?.sizes) / image?.getBoundingClientRect().width;
        })()`);
      await expect.poll(asked).toBeCloseTo(more, 1);
    }
  });

  it('pages by button and key, ends where the list ends, and gives the focus to the last card', async () => {
    const page = await home();
    await open(page, 'Panorama');
    const last = dialog(page).getByRole('button', { name: 'Vorige' });
    expect(await last.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await counter(page, '2 van 4');
    await dialog(page).getByRole('button', { name: 'Volgende' }).click();
    await counter(page, '3 van 4');
    await dialog(page).getByRole('status').getByText('Dauw, 3 van 4').waitFor();
    await expect.poll(() => path(page)).toMatch(/^\/foto\/dauw-/);
    await page.keyboard.press('ArrowLeft');
    await counter(page, '2 van 4');
    await page.keyboard.press('End');
    await counter(page, '4 van 4');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    await counter(page, '1 van 4');
    await page.keyboard.press('PageDown');
    await counter(page, '2 van 4');
    await page.keyboard.press('End');
    await counter(page, '4 van 4');
    await page.keyboard.press('Escape');
    await closed(page);
    await waitFor('the focus', async () => (await focusedPath(page)).startsWith('/foto/ree-'));
  });

  it('closes with Back and opens again with Forward', async () => {
    const page = await home();
    const title = await page.title();
    await open(page, 'Dauw');
    await page.keyboard.press('ArrowRight');
    await counter(page, '4 van 4');
    await page.goBack();
    await closed(page);
    expect(await page.title()).toBe(title);
    await page.goForward();
    await page.getByRole('dialog', { name: 'Ree', exact: true }).waitFor();
    await counter(page, '4 van 4');
    await expect.poll(() => path(page)).toMatch(/^\/foto\/ree-/);
    await dialog(page).getByRole('button', { name: 'Sluiten', exact: true }).click();
    await closed(page);
  });

  it('is the page of the item, from its top, after a reload or a tag, and Back leads to the same place at home', async () => {
    const page = await home();
    const scrolled = () => page.evaluate<number>('Math.round(scrollY)');
    await card(page, 'Dauw').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 60);
    await open(page, 'Dauw');
    const before = await scrolled();
    expect(before).toBeGreaterThan(500);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Dauw' }).waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(await scrolled()).toBe(0);
    // From then on the page keeps its own place.
    await page.mouse.wheel(0, 200);
    await expect.poll(scrolled).toBe(200);
    await page.reload();
    await expect.poll(scrolled).toBe(200);
    await page.goBack();
    await page.locator('#recent').waitFor();
    await expect.poll(() => path(page)).toBe('/');
    await expect.poll(scrolled).toBe(before);
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Dauw' }).waitFor();
    await page.goBack();
    await open(page, 'Dauw');
    await dialog(page).getByRole('link', { name: 'Fauna' }).click();
    await page.waitForURL('**/mediabibliotheek?*');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Dauw' }).waitFor();
    expect(await scrolled()).toBe(0);
  });

  it('pages by a click beside the picture, and closes with a pull down alone', async () => {
    const page = await home();
    await open(page, 'Panorama');
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

  it('enlarges by key, button, wheel and click, and lets arrows move over the picture', async () => {
    const page = await home();
    await open(page, 'Panorama');
    const fit = await pictureWidth(page);
    const grown = async (what: string) => {
      await waitFor(what, async () => (await pictureWidth(page)) > fit * 1.2);
      await page.keyboard.press('0');
      await waitFor('the whole picture', async () => (await pictureWidth(page)) === fit);
    };
    await page.keyboard.press('+');
    await waitFor('a larger picture', async () => (await pictureWidth(page)) > fit * 1.2);
    await page.keyboard.press('ArrowRight');
    await counter(page, '1 van 4');
    await page.keyboard.press('-');
    await waitFor('the whole picture', async () => (await pictureWidth(page)) === fit);
    await dialog(page).getByRole('button', { name: 'Inzoomen' }).click();
    await grown('the button');
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, -400);
    await grown('the wheel');
    await page.mouse.click(400, 400);
    await grown('a click');
  });

  it('fills the screen with the picture alone, and Escape leaves that first', async () => {
    const page = await home();
    await open(page, 'Panorama');
    const opacity = () =>
      page.evaluate("getComputedStyle(document.querySelector('.dialog__bar')).opacity");
    const isFull = () => page.evaluate('document.fullscreenElement !== null');
    await page.keyboard.press('f');
    await expect.poll(() => pictureWidth(page)).toBe(1280);
    await dialog(page).getByRole('button', { name: 'Volledig scherm sluiten' }).waitFor();
    expect(await dialog(page).getByText('Fauna').isVisible()).toBe(false);
    await expect.poll(opacity, { timeout: 5000 }).toBe('0');
    await page.keyboard.press('ArrowRight');
    await expect.poll(opacity).toBe('1');
    await counter(page, '2 van 4');
    await page.keyboard.press('Escape');
    await expect.poll(isFull).toBe(false);
    await dialog(page).getByText('Fauna').waitFor();
    await dialog(page).getByRole('button', { name: 'Volledig scherm', exact: true }).click();
    await expect.poll(isFull).toBe(true);
    await dialog(page).getByRole('button', { name: 'Sluiten', exact: true }).click();
    await closed(page);
    expect(await isFull()).toBe(false);
  });

  it('shows one picture after the other by itself, until the end or until somebody pages', async () => {
    const page = await home();
    const next = () => page.clock.fastForward(6000);
    const state = (name: string) =>
      dialog(page).getByRole('button', { name, exact: true }).waitFor();
    await page.clock.install();
    await open(page, 'Dauw');
    await page.keyboard.press('p');
    await state('Diavoorstelling pauzeren');
    await next();
    await counter(page, '4 van 4');
    await state('Diavoorstelling');
    await dialog(page).getByRole('button', { name: 'Diavoorstelling', exact: true }).click();
    await counter(page, '1 van 4');
    await next();
    await counter(page, '2 van 4');
    await state('Diavoorstelling pauzeren');
    await page.keyboard.press('ArrowRight');
    await counter(page, '3 van 4');
    await state('Diavoorstelling');
    await next();
    await counter(page, '3 van 4');
    await page.keyboard.press('p');
    await page.keyboard.press('+');
    await state('Diavoorstelling');
  });

  it('has a dark, a grey and a light ground, and keeps the one that was chosen', async () => {
    const page = await home();
    const shade = () =>
      page.evaluate("getComputedStyle(document.querySelector('.pswp__bg')).backgroundColor");
    await open(page, 'Dauw');
    expect(await shade()).toBe('rgb(14, 16, 14)');
    await page.keyboard.press('g');
    expect(await shade()).toBe('rgb(107, 107, 107)');
    expect(await findings(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Ondergrond: grijs' }).click();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await closed(page);
    await page.reload();
    await open(page, 'Dauw');
    expect(await shade()).toBe('rgb(251, 250, 246)');
  });

  it('copies the link where nothing else can share, and says so', async () => {
    const page = await home({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate('delete Navigator.prototype.share');
    await open(page, 'Dauw');
    await dialog(page).getByRole('button', { name: 'Delen' }).click();
    await dialog(page).getByRole('status').getByText('Link gekopieerd').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
  });

  it('is used with the keyboard alone, and keeps the page behind out of it', async () => {
    const page = await home({ reducedMotion: 'reduce' });
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
    for (const name of ['Vorige', 'Volgende', 'Inzoomen', 'Delen', 'Gegevens', 'Sluiten'])
      expect(names).toContain(name);
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    // Past the last control the focus is on none; keys work all the same.
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('i');
    await waitFor('the details to close', () => dialog(page).getByText('Fauna').isHidden());
    await page.mouse.wheel(0, 600);
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await page.evaluate('scrollY')).toBe(scrolled);
    await waitFor('the focus', async () => (await focusedPath(page)).startsWith('/foto/dauw-'));
  });
});

describe('on a phone', () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

  it('pages with a swipe, also where nothing may move, and enlarges with two fingers', async () => {
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
      await whenStill(page);
      const fit = await pictureWidth(page);
      await touch('touchStart', 170, 190);
      for (let by = 5; by <= 100; by += 5) await touch('touchMove', 170 - by, 190 + by);
      await touch('touchEnd');
      await waitFor('a larger picture', async () => (await pictureWidth(page)) > fit * 1.2);
      await page.goBack();
      await closed(page);
    }
  });

  it('has the details in a sheet, and everything within the screen', async () => {
    const page = await home(phone);
    await card(page, 'heel heel').tap();
    await waitFor('the large picture', () => pictureWidth(page));
    await dialog(page).getByText('Drenthe').waitFor();
    expect(await dialog(page).getByText('Fauna').isVisible()).toBe(false);
    // A tap opens it, and nothing that comes below the finger is pressed.
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
    const bottom = await page.evaluate<number>(
      `document.querySelector('.pswp__item[aria-hidden="false"] .pswp__img').getBoundingClientRect().bottom`,
    );
    expect(bottom).toBeLessThan(top);
    expect(await pictureWidth(page)).toBeGreaterThan(80);
    const toggle = dialog(page).getByRole('button', { name: 'Gegevens' });
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    // A menu has what the bar has no room for.
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

  it('shows all of the details at 400 %, below a title of any length', async () => {
    const page = await home({ viewport: { width: 320, height: 256 } });
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
