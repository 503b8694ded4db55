/** Deleting is no farewell: undo, the trash, and the way back to the site (next.md §4). */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { press, questionOf, startJourney, toast } from './journey.ts';
import { waitFor } from './product.ts';

const journey = startJourney();
let page: Page;
let item: MediaItem;

const statusOf = async (address: string) => (await fetch(journey.origin + address)).status;
const answers = (address: string, status: number) =>
  waitFor(`${address} to answer ${status}`, async () => (await statusOf(address)) === status);
const isPublic = async (status: number) => {
  await answers(`/foto/${item.slug}`, status);
  await answers(item.imageUrl, status);
};
const card = (title: string) => page.getByRole('article', { name: title });
const row = () => page.getByRole('dialog', { name: 'Trash' }).getByRole('listitem');

async function remove(): Promise<void> {
  await press(card('Oehoe'), 'Delete Oehoe');
  const question = questionOf(page);
  await question.getByText('Are you sure you want to delete 1 item(s)?').waitFor();
  await question.getByText('is in the trash for 30 days').waitFor();
  await press(question, 'Delete item');
  await toast(page, 'Media item deleted successfully');
}

beforeAll(async () => {
  const { objectPath } = await journey.client.upload(
    new Uint8Array(await plainPicture(1)),
    'image/jpeg',
  );
  await journey.client.addMedia({ title: 'Oehoe', category: 'fauna', imageUrl: objectPath });
  const [added] = await journey.client.call<MediaItem[]>('GET', '/api/admin/media');
  if (!added) throw new Error('no item');
  item = added;
  await isPublic(200);
  page = await journey.newPage({ reducedMotion: 'reduce' });
  await journey.enter(page);
  await page.goto(`${journey.origin}/admin/media`);
});

it('takes a deletion back from its notice, to the same address', async () => {
  await remove();
  await isPublic(404);
  await press(page.locator('[data-notice]'), 'Undo');
  await card('Oehoe').waitFor();
  await isPublic(200);
});

it('shows what is in the trash, and puts it back on the site', async () => {
  await remove();
  await press(page, 'Trash');
  await row().getByText('30 days left').waitFor();
  await row().getByText('by eigenaar').waitFor();
  expect(await findings(page)).toEqual([]);
  await isPublic(404);
  await press(row(), 'Restore');
  await page.getByText('The trash is empty').waitFor();
  await toast(page, 'Media item restored');
  await isPublic(200);
  await press(page.getByRole('dialog', { name: 'Trash' }), 'Close');
  await card('Oehoe').waitFor();
});

it('deletes for ever, after a question', async () => {
  await remove();
  await press(page, 'Trash');
  await press(row(), 'Delete Oehoe for ever');
  await press(questionOf(page), 'Delete for ever');
  await page.getByText('The trash is empty').waitFor();
  expect(await journey.client.call('GET', '/api/admin/media/trash')).toEqual([]);
  await isPublic(404);
});
