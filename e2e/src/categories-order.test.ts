/** Ordering categories by pointer, keys and number (spec §4 Reordering, §5 Position field). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  categoriesAre,
  centre,
  complaints,
  dialogOf,
  drag,
  endJourney,
  focused,
  handle,
  newPage,
  openPage,
  page,
  panel,
  press,
  reorders,
  resetOrder,
  shownNames,
  signIn,
  startJourney,
  stored,
  storedAre,
  storedNames,
  toast,
} from './categories-journey.ts';
import { waitFor } from './product.ts';

beforeAll(startJourney);
afterAll(endJourney);

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
    await expect.poll(() => reorders).toHaveLength(1);
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
    await expect.poll(() => reorders).toHaveLength(1);
  });

  it('one after the other, also the row that was just dropped', async () => {
    await resetOrder('landscape fauna macro drone');
    await drag('Landscape', 'Fauna', 6, 10);
    await categoriesAre('fauna landscape macro drone');
    await page.waitForTimeout(400);
    await drag('Landscape', 'Macro', 6, 10);
    await categoriesAre('fauna macro landscape drone');
    await waitFor('the second call', () => reorders.length === 2);
    // Dropped, but still gliding to its place.
    await drag('Landscape', 'Drone', 6, 10);
    await categoriesAre('fauna macro drone landscape');
    await storedAre('fauna macro drone landscape');
    await expect.poll(() => reorders).toHaveLength(3);
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
    await dialogOf(other).getByLabel('Name').fill('macro');
    await press('Create', dialogOf(other));
    await toast('Category created successfully', other);
    await other.context().close();
  });
});

describe('with the keyboard', () => {
  it('moves by arrow keys, says where it stands, keeps the focus, and sends once', async () => {
    await resetOrder('landscape fauna macro drone');
    await handle('Landscape').focus();
    // Both on their way at once: on a slow machine the rest between them would end the first move.
    await Promise.all(['ArrowDown', 'ArrowDown'].map((key) => page.keyboard.press(key)));
    await panel('Categories').getByRole('status').getByText('Landscape, position 3 of 4').waitFor();
    await categoriesAre('fauna macro landscape drone');
    expect(await focused()).toBe('Move Landscape');
    await storedAre('fauna macro landscape drone');
    await page.keyboard.press('ArrowUp');
    await storedAre('fauna landscape macro drone');
    await page.keyboard.press('End');
    await storedAre('fauna macro drone landscape');
    await page.keyboard.press('Home');
    await storedAre('landscape fauna macro drone');
    expect(await focused()).toBe('Move Landscape');
    await expect.poll(() => reorders).toHaveLength(4);
    // At the top already: nothing moves, and nothing is sent.
    await page.keyboard.press('ArrowUp');
    await page.waitForTimeout(900);
    expect(reorders).toHaveLength(4);
  });

  it('sends at once when the handle is left', async () => {
    await resetOrder('landscape fauna macro drone');
    await handle('Drone').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await waitFor('the call', () => reorders.length === 1);
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
    await waitFor('the focus', async () => (await focused()) === 'Position of Drone');
    await field('Landscape').fill('3');
    await field('Landscape').blur();
    await storedAre('drone fauna landscape macro');
    await expect.poll(() => reorders).toHaveLength(2);
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
    await waitFor('its number', async () => (await field('Fauna').inputValue()) === '4');
  });
});

describe('a list of a thousand', () => {
  const tags = () => panel('Tags');
  const positionOf = async (name: string) =>
    Number(
      await tags()
        .getByRole('spinbutton', { name: `Position of ${name}` })
        .inputValue(),
    );
  const isInWindow = async (name: string) => {
    const box = await handle(name).boundingBox();
    return box !== null && box.y > 0 && box.y < 900;
  };
  const tagAt = async (position: number) => {
    const own = (await stored()).filter(({ type }) => type === 'tag');
    return own[position - 1]?.name;
  };

  it('has only the rows near the window in the document', async () => {
    const categories = Array.from({ length: 1000 }, (_, i) => ({
      name: `Woord ${String(i + 1).padStart(4, '0')}`,
      type: 'tag',
      description: null,
    }));
    const status = await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        return (await fetch('/api/admin/categories/bulk', init)).status;
      },
      { categories },
    );
    expect(status).toBe(201);
    await openPage(page);
    await handle('Woord 0001').waitFor();
    const rows = tags().getByRole('listitem');
    expect(await rows.count()).toBeLessThan(50);
    expect(await rows.first().getAttribute('aria-setsize')).toBe('1000');
  });

  it('keeps the focus on a row that is moved to its end, and on one that is scrolled away', async () => {
    await handle('Woord 0001').focus();
    await page.keyboard.press('End');
    await waitFor('the end of the list', async () => (await tagAt(1000)) === 'Woord 0001');
    expect(await focused()).toBe('Move Woord 0001');
    expect(await isInWindow('Woord 0001')).toBe(true);
    await page.mouse.move(900, 450);
    await page.mouse.wheel(0, -100_000);
    await tags().getByText('Woord 0002').waitFor();
    expect(await focused()).toBe('Move Woord 0001');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Delete Woord 1000');
  });

  it('goes as far as the position that is typed', async () => {
    await page.mouse.wheel(0, -100_000);
    await tags().getByRole('spinbutton', { name: 'Position of Woord 0002' }).fill('500');
    await page.keyboard.press('Enter');
    await waitFor('the focus', async () => (await focused()) === 'Position of Woord 0002');
    expect(await isInWindow('Woord 0002')).toBe(true);
    await waitFor('its place', async () => (await tagAt(500)) === 'Woord 0002');
  });

  it('is dragged beyond what the window shows', async () => {
    const { x, y } = await centre(handle('Woord 0002'));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, 870, { steps: 5 });
    await waitFor('rows that were out of sight', async () => {
      await page.mouse.move(x, 870 + (Date.now() % 5));
      return (await positionOf('Woord 0002')) >= 520;
    });
    await page.mouse.up();
    // The list scrolls on until the release arrives, so its position is read along.
    await waitFor('its place', async () => {
      const position = await positionOf('Woord 0002');
      return (await tagAt(position)) === 'Woord 0002';
    });
  });

  it('is searched by name, in any case; only dragging rests meanwhile', async () => {
    await tags().getByRole('textbox', { name: 'Search tags' }).fill('woord 090');
    await tags().getByText('10 of 1000.').waitFor();
    expect(await shownNames('Tags')).toHaveLength(10);
    expect(await handle('Woord 0903').isDisabled()).toBe(true);
    await tags().getByRole('spinbutton', { name: 'Position of Woord 0903' }).fill('1');
    await page.keyboard.press('Enter');
    await waitFor('the first place', async () => (await tagAt(1)) === 'Woord 0903');
    await waitFor('its number', async () => (await positionOf('Woord 0903')) === 1);
  });
});

it('broke no rule of the policy on the way', () => {
  expect(complaints).toEqual([]);
});
