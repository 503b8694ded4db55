/** An item whose title tells where it is: what its owner sees, and what becomes of it. */
import type { MediaItem } from '@veldlicht/contract/media';
import type { PublishState } from '@veldlicht/contract/publishing';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { startJourney } from './journey.ts';
import { waitFor } from './product.ts';

const SPOT = '52.131234, 5.860456';

const journey = startJourney();
let page: Page;

beforeAll(async () => {
  const picture = new Uint8Array(await plainPicture(1));
  const { objectPath } = await journey.client.upload(picture, 'image/jpeg');
  const title = `Oehoenest ${SPOT}`;
  await journey.client.addMedia({ title, category: 'fauna', imageUrl: objectPath });
  page = await journey.newPage({ reducedMotion: 'reduce' });
  await journey.enter(page);
  await page.goto(`${journey.origin}/admin/media`);
});

const stored = async () => (await journey.client.call<MediaItem[]>('GET', '/api/admin/media'))[0];
const card = (title: string) => page.getByRole('article', { name: title });
const edit = async (title: string) => {
  await card(title).getByRole('button', { name: /^Edit/ }).click();
  return page.getByRole('dialog', { name: 'Edit media item' });
};

it('says why an item is not on the site, and takes the position out of its title', async () => {
  const title = `Oehoenest ${SPOT}`;
  await card(title).getByText('Off the site: position in the text').waitFor();
  const dialog = await edit(title);
  await dialog.getByText('This item is not on the site: there is a position in Title.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'A position in the text' });
  await question.getByRole('button', { name: 'Remove it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await card('Oehoenest').waitFor();
  expect(await stored()).toMatchObject({ title: 'Oehoenest', withheld: false });
  expect(await page.getByText('Off the site: position in the text').count()).toBe(0);
});

it('publishes a position that somebody says to publish', async () => {
  const dialog = await edit('Oehoenest');
  await dialog.getByLabel('Description').fill(`Bij ${SPOT}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'A position in the text' });
  await question.getByRole('button', { name: 'Publish anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored()).toMatchObject({ withheld: false, positionAllowed: true });
  // Said once, it is not asked again.
  const again = await edit('Oehoenest');
  await again.getByLabel('Title').fill('Oehoe');
  await again.getByRole('button', { name: 'Save' }).click();
  await again.waitFor({ state: 'detached' });
  expect(await stored()).toMatchObject({ title: 'Oehoe', withheld: false });
});

it('gives an item a new address, and saves what was typed meanwhile', async () => {
  const before = await waitFor('the page', async () => {
    const item = await stored();
    const { state } = await journey.client.call<PublishState>('GET', '/api/publishing/state');
    const answer = await fetch(`${journey.origin}/foto/${item?.slug}`);
    return state === 'live' && answer.ok && item?.slug;
  });
  const dialog = await edit('Oehoe');
  await dialog.getByLabel('Title').fill('Oehoe bij nacht');
  await dialog.getByRole('button', { name: 'New address' }).click();
  const question = page.getByRole('alertdialog', { name: 'Give it a new address?' });
  await question.getByRole('button', { name: 'New address' }).click();
  await question.waitFor({ state: 'detached' });
  const slug = (await stored())?.slug ?? '';
  expect(slug).not.toBe(before);
  await dialog.getByText(`/foto/${slug}`).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored()).toMatchObject({ title: 'Oehoe bij nacht', slug });
  await waitFor('the old address to have ended', async () => {
    const answer = await fetch(`${journey.origin}/foto/${before}`);
    return answer.status === 410;
  });
});
