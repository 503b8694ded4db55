/** Finding items by what they are and what they lack, changing any field of many, and taking that back (next.md §4). */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { choose, press, startJourney, toast } from './journey.ts';

const journey = startJourney();
let page: Page;

const titles = () => page.locator('main article h2').allInnerTexts();
const shown = (...expected: string[]) => expect.poll(titles).toEqual(expected);
const items = () => journey.client.call<MediaItem[]>('GET', '/api/admin/media');
const filter = (name: string, option: string | RegExp) =>
  choose(page, page.getByLabel(name, { exact: true }), option);

beforeAll(async () => {
  await journey.client.addTag('Mist');
  const facts = [
    { title: 'Ree', date: '2024-05-04', alt: 'Een ree', location: 'Veluwe' },
    { title: 'Vos', date: '2026-01-02', tags: ['Mist'] },
    { title: 'Écureuil', status: 'draft' as const },
  ];
  for (const [n, fact] of facts.entries()) {
    const picture = new Uint8Array(await plainPicture(n + 1));
    const { objectPath } = await journey.client.upload(picture, 'image/jpeg');
    await journey.client.addMedia({ category: 'fauna', imageUrl: objectPath, ...fact });
  }
  page = await journey.newPage({ reducedMotion: 'reduce' });
  await journey.enter(page);
  await page.goto(`${journey.origin}/admin/media`);
});

it('filters by state, tag, year and what is missing, and keeps that in the address', async () => {
  await shown('Écureuil', 'Vos', 'Ree');
  await press(page, 'Filters');
  await filter('Status', 'Draft');
  await shown('Écureuil');
  await filter('Status', 'All');
  await filter('Missing', 'Alt text');
  await filter('Tag', 'Mist');
  await shown('Vos');

  await page.getByText('1 of 3 items').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await shown('Vos');
  await press(page, 'Clear filters');
  await filter('Order', 'Capture date');
  await shown('Vos', 'Ree', 'Écureuil');
  await page.getByRole('textbox', { name: 'Search media' }).fill('ecureuil');
  await shown('Écureuil');
  await page.getByRole('textbox', { name: 'Search media' }).fill('');
});

it('changes any field of many, and takes it back after a reload', async () => {
  const before = await items();
  await press(page, 'Select');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await press(page, 'Bulk Edit');
  const dialog = page.getByRole('dialog', { name: 'Bulk Edit' });
  for (const name of ['Alt text', 'Location', 'Status']) await press(dialog, name);
  await dialog.getByLabel('Alt text', { exact: true }).fill('In de nevel');
  await dialog.getByLabel('Location', { exact: true }).fill('52.131234, 5.860456');

  await press(dialog, 'Leave Status as it is');
  expect(await findings(page)).toEqual([]);
  await press(dialog, 'Save');
  await toast(page, 'Media items updated successfully');
  const changed = await items();
  expect(changed.map(({ alt, status }) => [alt, status])).toEqual([
    ['In de nevel', 'draft'],
    ['In de nevel', 'published'],
    ['In de nevel', 'published'],
  ]);
  // The place is a position now: it is told no more exactly than such a place may be.
  expect(changed.map(({ locationPrivacy }) => locationPrivacy)).not.toContain('exact');
  await page.reload();
  await page.getByText('Your last bulk edit changed 3 items.').waitFor();

  await press(page, 'Undo');
  await toast(page, '3 items are as they were');
  await page.getByText('Your last bulk edit').waitFor({ state: 'detached' });
  const same = (all: MediaItem[]) => all.map((item) => ({ ...item, updatedAt: '' }));
  expect(same(await items())).toEqual(same(before));
});
