/** The library's filters as an island: when their script loads, and what works before it has. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { calm, type Journey } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';
import {
  begins,
  button,
  COUNT,
  cardOf,
  cards,
  line,
  OF_MACRO,
  search,
  titlesOf,
} from './library-journey.ts';

/** Maximum bytes that the filters may load, compressed, including React. */
const MOST_BYTES = 80_000;
const SCRIPT = '**/_astro/library-filters*';

/** Tests of the filters' script, in a running library. */
export function describeFilters(journey: Journey): void {
  const select = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const isPressed = (page: Page, name: string | RegExp) =>
    button(page, name).getAttribute('aria-pressed');
  const isThere = (page: Page) => page.locator('astro-island:not([ssr])').waitFor();

  /** Opens the library, and withholds the script of the filters until `answer` is called. */
  async function openWithout(address: string): Promise<{ page: Page; answer: () => void }> {
    const page = await journey.visit('/robots.txt', calm);
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    await page.route(SCRIPT, async (route) => {
      await isAnswered;
      await route.continue();
    });
    await page.goto(journey.origin + address);
    return { page, answer };
  }

  describe('the script of the filters', () => {
    const file = (name: string) => path.join(journey.product.dataDir, 'public', name);
    const scripts = async (page: Page) => {
      const files = await page.evaluate<string[]>(
        "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
      );
      return files.filter((name) => /^\/_astro\/.*\.js$/.test(name));
    };
    const isReact = (name: string) => readFileSync(file(name), 'utf8').includes('react.dev/errors');

    it('does not load for scrolling, more cards or a photo; it loads for the filters, and is small', async () => {
      const page = await journey.visit('/mediabibliotheek', calm);
      // Dispatched, since a click would scroll to it, which shows more cards too.
      await button(page, 'Toon meer').dispatchEvent('click');
      await page.locator('.grid__items').nth(1).waitFor({ state: 'attached' });
      await page.mouse.move(640, 700);
      await page.mouse.wheel(0, 900);
      await waitFor('the page to scroll', () => page.evaluate<boolean>('scrollY > 300'));
      await page.evaluate('scrollTo(0, 0)');
      await cardOf(page, `Beeld ${COUNT}`).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`1 van ${COUNT}`, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const before = await scripts(page);
      expect(before).not.toEqual([]);
      expect(before.filter(isReact)).toEqual([]);
      await page.getByRole('searchbox').hover();
      await isThere(page);
      const more = (await scripts(page)).filter((name) => !before.includes(name));
      expect(more.filter(isReact)).not.toEqual([]);
      const bytes = more.map((name) => statSync(file(`${name}.gz`)).size);
      expect(bytes.reduce((a, b) => a + b, 0)).toBeLessThan(MOST_BYTES);
    });

    it('does not load when a finger scrolls from the filters', async () => {
      const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
      const page = await journey.visit('/mediabibliotheek', { ...calm, ...phone });
      const { y = 0 } = (await button(page, /^Fauna/).boundingBox()) ?? {};
      const fingers = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
        fingers.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: at === null ? [] : [{ x: 200, y: at }],
        });
      await touch('touchStart', y + 20);
      for (let moved = 10; moved <= 100; moved += 10) await touch('touchMove', y + 20 - moved);
      await touch('touchEnd', null);
      await waitFor('the page to scroll', () => page.evaluate<boolean>('scrollY > 20'));
      expect((await scripts(page)).filter(isReact)).toEqual([]);
      await button(page, 'Filters').tap();
      await button(page, 'mist').waitFor();
    });
  });

  it('shows the filter of the address in the HTML, which the script of the filters keeps', async () => {
    const address = '?category=macro&tag=mist&q=beeld&year=2025&order=taken';
    const { page, answer } = await openWithout(`/mediabibliotheek${address}`);
    const expectAsked = async () => {
      await expect.poll(() => isPressed(page, /^Macro/)).toBe('true');
      expect(await isPressed(page, /^Alle \d/)).toBe('false');
      expect(await isPressed(page, 'mist')).toBe('true');
      expect(await page.getByRole('searchbox').inputValue()).toBe('beeld');
      expect(await select(page, 'Jaar van opname').inputValue()).toBe('2025');
      expect(await select(page, 'Volgorde').inputValue()).toBe('taken');
    };
    await expectAsked();
    expect(await isPressed(page, 'sneeuw')).toBe('false');
    expect(await page.getByText(OF_MACRO).count()).toBe(0);
    answer();
    await page.getByText(OF_MACRO).waitFor();
    await expectAsked();
    expect(search(page)).toBe(address);
    await button(page, 'Wis alle filters').click();
    await line(page, `${COUNT} beelden`);
    expect(await isPressed(page, /^Macro/)).toBe('false');
    expect(await isPressed(page, /^Alle \d/)).toBe('true');
    expect(await isPressed(page, 'mist')).toBe('false');
    expect(await select(page, 'Volgorde').inputValue()).toBe('');
  });

  it('applies what was pressed, chosen and typed before the script of the filters loads', async () => {
    const { page, answer } = await openWithout('/mediabibliotheek');
    await button(page, /^Fauna/).click();
    await button(page, 'mist').click();
    await button(page, 'sneeuw').click();
    await button(page, 'mist').click();
    await select(page, 'Volgorde').selectOption('Op opnamedatum');
    await page.getByRole('searchbox').fill('beeld');
    expect(await cards(page).count()).toBeGreaterThan(40);
    answer();
    await waitFor(
      'all of it in the address',
      () => search(page) === '?category=fauna&tag=sneeuw&q=beeld&order=taken',
    );
    const wanted = titlesOf(
      ({ category, tags }) => category === 'fauna' && tags.includes('sneeuw'),
    );
    await line(page, `${wanted.length} van ${COUNT} beelden`);
    expect(await page.getByRole('searchbox').inputValue()).toBe('beeld');
  });

  it('retries when the script of the filters fails to load, and loses no input', async () => {
    const page = await journey.visit('/mediabibliotheek', calm);
    await page.route(SCRIPT, (route) => route.abort());
    const failed = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('Error hydrating'),
    });
    await button(page, /^Fauna/).click();
    await failed;
    await page.unroute(SCRIPT);
    await button(page, /^Macro/).hover();
    await begins(
      page,
      titlesOf(({ category }) => category === 'fauna'),
    );
    expect(await isPressed(page, /^Fauna/)).toBe('true');
  });
}
