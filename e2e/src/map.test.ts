/** The map: areas on the land, the same in words, and what is chosen of them. */
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { beforeAll, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { startJourney } from './journey.ts';
import { waitFor } from './product.ts';

const journey = startJourney();
const { visit } = journey;

beforeAll(async () => {
  const { client } = journey;
  const picture = new Uint8Array(await plainPicture(1));
  const { objectPath } = await client.upload(picture, 'image/jpeg');
  const near = { category: 'fauna', imageUrl: objectPath, locationPrivacy: 'approximate' } as const;
  const hoenderloo = { ...near, location: '52.131200, 5.860400' };
  await client.addMedia({
    ...hoenderloo,
    title: 'Edelhert',
    date: '2026-10-02',
    species: ['Cervus elaphus'],
  });
  await client.addMedia({ ...hoenderloo, title: 'Heide', date: '2026-08-20' });
  await client.addMedia({
    ...near,
    title: 'Wulp',
    location: '53.400000, 6.200000',
    date: '2026-10-09',
  });
  await waitFor('the map', async () =>
    (await journey.html('/kaart')).includes('3 beelden in 2 gebieden'),
  );
});

it('says in words what it draws, and leads to what was taken in an area', async () => {
  const page = await visit('/mediabibliotheek');
  await page.getByRole('link', { name: 'Op de kaart' }).click();
  await page.getByRole('heading', { name: 'Kaart', exact: true }).waitFor();
  const areas = page.getByRole('rowheader');
  expect(await areas.allInnerTexts()).toEqual(['omgeving Hoenderloo', 'omgeving Anjum']);
  expect(await page.getByRole('cell').allInnerTexts()).toEqual(['2', '1']);
  expect(await findings(page)).toEqual([]);
  const drawn = page.locator('svg a[data-area]');
  expect(await drawn.count()).toBe(2);
  await drawn.first().click();
  await page.getByRole('heading', { name: 'Omgeving Hoenderloo' }).waitFor();
  expect(await page.getByRole('link', { name: /Edelhert|Heide/ }).count()).toBe(2);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: /^Edelhert/ }).click();
  await page.getByRole('dialog', { name: /^Edelhert/ }).waitFor();
  // The address is that of the photo's own page.
  await page.reload();
  await page.getByRole('link', { name: 'Meer uit dit gebied' }).click();
  await page.getByRole('heading', { name: 'Omgeving Hoenderloo' }).waitFor();
});

it('counts one species or one month, and shares what was chosen', async () => {
  const page = await visit('/kaart');
  await page.getByLabel('Maand').selectOption('oktober');
  await page.getByText('2 beelden in 2 gebieden').waitFor();
  await page.getByLabel('Soort').selectOption('Edelhert');
  await page.getByText('1 beeld in 1 gebied').waitFor();
  expect(await page.locator('svg a[data-area]:visible').count()).toBe(1);
  expect(await page.getByRole('row').count()).toBe(2);
  const shared = await visit(new URL(page.url()).pathname + new URL(page.url()).search);
  await shared.getByText('1 beeld in 1 gebied').waitFor();
  await shared.getByLabel('Maand').selectOption('januari');
  await shared.getByText('Geen beelden in deze maand of van deze soort.').waitFor();
});

it('is on the page of a species, with its areas', async () => {
  const page = await visit('/soort/cervus-elaphus');
  expect(await page.locator('svg a[data-area]').count()).toBe(1);
  await page.getByRole('link', { name: 'Op de kaart, per maand' }).click();
  await page.getByText('1 beeld in 1 gebied').waitFor();
  expect(await page.getByLabel('Soort').locator('option:checked').innerText()).toBe('Edelhert');
});

it('is whole without script, and as wide as a telephone', async () => {
  const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false };
  const page = await visit('/kaart', phone);
  expect(await page.getByRole('row').count()).toBe(3);
  expect(await page.locator('svg a[data-area]').first().isVisible()).toBe(true);
  expect(await page.getByLabel('Maand').isVisible()).toBe(false);
  expect(await page.locator('html').evaluate((root) => root.scrollWidth)).toBe(360);
});
