/** Whether an item is on the site: withheld for a position, scheduled, or in the trash. */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { confirmTexts, type Journey, press, questionOf, toast } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

const SPOT = '52.131234, 5.860456';
const TITLE = `Oehoenest ${SPOT}`;

/** Its tests, beside any other items. */
export function describeItemOnSite(journey: Journey): void {
  describe('an item', () => {
    let page: Page;

    beforeAll(async () => {
      const picture = new Uint8Array(await plainPicture(31));
      const { objectPath } = await journey.client.upload(picture, 'image/jpeg');
      await journey.client.addMedia({ title: TITLE, category: 'fauna', imageUrl: objectPath });
      // Times are in Dutch time, whatever the browser's time zone.
      page = await journey.panel('/admin/media', { timezoneId: 'America/Los_Angeles' });
    });

    /** The item, which is the newest. */
    async function stored(): Promise<MediaItem> {
      const [item] = await journey.client.call<MediaItem[]>('GET', '/api/admin/media');
      if (!item) throw new Error('no item');
      return item;
    }
    const statusOf = async (address: string) => (await fetch(journey.origin + address)).status;
    const answers = (address: string, status: number) =>
      waitFor(`${address} to answer ${status}`, async () => (await statusOf(address)) === status);
    /** Waits until its page and picture are on the site, or gone. */
    async function isPublic(status: 200 | 404, { slug, imageUrl }: MediaItem): Promise<void> {
      await answers(`/foto/${slug}`, status);
      await answers(imageUrl, status);
    }
    const card = (title: string) => page.getByRole('article', { name: title });
    const edit = async (title: string) => {
      await card(title).getByRole('button', { name: /^Edit/ }).click();
      return page.getByRole('dialog', { name: 'Edit media item' });
    };

    describe('a position in the text', () => {
      const answer = async (name: string) => {
        const question = page.getByRole('alertdialog', { name: 'A position in the text' });
        await press(question, name);
      };

      it('keeps the item off the site, shows why, and is removed from its title', async () => {
        await card(TITLE).getByText('Off the site: position in the text').waitFor();
        const dialog = await edit(TITLE);
        await dialog
          .getByText('This item is not on the site: there is a position in Title.')
          .waitFor();
        await press(dialog, 'Save');
        await answer('Remove it');
        await dialog.waitFor({ state: 'detached' });
        await card('Oehoenest').waitFor();
        expect(await stored()).toMatchObject({ title: 'Oehoenest', withheld: false });
        expect(await page.getByText('Off the site: position in the text').count()).toBe(0);
      });

      it('is published when the owner allows it', async () => {
        const dialog = await edit('Oehoenest');
        await dialog.getByLabel('Description').fill(`Bij ${SPOT}`);
        await press(dialog, 'Save');
        await answer('Publish anyway');
        await dialog.waitFor({ state: 'detached' });
        await confirmTexts(page);
        expect(await stored()).toMatchObject({ withheld: false, positionAllowed: true });
        // Allowed once, it is not asked again.
        const again = await edit('Oehoenest');
        await again.getByLabel('Title').fill('Oehoe');
        await press(again, 'Save');
        await again.waitFor({ state: 'detached' });
        expect(await stored()).toMatchObject({ title: 'Oehoe', withheld: false });
      });
    });

    it('gets a new address, and saves what was typed in the meantime', async () => {
      const { slug: before } = await stored();
      await answers(`/foto/${before}`, 200);
      const dialog = await edit('Oehoe');
      await dialog.getByLabel('Title').fill('Oehoe bij nacht');
      await press(dialog, 'New address');
      const question = page.getByRole('alertdialog', { name: 'Give it a new address?' });
      await press(question, 'New address');
      await question.waitFor({ state: 'detached' });
      const { slug } = await stored();
      expect(slug).not.toBe(before);
      await dialog.getByText(`/foto/${slug}`).waitFor();
      await press(dialog, 'Save');
      await dialog.waitFor({ state: 'detached' });
      expect(await stored()).toMatchObject({ title: 'Oehoe bij nacht', slug });
      await answers(`/foto/${before}`, 410);
    });

    describe('a deletion', () => {
      const trash = () => page.getByRole('dialog', { name: 'Trash' });
      const row = () => trash().getByRole('listitem');
      async function remove(): Promise<MediaItem> {
        const item = await stored();
        await press(card(item.title), `Delete ${item.title}`);
        const question = questionOf(page);
        await question.getByText('Are you sure you want to delete 1 item(s)?').waitFor();
        await question.getByText('is in the trash for 30 days').waitFor();
        await press(question, 'Delete item');
        // An earlier notice may still be open.
        await question.waitFor({ state: 'detached' });
        await card(item.title).waitFor({ state: 'detached' });
        await toast(page, 'Media item deleted successfully');
        return item;
      }

      it('is undone from its notice, at the same address', async () => {
        await isPublic(200, await stored());
        const item = await remove();
        // Possibly before the site is updated, as the notice closes after twelve seconds.
        await press(page.locator('[data-notice]'), 'Undo');
        await card(item.title).waitFor();
        expect((await stored()).slug).toBe(item.slug);
      });

      it('moves the item to the trash, which restores it to the site', async () => {
        const item = await remove();
        await press(page, 'Trash');
        await row().getByText('30 days left').waitFor();
        await row().getByText('by eigenaar').waitFor();
        expect(await findings(page)).toEqual([]);
        await isPublic(404, item);
        await press(row(), 'Restore');
        await page.getByText('The trash is empty').waitFor();
        await toast(page, 'Media item restored');
        await isPublic(200, item);
        await press(trash(), 'Close');
        await card(item.title).waitFor();
      });
    });

    describe('a schedule', () => {
      it('takes the item off the site until the given time, and shows it', async () => {
        const { title, slug } = await stored();
        const dialog = await edit(title);
        await dialog.getByText('On the site at once, with no end date.').waitFor();
        await dialog.getByLabel('Publish from').fill('2031-07-01T08:00');
        await dialog.getByLabel('Publish until').fill('2031-07-01T07:00');
        await dialog
          .getByText('On the site from 1 Jul 2031 08:00 until 1 Jul 2031 07:00.', { exact: true })
          .waitFor();
        await press(dialog, 'Save');
        await dialog.getByText('The end must be after the beginning').waitFor();
        await dialog.getByLabel('Publish until').fill('2031-12-01T07:00');
        expect(await findings(page)).toEqual([]);
        await press(dialog, 'Save');
        await page.getByText('Scheduled 1 Jul 2031 08:00', { exact: true }).waitFor();
        expect(await stored()).toMatchObject({
          publishFrom: '2031-07-01T06:00:00.000Z',
          publishUntil: '2031-12-01T06:00:00.000Z',
        });
        await answers(`/foto/${slug}`, 404);
        // Its own page is gone at once; pages that link it are rendered again.
        await waitFor(
          'a library without it',
          async () => !(await journey.html('/mediabibliotheek')).includes(title),
        );
      });
    });

    it('is deleted permanently from the trash after a confirmation', async () => {
      const { title, id } = await stored();
      await journey.client.call('DELETE', `/api/admin/media/${id}`);
      await press(page, 'Trash');
      const dialog = page.getByRole('dialog', { name: 'Trash' });
      await press(dialog.getByRole('listitem'), `Delete ${title} for ever`);
      await press(questionOf(page), 'Delete for ever');
      await page.getByText('The trash is empty').waitFor();
      expect(await journey.client.call('GET', '/api/admin/media/trash')).toEqual([]);
    });
  });
}
