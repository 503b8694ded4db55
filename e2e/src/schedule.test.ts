/** An item that begins and ends by the clock: typed in Dutch time, wherever the browser is. */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { press as pressIn, startJourney } from './journey.ts';
import { waitFor } from './product.ts';

const journey = startJourney();
let page: Page;
let item: MediaItem;

beforeAll(async () => {
  const picture = new Uint8Array(await plainPicture(1));
  const { objectPath } = await journey.client.upload(picture, 'image/jpeg');
  const facts = { title: 'Bosuil', category: 'fauna', imageUrl: objectPath };
  item = await journey.client.addMedia(facts);
  page = await journey.newPage({ timezoneId: 'America/Los_Angeles' });
  await journey.enter(page);
});

const isLive = async () => (await fetch(`${journey.origin}/foto/${item.slug}`)).status === 200;
const isGone = async () => {
  return !(await isLive()) && !(await journey.html('/mediabibliotheek')).includes('Bosuil');
};
const stored = async () => (await journey.client.call<MediaItem[]>('GET', '/api/admin/media'))[0];
const press = (name: string) => pressIn(page, name);

it('leaves the site until the moment that is typed, and says so', async () => {
  await waitFor('the item to be live', isLive);
  await page.goto(`${journey.origin}/admin/media`);
  await press('Edit Bosuil');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('On the site at once, and for good.').waitFor();
  await dialog.getByLabel('Publish from').fill('2031-07-01T08:00');
  await dialog.getByLabel('Publish until').fill('2031-07-01T07:00');
  await dialog
    .getByText('On the site from 1 Jul 2031 08:00 until 1 Jul 2031 07:00.', { exact: true })
    .waitFor();
  await press('Save');
  await dialog.getByText('The end must be after the beginning').waitFor();
  await dialog.getByLabel('Publish until').fill('2031-12-01T07:00');
  expect(await findings(page)).toEqual([]);
  await press('Save');
  await page.getByText('Scheduled 1 Jul 2031 08:00', { exact: true }).waitFor();
  expect(await stored()).toMatchObject({
    publishFrom: '2031-07-01T06:00:00.000Z',
    publishUntil: '2031-12-01T06:00:00.000Z',
  });
  await waitFor('the item to be gone', isGone);
});

it('comes and goes by itself', async () => {
  const soon = () => new Date(Date.now() + 1500).toISOString();
  const change = (json: object) =>
    journey.client.call('PATCH', `/api/admin/media/${item.id}`, json);
  await change({ publishFrom: soon() });
  await waitFor('the item to begin', isLive);
  await change({ publishUntil: soon() });
  await waitFor('the item to end', isGone);
});
