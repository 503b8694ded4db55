/** Helpers of journeys about stories: visitors who find and read one. */
import type { LeakReport } from '@veldlicht/contract/leaks';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { calm, type Journey, type startJourney } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

/** Layout shift of a page, after scrolling to its end. */
async function shiftOf(visitor: Page): Promise<number> {
  await visitor.evaluate('scrollTo(0, document.body.scrollHeight)');
  return visitor.evaluate<number>(`new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 300);
  })`);
}

/** Confirms all waiting texts: wolves are guarded, and a number in a title may be part of a position. */
export async function confirmAll(client: Journey['client']): Promise<void> {
  const { held } = await client.call<LeakReport>('GET', '/api/admin/leaks');
  const texts = held.map(({ subject, text }) => ({ subject, text, mayRead: true }));
  await client.call('POST', '/api/admin/leaks/answers', { texts });
}

/** `addressOf` returns the address of a story by title. */
export function storyReaders(
  journey: Pick<ReturnType<typeof startJourney>, 'visit' | 'html'>,
  addressOf: (title: string) => Promise<string>,
) {
  /** A visitor who finds a story through the menu, on pages without findings. */
  async function find(title: string, list: string): Promise<Page> {
    // The first story of its kind changes every page, one after the other.
    await waitFor('the link', async () => (await journey.html('/')).includes(`>${list}</a>`));
    const visitor = await journey.visit('/', calm);
    await visitor.getByRole('navigation').getByRole('link', { name: list }).first().click();
    await visitor.getByRole('heading', { level: 1, name: list }).waitFor();
    expect(await findings(visitor)).toEqual([]);
    await visitor.getByRole('link', { name: new RegExp(title) }).click();
    await visitor.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await findings(visitor)).toEqual([]);
    expect(await shiftOf(visitor)).toBe(0);
    return visitor;
  }

  /** Checks its texts and photos without script, and its width on a phone. */
  async function readPlainly(title: string, words: string, photos: number): Promise<void> {
    const viewport = { width: 360, height: 740 };
    const visitor = await journey.visit(await addressOf(title), {
      ...calm,
      viewport,
      isMobile: true,
      hasTouch: true,
      javaScriptEnabled: false,
    });
    expect(await visitor.locator('.story__text').first().innerText()).toContain(words);
    expect(await visitor.locator('.story__picture').count()).toBe(photos);
    expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBe(360);
    // Those of the first screen load at once, and one block of them before all others.
    const blocks = visitor.locator('.story__block');
    const early = (selector: string) =>
      blocks.evaluateAll(
        (all, wanted) => all.flatMap((one, n) => (one.querySelector(wanted) ? n : [])),
        selector,
      );
    expect(await early('[loading=eager]')).toEqual([0, 1].slice(0, await blocks.count()));
    expect(await early('[fetchpriority=high]')).toEqual([0]);
    await visitor.locator('.story__picture').first().click();
    await visitor.getByRole('heading', { level: 1, name: /^Wolf/ }).waitFor();
  }
  return { find, readPlainly };
}
