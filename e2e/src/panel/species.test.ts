/** Species from form to visitor: naming, guarding, and the map. */
import type { GuardAnswer } from '@veldlicht/contract/guard';
import type { MediaItem } from '@veldlicht/contract/media';
import type { Species } from '@veldlicht/contract/species';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import {
  calm,
  choose,
  confirmTexts,
  follow,
  press,
  questionOf,
  startJourney,
  toast,
} from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

const journey = startJourney();
const visit = (address: string, options: BrowserContextOptions = calm) =>
  journey.visit(address, options);
let page: Page;

beforeAll(async () => {
  const { client } = journey;
  const picture = new Uint8Array(await plainPicture(1));
  const { objectPath } = await client.upload(picture, 'image/jpeg');
  const near = { category: 'fauna', imageUrl: objectPath, locationPrivacy: 'approximate' } as const;
  const hoenderloo = { ...near, location: '52.131200, 5.860400' };
  const deer = { title: 'Edelhert', date: '2026-10-02', species: ['Cervus elaphus'] };
  await client.addMedia({ ...hoenderloo, ...deer });
  await client.addMedia({ ...hoenderloo, title: 'Heide', date: '2026-08-20' });
  const anjum = { location: '53.400000, 6.200000', date: '2026-10-09' };
  await client.addMedia({ ...near, ...anjum, title: 'Wulp' });
});

const uil = async () => {
  const items = await journey.client.call<MediaItem[]>('GET', '/api/admin/media');
  const found = items.find(({ title }) => /uil/i.test(title));
  if (!found) throw new Error('no owl');
  return found;
};
const widthBeyond = (of: Page) =>
  of.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe('the map', () => {
  it('lists its areas in text, and leads to the photos of an area', async () => {
    await waitFor('the map', async () =>
      (await journey.html('/kaart')).includes('3 beelden in 2 gebieden'),
    );
    const visitor = await visit('/mediabibliotheek');
    await visitor.getByRole('link', { name: 'Op de kaart' }).click();
    await visitor.getByRole('heading', { name: 'Kaart', exact: true }).waitFor();
    const areas = visitor.getByRole('rowheader');
    expect(await areas.allInnerTexts()).toEqual(['omgeving Hoenderloo', 'omgeving Anjum']);
    expect(await visitor.getByRole('cell').allInnerTexts()).toEqual(['2', '1']);
    expect(await findings(visitor)).toEqual([]);
    const drawn = visitor.locator('svg a[data-area]');
    expect(await drawn.count()).toBe(2);
    await drawn.first().click();
    await visitor.getByRole('heading', { name: 'Omgeving Hoenderloo' }).waitFor();
    expect(await visitor.getByRole('link', { name: /Edelhert|Heide/ }).count()).toBe(2);
    expect(await findings(visitor)).toEqual([]);
    await visitor.getByRole('link', { name: /^Edelhert/ }).click();
    await visitor.getByRole('dialog', { name: /^Edelhert/ }).waitFor();
    // The address is the photo's own page.
    await visitor.reload();
    await visitor.getByRole('link', { name: 'Meer uit dit gebied' }).click();
    await visitor.getByRole('heading', { name: 'Omgeving Hoenderloo' }).waitFor();
  });

  it('filters by species or month, and keeps the filter in the address', async () => {
    const visitor = await visit('/soort/cervus-elaphus');
    expect(await visitor.locator('svg a[data-area]').count()).toBe(1);
    await visitor.getByRole('link', { name: 'Op de kaart, per maand' }).click();
    await visitor.getByText('1 beeld in 1 gebied').waitFor();
    const chosen = visitor.getByLabel('Soort').locator('option:checked');
    expect(await chosen.innerText()).toBe('Edelhert');
    expect(await visitor.locator('svg a[data-area]:visible').count()).toBe(1);
    expect(await visitor.getByRole('row').count()).toBe(2);
    await visitor.getByLabel('Maand').selectOption('oktober');
    await visitor.reload();
    await visitor.getByText('1 beeld in 1 gebied').waitFor();
    await visitor.getByLabel('Maand').selectOption('januari');
    await visitor.getByText('Geen beelden in deze maand of van deze soort.').waitFor();
  });

  it('is complete without script, and fits a phone', async () => {
    const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false };
    const visitor = await visit('/kaart', phone);
    expect(await visitor.getByRole('row').count()).toBe(3);
    expect(await visitor.locator('svg a[data-area]').first().isVisible()).toBe(true);
    expect(await visitor.getByLabel('Maand').isVisible()).toBe(false);
    expect(await widthBeyond(visitor)).toBe(0);
  });
});

describe('a species', () => {
  it('is chosen by typing part of a name, or by a press on the suggestion from the title', async () => {
    page = await journey.panel('/admin/media?add');
    const dialog = page.getByRole('dialog');
    const buffer = await plainPicture(2);
    const file = { name: 'uil.jpg', mimeType: 'image/jpeg', buffer };
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
    await dialog
      .getByText('The guard hides more than this for now. Your choice applies once it doesn’t.')
      .waitFor();
    await dialog
      .getByText('Visitors will see: no place (it is guarded)', { exact: true })
      .waitFor();
    expect(await findings(page)).toEqual([]);
    await press(dialog, 'Save');
    await dialog.waitFor({ state: 'detached' });
    const { species, guard } = await uil();
    expect(species).toMatchObject([
      { scientificName: 'Bubo bubo', nest: true },
      { scientificName: 'Vulpes vulpes', nest: false },
    ]);
    expect(guard?.level).toBe('hidden');
  });

  it('is shown to visitors, with the month only', async () => {
    const { slug } = await uil();
    const isLive = async () => (await fetch(`${journey.origin}/foto/${slug}`)).status === 200;
    await waitFor('the page', isLive);
    const visitor = await visit(`/foto/${slug}`);
    const text = await visitor.locator('.item__text').innerText();
    expect(text).toContain('maart 2026');
    expect(text).not.toMatch(/9 maart|52|omgeving|regio/);
    await visitor.getByRole('link', { name: 'Oehoe Bubo bubo' }).click();
    await visitor.getByRole('heading', { level: 1, name: 'Oehoe' }).waitFor();
    await visitor.getByRole('list').getByText('maart: 1 beeld').first().waitFor();
    expect(await findings(visitor)).toEqual([]);
    await visitor.getByRole('link', { name: 'Alle soorten' }).click();
    await visitor.getByRole('heading', { name: 'Zoogdieren' }).waitFor();
    expect(await findings(visitor)).toEqual([]);
  });

  it('is guarded by the level in the guard list, which an admin changes', async () => {
    await follow(page, '/admin/guard');
    const rule = page.locator('main li', { hasText: 'Bubo bubo' });
    await choose(page, rule.getByLabel('Guard of Oehoe', { exact: true }), '5 km block');
    await rule.getByText(/^Guarded:/).click();
    await rule.getByRole('button', { name: 'Mar' }).first().waitFor();
    // One field finds listed species, and offers others to add.
    const search = page.locator('main input:not([aria-hidden=true])');
    expect(await search.count()).toBe(1);
    await search.fill('vulpes vul');
    await press(page, 'Add Vos (Vulpes vulpes)');
    await page.getByLabel('Guard of Vos', { exact: true }).waitFor();
    await press(page, 'Take Vos off the list');
    const others = 'main li:nth-child(n+9):not(:has(details[open]))';
    expect(await page.locator(others).count()).toBeGreaterThan(0);
    expect(await findings(page, others)).toEqual([]);
    // Rules scroll below the save bar, and must not show through.
    const ground = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('[data-save-bar]')).backgroundColor`,
    );
    expect(ground).toMatch(/^rgb\(/);
    await press(page, 'Save');
    await toast(page, 'Guard list saved');
    const { rules } = await journey.client.call<GuardAnswer>('GET', '/api/admin/guard');
    const owl = rules.find(({ scientificName }) => scientificName === 'Bubo bubo');
    expect(owl?.level).toBe('block');
    // A visible nest hides the photo anyway.
    expect((await uil()).guard?.level).toBe('hidden');
  });

  it('has texts that wait in a report until the owner changes or confirms them', async () => {
    const { client, origin } = journey;
    const { id } = await uil();
    await client.addTag('hoenderloo');
    const change = { title: 'Uil bij Hoenderloo', tags: ['hoenderloo'] };
    await client.call('PATCH', `/api/admin/media/${id}`, change);
    await client.call('POST', `/api/admin/media/${id}/address`);
    const { slug } = await uil();
    expect(slug).not.toContain('hoenderloo');
    await follow(page, '/admin/leaks');
    const question = questionOf(page);
    const report = page.getByRole('list', { name: 'Words to check' });
    await page.getByText('Guarded photos with words to check: 1 of 1').waitFor();
    await report.getByText('The title names “Hoenderloo”.').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(report, 'Remove the tag');
    // The title was saved through the API, so nobody was asked.
    await question.getByText('Uil bij Hoenderloo').waitFor();
    await press(question, 'Keep it off the site');
    await report.getByText('A tag names').waitFor({ state: 'detached' });
    await press(page, 'Undo');
    await question.getByText('Tag “hoenderloo”').waitFor();
    await press(question, 'Keep it off the site');
    await report.getByText('A tag names “hoenderloo”.').waitFor();
    await press(report, 'Remove the tag');
    await report.getByText('A tag names').waitFor({ state: 'detached' });
    await press(report, 'Edit the text');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Uil bij Kootwijk');
    await press(dialog, 'Save');
    await question.locator('mark', { hasText: 'Kootwijk' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widthBeyond(page)).toBe(0);
    await press(question, 'Keep it off the site');
    await question.waitFor({ state: 'detached' });
    await report.getByText('The title names “Kootwijk”.').waitFor();
    expect(await widthBeyond(page)).toBe(0);
    const heading = async () =>
      /<h1[^>]*>([^<]*)/.exec(await (await fetch(`${origin}/foto/${slug}`)).text())?.[1];
    await waitFor('a page without the title', async () => (await heading()) === 'Oehoe');
    await press(report, 'Visitors may read this');
    await question.getByRole('checkbox', { name: /^Also give the photo the address/ }).check();
    await confirmTexts(page);
    await report.getByText('No words to check.').waitFor();
    const renewed = await uil();
    expect(renewed).toMatchObject({ title: 'Uil bij Kootwijk', tags: [] });
    expect(renewed.slug).toMatch(/^uil-bij-kootwijk-/);
    await waitFor('a page with the title', async () =>
      (await journey.html(`/foto/${renewed.slug}`)).includes('>Uil bij Kootwijk</h1>'),
    );
  });

  it('is added and corrected by the owner, and chosen for a photo', async () => {
    const { client } = journey;
    await page.setViewportSize({ width: 360, height: 740 });
    await follow(page, '/admin/species');
    await press(page, 'Add species');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Scientific name').fill('Bubo bubo');
    await choose(page, dialog.getByLabel('Group'), 'Mammals');
    await press(dialog, 'Save');
    await dialog.getByText('Oehoe (Bubo bubo) is in the list already').waitFor();
    await dialog.getByLabel('Scientific name').fill('Gulo gulo');
    await dialog.getByLabel('Dutch name').fill('Veelvraad');
    expect(await findings(page)).toEqual([]);
    await press(dialog, 'Save');
    await toast(page, 'Species added');

    const ownNames = async () => {
      const all = await client.call<Species[]>('GET', '/api/admin/species');
      return all.flatMap(({ own, dutchName }) => (own ? [dutchName] : []));
    };
    const beaver = {
      scientificName: 'Castor canadensis',
      dutchName: 'Canadese bever',
      group: 'mammals',
    };
    await client.call('PUT', '/api/admin/species', beaver);
    expect(await ownNames()).toEqual(['Canadese bever', 'Veelvraad']);

    const species = [{ scientificName: 'Gulo gulo' }];
    await client.call('PATCH', `/api/admin/media/${(await uil()).id}`, { species });
    await follow(page, '/admin');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await follow(page, '/admin/species');
    await page.getByRole('textbox', { name: 'Search species' }).fill('gulo');
    await page.getByRole('link', { name: '1 item shows Veelvraad (Gulo gulo)' }).waitFor();
    await press(page, 'Edit Veelvraad (Gulo gulo)');
    await dialog.getByLabel('Dutch name').fill('Grote veelvraat');
    await dialog.getByLabel('Text on its page').fill('Weken gewacht.\n\nToen ineens daar.');
    await press(dialog, 'Choose a photo');
    await press(page.getByRole('dialog', { name: 'Choose a photo' }), 'Uil bij Kootwijk');
    expect(await findings(page)).toEqual([]);
    await press(dialog, 'Save');
    await toast(page, 'Species saved');
    await press(page, 'Remove Grote veelvraat (Gulo gulo)');
    await questionOf(page).getByText('1 item shows this species.').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(questionOf(page), 'Cancel');
    expect(await widthBeyond(page)).toBe(0);
    await waitFor('its page', async () =>
      (await journey.html('/soort/gulo-gulo')).includes('Grote veelvraat'),
    );
    const visitor = await visit('/soort/gulo-gulo');
    await visitor.getByText('Toen ineens daar.').waitFor();
    expect(await findings(visitor)).toEqual([]);
    await page.getByRole('textbox', { name: 'Search species' }).fill('castor can');
    await press(page, 'Remove Canadese bever (Castor canadensis)');
    await press(questionOf(page), 'Remove');
    await toast(page, 'Species removed');
    expect(await ownNames()).toEqual(['Grote veelvraat']);
  });
});
