/** Seventeen tasks of a new owner without instructions, in Dutch on a tablet: each by the hints on the screen. */
import type { MediaItem } from '@veldlicht/contract/media';
import type { StoryItem } from '@veldlicht/contract/story';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { choose, press, startJourney, toast } from '../support/journey.ts';
import { owner, waitFor } from '../support/product.ts';
import { createAuthenticator } from './authenticator.ts';

const journey = startJourney();
let page: Page;
const TABLET = { width: 768, height: 1024 };
const PHOTOS = ['varen.jpg', 'libel.jpg', 'edelhert.jpg'];

beforeAll(async () => {
  page = await journey.newPage({ viewport: TABLET });
});

const menu = (name: string) =>
  page.getByRole('navigation', { name: 'Hoofdmenu' }).getByRole('link', { name }).click();
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const combobox = (where: Page | Locator, name: string) => where.getByRole('combobox', { name });
const picture = async (name: string, seed: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await plainPicture(seed)),
});
/** The API's answer to this person. */
const read = <T>(path: string) =>
  page.evaluate<T>(`fetch('/api/admin/${path}').then((answer) => answer.json())`);
const itemOf = async (title: string) =>
  (await read<MediaItem[]>('media')).find((item) => item.title === title);
async function editItem(title: string): Promise<Locator> {
  await press(page, `${title} bewerken`);
  const form = dialog('Media-item bewerken');
  await form.getByLabel('Titel').waitFor();
  return form;
}
/** Saves the form of an item, which closes. */
async function saveItem(form: Locator): Promise<void> {
  await press(form, 'Opslaan');
  await toast(page, 'Media-item bijgewerkt');
  await form.waitFor({ state: 'detached' });
}

it('1: signs in, in Dutch', async () => {
  await page.goto(`${journey.origin}/admin`);
  await press(page, 'Nederlands');
  await page.getByLabel('Gebruikersnaam').fill(owner.username);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(owner.password);
  await press(page, 'Inloggen');
  await page.waitForURL('**/admin');
  await toast(page, 'Welkom!');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
});

it('sets the address for password mails', async () => {
  const row = page.getByRole('link', { name: 'Vul je e-mailadres in' });
  await row.click();
  // The list behind the dialog shows it too, instead of an invalid address.
  await page.getByText('Nog geen e-mailadres').waitFor();
  await page.getByRole('dialog').getByLabel('E-mail').fill('eigenaar@example.nl');
  await press(page, 'Opslaan');
  await toast(page, 'Gebruiker bijgewerkt');
  // Closed for good: the page's address no longer opens it.
  await waitFor('the dialog to close', () => !page.url().includes('open'));
  await menu('Dashboard');
  await page.getByRole('link', { name: 'Voeg je eerste foto’s toe' }).waitFor();
  await row.waitFor({ state: 'detached' });
});

it('2: sets up two-factor, and saves the codes', async () => {
  await page.getByRole('link', { name: 'Tweestapsverificatie instellen' }).click();
  await press(page, 'Inschakelen');
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const code = createAuthenticator(secret.replaceAll(' ', ''));
  await page.getByLabel('Code van 6 cijfers').fill(await code());
  await press(page, 'Controleren');
  await toast(page, 'Tweestapsverificatie is ingesteld');
  await press(page, 'Ik heb ze bewaard');
  await page.getByRole('button', { name: 'Uitschakelen' }).waitFor();
  await page.getByText('eigenaar@example.nl').waitFor();
});

it('3: fills in the photographer, and uploads the hero where it is chosen, with a first tag', async () => {
  await menu('Dashboard');
  await page.getByRole('link', { name: 'Vertel bezoekers van wie deze site is' }).click();
  await page.getByLabel('Fotograaf').fill('Noor van der Heide');
  await page.getByLabel('Titel over de grote foto').fill('Licht in het riet');
  await press(page.getByRole('group', { name: 'Grote foto' }), 'Foto kiezen');
  await page
    .getByText('Er is nog niets om uit te kiezen: upload eerst een foto of video.')
    .waitFor();
  expect(await findings(page)).toEqual([]);
  await press(page, 'Foto of video uploaden');
  const form = dialog('Media-item toevoegen');
  await form.locator('input[type=file]').setInputFiles(await picture('reiger.jpg', 1));
  await form.getByLabel('Titel').fill('Reiger in de mist');
  await choose(page, combobox(form, 'Categorie'), 'Fauna');
  await form.getByLabel('Plek', { exact: true }).fill('52.131234, 5.860456');
  await form.getByLabel('Nieuwe tag').fill('nevel');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'nevel', pressed: true }).waitFor();
  await press(form, 'Opslaan');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('img', { name: 'Reiger in de mist' }).waitFor();
  await press(page, 'Instellingen opslaan');
  await toast(page, 'Website-instellingen bijgewerkt');
  expect(await itemOf('Reiger in de mist')).toMatchObject({
    hero: true,
    tags: ['nevel'],
    status: 'published',
  });
});

it('4 and 5: adds a category and a tag', async () => {
  await menu('Categorieën en tags');
  for (const [name, type] of [
    ['Water', 'Categorie'],
    ['ochtend', 'Tag'],
  ] as const) {
    await press(page, 'Categorie of tag toevoegen');
    const form = dialog('Categorie of tag toevoegen');
    await form.getByLabel('Naam').fill(name);
    if (type === 'Tag') await choose(page, combobox(form, 'Type'), type);
    await press(form, 'Aanmaken');
    await form.waitFor({ state: 'detached' });
  }
  // Default categories have the names that visitors see.
  for (const name of ['ochtend', 'Landschap'])
    await page.getByRole('button', { name: `${name} verplaatsen` }).waitFor();
});

it('6: uploads three photos at once', async () => {
  await menu('Dashboard');
  await page.getByRole('link', { name: 'Foto’s toevoegen' }).click();
  const upload = dialog('Meerdere uploaden');
  const files = PHOTOS.map((name, n) => picture(name, 10 + n));
  await upload
    .locator('input[type=file]')
    .first()
    .setInputFiles(await Promise.all(files));
  await upload.getByText('3 van 3 bestanden geüpload').waitFor();
  await upload.getByRole('button', { name: 'Details van varen.jpg' }).last().click();
  await choose(page, combobox(upload, 'Categorie'), 'Fauna');
  await press(upload, 'Alles uploaden');
  await press(page, 'Lege velden vullen vanuit het eerste bestand');
  await toast(page, 'Toegevoegd: 3');
  await upload.waitFor({ state: 'detached' });
});

it('7: gives one its title, place and day', async () => {
  const form = await editItem('edelhert');
  await form.getByLabel('Titel').fill('Burlend hert');
  await form.getByLabel('Plek', { exact: true }).fill('Veluwe');
  await form.getByLabel('Datum').fill('2026-09-20');
  await saveItem(form);
});

it('8: hides a place', async () => {
  const form = await editItem('Reiger in de mist');
  await form.getByText('Hoenderloo').waitFor();
  await choose(page, combobox(form, 'Wat bezoekers mogen weten'), 'Verborgen plek');
  await form.getByText('Hoenderloo').waitFor({ state: 'detached' });
  await saveItem(form);
  expect((await itemOf('Reiger in de mist'))?.locationPrivacy).toBe('hidden');
});

/** Chooses photos in the editor that is open. */
async function addPhotos(editor: Locator, ...titles: string[]): Promise<void> {
  await press(editor, 'Foto’s toevoegen');
  const picker = dialog('Foto’s toevoegen');
  for (const title of titles)
    await picker.getByRole('listitem').getByRole('button', { name: title }).click();
  await press(picker, `${titles.length} foto’s toevoegen`);
  await picker.waitFor({ state: 'detached' });
}

it('9: writes a note with two photos', async () => {
  await menu('Veldnotities');
  await press(page, 'Nieuwe notitie');
  const editor = dialog('Nieuwe notitie');
  await editor.getByLabel('Titel').fill('Een ochtend aan de plas');
  await editor.getByRole('textbox', { name: 'Tekst' }).fill('Om vijf uur was het nog stil.');
  await addPhotos(editor, 'varen', 'Burlend hert');
  await press(editor, 'Opslaan');
  await toast(page, 'Notitie opgeslagen');
});

it('10: makes a series, and publishes it from the notice that it is a draft', async () => {
  await menu('Reeksen');
  await press(page, 'Nieuwe reeks');
  const editor = dialog('Nieuwe reeks');
  await editor.getByLabel('Titel').fill('Vleugels');
  await addPhotos(editor, 'libel', 'Reiger in de mist');
  await choose(page, combobox(editor, 'Status'), 'Concept');
  await press(editor, 'Opslaan');
  await toast(page, 'Het is een concept: bezoekers zien het nog niet.');
  await press(page, 'Nu publiceren');
  await waitFor('the series to be published', async () => {
    const [series] = await read<StoryItem[]>('series');
    return series?.status === 'published';
  });
});

it('11: puts its own category first', async () => {
  await menu('Categorieën en tags');
  await page.getByRole('button', { name: 'Water verplaatsen' }).focus();
  await page.keyboard.press('Home');
  await page.getByText('Water, positie 1 van 5').waitFor();
});

it('12 and 13: changes two at once, and undoes it', async () => {
  await menu('Media');
  await press(page, 'Selecteren');
  for (const title of ['varen', 'libel'])
    await page.getByRole('checkbox', { name: `${title} selecteren` }).click();
  await press(page, 'Selectie bewerken');
  const form = dialog('Selectie bewerken');
  await choose(page, combobox(form, 'Categorie'), 'Macro');
  await press(form, 'Opslaan');
  await toast(page, 'Media-items bijgewerkt');
  expect((await itemOf('varen'))?.category).toBe('macro');
  await press(page, 'Ongedaan maken');
  await toast(page, '2 onderdelen zijn weer zoals ze waren');
  expect((await itemOf('varen'))?.category).toBe('fauna');
  await press(page, 'Stoppen met selecteren');
});

it('14: replaces a file', async () => {
  const before = await itemOf('varen');
  const form = await editItem('varen');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(form, 'Bestand vervangen'),
  ]);
  await chooser.setFiles(await picture('varen-beter.jpg', 20));
  await toast(page, 'Bestand geüpload');
  await saveItem(form);
  const after = await itemOf('varen');
  expect(after).toMatchObject({
    id: before?.id,
    slug: before?.slug,
    originalName: 'varen-beter.jpg',
  });
});

it('15: deletes one, with a warning about its series, and restores it from the trash', async () => {
  await press(page, 'libel verwijderen');
  const question = page.getByRole('alertdialog').filter({ hasText: 'Item verwijderen' });
  await question.getByText('Lezers zien het niet meer in de reeks “Vleugels”.').waitFor();
  await press(question, 'Item verwijderen');
  await toast(page, 'Media-item verwijderd');
  await press(page, 'Prullenbak');
  const trash = dialog('Prullenbak');
  await press(trash, 'Terugzetten');
  await toast(page, 'Media-item teruggezet');
  await press(trash, 'Sluiten');
  await page.getByRole('button', { name: 'libel bewerken' }).waitFor();
});

it('16: answers a message', async () => {
  const message = { name: 'Bo de Wit', email: 'bo@example.nl', message: 'Is de reiger te koop?' };
  await journey.client.call('POST', '/api/contact', { ...message, phone: '' });
  await menu('Dashboard');
  await page.getByText('1 nieuw bericht').first().waitFor();
  await page.getByRole('link', { name: 'Berichten openen' }).click();
  await press(page, 'Bericht van Bo de Wit bekijken');
  const form = dialog('Bericht van Bo de Wit');
  const mail = await form.getByRole('link', { name: 'Zelf mailen' }).first().getAttribute('href');
  expect(mail).toBe('mailto:bo@example.nl?subject=Re: Bo%20de%20Wit - Contact Form');
  await choose(page, combobox(form, 'Status'), 'Beantwoord');
  await toast(page, 'Status bijgewerkt');
  await press(form, 'Sluiten');
});

it('17: adds a second person', async () => {
  await menu('Gebruikers');
  await press(page, 'Gebruiker toevoegen');
  const form = dialog('Gebruiker toevoegen');
  await form.getByLabel('Gebruikersnaam').fill('iris');
  await form.getByLabel('E-mail').fill('iris@example.nl');
  await form.getByRole('textbox', { name: 'Wachtwoord' }).fill('samen-de-natuur-in-4');
  await choose(page, combobox(form, 'Rol'), 'Redacteur');
  await press(form, 'Opslaan');
  await toast(page, 'Gebruiker toegevoegd');
  await page.getByText('iris@example.nl').waitFor();
});

it('leads from the dashboard to all changes', async () => {
  await menu('Dashboard');
  await page.getByRole('link', { name: 'Alle wijzigingen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Geschiedenis' }).waitFor();
});

it('shows visitors everything but the hidden place', async () => {
  const holds = (path: string, ...words: string[]) =>
    waitFor(`${path} with ${words}`, async () => {
      const html = await journey.html(path);
      return words.every((word) => html.includes(word)) && html;
    });
  const home = await holds('/', 'Noor van der Heide', 'Licht in het riet', 'Burlend hert');
  await holds('/mediabibliotheek', 'Reiger in de mist', 'libel', 'varen', 'Burlend hert');
  await holds('/veldnotities', 'Een ochtend aan de plas');
  await holds('/reeksen', 'Vleugels');
  const { slug } = (await itemOf('Reiger in de mist')) ?? {};
  const heron = await holds(`/foto/${slug}`, 'Reiger in de mist');
  expect(home + heron).not.toMatch(/Hoenderloo|52[.,]13/);
});
