/** Categories and tags, as the owner names, imports and deletes them (spec §2, §5). */
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import {
  browser,
  button,
  categoriesAre,
  centre,
  complaints,
  dialogOf,
  endJourney,
  handle,
  listen,
  newPage,
  nextFrames,
  openPage,
  page,
  panel,
  press,
  product,
  resetOrder,
  shownNames,
  startJourney,
  storedAre,
  storedNames,
  toast,
} from './categories-journey.ts';
import { pressTwice } from './press-twice.ts';
import { waitFor } from './product.ts';

beforeAll(startJourney);
afterAll(endJourney);

it('shows both lists with their counts, and what to do where there is nothing', async () => {
  await page.getByRole('link', { name: 'Categories and Tags' }).click();
  await page.getByRole('heading', { level: 1, name: 'Categories and Tags' }).waitFor();
  await panel('Categories').getByRole('heading', { name: 'Categories (4)' }).waitFor();
  await panel('Tags').getByRole('heading', { name: 'Tags (0)' }).waitFor();
  await panel('Tags').getByText('No tags yet').waitFor();
  await categoriesAre('landscape fauna macro drone');
});

describe('the dialog', () => {
  it('adds, and says what is missing', async () => {
    await resetOrder('landscape fauna macro drone');
    await press('Add category/tag');
    const dialog = dialogOf();
    await press('Create', dialog);
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByLabel('Name').fill('Mist');
    await dialog.getByLabel('Type').click();
    await page.getByRole('option', { name: 'Tag' }).click();
    expect(await dialog.getByLabel('Description').getAttribute('rows')).toBe('3');
    await dialog.getByLabel('Description').fill('Laag over het veld');
    await press('Create', dialog);
    await toast('Category created successfully');
    await dialog.waitFor({ state: 'detached' });
    await panel('Tags').getByRole('heading', { name: 'Tags (1)' }).waitFor();
    expect(await shownNames('Tags')).toEqual(['mist']);
  });

  it('refuses a name that exists, and keeps what was typed', async () => {
    await press('Add category/tag');
    const dialog = dialogOf();
    await dialog.getByLabel('Name').fill('FAUNA');
    await press('Create', dialog);
    await toast('A category with this name already exists');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('FAUNA');
    await page.keyboard.press('Escape');
    await press('Discard');
    await dialog.waitFor({ state: 'detached' });
  });

  it('edits', async () => {
    await press('Edit Mist');
    const dialog = dialogOf();
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Laag over het veld');
    await dialog.getByLabel('Name').fill('Nevel');
    await press('Update', dialog);
    await toast('Category updated successfully');
    await panel('Tags').getByText('Nevel').waitFor();
  });
});

describe('bulk import', () => {
  it('rests while the text is blank or no type is chosen', async () => {
    await press('Bulk import');
    const dialog = dialogOf();
    const submit = button('Import', dialog);
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Names').fill('  ');
    await dialog.getByLabel('Type').click();
    await page.getByRole('option', { name: 'Tags' }).click();
    expect(await submit.isDisabled()).toBe(true);
    expect(await dialog.getByLabel('Names').getAttribute('rows')).toBe('10');
  });

  it('says that the format is wrong when no name is left', async () => {
    const dialog = dialogOf();
    await dialog.getByLabel('Names').fill(' , ,, ');
    await press('Import', dialog);
    await dialog.getByText('must have at least a name and a type').waitFor();
  });

  it('adds what is new and names what existed', async () => {
    const dialog = dialogOf();
    await dialog.getByLabel('Names').fill('Zee, nevel ,, gouden uur,\nzee, Duin');
    await press('Import', dialog);
    await toast('Import successful');
    await toast('3 tags imported.');
    await toast('1 existed already: nevel.');
    await dialog.waitFor({ state: 'detached' });
    await panel('Tags').getByRole('heading', { name: 'Tags (4)' }).waitFor();
    expect(await shownNames('Tags')).toEqual(['nevel', 'zee', 'gouden uur', 'duin']);
  });

  it('asks for the type when it is sent with the keyboard before one is chosen', async () => {
    await press('Bulk import');
    const dialog = dialogOf();
    await dialog.getByLabel('Names').fill('bos');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Please select a type (Category or Tag)').waitFor();
    await page.keyboard.press('Escape');
    await press('Discard');
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('with an item', () => {
  const site = async (address: string) => (await fetch(product.origin + address)).text();

  it('renames on the public site, and carries the order there', async () => {
    const [facts] = describePictures(1);
    if (!facts) throw new Error('no picture');
    const buffer = await makePicture(facts, { width: 1200 });
    await page.goto(`${product.origin}/admin/media`);
    await page.getByRole('button', { name: 'Add Media' }).first().click();
    const dialog = dialogOf();
    const file = { name: 'ree.jpg', mimeType: 'image/jpeg', buffer };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await page.getByText('File uploaded successfully').first().waitFor();
    await dialog.getByLabel('Title').fill('Ree');
    await dialog.getByLabel('Category').click();
    await page.getByRole('option', { name: 'Fauna' }).click();
    for (const tag of ['Zee', 'Duin']) await dialog.getByText(tag, { exact: true }).click();
    await press('Save', dialog);
    await toast('Media item created successfully');
    await waitFor('the item on the site', async () => (await site('/')).includes('Ree'));

    await openPage(page);
    await press('Edit Fauna');
    await dialogOf().getByLabel('Name').fill('Zoogdieren');
    await press('Update', dialogOf());
    await toast('Category updated successfully');
    await waitFor('the new name', async () => (await site('/')).includes('Zoogdieren'));
    await page.getByRole('link', { name: 'Media', exact: true }).click();
    await page.getByText('Zoogdieren').first().waitFor();

    await page.getByRole('link', { name: 'Categories and Tags' }).click();
    await handle('Zoogdieren').focus();
    await page.keyboard.press('End');
    await storedAre('landscape macro drone Zoogdieren');
    const places = async (address: string) => {
      const html = await site(address);
      return ['Landschap', 'Macro', 'Drone', 'Zoogdieren'].map((name) => html.indexOf(`>${name}<`));
    };
    for (const address of ['/', '/mediabibliotheek'])
      await waitFor(`the new order on ${address}`, async () => {
        const found = await places(address);
        return !found.includes(-1) && found.toSorted((a, b) => a - b).join() === found.join();
      });
  });

  it('refuses to delete a category that it uses, and says why', async () => {
    await openPage(page);
    await press('Delete Zoogdieren');
    const question = page.getByRole('alertdialog');
    await question.getByText('is used by 1 media item').waitFor();
    await press('Delete category', question);
    await toast('Category is used by 1 media items');
    await button('Delete Zoogdieren').waitFor();
  });

  it('takes a deleted tag off it, after saying so', async () => {
    await press('Delete Zee');
    const question = page.getByRole('alertdialog');
    await question.getByText('is removed from 1 item').waitFor();
    const sent = await pressTwice(
      question.getByRole('button', { name: 'Delete tag' }),
      '/categories/',
    );
    await toast('Category deleted successfully');
    expect(sent).toHaveLength(1);
    await panel('Tags').getByRole('heading', { name: 'Tags (3)' }).waitFor();
  });
});

describe('deleting many', () => {
  it('leaves a category that is in use', async () => {
    await press('Delete categories', panel('Categories'));
    const dialog = dialogOf();
    const used = dialog.getByRole('checkbox', { name: /^Zoogdieren/ });
    expect(await used.isDisabled()).toBe(true);
    await press('Select all 3 that are not used', dialog);
    await dialog.getByText('3 selected').waitFor();
    expect(await used.isChecked()).toBe(false);
    expect(await findings(page)).toEqual([]);
    await press('Cancel', dialog);
    await dialog.waitFor({ state: 'detached' });
  });

  it('deletes the chosen tags at once, after saying what they are taken off', async () => {
    await press('Delete tags', panel('Tags'));
    const dialog = dialogOf();
    expect(await button('Delete selected', dialog).isDisabled()).toBe(true);
    await press('Select all 2 that are not used', dialog);
    await dialog.getByRole('checkbox', { name: /^duin/i }).check();
    await press('Delete selected', dialog);
    const question = page.getByRole('alertdialog', { name: 'Delete 3 tags?' });
    await question.getByText('1 of them is taken off its items').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await dialog.getByRole('checkbox', { name: /^duin/i }).uncheck();
    await press('Delete selected', dialog);
    const sure = page.getByRole('alertdialog', { name: 'Delete 2 tags?' });
    const sent = await pressTwice(
      sure.getByRole('button', { name: 'Delete selected' }),
      '/categories/',
    );
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toHaveLength(1);
    await panel('Tags').getByRole('heading', { name: 'Tags (1)' }).waitFor();
    expect(await shownNames('Tags')).toEqual(['duin']);
    expect(await storedNames('tag')).toMatch(/^duin$/i);
  });
});

describe('for everyone', () => {
  const asked = (name: string) =>
    name.startsWith('Delete') ? page.getByRole('alertdialog') : dialogOf();

  it.each(['light', 'dark'])(
    'has no findings in the %s theme, nor have its dialogs',
    async (theme) => {
      await page.evaluate(`localStorage.setItem('admin-theme', '${theme}')`);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openPage(page);
      expect(await findings(page)).toEqual([]);
      for (const name of ['Bulk import', 'Edit Drone', 'Delete Drone']) {
        await press(name);
        await asked(name).waitFor();
        expect(await findings(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await asked(name).waitFor({ state: 'detached' });
      }
      await page.emulateMedia({ reducedMotion: null });
    },
  );

  it('fits on a phone, and is dragged there by a finger', async () => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      storageState: await page.context().storageState(),
    });
    context.setDefaultTimeout(60_000);
    const phone = await context.newPage();
    listen(phone);
    await openPage(phone);
    const width = await phone.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(360);
    expect(await findings(phone)).toEqual([]);
    const from = await centre(handle('Landscape', phone));
    const to = await centre(handle('Drone', phone));
    const touch = await context.newCDPSession(phone);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x, y }],
      });
    await send('touchStart', from.y);
    for (let i = 1; i <= 12; i++) {
      await send('touchMove', from.y + ((to.y - from.y) * i) / 12);
      await nextFrames(phone);
    }
    await send('touchEnd');
    await categoriesAre('macro drone landscape zoogdieren', phone);
    await storedAre('macro drone landscape Zoogdieren');
    await context.close();
  });

  it('is read-only for viewers', async () => {
    const viewer = { username: 'vera', password: 'kijken-mag-altijd-9' };
    const status = await page.evaluate(async (user) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({
        ...user,
        email: 'vera@example.nl',
        role: 'viewer',
        status: 'active',
      });
      return (await fetch('/api/admin/users', { method: 'POST', headers, body })).status;
    }, viewer);
    expect(status).toBe(201);
    const fresh = await newPage();
    await fresh.goto(`${product.origin}/admin/login`);
    await fresh.getByLabel('Username').fill(viewer.username);
    await fresh.getByLabel('Password', { exact: true }).fill(viewer.password);
    await press('Sign in', fresh);
    await fresh.waitForURL('**/admin');
    await fresh.goto(`${product.origin}/admin/categories`);
    await panel('Categories', fresh).getByText('Zoogdieren').waitFor();
    expect(await fresh.locator('main').getByRole('button').count()).toBe(0);
    expect(await fresh.locator('main').getByRole('spinbutton').count()).toBe(0);
    await fresh.context().close();
  });
});

it('broke no rule of the policy on the way', () => {
  expect(complaints).toEqual([]);
});
