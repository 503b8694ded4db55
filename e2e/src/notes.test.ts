/** A field note from the first word to its reader, and off the site again (next.md §6). */
import type { MediaItem } from '@veldlicht/contract/media';
import type { StoryItem } from '@veldlicht/contract/story';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { choose, dialogOf, press, questionOf, startJourney, toast } from './journey.ts';
import { waitFor } from './product.ts';

const journey = startJourney({
  isExpected: (complaint) => complaint.startsWith('/veldnotities: Failed to load'),
});
let page: Page;
const photos: MediaItem[] = [];
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const notes = () => journey.client.call<StoryItem[]>('GET', '/api/admin/notes');
const address = async () => `/veldnotities/${(await notes())[0]?.slug}`;
const statusOf = async (path: string) => (await fetch(journey.origin + path)).status;
const list = () => page.getByRole('list', { name: 'Field notes' });

beforeAll(async () => {
  const { client } = journey;
  for (const [i, title] of ['Ree in de mist', 'Vos'].entries()) {
    const picture = new Uint8Array(await plainPicture(80 + i, { width: 900, height: 600 }));
    const { objectPath } = await client.upload(picture, 'image/jpeg');
    const species = [{ scientificName: 'Capreolus capreolus' }];
    const facts = { title, category: 'fauna', imageUrl: objectPath, alt: `Foto: ${title}` };
    photos.push(await client.addMedia({ ...facts, ...(i === 0 && { species }) }));
  }
  page = await journey.newPage();
  await journey.enter(page);
});

it('is written in the panel, with a photo among the words and its looks beside it', async () => {
  await page.getByRole('link', { name: 'Blogs' }).click();
  await page.getByText('No field notes yet').waitFor();
  await press(page, 'New note');
  const dialog = dialogOf(page).first();
  await page.keyboard.type('Vorst op de hei');
  const text = dialog.getByLabel('Text', { exact: true });
  await text.fill('Stil');
  await text.press('Control+a');
  await press(dialog, 'Bold');
  await text.press('End');
  await page.keyboard.type(' was het. <b>Zie</b> [de vos](/soorten).');
  await press(dialog, 'Insert a photo');
  // Escape leaves the choice, and not the note.
  await page.keyboard.press('Escape');
  await press(dialog, 'Insert a photo');
  const chooser = page.getByRole('dialog', { name: 'Insert a photo' });
  await chooser.getByLabel('Search media').fill('mist');
  await chooser.getByRole('listitem').getByRole('button').click();
  await chooser.waitFor({ state: 'detached' });
  // The caption is what is typed next.
  await expect.poll(() => text.inputValue()).toContain(`![](media:${photos[0]?.id})`);
  await page.keyboard.type('Bij het ven');
  const looks = dialog.getByRole('region', { name: 'As readers see it' });
  await looks.getByRole('figure').getByText('Bij het ven').waitFor();
  expect(await looks.locator('strong').innerText()).toBe('Stil');
  expect(await looks.innerText()).toContain('<b>Zie</b>');
  expect(await findings(page)).toEqual([]);
  await text.press('Control+z');
  await expect.poll(() => text.inputValue()).not.toContain('Bij het ven');
  await text.press('Control+Shift+z');
  await expect.poll(() => text.inputValue()).toContain('![Bij het ven]');
});

it('is asked about before it is lost, and is a draft until somebody says so', async () => {
  const dialog = dialogOf(page).first();
  await page.keyboard.press('Escape');
  await press(questionOf(page), 'Keep editing');
  await press(dialog, 'Save');
  await toast(page, 'Note saved');
  await list().getByText('Draft').waitFor();
  expect(await statusOf('/veldnotities')).toBe(404);
  const preview = page.getByRole('link', { name: 'Preview Vorst op de hei (opens in a new tab)' });
  const [tab] = await Promise.all([page.waitForEvent('popup'), preview.click()]);
  await tab.getByRole('heading', { level: 1, name: 'Vorst op de hei' }).waitFor();
  await tab.getByRole('link', { name: 'Veldnotities' }).first().click();
  await tab.getByRole('heading', { level: 1, name: 'Veldnotities' }).waitFor();
  expect(new URL(tab.url()).pathname).toBe('/admin/preview/veldnotities');
  await tab.close();
  await press(page, 'Edit Vorst op de hei');
  await choose(page, dialog.getByRole('combobox', { name: 'Status' }), 'Published');
  await dialog.getByLabel('Title').press('Control+Enter');
  await list().getByText('Draft').waitFor({ state: 'detached' });
  await waitFor('the note', async () => (await statusOf(await address())) === 200);
});

it('is found by a visitor, read without a shift, and its photo seen large', async () => {
  const visitor = await journey.visit('/');
  await visitor.getByRole('navigation').getByRole('link', { name: 'Veldnotities' }).first().click();
  await visitor.getByRole('heading', { level: 1, name: 'Veldnotities' }).waitFor();
  expect(await findings(visitor)).toEqual([]);
  await visitor.getByRole('link', { name: /Vorst op de hei/ }).click();
  await visitor.getByRole('heading', { level: 1, name: 'Vorst op de hei' }).waitFor();
  expect(await findings(visitor)).toEqual([]);
  const picture = visitor.locator('.story__picture img');
  await expect.poll(() => picture.evaluate((img) => img.naturalWidth)).not.toBe(0);
  expect(await visitor.locator('figcaption').innerText()).toBe('Bij het ven');
  expect(await visitor.locator('.note__species').innerText()).toContain('Ree');
  const shift = await visitor.evaluate<number>(`new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 200);
  })`);
  expect(shift).toBe(0);
  await visitor.locator('.story__picture').focus();
  await visitor.keyboard.press('Enter');
  await visitor.getByRole('dialog').getByText('Ree in de mist').first().waitFor();
  await visitor.keyboard.press('Escape');
  await expect.poll(() => visitor.locator('.story__picture:focus').count()).toBe(1);
});

it('is whole without script, on a phone of 360 pixels', async () => {
  const visitor = await journey.visit(await address(), { ...phone, javaScriptEnabled: false });
  expect(await visitor.locator('.story__text').innerText()).toContain('Stil was het. <b>Zie</b>');
  await visitor.locator('.story__picture').click();
  await visitor.getByRole('heading', { level: 1, name: 'Ree in de mist' }).waitFor();
  const scripted = await journey.visit(await address(), phone);
  const width = await scripted.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBe(360);
});

it('stands in sitemap and feed, and for programs at /api/notes', async () => {
  const path = await address();
  expect(await journey.html('/sitemap-0.xml')).toContain(`${path}</loc>`);
  const feed = await journey.html('/rss.xml');
  expect(feed).toContain(`${path}</link>`);
  expect(feed).toContain('&lt;strong&gt;Stil&lt;/strong&gt;');
  const html = await journey.html(path);
  expect(html).toContain('"@type":"BlogPosting"');
  const [told] = JSON.parse(await journey.html('/api/notes'));
  expect(told.title).toBe('Vorst op de hei');
});

it('loses a photo that visitors may no longer see, and shows it again after', async () => {
  const { client } = journey;
  const path = await address();
  const hasPhoto = async () =>
    /media\/|Bij het ven|ree-in-de-mist/.test(
      (await journey.html(path)).split('<article')[1] ?? '',
    );
  await client.call('PATCH', `/api/admin/media/${photos[0]?.id}`, { status: 'draft' });
  await waitFor('the photo to go', async () => !(await hasPhoto()));
  expect(await statusOf(path)).toBe(200);
  await client.call('PATCH', `/api/admin/media/${photos[0]?.id}`, { status: 'published' });
  await waitFor('the photo to come back', hasPhoto);
});

it('is kept off the site with a position in it, until that is gone', async () => {
  const path = await address();
  await press(page, 'Edit Vorst op de hei');
  const dialog = dialogOf(page).first();
  const text = dialog.getByLabel('Text', { exact: true });
  const before = await text.inputValue();
  await text.fill(`${before}\n\nHet nest: 52.131234, **5.86**0456.`);
  await press(dialog, 'Save');
  await questionOf(page).getByText('There is a position in: Text.').waitFor();
  await press(questionOf(page), 'Save, and keep it off the site');
  await list().getByText('Off the site: position in the text').waitFor();
  await waitFor('the note to go', async () => (await statusOf(path)) === 404);
  expect(await journey.html('/')).not.toContain('href="/veldnotities"');
  await press(page, 'Edit Vorst op de hei');
  await dialog.getByText('This note is not on the site').waitFor();
  await text.fill(before);
  await press(dialog, 'Save');
  await list().getByText('Off the site').waitFor({ state: 'detached' });
  await waitFor('the note', async () => (await statusOf(path)) === 200);
});

it('goes to the trash, comes back by one press, and goes for good', async () => {
  const path = await address();
  await press(page, 'Delete Vorst op de hei');
  await press(questionOf(page), 'Delete');
  await toast(page, 'Note deleted');
  await waitFor('the note to go', async () => (await statusOf(path)) === 404);
  await press(page, 'Undo');
  await waitFor('the note', async () => (await statusOf(path)) === 200);
  await press(page, 'Delete Vorst op de hei');
  await press(questionOf(page), 'Delete');
  await page.getByText('No field notes yet').waitFor();
  await choose(page, page.getByRole('combobox', { name: 'Which notes' }), 'Trash');
  const trash = page.getByRole('list', { name: 'Trash' });
  await trash.getByText('Vorst op de hei').waitFor();
  expect(await findings(page)).toEqual([]);
  await press(trash, 'Delete Vorst op de hei for ever');
  await press(questionOf(page), 'Delete for ever');
  await page.getByText('The trash is empty').waitFor();
});

it('tells of a guarded photo no more than it may, and the leak report leads to what does', async () => {
  const { client, origin } = journey;
  const { objectPath } = await client.upload(new Uint8Array(await plainPicture(90)), 'image/jpeg');
  const place = { location: '52.120000, 5.880000', date: '2026-03-09' };
  const owl = { title: 'Uil', category: 'fauna', species: [{ scientificName: 'Bubo bubo' }] };
  const { id } = await client.addMedia({ ...owl, ...place, imageUrl: objectPath });
  const body = `Stil bij *Hoender***loo**.\n\n![](media:${id})`;
  await client.call('POST', '/api/admin/notes', { title: 'Nacht', date: '2026-03-09', body });
  await waitFor('the photo', async () => (await journey.html(await address())).includes('Uil'));
  expect(await journey.html(await address())).not.toMatch(/2026-03-09|9 maart/);
  await page.goto(`${origin}/admin/leaks`);
  await page.getByText('The field note “Nacht” names “Hoenderloo”.').waitFor();
  await press(page, 'Change the note');
  const dialog = dialogOf(page).first();
  await dialog.getByText('“Uil” is guarded').waitFor();
  await dialog.getByText('The text names “Hoenderloo”.').waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByLabel('Text', { exact: true }).fill(`Stil.\n\n![](media:${id})`);
  await dialog.getByText('The text names').waitFor({ state: 'detached' });
  await press(dialog, 'Save');
  await toast(page, 'Note saved');
  await page.goto(`${origin}/admin/leaks`);
  await page.getByText('Guarded photos that tell more than they may: 0 of 1').waitFor();
});

it('leaves the items of the menu that are still to come behind one button', async () => {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  expect(await menu.getByText('Reviews').isVisible()).toBe(false);
  await menu.getByText('Later').click();
  await menu.getByRole('button', { name: 'Customer portal' }).waitFor();
  expect(await menu.getByRole('button', { name: 'Reviews' }).isDisabled()).toBe(true);
  expect(await findings(page)).toEqual([]);
});
