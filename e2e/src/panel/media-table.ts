/** The media page as a table: cells, many rows at once, clipboard, sorting, offline, and undo. */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { bulkRows } from '../support/bulk-rows.ts';
import { type Journey, toast as toastOn } from '../support/journey.ts';

/** Its tests, in a library without items and drafts. */
export function describeMediaTable(journey: Journey): void {
  let page: Page;

  const titles = ['DSC_0001', 'Vos in de sneeuw', 'Ree in de nevel'];
  const SPOT = '52.131234, 5.860456';

  const list = () => journey.client.call<MediaItem[]>('GET', '/api/admin/media');
  /** A field of each item, in the order of their file names. */
  const stored = async <Name extends keyof MediaItem>(name: Name) =>
    (await list())
      .toSorted((a, b) => (a.originalName ?? '').localeCompare(b.originalName ?? ''))
      .map((item) => item[name]);
  const grid = () => page.getByRole('grid', { name: 'Media Library' });
  const cell = (row: number, column: string) =>
    grid().locator(`[data-row="${row}"] [data-cell=${column}]`);
  const tick = (row: number) => cell(row, 'select');
  const shownTitles = async () => {
    const fields = await grid().locator('[data-cell=title]').all();
    return Promise.all(fields.map((field) => field.inputValue()));
  };
  const toast = (text: string) => toastOn(page, text);
  const press = (...keys: string[]) =>
    keys.reduce<Promise<void>>(async (last, key) => {
      await last;
      await page.keyboard.press(key);
    }, Promise.resolve());

  beforeAll(async () => {
    const { client } = journey;
    for (const tag of ['mist', 'winter']) await client.addTag(tag);
    for (const [n, title] of titles.entries()) {
      const { objectPath } = await client.upload(
        new Uint8Array(await plainPicture(n)),
        'image/jpeg',
      );
      const originalName = `DSC_000${n + 1}.jpg`;
      const facts = { title, originalName, date: `2026-05-0${n + 1}`, tags: ['mist'] };
      await client.addMedia({ category: 'fauna', imageUrl: objectPath, ...facts });
    }
    page = await journey.panel('/admin/media');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  it('is a stored choice, and marks rows whose title is still the file name', async () => {
    await page.locator('main article').first().waitFor();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await grid().waitFor();
    const urls = (await list()).flatMap(({ sources }) => sources.map(({ url }) => url));
    expect(urls.filter((url) => /[/]480-/.test(url))).toHaveLength(titles.length);
    // The next test is about these addresses of files that are gone.
    await page.route(
      '**/api/admin/media',
      async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('/480-', '/481-');
        await route.fulfill({ response, body });
      },
      { times: 1 },
    );
    await page.reload();
    await grid().waitFor();
    // The newest is first.
    await expect.poll(shownTitles).toEqual(titles.toReversed());
    const warning = grid().getByText('This is still the name of the file.');
    expect(await warning.count()).toBe(1);
    expect(await findings(page)).toEqual([]);
  });

  it('gets the new address of a picture that is gone', async () => {
    const broken = () =>
      page.evaluate<string[]>(
        "[...document.querySelectorAll('[role=grid] img')].map((img) => [img.src, img.naturalWidth].join(' ')).filter((one) => /481-| 0$/.test(one))",
      );
    await expect.poll(broken).toEqual([]);
  });

  it('changes a cell in place, and undoes it by Ctrl+Z from history', async () => {
    await cell(0, 'title').fill('Ree in de ochtend');
    await press('Enter');
    await expect.poll(() => stored('title')).toEqual([titles[0], titles[1], 'Ree in de ochtend']);
    await press('Control+z');
    await toast('1 item is as it was before');
    await expect.poll(() => stored('title')).toEqual(titles);
  });

  it('leaves a cell by Escape, and first undoes current typing', async () => {
    await cell(0, 'title').click();
    await press('End', 'x', 'Control+z');
    expect(await cell(0, 'title').inputValue()).toBe(titles[2]);
    await press('Escape');
    await grid().locator('[data-row="0"] [data-cell=select]:focus').waitFor();
  });

  it('restores on Escape what was in the cell, and saves nothing', async () => {
    await cell(0, 'title').fill('Half getypt');
    await press('Escape');
    expect(await cell(0, 'title').inputValue()).toBe(titles[2]);
    await cell(1, 'title').fill('Vos in de regen');
    await press('Enter');
    await expect.poll(() => stored('title')).toEqual([titles[0], 'Vos in de regen', titles[2]]);
    await press('Control+z');
    await expect.poll(() => stored('title')).toEqual(titles);
  });

  it('moves by arrows, Home, End and pages from any cell, and edits a text at its end by F2', async () => {
    const isAt = (row: number, column: string) =>
      grid().locator(`[data-row="${row}"] [data-cell=${column}]:focus`).waitFor();
    await cell(0, 'date').focus();
    await press('ArrowRight');
    await isAt(0, 'location');
    await press('ArrowLeft', 'ArrowLeft');
    await isAt(0, 'category');
    await press('End');
    await isAt(0, 'species');
    await press('Home');
    await isAt(0, 'title');
    await cell(0, 'date').focus();
    await press('Control+End');
    await isAt(2, 'species');
    await tick(0).focus();
    await press('PageDown');
    await isAt(2, 'select');
    await cell(0, 'title').focus();
    await press('F2', 'ArrowLeft', 'ArrowLeft');
    await isAt(0, 'title');
  });

  it('loses no key that is typed before the list of a cell has the focus', async () => {
    await cell(0, 'category').focus();
    await Promise.all(['m', 'a', 'c', 'Enter'].map((key) => page.keyboard.press(key)));
    await expect.poll(() => stored('category')).toEqual(['fauna', 'fauna', 'macro']);
    await press('Control+z');
    await expect.poll(() => stored('category')).toEqual(['fauna', 'fauna', 'fauna']);
  });

  it('edits all selected rows through one, each location by its own rule, as one change', async () => {
    await tick(0).click();
    await tick(1).click();
    await cell(0, 'location').fill(SPOT);
    await press('Enter');
    await toast('Media items updated successfully');
    await expect.poll(() => stored('location')).toEqual([null, SPOT, SPOT]);
    expect(await stored('locationPrivacy')).toEqual(['exact', 'approximate', 'approximate']);
    await cell(0, 'tags').click();
    await page.getByRole('option', { name: 'winter' }).click();
    await press('Escape');
    await expect
      .poll(() => stored('tags'))
      .toEqual([['mist'], ['mist', 'winter'], ['mist', 'winter']]);
    // A new tag is made where tags are chosen.
    await cell(0, 'tags').press('d');
    await page.keyboard.type('uin');
    await page.getByRole('option', { name: 'Make “duin” a tag' }).click();
    await expect
      .poll(() => stored('tags'))
      .toEqual([['mist'], ['mist', 'winter', 'duin'], ['mist', 'winter', 'duin']]);
    await press('Escape');
    await cell(0, 'tags').focus();
    await press('Control+z');
    await expect
      .poll(() => stored('tags'))
      .toEqual([['mist'], ['mist', 'winter'], ['mist', 'winter']]);
    // Exact positions are allowed for one item at a time only.
    await cell(0, 'locationPrivacy').click();
    await page.getByRole('option', { name: 'Exact place' }).click();
    await page.getByRole('button', { name: 'Show it exactly' }).click();
    await toast('An exact position can only be chosen for one item at a time');
    await cell(0, 'title').focus();
    await press('Control+z');
    await expect.poll(() => stored('tags')).toEqual([['mist'], ['mist'], ['mist']]);
    await press('Control+z');
    await expect.poll(() => stored('location')).toEqual([null, null, null]);
    await press('Escape');
  });

  it('copies cells and whole rows, and pastes lines, also from a spreadsheet', async () => {
    await cell(0, 'category').focus();
    await press('Control+c');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('Fauna');
    await page.evaluate(
      `navigator.clipboard.writeText('Landscape\\t4-6-2026\\nMacro\\t5-6-2026\\n')`,
    );
    await press('Control+v');
    await toast('Media items updated successfully');
    await expect.poll(() => stored('category')).toEqual(['fauna', 'macro', 'landscape']);
    expect(await stored('date')).toEqual(['2026-05-01', '2026-06-05', '2026-06-04']);
    await page.evaluate(`navigator.clipboard.writeText('Walvis')`);
    await press('Control+v');
    await toast('1 cell stays as it was: the text you pasted doesn’t fit its field.');
    // Said also where other cells did change.
    await page.evaluate(`navigator.clipboard.writeText('Drone\\t7-6-2026\\nWalvis\\tmorgen\\n')`);
    await press('Control+v');
    await toast('2 cells stay as they were');
    await expect.poll(() => stored('category')).toEqual(['fauna', 'macro', 'drone']);
    await press('Control+z');
    await press('Control+z');
    await expect.poll(() => stored('category')).toEqual(['fauna', 'fauna', 'fauna']);
  });

  it('sorts by a column in either direction, and keeps it in the address', async () => {
    const head = grid().getByRole('columnheader', { name: /^Title/ });
    await head.getByRole('button').click();
    await expect.poll(shownTitles).toEqual([titles[0], titles[2], titles[1]]);
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    await page.reload();
    await expect.poll(shownTitles).toEqual([titles[1], titles[2], titles[0]]);
    // A changed row keeps its position.
    await cell(0, 'title').fill('Aalscholver');
    await press('Enter');
    await expect.poll(() => stored('title')).toEqual([titles[0], 'Aalscholver', titles[2]]);
    await expect.poll(shownTitles).toEqual(['Aalscholver', titles[2], titles[0]]);
  });

  it('shows that it is offline, keeps changes, and sends them once online', async () => {
    await page.context().setOffline(true);
    await cell(0, 'title').fill('Zonder lijn');
    await press('Enter');
    await page.getByText('You are offline: 1 change waits. Keep this page open.').waitFor();
    expect(await stored('title')).toEqual([titles[0], 'Aalscholver', titles[2]]);
    await page.context().setOffline(false);
    await expect.poll(() => stored('title')).toEqual([titles[0], 'Zonder lijn', titles[2]]);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
  });

  it('is also the table of the bulk upload, where Ctrl+Z restores a removed file', async () => {
    await page.getByRole('button', { name: 'Bulk Upload' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
    const buffer = await plainPicture(9);
    const files = ['b.jpg', 'a.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer }));
    await dialog.locator('input[type=file]').setInputFiles(files);
    await dialog.getByText('2 of 2 files uploaded').waitFor();
    const rows = bulkRows(() => page);
    await dialog
      .getByRole('columnheader', { name: /^Title/ })
      .getByRole('button')
      .click();
    await expect.poll(() => rows.cell(0, 'title').inputValue()).toBe('a');
    await rows.cell(0, 'title').fill('Als eerste');
    await press('Enter');
    await dialog.getByRole('button', { name: 'Remove a.jpg' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await rows.cell(0, 'title').focus();
    await press('Control+z');
    await expect.poll(() => rows.count()).toBe(2);
    await dialog.getByText('2 of 2 files uploaded').waitFor();
    expect(await rows.cell(0, 'title').inputValue()).toBe('Als eerste');
    await press('Control+z', 'Control+z');
    await expect.poll(() => rows.cell(0, 'title').inputValue()).toBe('b');
    await rows.cell(0, 'title').fill('Half getypt');
    await press('Escape', 'Escape');
    expect(await rows.cell(0, 'title').inputValue()).toBe('b');
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Add files' }).focus();
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
}
