/** Many items at once: searching, selecting, changing and deleting them (spec §2 Selection mode). */
import AxeBuilder from '@axe-core/playwright';
import type { MediaItem } from '@veldlicht/contract/media';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whenStill } from './axe-findings.ts';
import { pressTwice } from './press-twice.ts';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';

let product: RunningProduct;
let browser: Browser;
let page: Page;
let client: ApiClient;
const complaints: string[] = [];

const titles = ['Ree in de nevel', 'Vos in de sneeuw', 'Libel aan de waterkant'];
const [deer = '', fox = '', dragonfly = ''] = titles;

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const toast = (text: string) => page.getByText(text).first().waitFor();
const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
/** A notice is a dialog too: this is the one that has the change. */
const dialog = () => page.getByRole('dialog', { name: 'Bulk Edit' });
const text = async (address: string) => (await fetch(product.origin + address)).text();
const list = () => client.call<MediaItem[]>('GET', '/api/admin/media');
const itemOf = async (title: string) => (await list()).find((item) => item.title === title);

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

async function choose(field: string, option: string): Promise<void> {
  await dialog().getByLabel(field, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function addPictures(): Promise<void> {
  await client.addTag('mist');
  await client.addTag('winter');
  for (const [n, facts] of describePictures(3).entries()) {
    const picture = await makePicture(facts, { width: 700 });
    const { objectPath } = await client.upload(new Uint8Array(picture), 'image/jpeg');
    const title = titles[n] ?? '';
    const location = n === 1 ? 'Veluwe' : null;
    await client.addMedia({
      title,
      location,
      category: 'fauna',
      tags: ['mist'],
      imageUrl: objectPath,
    });
  }
}

beforeAll(async () => {
  product = await startProduct();
  client = await signIn(product.origin, owner.username, owner.password);
  await addPictures();
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(watchNotices);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${product.origin}/admin/login`);
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await press('Sign in');
  await page.waitForURL('**/admin');
});
afterAll(async () => {
  await browser?.close();
  await product.stop();
  product.remove();
});

it('searches title, description, location and category while it is typed', async () => {
  await page.goto(`${product.origin}/admin/media`);
  await page.getByText('3 items', { exact: true }).waitFor();
  const search = page.getByPlaceholder('Search by title, description, location, or category...');
  // The glass is seen: nothing else stands at this end of the box.
  const { x = 0, y = 0 } = (await search.boundingBox()) ?? {};
  const end = await page.screenshot({ clip: { x: x + 6, y: y + 6, width: 28, height: 28 } });
  expect((await sharp(end).greyscale().stats()).channels[0]?.stdev).toBeGreaterThan(5);
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
  await whenStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

it('changes category, tags and star of the selection', async () => {
  await choose('Category', 'Landscape');
  await dialog().getByRole('button', { name: 'winter' }).click();
  await choose('Featured', 'Yes, show as featured');
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

it('takes a tag off, and puts one in the place of all', async () => {
  await press('Bulk Edit');
  await choose('What to do with tags', 'Remove');
  await dialog().getByRole('button', { name: 'winter' }).click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
  expect(await itemOf(deer)).toMatchObject({ tags: ['mist'] });
  await press('Bulk Edit');
  await choose('What to do with tags', 'Replace');
  await dialog().getByRole('button', { name: 'winter' }).click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
  expect(await itemOf(deer)).toMatchObject({ tags: ['winter'] });
});

it('shows the change on the public site', async () => {
  await waitFor('the public site to follow', async () => {
    const shown = await (await fetch(`${product.origin}/api/media`)).text();
    const site = await text('/mediabibliotheek');
    return shown.includes('"winter"') && titles.every((title) => site.includes(title));
  });
});

it('has no accessibility fault in selection mode', async () => {
  await whenStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
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
    const site = await text('/mediabibliotheek');
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

it('had no script error and no policy violation on the way', () => {
  expect(complaints).toEqual([]);
});
