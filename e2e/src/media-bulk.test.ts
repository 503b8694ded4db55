/** Many items at once: searching, selecting, changing and deleting them (spec §2 Selection mode). */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { choose, press as pressIn, pressTwice, startJourney, toast as toastOn } from './journey.ts';
import { waitFor } from './product.ts';

const journey = startJourney();
let page: Page;

const titles = ['Ree in de nevel', 'Vos in de sneeuw', 'Libel aan de waterkant'];
const [deer = '', fox = '', dragonfly = ''] = titles;

const press = (name: string) => pressIn(page, name);
const toast = (text: string) => toastOn(page, text);
const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
/** A notice is a dialog too: this is the one that has the change. */
const dialog = () => page.getByRole('dialog', { name: 'Bulk Edit' });
const list = () => journey.client.call<MediaItem[]>('GET', '/api/admin/media');
const itemOf = async (title: string) => (await list()).find((item) => item.title === title);
const chooseIn = (field: string, option: string) =>
  choose(page, dialog().getByLabel(field, { exact: true }), option);

/** Counts in the page how many notices are to be seen whenever one comes. */
const watchNotices = `{
  window.mostNotices = 0;
  const look = () => {
    const seen = [...document.querySelectorAll('[data-notice]')].filter(
      (notice) => notice.getClientRects().length > 0,
    );
    window.mostNotices = Math.max(window.mostNotices, seen.length);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}`;

beforeAll(async () => {
  const { client } = journey;
  for (const tag of ['mist', 'winter']) await client.addTag(tag);
  for (const [n, title] of titles.entries()) {
    const { objectPath } = await client.upload(new Uint8Array(await plainPicture(n)), 'image/jpeg');
    const facts = { title, location: n === 1 ? 'Veluwe' : null, category: 'fauna' };
    await client.addMedia({ ...facts, tags: ['mist'], imageUrl: objectPath });
  }
  page = await journey.newPage();
  await page.addInitScript(watchNotices);
  await journey.enter(page);
});

it('searches title, description, location and category while it is typed', async () => {
  await page.goto(`${journey.origin}/admin/media`);
  await page.getByText('3 items', { exact: true }).waitFor();
  const search = page.getByPlaceholder('Search by title, description, location, or category...');
  await search.fill('VELUWE');
  // Out of habit: it is searched already.
  await search.press('Enter');
  await page.getByText('1 of 3 items').waitFor();
  await page.getByRole('article', { name: fox }).waitFor();
  await search.fill('walvis');
  await page.getByText('No results found').waitFor();
  await search.press('Escape');
  await page.getByText('3 items', { exact: true }).waitFor();
});

it('shows the items that the search finds, and all again without it', async () => {
  const search = page.getByRole('textbox', { name: 'Search media' });
  await search.fill('geen zulk dier');
  await page.getByText('No results found').waitFor();
  await search.fill('in de');
  await box(fox).waitFor();
  await box(dragonfly).waitFor({ state: 'detached' });
  expect(await page.locator('main article').count()).toBe(2);
  await search.fill('');
  await box(dragonfly).waitFor();
});

it('selects with the mouse, with Shift and with the keyboard', async () => {
  await press('Select');
  await page.getByText('0 item(s) selected').waitFor();
  // The newest stands first.
  await box(dragonfly).click();
  await page.getByText('1 item(s) selected').waitFor();
  await box(deer).click({ modifiers: ['Shift'] });
  await page.getByText('3 item(s) selected').waitFor();
  await box(fox).focus();
  await page.keyboard.press('Space');
  await page.getByText('2 item(s) selected').waitFor();
  await press('Deselect All');
  await page.getByText('0 item(s) selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select', exact: true }).waitFor();
});

it('selects all that the search shows, and nothing else', async () => {
  const search = page.getByRole('textbox', { name: 'Search media' });
  await press('Select');
  await search.fill('in de');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByText('2 item(s) selected').waitFor();
  await search.fill('');
  await page.getByText('2 item(s) selected').waitFor();
  expect(await box(dragonfly).isChecked()).toBe(false);
});

it('asks for a change before it saves, and has no accessibility fault', async () => {
  await press('Bulk Edit');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await toast('Please select at least one field to update');
  expect(await findings(page)).toEqual([]);
});

it('changes category, tags and star of the selection', async () => {
  await chooseIn('Category', 'Landscape');
  await dialog().getByRole('button', { name: 'winter' }).click();
  await chooseIn('Featured', 'Yes, show as featured');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await toast('Media items updated successfully');
  for (const title of [deer, fox])
    expect(await itemOf(title)).toMatchObject({
      category: 'landscape',
      tags: ['mist', 'winter'],
      featured: true,
    });
  expect(await itemOf(dragonfly)).toMatchObject({ category: 'fauna', tags: ['mist'] });
  await page.getByRole('button', { name: `Stop showing ${fox} as featured` }).waitFor();
});

it('shows the change on the public site', async () => {
  await waitFor('the public site to follow', async () => {
    const shown = await journey.html('/api/media');
    const site = await journey.html('/mediabibliotheek');
    return shown.includes('"winter"') && titles.every((title) => site.includes(title));
  });
});

it('deletes the selection after a question, here and on the public site', async () => {
  await press('Delete Selected');
  await page.getByText('Are you sure you want to delete 2 item(s)?').waitFor();
  await press('Cancel');
  expect(await list()).toHaveLength(3);
  await press('Delete Selected');
  const confirm = page.getByRole('button', { name: 'Delete 2 item(s)', exact: true });
  const sent = await pressTwice(confirm, '/bulk-delete');
  await toast('Media items deleted successfully');
  expect(sent).toHaveLength(1);
  await page.getByText('1 item', { exact: true }).waitFor();
  expect((await list()).map(({ title }) => title)).toEqual([dragonfly]);
  await waitFor('the public site to follow', async () => {
    const site = await journey.html('/mediabibliotheek');
    return site.includes(dragonfly) && !site.includes(deer) && !site.includes(fox);
  });
});

it('deletes one item after a question, and sends that once', async () => {
  await press(`Delete ${dragonfly}`);
  const sent = await pressTwice(
    page.getByRole('alertdialog').getByRole('button').last(),
    '/media/',
  );
  await toast('Media item deleted successfully');
  await page.getByText('0 items', { exact: true }).waitFor();
  expect(sent).toHaveLength(1);
});

it('showed one notice at a time (spec §9)', async () => {
  expect(await page.evaluate('window.mostNotices')).toBe(1);
});
