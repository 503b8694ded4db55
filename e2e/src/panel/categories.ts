/** Categories and tags: naming, importing, ordering and deleting (spec §2, §4, §5). */
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { type DragWay, dragOnto } from '../support/drag.ts';
import {
  centre,
  choose,
  follow,
  type Journey,
  press,
  pressTwice,
  toast,
} from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

/** Its tests, in a library without items and tags, with the default categories. */
export function describeCategories(journey: Journey): void {
  interface Entry {
    id: string;
    name: string;
    type: string;
  }

  let page: Page;
  /** The new numbers in each reorder call of the page. */
  const reorders: number[][] = [];

  async function openPage(where = page): Promise<void> {
    await where.goto(`${journey.origin}/admin/categories`);
    await where.getByRole('button', { name: 'Move Drone' }).waitFor();
  }

  const panel = (name: string, where = page) => where.getByRole('region', { name });
  const button = (name: string, where: Page | Locator = page) =>
    where.getByRole('button', { name, exact: true }).first();
  /** The open form, without notices, which are dialogs too. */
  const dialogOf = (where = page) => where.locator('[role=dialog]:not([data-type])');
  const handle = (name: string, where = page) => button(`Move ${name}`, where);
  /** Name of the focused control. */
  const focused = () => page.locator(':focus').getAttribute('aria-label');

  /** Names of the rows from top to bottom. */
  async function shownNames(name: string, where = page): Promise<string[]> {
    const labels = await panel(name, where)
      .getByRole('button', { name: /^Move / })
      .evaluateAll((handles) => handles.map((one) => one.getAttribute('aria-label') ?? ''));
    return labels.map((label) => label.replace('Move ', '').toLowerCase());
  }
  const categoriesAre = (order: string, where = page) =>
    expect.poll(async () => (await shownNames('Categories', where)).join(' ')).toBe(order);
  const stored = () => journey.client.call<Entry[]>('GET', '/api/categories');
  async function storedNames(type: string): Promise<string> {
    const own = (await stored()).filter((one) => one.type === type);
    return own.map(({ name }) => name).join(' ');
  }
  const storedAre = (order: string) =>
    waitFor(`the stored order ${order}`, async () => (await storedNames('category')) === order);

  const field = (name: string) => page.getByRole('spinbutton', { name: `Position of ${name}` });

  const drag = (name: string, onto: string, way: DragWay) =>
    dragOnto(handle(name), handle(onto), way);

  /** Restores the order through the API. */
  async function resetOrder(): Promise<void> {
    const byName = new Map((await stored()).map((one) => [one.name, one.id]));
    const order = ['landscape', 'fauna', 'macro', 'drone'];
    const updates = order.map((name, i) => ({ id: byName.get(name), sortOrder: i + 1 }));
    await journey.client.call('POST', '/api/admin/categories/reorder', { updates });
    await openPage();
    reorders.length = 0;
  }

  beforeAll(async () => {
    page = await journey.panel('/admin');
    page.on('request', (request) => {
      if (!request.url().endsWith('/categories/reorder')) return;
      const { updates } = request.postDataJSON() as { updates: { sortOrder: number }[] }; // the panel's format
      reorders.push(updates.map(({ sortOrder }) => sortOrder));
    });
  });

  describe('the dialog', () => {
    it('adds, and reports missing fields', async () => {
      await page.getByRole('link', { name: 'Categories and Tags' }).click();
      await panel('Categories').getByRole('heading', { name: 'Categories (4)' }).waitFor();
      await panel('Tags').getByText('No tags yet').waitFor();
      await categoriesAre('landscape fauna macro drone');
      await button('Add category/tag').click();
      const dialog = dialogOf();
      await press(dialog, 'Create');
      await dialog.getByText('Name is required').waitFor();
      await dialog.getByLabel('Name').fill('Mist');
      await choose(page, dialog.getByLabel('Type'), 'Tag');
      expect(await dialog.getByLabel('Description').getAttribute('rows')).toBe('3');
      await dialog.getByLabel('Description').fill('Laag over het veld');
      await press(dialog, 'Create');
      await toast(page, 'Category created successfully');
      await dialog.waitFor({ state: 'detached' });
      await panel('Tags').getByRole('heading', { name: 'Tags (1)' }).waitFor();
      expect(await shownNames('Tags')).toEqual(['mist']);
    });

    it('refuses an existing name, keeps what was typed, and edits', async () => {
      await button('Add category/tag').click();
      const dialog = dialogOf();
      await dialog.getByLabel('Name').fill('FAUNA');
      await press(dialog, 'Create');
      await toast(page, 'A category with this name already exists');
      expect(await dialog.getByLabel('Name').inputValue()).toBe('FAUNA');
      await page.keyboard.press('Escape');
      await press(page, 'Discard');
      await dialog.waitFor({ state: 'detached' });
      await press(page, 'Edit Mist');
      expect(await dialog.getByLabel('Description').inputValue()).toBe('Laag over het veld');
      await dialog.getByLabel('Name').fill('Nevel');
      await press(dialog, 'Update');
      await toast(page, 'Category updated successfully');
      await panel('Tags').getByText('Nevel').waitFor();
    });
  });

  it('imports new names, lists existing ones, and reports missing fields', async () => {
    await press(page, 'Bulk import');
    const dialog = dialogOf();
    await dialog.getByLabel('Names').fill('bos');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Please select a type (Category or Tag)').waitFor();
    await choose(page, dialog.getByLabel('Type'), 'Tags');
    await dialog.getByLabel('Names').fill('  ');
    expect(await button('Import', dialog).isDisabled()).toBe(true);
    await dialog.getByLabel('Names').fill(' , ,, ');
    await press(dialog, 'Import');
    await dialog.getByText('must have at least a name and a type').waitFor();
    await dialog.getByLabel('Names').fill('Zee, nevel ,, gouden uur,\nzee, Duin');
    await press(dialog, 'Import');
    await toast(page, 'Import successful');
    await toast(page, '3 tags imported.');
    await toast(page, '1 already existed: nevel.');
    await dialog.waitFor({ state: 'detached' });
    await panel('Tags').getByRole('heading', { name: 'Tags (4)' }).waitFor();
    expect(await shownNames('Tags')).toEqual(['nevel', 'zee', 'gouden uur', 'duin']);
  });

  describe('dragging by pointer', () => {
    it.each([
      ['first to last', 'Landscape', 'Drone', { steps: 4 }, 'fauna macro drone landscape'],
      ['last to first', 'Landscape', 'Fauna', { steps: 1 }, 'landscape fauna macro drone'],
      ['quickly', 'Landscape', 'Drone', { steps: 4, isQuick: true }, 'fauna macro drone landscape'],
    ] as const)(
      'inserts, and sends the whole list once at the end: %s',
      async (_, what, onto, way, order) => {
        reorders.length = 0;
        await drag(what, onto, way);
        await categoriesAre(order);
        await storedAre(order);
        await expect.poll(() => reorders).toEqual([[1, 2, 3, 4]]);
      },
    );

    it('sends nothing when the drag is cancelled', async () => {
      reorders.length = 0;
      const from = await centre(handle('Macro'));
      const to = await centre(handle('Landscape'));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, to.y, { steps: 8 });
      const positions = async () =>
        Promise.all(['Macro', 'Drone', 'Landscape'].map((name) => field(name).inputValue()));
      await expect.poll(positions).toEqual(['4', '2', '3']);
      await page.keyboard.press('Escape');
      await expect.poll(positions).toEqual(['2', '3', '4']);
      await page.mouse.up();
      await page.waitForTimeout(500);
      expect(reorders).toEqual([]);
      expect(await storedNames('category')).toBe('fauna macro drone landscape');
    });

    it('reports a conflict with somebody else’s change, and shows the current list', async () => {
      const macro = (await stored()).find(({ name }) => name === 'macro');
      await journey.client.call('DELETE', `/api/admin/categories/${macro?.id}`);
      await drag('Fauna', 'Landscape', { steps: 8 });
      await toast(page, 'Someone else changed this list in the meantime; look at it again');
      await categoriesAre('fauna drone landscape');
      expect(await storedNames('category')).toBe('fauna drone landscape');
      const again = { name: 'macro', type: 'category' };
      await journey.client.call('POST', '/api/admin/categories', again);
    });
  });

  describe('ordering by keyboard and number', () => {
    it('moves by keys, announces the position, keeps the focus, and sends once', async () => {
      await resetOrder();
      await handle('Landscape').focus();
      // Both at once, since a pause between them on a slow machine would end the first move.
      await Promise.all(['ArrowDown', 'ArrowDown'].map((key) => page.keyboard.press(key)));
      await panel('Categories')
        .getByRole('status')
        .getByText('Landscape, position 3 of 4')
        .waitFor();
      await storedAre('fauna macro landscape drone');
      expect(await focused()).toBe('Move Landscape');
      await page.keyboard.press('End');
      await storedAre('fauna macro drone landscape');
      await page.keyboard.press('Home');
      // Sent at once when the handle loses the focus.
      await page.keyboard.press('Tab');
      await storedAre('landscape fauna macro drone');
      await expect.poll(() => reorders).toHaveLength(3);
    });

    it('sends only the item whose number was typed, and nothing for invalid numbers', async () => {
      reorders.length = 0;
      await field('Drone').fill('2');
      await page.keyboard.press('Enter');
      await storedAre('landscape drone fauna macro');
      await categoriesAre('landscape drone fauna macro');
      expect(reorders).toEqual([[2]]);
      await waitFor('the focus', async () => (await focused()) === 'Position of Drone');
      await field('Landscape').fill('40');
      await field('Landscape').blur();
      await storedAre('drone fauna macro landscape');
      await expect.poll(() => field('Landscape').inputValue()).toBe('4');
      for (const text of ['0', '1.5', '']) {
        await field('Drone').fill(text);
        await page.keyboard.press('Enter');
        expect(await field('Drone').inputValue()).toBe('1');
      }
      expect(reorders).toHaveLength(2);
    });
  });

  describe('with an item', () => {
    it('renames on the public site, and applies the order there', async () => {
      const picture = new Uint8Array(await plainPicture(1));
      const { objectPath } = await journey.client.upload(picture, 'image/jpeg');
      const item = { title: 'Ree', category: 'fauna', tags: ['zee', 'duin'], imageUrl: objectPath };
      await journey.client.addMedia({ ...item, title: 'Mier', category: 'macro', tags: [] });
      await journey.client.addMedia(item);
      await waitFor('the item on the site', async () => (await journey.html('/')).includes('Ree'));
      await press(page, 'Edit Fauna');
      await dialogOf().getByLabel('Name').fill('Zoogdieren');
      await press(dialogOf(), 'Update');
      await toast(page, 'Category updated successfully');
      await waitFor('the name', async () => (await journey.html('/')).includes('Zoogdieren'));
      await handle('Zoogdieren').focus();
      await page.keyboard.press('End');
      await storedAre('drone macro landscape Zoogdieren');
      // Categories without items are not shown.
      for (const address of ['/', '/mediabibliotheek'])
        await waitFor(`the new order on ${address}`, async () => {
          const html = await journey.html(address);
          return />Macro<.*>Zoogdieren</s.test(html) && !/>(Landschap|Drone)</.test(html);
        });
    });

    it('refuses to delete a category in use, and removes a deleted tag from its items', async () => {
      await press(page, 'Delete Zoogdieren');
      const question = page.getByRole('alertdialog');
      await question.getByText('is used by 1 media item').waitFor();
      await press(question, 'Delete category');
      await toast(page, 'Category is used by 1 media items');
      await button('Delete Zoogdieren').waitFor();
      await press(page, 'Delete Zee');
      await question.getByText('is removed from 1 item').waitFor();
      const confirm = question.getByRole('button', { name: 'Delete tag' });
      expect(await pressTwice(confirm, '/categories/')).toHaveLength(1);
      await toast(page, 'Category deleted successfully');
      await panel('Tags').getByRole('heading', { name: 'Tags (3)' }).waitFor();
    });
  });

  describe('for everyone', () => {
    it('fits a phone, has no findings there, and drags by touch', async () => {
      const phone = await journey.newPage({
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        colorScheme: 'dark',
        storageState: await page.context().storageState(),
      });
      await openPage(phone);
      const width = await phone.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(360);
      expect(await findings(phone)).toEqual([]);
      const from = await centre(handle('Drone', phone));
      const to = await centre(handle('Landscape', phone));
      const touch = await phone.context().newCDPSession(phone);
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
        touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: y === undefined ? [] : [{ x: from.x, y }],
        });
      await send('touchStart', from.y);
      for (let i = 1; i <= 12; i++) {
        await send('touchMove', from.y + ((to.y - from.y) * i) / 12);
        await phone.evaluate(
          'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))',
        );
      }
      await send('touchEnd');
      await categoriesAre('macro landscape drone zoogdieren', phone);
      await storedAre('macro landscape drone Zoogdieren');
      await phone.context().close();
    });

    it('is read-only for viewers', async () => {
      const viewer = { username: 'vera', password: 'kijken-mag-altijd-9' };
      const facts = { ...viewer, email: 'vera@example.nl', role: 'viewer' };
      await journey.client.call('POST', '/api/admin/users', facts);
      const fresh = await journey.newPage();
      await journey.enter(fresh, viewer);
      await follow(fresh, '/admin/categories');
      await panel('Categories', fresh).getByText('Zoogdieren').waitFor();
      expect(await fresh.locator('main').getByRole('button').count()).toBe(0);
      expect(await fresh.locator('main').getByRole('spinbutton').count()).toBe(0);
      await fresh.context().close();
    });
  });

  describe('a list of a thousand', () => {
    const tags = () => panel('Tags');
    const tagAt = async (place: number) =>
      (await stored()).filter(({ type }) => type === 'tag')[place - 1]?.name;

    it('renders only rows near the window, and keeps the focus on a row that leaves it', async () => {
      for (const { id } of (await stored()).filter(({ type }) => type === 'tag'))
        await journey.client.call('DELETE', `/api/admin/categories/${id}`);
      const categories = Array.from({ length: 1000 }, (_, i) => ({
        name: `Woord ${String(i + 1).padStart(4, '0')}`,
        type: 'tag',
        description: null,
      }));
      await journey.client.call('POST', '/api/admin/categories/bulk', { categories });
      await openPage();
      await handle('Woord 0001').focus();
      const rows = tags().getByRole('listitem');
      expect(await rows.count()).toBeLessThan(50);
      expect(await rows.first().getAttribute('aria-setsize')).toBe('1000');
      await page.keyboard.press('End');
      await waitFor('the end of the list', async () => (await tagAt(1000)) === 'Woord 0001');
      expect(await focused()).toBe('Move Woord 0001');
      await page.mouse.move(900, 450);
      await page.mouse.wheel(0, -100_000);
      await tags().getByText('Woord 0002').waitFor();
      expect(await focused()).toBe('Move Woord 0001');
    });

    it('scrolls while dragging beyond the window', async () => {
      await field('Woord 0002').fill('500');
      await page.keyboard.press('Enter');
      await waitFor('its place', async () => (await tagAt(500)) === 'Woord 0002');
      const { x, y } = await centre(handle('Woord 0002'));
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, 870, { steps: 5 });
      await waitFor('rows that were out of sight', async () => {
        await page.mouse.move(x, 870 + (Date.now() % 5));
        return Number(await field('Woord 0002').inputValue()) >= 510;
      });
      await page.mouse.up();
      // The list scrolls until the release arrives, so the position is read afterwards.
      const shown = async () => Number(await field('Woord 0002').inputValue());
      await waitFor('its place', async () => (await tagAt(await shown())) === 'Woord 0002');
    });

    it('is searched by name in any case, which only disables dragging', async () => {
      await tags().getByRole('textbox', { name: 'Search tags' }).fill('woord 090');
      await tags().getByText('10 of 1000.').waitFor();
      expect(await shownNames('Tags')).toHaveLength(10);
      expect(await handle('Woord 0903').isDisabled()).toBe(true);
    });
  });
}
