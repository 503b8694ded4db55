/** Categories and tags, as the owner orders, names, imports and deletes them (spec §2, §4, §5). */
import { AxeBuilder } from '@axe-core/playwright';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';

let product: RunningProduct;
let browser: Browser;
let page: Page;
const complaints: string[] = [];
/** Bodies of the reorder calls the page made. */
const reorders: { updates: { id: string; sortOrder: number }[] }[] = [];

function listen(where: Page): void {
  where.on('pageerror', (error) => complaints.push(error.message));
  where.on('console', (message) => {
    if (/content security policy|swapy error/i.test(message.text()))
      complaints.push(message.text());
  });
}

async function newPage(viewport = { width: 1280, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(10_000);
  const fresh = await context.newPage();
  listen(fresh);
  return fresh;
}

async function signIn(where: Page): Promise<void> {
  await where.goto(`${product.origin}/admin/login`);
  await where.getByLabel('Username').fill(owner.username);
  await where.getByLabel('Password', { exact: true }).fill(owner.password);
  await where.getByRole('button', { name: 'Sign in' }).click();
  await where.waitForURL('**/admin');
}

async function openPage(where: Page): Promise<void> {
  await where.goto(`${product.origin}/admin/categories`);
  await where.getByRole('button', { name: 'Move Drone' }).waitFor();
}

const panel = (name: string, where = page) => where.getByRole('region', { name });
const button = (name: string, where: Page | Locator = page) =>
  where.getByRole('button', { name, exact: true });
const press = (name: string, where: Page | Locator = page) => button(name, where).click();
const toast = (text: string, where = page) =>
  where.locator('[data-toaster]').getByText(text).first().waitFor();
const nextFrames = (where = page) =>
  where.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Names of the rows from top to bottom. */
async function shownNames(name: string, where = page): Promise<string[]> {
  const labels = await panel(name, where)
    .getByRole('button', { name: /^Move / })
    .evaluateAll((handles) => handles.map((one) => one.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace('Move ', '').toLowerCase());
}
const categoriesAre = (order: string, where = page) =>
  waitFor(
    `the order ${order}`,
    async () => {
      const names = await shownNames('Categories', where);
      return names.join(' ') === order;
    },
    5000,
  ).catch(async () => {
    expect((await shownNames('Categories', where)).join(' ')).toBe(order);
  });

interface Entry {
  id: string;
  name: string;
  type: string;
  sortOrder: number;
}
const stored = async (): Promise<Entry[]> =>
  (await fetch(`${product.origin}/api/categories`)).json() as Promise<Entry[]>; // the API's tests check the shape
async function storedNames(type: string): Promise<string> {
  const own = (await stored()).filter((one) => one.type === type);
  return own.map(({ name }) => name).join(' ');
}
const storedAre = (order: string) =>
  waitFor(`the stored order ${order}`, async () => (await storedNames('category')) === order, 5000);

async function centre(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
const handle = (name: string, where = page) => button(`Move ${name}`, where);

/** What the control that has the focus is called. */
const focused = () => page.locator(':focus').getAttribute('aria-label');

/** Drags a row to where another one is; `steps` are the pointer moves on the way. */
async function drag(name: string, onto: string, steps: number, pauseMs = 0): Promise<void> {
  const from = await centre(handle(name));
  const to = await centre(handle(onto));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) {
    await page.mouse.move(from.x, from.y + ((to.y - from.y) * i) / steps);
    if (pauseMs) await page.waitForTimeout(pauseMs);
  }
  await nextFrames();
  await page.mouse.up();
}

/** Puts the list back by a call of its own. */
async function resetOrder(order: string): Promise<void> {
  const byName = new Map((await stored()).map((one) => [one.name, one.id]));
  const updates = order.split(' ').map((name, i) => ({ id: byName.get(name), sortOrder: i + 1 }));
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch('/api/admin/categories/reorder', init)).status;
    },
    { updates },
  );
  expect(status).toBe(200);
  await openPage(page);
  reorders.length = 0;
}

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  page = await newPage();
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/categories/reorder')) reorders.push(request.postDataJSON());
  });
  await signIn(page);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  product.remove();
});

it('shows both lists with their counts, and what to do where there is nothing', async () => {
  await page.getByRole('link', { name: 'Categories and Tags' }).click();
  await page.getByRole('heading', { level: 1, name: 'Categories and Tags' }).waitFor();
  await panel('Categories').getByRole('heading', { name: 'Categories (4)' }).waitFor();
  await panel('Tags').getByRole('heading', { name: 'Tags (0)' }).waitFor();
  await panel('Tags').getByText('No tags yet').waitFor();
  await categoriesAre('landscape fauna macro drone');
});

describe('dragging by pointer inserts, and sends the whole list once at its end', () => {
  it.each([
    ['slowly', 24, 25],
    ['fast', 4, 0],
    ['in one jump', 1, 0],
  ])('%s, first to last', async (_how, steps, pause) => {
    await resetOrder('landscape fauna macro drone');
    await drag('Landscape', 'Drone', steps, pause);
    await categoriesAre('fauna macro drone landscape');
    await storedAre('fauna macro drone landscape');
    expect(reorders).toHaveLength(1);
    expect(reorders[0]?.updates.map(({ sortOrder }) => sortOrder)).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['slowly', 24, 25],
    ['fast', 4, 0],
    ['in one jump', 1, 0],
  ])('%s, last to first', async (_how, steps, pause) => {
    await resetOrder('landscape fauna macro drone');
    await drag('Drone', 'Landscape', steps, pause);
    await categoriesAre('drone landscape fauna macro');
    await storedAre('drone landscape fauna macro');
    expect(reorders).toHaveLength(1);
  });

  it('one after the other, also the row that was just dropped', async () => {
    await resetOrder('landscape fauna macro drone');
    await drag('Landscape', 'Fauna', 6, 10);
    await categoriesAre('fauna landscape macro drone');
    await page.waitForTimeout(400);
    await drag('Landscape', 'Macro', 6, 10);
    await categoriesAre('fauna macro landscape drone');
    // Before the drop has settled.
    await drag('Landscape', 'Drone', 6, 10);
    await categoriesAre('fauna macro drone landscape');
    await storedAre('fauna macro drone landscape');
    expect(reorders).toHaveLength(3);
  });

  it('sends nothing when the row comes back to its place, or the drag is given up', async () => {
    await resetOrder('landscape fauna macro drone');
    const from = await centre(handle('Fauna'));
    const to = await centre(handle('Drone'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y, { steps: 8 });
    await categoriesAre('landscape macro drone fauna');
    await page.mouse.move(from.x, from.y, { steps: 8 });
    await categoriesAre('landscape fauna macro drone');
    await page.mouse.up();
    await page.waitForTimeout(500);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y, { steps: 8 });
    await categoriesAre('landscape macro drone fauna');
    await page.keyboard.press('Escape');
    await categoriesAre('landscape fauna macro drone');
    await page.mouse.up();
    expect(reorders).toEqual([]);
    expect(await storedNames('category')).toBe('landscape fauna macro drone');
  });

  it('tells what happened when somebody else was first, and shows the list as it is', async () => {
    await resetOrder('landscape fauna macro drone');
    const other = await newPage();
    await signIn(other);
    await openPage(other);
    await press('Delete Macro', other);
    await press('Delete category', other);
    await toast('Category deleted successfully', other);
    await drag('Landscape', 'Drone', 8);
    await toast('Someone else changed this list in the meantime; look at it again');
    await categoriesAre('landscape fauna drone');
    expect(await storedNames('category')).toBe('landscape fauna drone');
    await press('Add category/tag', other);
    await other.getByRole('dialog').getByLabel('Name').fill('Macro');
    await press('Create', other.getByRole('dialog'));
    await toast('Category created successfully', other);
    await other.context().close();
  });
});

describe('with the keyboard', () => {
  it('moves by arrow keys, says where it stands, keeps the focus, and sends once', async () => {
    await resetOrder('landscape fauna macro drone');
    await handle('Landscape').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await panel('Categories').getByRole('status').getByText('Landscape, position 3 of 4').waitFor();
    await categoriesAre('fauna macro landscape drone');
    expect(await focused()).toBe('Move Landscape');
    await storedAre('fauna macro landscape drone');
    expect(reorders).toHaveLength(1);
    await page.keyboard.press('ArrowUp');
    await storedAre('fauna landscape macro drone');
    await page.keyboard.press('End');
    await storedAre('fauna macro drone landscape');
    await page.keyboard.press('Home');
    await storedAre('landscape fauna macro drone');
    expect(await focused()).toBe('Move Landscape');
    await page.keyboard.press('ArrowUp');
    await page.waitForTimeout(900);
    expect(reorders).toHaveLength(4);
  });

  it('sends at once when the handle is left', async () => {
    await resetOrder('landscape fauna macro drone');
    await handle('Drone').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await waitFor('the call', () => reorders.length === 1, 500);
    await storedAre('landscape fauna drone macro');
  });

  it('goes together with the pointer', async () => {
    await resetOrder('landscape fauna macro drone');
    await handle('Drone').focus();
    await page.keyboard.press('Home');
    await categoriesAre('drone landscape fauna macro');
    await drag('Drone', 'Fauna', 6, 10);
    await storedAre('landscape fauna drone macro');
  });
});

describe('the position field', () => {
  const field = (name: string) => page.getByRole('spinbutton', { name: `Position of ${name}` });

  it('sends only that item, on Enter and on blur', async () => {
    await resetOrder('landscape fauna macro drone');
    await field('Drone').fill('2');
    await page.keyboard.press('Enter');
    await storedAre('landscape drone fauna macro');
    await categoriesAre('landscape drone fauna macro');
    expect(reorders.map(({ updates }) => updates.map(({ sortOrder }) => sortOrder))).toEqual([[2]]);
    await waitFor('the focus', async () => (await focused()) === 'Position of Drone', 5000);
    await field('Landscape').fill('3');
    await field('Landscape').blur();
    await storedAre('drone fauna landscape macro');
    expect(reorders).toHaveLength(2);
  });

  it.each(['0', '-2', '1.5', '', '1'])('reverts %j and sends nothing', async (text) => {
    await resetOrder('landscape fauna macro drone');
    await field('Landscape').fill(text);
    await page.keyboard.press('Enter');
    expect(await field('Landscape').inputValue()).toBe('1');
    await field('Landscape').fill(text);
    await field('Landscape').blur();
    expect(await field('Landscape').inputValue()).toBe('1');
    await page.waitForTimeout(200);
    expect(reorders).toEqual([]);
  });

  it('goes to the end for a number beyond it', async () => {
    await resetOrder('landscape fauna macro drone');
    await field('Fauna').fill('40');
    await page.keyboard.press('Enter');
    await storedAre('landscape macro drone fauna');
    await waitFor('its number', async () => (await field('Fauna').inputValue()) === '4', 5000);
  });
});

describe('the dialog', () => {
  it('adds, and says what is missing', async () => {
    await resetOrder('landscape fauna macro drone');
    await press('Add category/tag');
    const dialog = page.getByRole('dialog');
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
    const dialog = page.getByRole('dialog');
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
    const dialog = page.getByRole('dialog');
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
    const dialog = page.getByRole('dialog');
    const submit = button('Import', dialog);
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Names').fill('  ');
    await dialog.getByLabel('Type').click();
    await page.getByRole('option', { name: 'Tags' }).click();
    expect(await submit.isDisabled()).toBe(true);
    expect(await dialog.getByLabel('Names').getAttribute('rows')).toBe('10');
  });

  it('says that the format is wrong when no name is left', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Names').fill(' , ,, ');
    await press('Import', dialog);
    await dialog.getByText('must have at least a name and a type').waitFor();
  });

  it('adds what is new and names what existed', async () => {
    const dialog = page.getByRole('dialog');
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
    const dialog = page.getByRole('dialog');
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
    const dialog = page.getByRole('dialog');
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
    await page.getByRole('dialog').getByLabel('Name').fill('Zoogdieren');
    await press('Update', page.getByRole('dialog'));
    await toast('Category updated successfully');
    await waitFor('the new name', async () => (await site('/')).includes('Zoogdieren'));
    await page.getByRole('link', { name: 'Media', exact: true }).click();
    await page.getByText('Zoogdieren').first().waitFor();

    await page.getByRole('link', { name: 'Categories and Tags' }).click();
    await handle('Zoogdieren').focus();
    await page.keyboard.press('End');
    await storedAre('landscape macro drone zoogdieren');
    const places = async (address: string) => {
      const html = await site(address);
      return ['Landschap', 'Macro', 'Drone', 'Zoogdieren'].map((name) => html.indexOf(name));
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
    await press('Delete tag', question);
    await toast('Category deleted successfully');
    await panel('Tags').getByRole('heading', { name: 'Tags (3)' }).waitFor();
  });
});

describe('for everyone', () => {
  async function findings(where: Page) {
    const { violations } = await new AxeBuilder({ page: where })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  it.each(['light', 'dark'])(
    'has no findings in the %s theme, nor have its dialogs',
    async (theme) => {
      await page.evaluate(`localStorage.setItem('admin-theme', '${theme}')`);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openPage(page);
      expect(await findings(page)).toEqual([]);
      for (const name of ['Bulk import', 'Edit Drone', 'Delete Drone']) {
        await press(name);
        await page.getByRole(name.startsWith('Delete') ? 'alertdialog' : 'dialog').waitFor();
        expect(await findings(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page
          .getByRole(/^Delete/.test(name) ? 'alertdialog' : 'dialog')
          .waitFor({ state: 'detached' });
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
    context.setDefaultTimeout(10_000);
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
    await storedAre('macro drone landscape zoogdieren');
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
