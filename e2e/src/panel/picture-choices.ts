/** Duplicate files, replaced files, and choices on the picture itself. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { bulkRows } from '../support/bulk-rows.ts';
import { choose, follow, type Journey, press, toast } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

/** Its tests, in a library without items and drafts. */
export function describePictureChoices(journey: Journey): void {
  let page: Page;
  let deer: MediaItem;
  const heic = readFileSync(path.join(import.meta.dirname, '../support/files/telefoon.heic'));

  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const edit = async (title: string) => {
    await page.getByRole('article', { name: title }).getByRole('button', { name: /^Edit/ }).click();
    return dialog('Edit media item');
  };
  const list = () => journey.client.call<MediaItem[]>('GET', '/api/admin/media');
  const itemOf = async (id: string) => (await list()).find((item) => item.id === id);

  beforeAll(async () => {
    const add = async (title: string, bytes: Buffer, originalName: string, featured = false) => {
      const { objectPath } = await journey.client.upload(new Uint8Array(bytes), 'image/jpeg');
      const facts = { title, category: 'fauna', imageUrl: objectPath, originalName, featured };
      return journey.client.addMedia(facts);
    };
    deer = await add('Ree in de nevel', await plainPicture(1, { height: 900 }), 'DSC_0001.jpg');
    await add('Telefoon', heic, 'telefoon.heic');
    await add('Vos in de sneeuw', await plainPicture(2), 'DSC_0002.jpg', true);
    page = await journey.panel('/admin/media');
  });

  it('chooses focus point, hero and cover on the picture, by mouse and keyboard', async () => {
    const open = await edit(deer.title);
    const picture = open.getByRole('slider', { name: 'Focus point' });
    // Before the picture has loaded and has its size, a click would mean another point.
    const pressPoint = async () => {
      const box = await picture.boundingBox();
      if (box) await picture.click({ position: { x: box.width / 4, y: box.height * 0.9 } });
      return picture.getAttribute('aria-valuetext');
    };
    await expect.poll(pressPoint).toMatch(/^25 % .* 90 %/);
    await picture.press('ArrowLeft');
    await picture.press('Shift+ArrowUp');
    expect(await picture.getAttribute('aria-valuetext')).toBe(
      '23 % from the left, 80 % from the top',
    );
    for (const name of ['Use as large picture', 'Use as cover of Fauna']) {
      await press(open, name);
      await open.getByRole('button', { name, pressed: true }).waitFor();
    }
    expect(await findings(page)).toEqual([]);
    await press(open, 'Save');
    await open.waitFor({ state: 'detached' });
    const focus = { x: 0.23, y: 0.8 };
    expect(await itemOf(deer.id)).toMatchObject({ focus, hero: true, cover: true });
    const hash = deer.imageUrl.split('/')[2] ?? '';
    const style = 'object-position:23% 80%';
    await waitFor('the home page', async () => (await journey.html('/')).includes(style));
    const home = await journey.visit('/');
    for (const place of ['.hero__picture img', '.category img']) {
      const image = home.locator(place).first();
      expect(await image.getAttribute('src')).toContain(hash);
      expect(await image.getAttribute('style')).toBe(style);
    }
    await home.context().close();
  });

  it('warns about a duplicate file, and accepts it anyway', async () => {
    await press(page, 'Add Media');
    const open = dialog('Add media item');
    await open.locator('input[type=file]').setInputFiles(file('kopie.jpg', await plainPicture(2)));
    await open.getByText('This file is already in the library.').waitFor();
    const link = open.getByRole('link', { name: /^Vos in de sneeuw/ });
    expect(await link.getAttribute('href')).toMatch(/^\/admin\/preview\/foto\/vos-in-de-sneeuw-/);
    expect(await open.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
  });

  it('replaces the file of the item with the same file name, asks if it is smaller, and undoes it', async () => {
    const open = dialog('Add media item');
    const next = await plainPicture(3);
    await open.locator('input[type=file]').setInputFiles(file('dsc_0001.JPG', next));
    await open.getByText('The library has an item whose file has this name.').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(open, `Replace the file of ${deer.title}`);
    const question = page.getByRole('alertdialog', { name: 'Replace it by a smaller file?' });
    await question.getByText(`The file of “${deer.title}” has more pixels`).waitFor();
    await press(question, 'Replace');
    await toast(page, 'File replaced');
    await open.waitFor({ state: 'detached' });
    const now = await itemOf(deer.id);
    const { slug, title, category, createdAt } = deer;
    expect(now).toMatchObject({ slug, title, category, createdAt, originalName: 'dsc_0001.JPG' });
    expect(now?.imageUrl).not.toBe(deer.imageUrl);
    expect(await list()).toHaveLength(3);
    await press(page, 'Undo');
    await toast(page, '1 item is as it was before');
    expect(await itemOf(deer.id)).toMatchObject({ imageUrl: deer.imageUrl });
    const download = (await edit(deer.title)).getByRole('link', { name: 'Download the original' });
    const original = await page.request.get(journey.origin + (await download.getAttribute('href')));
    expect(await original.body()).toEqual(await plainPicture(1, { height: 900 }));
    // The form of an item replaces its file too.
    const form = dialog('Edit media item');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(form, 'Replace file'),
    ]);
    await chooser.setFiles(file('beter.jpg', await plainPicture(6, { height: 900 })));
    await toast(page, 'File uploaded successfully');
    await press(form, 'Save');
    await form.waitFor({ state: 'detached' });
    expect(await itemOf(deer.id)).toMatchObject({ slug, originalName: 'beter.jpg' });
  });

  it('shows both in the bulk upload, where one press removes all replacements from the list', async () => {
    await press(page, 'Bulk Upload');
    const open = dialog('Bulk Upload');
    const again = { name: 'telefoon.heic', mimeType: 'image/heic', buffer: heic };
    const replacing = file('DSC_0002.jpg', await plainPicture(4));
    const plain = file('nieuw.jpg', await plainPicture(5));
    await open.locator('input[type=file]').first().setInputFiles([again, replacing, plain]);
    const rows = bulkRows(() => page);
    await rows.row('telefoon.heic').getByText('Already in the library').waitFor();
    const known = await rows.open('telefoon.heic');
    await known.getByText('This file is already in the library.').waitFor();
    await rows.row('DSC_0002.jpg').getByText('Known file name').waitFor();
    await rows.row('nieuw.jpg').getByText('Uploaded').waitFor();
    expect(
      await rows
        .row('nieuw.jpg')
        .getByText(/library|Known/)
        .count(),
    ).toBe(0);
    await press(open, 'Replace 1');
    await rows.row('DSC_0002.jpg').waitFor({ state: 'detached' });
    const fox = (await list()).find(({ title }) => title === 'Vos in de sneeuw');
    expect(fox).toMatchObject({ originalName: 'DSC_0002.jpg', featured: true });
    expect(await list()).toHaveLength(3);
    expect(await rows.count()).toBe(2);
  });

  it('chooses the hero in the website settings, and saves it with the rest', async () => {
    await follow(page, '/admin/website-settings');
    const field = page.getByRole('group', { name: 'Large picture' });
    await field.getByRole('img', { name: deer.title }).waitFor();
    await press(field, 'Choose another');
    await dialog('Choose a photo').getByRole('button', { name: 'Vos in de sneeuw' }).click();
    await field.getByRole('img', { name: 'Vos in de sneeuw' }).waitFor();
    expect(await itemOf(deer.id)).toMatchObject({ hero: true });
    await press(page, 'Save settings');
    await toast(page, 'Website settings updated successfully');
    const heroes = (await list()).filter(({ hero }) => hero).map(({ title }) => title);
    expect(heroes).toEqual(['Vos in de sneeuw']);
    expect(await findings(page)).toEqual([]);
    // A photo may be uploaded where it is chosen, with a new tag.
    await press(field, 'Choose another');
    await press(dialog('Choose a photo'), 'Upload a photo or video');
    const form = dialog('Add media item');
    const heron = file('Reiger.jpg', await plainPicture(7));
    await form.locator('input[type=file]').setInputFiles(heron);
    await choose(page, form.getByRole('combobox', { name: 'Category' }), 'Fauna');
    await form.getByLabel('New tag').fill('nevel');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'nevel', pressed: true }).waitFor();
    await press(form, 'Save');
    await field.getByRole('img', { name: 'Reiger' }).waitFor();
    await press(field, 'Remove');
    await press(page, 'Save settings');
    await expect.poll(async () => (await list()).some(({ hero }) => hero)).toBe(false);
  });
}
