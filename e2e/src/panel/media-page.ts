/** Many items at once: searching, selecting, editing, deleting and undoing (spec §2). */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import {
  choose,
  follow,
  type Journey,
  press as pressIn,
  pressTwice,
  toast as toastOn,
} from '../support/journey.ts';

/** Its tests, in a library without items, which they leave empty. */
export function describeMediaPage(journey: Journey): void {
  let page: Page;

  const titles = ['Ree in de nevel', 'Vos in de sneeuw', 'Écureuil aan de waterkant'];
  const [deer = '', fox = '', squirrel = ''] = titles;

  const press = (name: string) => pressIn(page, name);
  const toast = (text: string) => toastOn(page, text);
  const box = (title: string) =>
    page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
  /** The bulk edit dialog, named because notices are dialogs too. */
  const dialog = () => page.getByRole('dialog', { name: 'Bulk Edit' });
  const list = () => journey.client.call<MediaItem[]>('GET', '/api/admin/media');
  const itemOf = async (title: string) => (await list()).find((item) => item.title === title);
  /** Waits until exactly these titles are shown, in order. */
  const shown = (...expected: string[]) =>
    expect.poll(() => page.locator('main article h2').allInnerTexts()).toEqual(expected);
  const search = () => page.getByRole('textbox', { name: 'Search media' });
  const filter = (name: string, option: string) =>
    choose(page, page.getByLabel(name, { exact: true }), option);
  const chooseIn = (field: string, option: string) =>
    choose(page, dialog().getByLabel(field, { exact: true }), option);

  /** Records in the page the number of visible notices whenever one appears. */
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
    const facts = [
      { title: deer, date: '2024-05-04', alt: 'Een ree', tags: ['mist'] },
      { title: fox, date: '2026-01-02', location: 'Veluwe', tags: ['mist'] },
      { title: squirrel, status: 'draft' as const },
    ];
    for (const [n, fact] of facts.entries()) {
      const { objectPath } = await client.upload(
        new Uint8Array(await plainPicture(n)),
        'image/jpeg',
      );
      await client.addMedia({ category: 'fauna', imageUrl: objectPath, ...fact });
    }
    page = await journey.newPage();
    await page.addInitScript(watchNotices);
    await journey.enter(page);
  });

  it('searches title, description, location and category during typing, with or without accents', async () => {
    await follow(page, '/admin/media');
    await page.getByText('3 items', { exact: true }).waitFor();
    await page
      .getByPlaceholder('Search by title, description, location, or category...')
      .fill('VELUWE');
    // Enter out of habit; the search has already run.
    await search().press('Enter');
    await page.getByText('1 of 3 items').waitFor();
    await shown(fox);
    await search().fill('ecureuil');
    await shown(squirrel);
    await search().fill('walvis');
    await page.getByText('No results found').waitFor();
    await search().press('Escape');
    await page.getByText('3 items', { exact: true }).waitFor();
  });

  it('opens the form by a press on the picture of a card', async () => {
    await page.getByRole('article', { name: deer }).locator('img').click();
    const form = page.getByRole('dialog', { name: 'Edit media item' });
    await form.waitFor();
    await pressIn(form, 'Cancel');
    await form.waitFor({ state: 'detached' });
  });

  it('filters by state, tag and missing fields, and keeps the filter in the address', async () => {
    await shown(squirrel, fox, deer);
    await press('Filters');
    await filter('Status', 'Draft');
    await shown(squirrel);
    await filter('Status', 'All');
    await filter('Missing', 'Alt text');
    await filter('Tag', 'mist');
    await shown(fox);
    await page.getByText('1 of 3 items').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.reload();
    await shown(fox);
    await press('Clear filters');
    await filter('Order', 'Capture date');
    await shown(fox, deer, squirrel);
    await filter('Order', 'Upload date');
    await shown(squirrel, fox, deer);
  });

  it('selects by mouse, with Shift and by keyboard', async () => {
    await press('Select');
    await page.getByText('0 item(s) selected').waitFor();
    // Deleted items can be shown.
    await press('Trash');
    const trash = page.getByRole('dialog', { name: 'Trash' });
    await trash.getByText('The trash is empty').waitFor();
    await pressIn(trash, 'Close');
    await trash.waitFor({ state: 'detached' });
    await page.getByText('0 item(s) selected').waitFor();
    // The newest is first.
    await box(squirrel).click();
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

  it('changes any field of many, and undoes it from the notice', async () => {
    const before = await list();
    await press('Select');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await press('Bulk Edit');
    for (const name of ['Alt text', 'Location', 'Status']) await pressIn(dialog(), name);
    await dialog().getByLabel('Alt text', { exact: true }).fill('In de nevel');
    await dialog().getByLabel('Location', { exact: true }).fill('52.131234, 5.860456');
    await pressIn(dialog(), 'Leave Status as it is');
    expect(await findings(page)).toEqual([]);
    await pressIn(dialog(), 'Save');
    await toast('Media items updated successfully');
    const changed = await list();
    expect(changed.map(({ alt, status }) => [alt, status])).toEqual([
      ['In de nevel', 'draft'],
      ['In de nevel', 'published'],
      ['In de nevel', 'published'],
    ]);
    // The location is now a position, which must not stay exact.
    expect(changed.map(({ locationPrivacy }) => locationPrivacy)).not.toContain('exact');
    await press('Undo');
    await toast('3 items are as they were before');
    await page.keyboard.press('Escape');
    await page.getByText('3 items', { exact: true }).waitFor();
    const same = (all: MediaItem[]) => all.map((item) => ({ ...item, updatedAt: '' }));
    expect(same(await list())).toEqual(same(before));
  });

  it('selects all results of the search, and nothing else', async () => {
    await press('Select');
    await search().fill('in de');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByText('2 item(s) selected').waitFor();
    await search().fill('');
    await page.getByText('2 item(s) selected').waitFor();
    expect(await box(squirrel).isChecked()).toBe(false);
  });

  it('requires a change before saving, and has no accessibility fault', async () => {
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
    expect(await itemOf(squirrel)).toMatchObject({ category: 'fauna', tags: [] });
    await page.getByRole('button', { name: `Stop showing ${fox} as featured` }).waitFor();
  });

  it('deletes the selection after a confirmation', async () => {
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
    expect((await list()).map(({ title }) => title)).toEqual([squirrel]);
  });

  it('deletes one item after a confirmation, with one call', async () => {
    await press(`Delete ${squirrel}`);
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
}
