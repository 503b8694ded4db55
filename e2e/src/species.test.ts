/** From the form to the visitor: what a photo shows, and what its guard keeps (next.md §5). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GuardAnswer } from '@veldlicht/contract/guard';
import type { MediaItem } from '@veldlicht/contract/media';
import type { Species } from '@veldlicht/contract/species';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { choose, press, questionOf, startJourney, toast } from './journey.ts';

const journey = startJourney();
let page: Page;
const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-species-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  page = await journey.newPage({ reducedMotion: 'reduce' });
  await journey.enter(page);
  await page.goto(`${journey.origin}/admin/media`);
});

const items = () => journey.client.call<MediaItem[]>('GET', '/api/admin/media');

it('is named by typing a part of a name, or by a press on what the title says', async () => {
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  const dialog = page.getByRole('dialog');
  const file = path.join(folder, 'uil.jpg');
  writeFileSync(file, await plainPicture(1));
  await page.locator('input[type=file]').setInputFiles(file);
  await dialog.getByLabel('Title').fill('Vos en uil');
  await dialog.getByLabel('Date').fill('2026-03-09');
  await dialog.getByLabel('Location', { exact: true }).fill('52.131234, 5.860456');
  await choose(page, dialog.getByLabel('Category'), /Fauna/);
  const field = dialog.getByRole('combobox', { name: 'Species' });
  await field.pressSequentially('bubo b');
  await page.getByRole('option', { name: 'Oehoe Bubo bubo' }).waitFor();
  await field.press('Enter');
  await press(dialog, 'Add Vos as a species');
  await dialog.getByText('Oehoe is on the guard list.').waitFor();
  await dialog.getByText(/^Visitors will see: regio /).waitFor();
  await dialog.getByRole('checkbox', { name: 'Oehoe: nest or den in sight' }).check();
  await dialog.getByText('The guard hides the place').waitFor();
  await dialog.getByText('Visitors will see: no place', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).waitFor();
  await press(dialog, 'Save');
  await dialog.waitFor({ state: 'detached' });
  const [item] = await items();
  expect(item?.species).toMatchObject([
    { scientificName: 'Bubo bubo', nest: true },
    { scientificName: 'Vulpes vulpes', nest: false },
  ]);
  expect(item?.guard?.level).toBe('hidden');
});

it('is what visitors read, with the month alone', async () => {
  const [item] = await items();
  await expect
    .poll(async () => (await page.request.get(`${journey.origin}/foto/${item?.slug}`)).status(), {
      timeout: 60_000,
    })
    .toBe(200);
  await page.goto(`${journey.origin}/foto/${item?.slug}`);
  const text = await page.locator('.item__text').innerText();
  expect(text).toContain('maart 2026');
  expect(text).not.toMatch(/9 maart|52|omgeving|regio/);
  await page.getByRole('link', { name: 'Oehoe Bubo bubo' }).click();
  await page.getByRole('heading', { level: 1, name: 'Oehoe' }).waitFor();
  await page.getByRole('list').getByText('maart: 1 beeld').first().waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Alle soorten' }).click();
  await page.getByRole('heading', { name: 'Zoogdieren' }).waitFor();
  expect(await findings(page)).toEqual([]);
});

it('is kept as strictly as the guard list says, which an admin changes', async () => {
  const { client, origin } = journey;
  await page.goto(`${origin}/admin/guard`);
  const level = page.getByRole('combobox', { name: 'Guard of Oehoe', exact: true });
  await choose(page, level, 'Block of 5 km');
  expect(await findings(page)).toEqual([]);
  await press(page, 'Save');
  await toast(page, 'Guard list saved');
  const { rules } = await client.call<GuardAnswer>('GET', '/api/admin/guard');
  const owl = rules.find(({ scientificName }) => scientificName === 'Bubo bubo');
  expect(owl?.level).toBe('block');
  // Its nest in sight hides the photo all the same.
  expect((await items())[0]?.guard?.level).toBe('hidden');
});

it('has a report of what tells more than that, with a button for each', async () => {
  const { client, origin } = journey;
  const [item] = await items();
  await client.addTag('hoenderloo');
  const change = { title: 'Uil bij Hoenderloo', tags: ['hoenderloo'] };
  await client.call('PATCH', `/api/admin/media/${item?.id}`, change);
  await client.call('POST', `/api/admin/media/${item?.id}/address`);
  await page.goto(`${origin}/admin/leaks`);
  const report = page.getByRole('list', { name: 'Leak report' });
  await page.getByText('Guarded photos that tell more than they may: 1 of 1').waitFor();
  expect(await findings(page)).toEqual([]);

  await press(report, 'Remove the tag');
  await toast(page, 'The tag is off the photo');
  await report.getByText('A tag names').waitFor({ state: 'detached' });
  await press(page, 'Undo');
  await report.getByText('A tag names “Hoenderloo”.').waitFor();
  await press(report, 'Remove the tag');
  await report.getByText('A tag names').waitFor({ state: 'detached' });

  await press(report, 'Change the words');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The title names “Hoenderloo”.').waitFor();
  await dialog.getByLabel('Title').fill('Uil');
  await dialog.getByText('The title names').waitFor({ state: 'detached' });
  await press(dialog, 'Save');
  await dialog.waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBe(0);
  await press(report, 'New address');
  await press(page.getByRole('alertdialog'), 'New address');
  await report.getByText('Nothing tells more than it may.').waitFor();
  expect((await items())[0]).toMatchObject({ title: 'Uil', tags: [] });
  expect((await items())[0]?.slug).not.toContain('hoenderloo');
  expect(await findings(page)).toEqual([]);
});

it('is added, corrected and imported by the owner, who chooses it on a photo', async () => {
  const { origin, client } = journey;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${origin}/admin/species`);
  await press(page, 'Add species');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Scientific name').fill('Bubo bubo');
  await press(dialog, 'Save');
  await dialog.getByText('Please choose a group').waitFor();
  await choose(page, dialog.getByLabel('Group'), 'Mammals');
  await press(dialog, 'Save');
  await dialog.getByText('Oehoe (Bubo bubo) is in the list already').waitFor();
  await dialog.getByLabel('Scientific name').fill('Gulo gulo');
  await dialog.getByLabel('Dutch name').fill('Veelvraad');
  expect(await findings(page)).toEqual([]);
  await press(dialog, 'Save');
  await toast(page, 'Species added');

  await press(page, 'Import');
  const file = page.locator('input[type=file]');
  const bytes = (...lines: string[]) => Buffer.from(lines.join('\n'));
  const files = (name: string, buffer: Buffer) =>
    file.setInputFiles({ name, mimeType: 'text/plain', buffer });
  await files('taxon.zip', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await dialog.getByRole('alert').getByText('This is no text file.').waitFor();
  await files(
    'taxon.txt',
    bytes(
      'scientificName\ttaxonRank\tclass\tvernacularName',
      'Gulo gulo (Linnaeus, 1758)\tspecies\tMammalia\tveelvraat',
      'Castor canadensis Kuhl\tspecies\tMammalia\tCanadese bever',
      'Strigidae\tfamily\tAves\t',
    ),
  );
  await dialog.getByText('1 species changed').click();
  await dialog.getByText('Gulo gulo: Veelvraad → Veelvraat').waitFor();
  await dialog.getByText('1 line left out').click();
  await dialog.getByText('Line 4, Strigidae: its rank is family, not species').waitFor();
  expect(await findings(page)).toEqual([]);
  const list = () => client.call<Species[]>('GET', '/api/admin/species');
  const ownNames = async () =>
    (await list()).flatMap(({ own, dutchName }) => (own ? [dutchName] : []));
  expect(await ownNames()).toEqual(['Veelvraad']);
  await press(dialog, 'Import');
  await toast(page, '1 species added, 1 species changed');
  expect(await ownNames()).toEqual(['Canadese bever', 'Veelvraat']);

  await page.goto(`${origin}/admin/media`);
  await press(page, 'Edit Uil');
  const field = dialog.getByRole('combobox', { name: 'Species' });
  await field.pressSequentially('veelv');
  await page.getByRole('option', { name: 'Veelvraat Gulo gulo' }).click();
  await press(dialog, 'Save');
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${origin}/admin/species`);
  await page.getByRole('textbox', { name: 'Search species' }).fill('gulo');
  await page.getByRole('link', { name: '1 item shows Veelvraat (Gulo gulo)' }).waitFor();
  await press(page, 'Correct Veelvraat (Gulo gulo)');
  await dialog.getByLabel('Dutch name').fill('Grote veelvraat');
  await press(dialog, 'Save');
  await toast(page, 'Species corrected');
  await press(page, 'Remove Grote veelvraat (Gulo gulo)');
  await questionOf(page).getByText('1 item shows this species.').waitFor();
  expect(await findings(page)).toEqual([]);
  await press(questionOf(page), 'Cancel');
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBe(0);
  await expect
    .poll(() => journey.html('/soort/gulo-gulo'), { timeout: 60_000 })
    .toContain('Grote veelvraat');

  const own = await list();
  await page.getByRole('textbox', { name: 'Search species' }).fill('castor can');
  await press(page, 'Remove Canadese bever (Castor canadensis)');
  await press(questionOf(page), 'Remove');
  await toast(page, 'Species removed');
  expect(await list()).toHaveLength(own.length - 1);
});
