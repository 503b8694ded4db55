/** Four photos on a home page that runs, and what the journeys of the dialog do with them. */
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { whenStill } from './axe-findings.ts';
import { closePages } from './browser.ts';
import { dialogOf as dialog, type Journey, startJourney } from './journey.ts';
import { waitFor } from './product.ts';

/** Oldest first; the grid and the dialog show them the other way round. */
const items = [
  { title: 'Ree', width: 640, height: 427, location: '52.131234, 5.860456' },
  { title: 'Dauw', width: 500, height: 500, location: null },
  { title: `Een ${'heel '.repeat(30)}lange titel`, width: 427, height: 640, location: 'Drenthe' },
  { title: 'Panorama van de heide', width: 1700, height: 600, location: 'Veluwe' },
];

export const card = (page: Page, title: string) =>
  page.locator('#recent a.card', { hasText: title });
export const counter = (page: Page, text: string) =>
  dialog(page).getByText(text, { exact: true }).waitFor();
export const path = (page: Page) => new URL(page.url()).pathname;

/** Opens an item and waits until it can be handled: the neighbours come when the opening is over. */
export async function open(page: Page, title: string): Promise<void> {
  await card(page, title).click();
  await dialog(page).waitFor();
  await waitFor('the large picture', () => pictureWidth(page));
  await whenStill(page);
}

/** Width of the current picture on the screen, in CSS pixels; 0 until it is drawn. */
export function pictureWidth(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const image = document.querySelector('.pswp__item[aria-hidden="false"] .pswp__img:not(.pswp__img--placeholder)');
    const isDrawn = image?.complete && image.naturalWidth > 1;
    return isDrawn ? image.getBoundingClientRect().width : 0;
  })()`);
}

export async function closed(page: Page): Promise<void> {
  await waitFor('the dialog to be gone', async () => (await dialog(page).count()) === 0);
  await expect.poll(() => path(page)).toBe('/');
}

export const focusedPath = (page: Page) =>
  page.evaluate<string>("document.activeElement?.getAttribute('href') ?? ''");

/** Starts a journey through them; every test closes its pages. */
export function startDialogs(): Journey {
  const journey = startJourney();
  beforeAll(async () => {
    for (const [at, { title, width, height, location }] of items.entries()) {
      const picture = new Uint8Array(await plainPicture(70 + at, { width, height }));
      const { objectPath } = await journey.client.upload(picture, 'image/jpeg');
      await journey.client.addMedia({
        ...{ title, category: 'fauna', imageUrl: objectPath, location },
        ...(title === 'Ree' ? { description: 'Vroeg in de ochtend.', date: '2024-05-04' } : {}),
      });
    }
    await waitFor('the site to show them', async () => {
      const html = await journey.html('/');
      return items.every(({ title }) => html.includes(title));
    });
  });
  afterEach(closePages);
  return journey;
}
