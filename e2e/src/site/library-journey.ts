/** A library of ninety-eight items in a running product, and helpers for its journeys. */
import type { AdminCategory } from '@veldlicht/contract/category';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { closePages } from '../support/browser.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

export const COUNT = 98;
/** More than a row of tags, all on the oldest item only. */
export const MORE_TAGS = Array.from({ length: 40 }, (_, i) => `trefwoord ${i + 1}`);
/** The owner's description of a category. */
export const OF_MACRO = 'Kleiner dan een hand.';
const categories = ['macro', 'fauna', 'fauna', 'landscape'];
const sizes = [
  [640, 427],
  [427, 640],
  [600, 600],
  [900, 300],
];

/** From old to new: 'Beeld 1' … 'Beeld 98', some with a word, a place or a tag. */
const items = Array.from({ length: COUNT }, (_, i) => ({
  title: `Beeld ${i + 1}`,
  category: categories[i % 4] ?? '',
  description: i % 10 === 0 ? 'Rijp op het Riet' : null,
  location: i % 5 === 0 ? 'Biesbosch' : 'Veluwe',
  // Older ones were taken later; some have no date.
  date: i % 4 === 0 ? null : `${2025 - Math.floor(i / 60)}-0${9 - (i % 9)}-10`,
  tags: [
    ...(i % 6 === 0 ? ['mist'] : []),
    ...(i % 9 === 0 ? ['sneeuw'] : []),
    ...(i === 0 ? MORE_TAGS : []),
  ],
}));
/** Titles, newest first, as in the library. */
export const titlesOf = (keep: (item: (typeof items)[number]) => boolean) =>
  items
    .filter(keep)
    .map(({ title }) => title)
    .reverse();

/** Starts a journey in it; every test closes its pages. */
export function startLibrary(isExpected?: (complaint: string) => boolean): Journey {
  const journey = startJourney(isExpected ? { isExpected } : {});
  beforeAll(async () => {
    const { client } = journey;
    const all = await client.call<AdminCategory[]>('GET', '/api/admin/categories');
    const { id } = all.find(({ name }) => name === 'macro') ?? {};
    await client.call('PATCH', `/api/admin/categories/${id}`, { description: OF_MACRO });
    for (const tag of ['sneeuw', 'mist', ...MORE_TAGS]) await client.addTag(tag);
    const imageUrls: string[] = [];
    for (const [i, [width = 1, height = 1]] of sizes.entries()) {
      const picture = new Uint8Array(await plainPicture(70 + i, { width, height }));
      imageUrls.push((await client.upload(picture, 'image/jpeg')).objectPath);
    }
    await client.call('POST', '/api/admin/media/bulk', {
      items: items.map((item, i) => ({ ...item, imageUrl: imageUrls[i % 4] })),
    });
    await waitFor('the site to show them', async () =>
      (await journey.html('/mediabibliotheek')).includes(`${COUNT} beelden`),
    );
  });
  afterEach(closePages);
  return journey;
}

export const cards = (page: Page) => page.locator('.grid a.card');
export const cardOf = (page: Page, title: string) =>
  page
    .getByRole('link', { name: title, exact: false })
    .filter({ has: page.getByAltText(title, { exact: true }) });
export const search = (page: Page) => new URL(page.url()).search;
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const line = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
/** Waits until the index has loaded and every card has its picture's address. */
export const settled = async (page: Page) => {
  await page.locator('.grid__item[aria-setsize]').first().waitFor({ state: 'attached' });
  await page.locator('.card--coming').first().waitFor({ state: 'detached' });
};
/** Titles of the cards in the page, in reading order. */
const titles = (page: Page) => page.locator('.grid .card__title').allTextContents();
/** Waits until the list begins with these titles. */
export const begins = (page: Page, wanted: string[]) =>
  waitFor(`a list that begins with ${wanted.slice(0, 3)}`, async () => {
    const shown = await titles(page);
    return wanted.slice(0, 6).every((title, i) => shown[i] === title);
  });
export const scrollY = (page: Page) => page.evaluate<number>('scrollY');
/** Left, top, width and height of the first cards, in whole pixels. */
export const placesOfCards = (page: Page) =>
  page.evaluate<number[][]>(
    `[...document.querySelectorAll('.grid__item')].slice(0, 6).map((item) => {
          const { x, y, width, height } = item.getBoundingClientRect();
          return [x, y, width, height].map((length) => Math.round(length));
        })`,
  );
/** Waits until the card with this title has the focus. */
export const focusOn = (page: Page, title: string) =>
  waitFor(`the focus on ${title}`, () =>
    page.evaluate<boolean>(
      `document.activeElement.querySelector('img')?.alt === ${JSON.stringify(title)}`,
    ),
  );
