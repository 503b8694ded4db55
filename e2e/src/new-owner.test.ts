/** Where a new owner, who has read nothing, took a wrong turn: each time the panel says what is next. */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { beforeAll, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { choose, dialogOf, press, startJourney, toast } from './journey.ts';
import { waitFor } from './product.ts';

const journey = startJourney();

const inDutch = async () => {
  const page = await journey.newPage({ viewport: { width: 768, height: 1024 } });
  await journey.enter(page);
  await page.getByLabel('Language').selectOption('nl');
  return page;
};
let page: Awaited<ReturnType<typeof inDutch>>;

beforeAll(async () => {
  page = await inDutch();
});

it('asks for the address that a new password is mailed to, until it is there', async () => {
  const row = page.getByRole('link', { name: 'Vul je e-mailadres in' });
  await row.click();
  // Behind the dialog the list says so too, instead of an address that is none.
  await page.getByText('Nog niet ingevuld').waitFor();
  await dialogOf(page).getByLabel('E-mail').fill('eigenaar@example.nl');
  await press(page, 'Opslaan');
  await toast(page, 'Gebruiker bijgewerkt');
  // Closed for good: the address of the page opens it no more.
  await waitFor('the dialog to close', () => !page.url().includes('open'));
  await page.getByRole('link', { name: 'Mijn account' }).click();
  await page.getByText('eigenaar@example.nl').waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Voeg je eerste foto’s toe' }).waitFor();
  await row.waitFor({ state: 'detached' });
});

it('finds series in the menu, and publishes from the notice that one is a draft', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Reeksen' }).click();
  await press(page, 'Nieuwe reeks');
  await dialogOf(page).getByLabel('Titel').fill('Een winter aan de plas');
  await choose(page, dialogOf(page).getByRole('combobox', { name: 'Status' }), 'Concept');
  await press(page, 'Opslaan');
  await toast(page, 'Het is een concept: bezoekers zien het nog niet.');
  await press(page, 'Nu publiceren');
  await waitFor('the series to be published', async () => {
    const [series] = await journey.client.call<{ status: string }[]>('GET', '/api/admin/series');
    return series?.status === 'published';
  });
});

it('leads from the dashboard to all changes', async () => {
  await page.getByRole('link', { name: 'Dashboard' }).click();
  // What needs a hand stands above it, and moves it when it arrives.
  await page.getByRole('link', { name: 'Voeg je eerste foto’s toe' }).waitFor();
  await page.getByRole('link', { name: 'Alle wijzigingen' }).click();
  await page.waitForURL('**/admin/publishing');
  await page.getByRole('heading', { level: 1, name: 'Geschiedenis' }).waitFor();
});

it('uploads the first photo, with a tag of its own, where the picture of the home page is chosen', async () => {
  await page.goto(`${journey.origin}/admin/website-settings`);
  await page
    .getByRole('group', { name: 'Grote foto' })
    .getByRole('button', { name: 'Foto kiezen' })
    .click();
  await page.getByText('Er is nog niets om uit te kiezen: upload de eerste.').waitFor();
  expect(await findings(page)).toEqual([]);
  await press(page, 'Foto of video uploaden');
  const form = page.getByRole('dialog', { name: 'Media-item toevoegen' });
  const buffer = Buffer.from(await plainPicture(7));
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'plas.jpg', mimeType: 'image/jpeg', buffer });
  await form.getByLabel('Titel').fill('Ochtend aan de plas');
  await choose(page, form.getByRole('combobox', { name: 'Categorie' }), 'Landscape');
  await form.getByLabel('Nieuwe tag').fill('nevel');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'nevel', pressed: true }).waitFor();
  await press(form, 'Opslaan');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('img', { name: 'Ochtend aan de plas' }).waitFor();
  await press(page, 'Instellingen opslaan');
  await toast(page, 'Website-instellingen bijgewerkt');
  const [item] = await journey.client.call<MediaItem[]>('GET', '/api/admin/media');
  expect(item).toMatchObject({ hero: true, tags: ['nevel'], status: 'published' });
});
