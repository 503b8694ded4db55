/** A field note and a series of many photos, from the first word to their readers, by a newcomer. */
import type { StoryItem } from '@veldlicht/contract/story';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import {
  calm,
  centre,
  choose,
  confirmTexts,
  follow,
  press,
  questionOf,
  startJourney,
  toast,
} from '../support/journey.ts';
import { waitFor } from '../support/product.ts';
import { storyEditor } from './story-editor.ts';
import { confirmAll, storyReaders } from './story-readers.ts';

const journey = startJourney();
let page: Page;
/** In the nightly run forty. */
const PHOTOS = roundsOf('series', 12);
/** Limits of a newcomer's effort for a series: presses, and letters. */
const MOST_PRESSES = 60;
const NOTE = 'Vorst op de hei';
const SERIES = 'Een winter bij de wolven';

const notes = () => journey.client.call<StoryItem[]>('GET', '/api/admin/notes');
const series = () => journey.client.call<StoryItem[]>('GET', '/api/admin/series');
const addressOf = async (title: string) =>
  title === NOTE
    ? `/veldnotities/${(await notes())[0]?.slug}`
    : `/reeks/${(await series())[0]?.slug}`;
const statusOf = async (path: string) => (await fetch(journey.origin + path)).status;
const { editor, content, piece, text, handle, names, pick } = storyEditor(() => page);
const { find, readPlainly } = storyReaders(journey, addressOf);

beforeAll(async () => {
  const { client } = journey;
  const pictures: string[] = [];
  for (const [width, height] of [
    [640, 427],
    [480, 640],
  ] as const) {
    const picture = new Uint8Array(await plainPicture(width, { width, height }));
    pictures.push((await client.upload(picture, 'image/jpeg')).objectPath);
  }
  const items = Array.from({ length: PHOTOS }, (_, i) => {
    const title = `Wolf ${String(PHOTOS - i).padStart(2, '0')}`;
    return { title, category: 'fauna', imageUrl: pictures[i % 4 === 1 ? 1 : 0], alt: title };
  });
  await client.call('POST', '/api/admin/media/bulk', { items });
  await confirmAll(client);
  page = await journey.panel('/admin/notes');
});

describe('a field note', () => {
  const list = () => page.getByRole('list', { name: 'Field notes' });

  it('is written in blocks, with photos and captions between texts, without Markdown for photos', async () => {
    await page.getByText('No field notes yet').waitFor();
    await press(page, 'New note');
    await page.keyboard.type(NOTE);
    await text(0).fill('Stil');
    await text(0).press('Control+a');
    await press(piece(0), 'Bold');
    await text(0).press('End');
    await page.keyboard.type(' was het. <b>Zie</b> [de wolf](/soorten).\n\nToen kwam de mist.');
    for (let i = 0; i < 'Toen kwam de mist.'.length; i++) await page.keyboard.press('ArrowLeft');
    await press(piece(0), 'Split at the cursor');
    await text(0).click();
    await press(piece(0), 'Photos below');
    // Escape closes the picker, but not the note.
    await page.keyboard.press('Escape');
    await press(piece(0), 'Photos below');
    await pick('Wolf 07');
    await press(editor(), 'Add photos');
    await pick('Wolf 08');
    await press(editor(), 'Add text');
    await text(4).fill('En hij was weg.');
    expect(await names()).toEqual([
      '**Stil** was het. <b>Zie</b> [',
      'Wolf 07',
      'Toen kwam de mist.',
      'Wolf 08',
      'En hij was weg.',
    ]);
    await editor().getByLabel('Caption of Wolf 07').fill('Bij het ven');
    expect(await editor().innerHTML()).not.toContain('media:');
    expect(await findings(page)).toEqual([]);
    await press(editor(), 'As readers see it');
    expect(await content().locator('strong').innerText()).toBe('Stil');
    expect(await content().innerText()).toContain('<b>Zie</b>');
    expect(await content().getByRole('figure').allInnerTexts()).toEqual(['Bij het ven', 'Wolf 08']);
    expect(await findings(page)).toEqual([]);
    await press(editor(), 'As readers see it');
  });

  it('undoes typing, and moves and removals by keys', async () => {
    const before = await names();
    const caption = editor().getByLabel('Caption of Wolf 07');
    await caption.press('Control+z');
    await expect.poll(() => caption.inputValue()).toBe('');
    await caption.press('Control+Shift+z');
    await expect.poll(() => caption.inputValue()).toBe('Bij het ven');
    await handle(3).focus();
    await page.keyboard.press('Home');
    await expect.poll(names).toEqual(['Wolf 08', ...before.filter((name) => name !== 'Wolf 08')]);
    await page.keyboard.press('Delete');
    await expect.poll(names).toHaveLength(before.length - 1);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(names).toEqual(before);
    expect(await caption.inputValue()).toBe('Bij het ven');
  });

  it('asks before unsaved changes are lost, and can be saved as a draft', async () => {
    await choose(page, editor().getByRole('combobox', { name: 'Status' }), 'Draft');
    await page.keyboard.press('Escape');
    await press(questionOf(page), 'Keep editing');
    await editor().getByLabel('Title').press('Control+Enter');
    await toast(page, 'Note saved');
    await toast(page, 'It is a draft: visitors don’t see it yet.');
    await list().getByText('Draft').waitFor();
    const preview = page.getByRole('link', { name: `Preview ${NOTE} (opens in a new tab)` });
    const [tab] = await Promise.all([page.waitForEvent('popup'), preview.click()]);
    await tab.getByRole('heading', { level: 1, name: NOTE }).waitFor();
    expect(new URL(tab.url()).pathname).toBe(`/admin/preview${await addressOf(NOTE)}`);
    await tab.close();
    await press(page, 'Publish now');
    await questionOf(page).getByText(`Field note “${NOTE}”`).first().waitFor();
    await confirmTexts(page);
    await list().getByText('Draft').waitFor({ state: 'detached' });
    await waitFor('the note', async () => (await statusOf(await addressOf(NOTE))) === 200);
  });

  it('is found and read by a visitor, without layout shifts, without script, and with its photo enlarged', async () => {
    const visitor = await find(NOTE, 'Veldnotities');
    const pictures = visitor.locator('.story__picture');
    const picture = pictures.first().locator('img');
    await expect.poll(() => picture.evaluate((img) => img.naturalWidth)).not.toBe(0);
    expect(await pictures.count()).toBe(2);
    expect(await visitor.locator('figcaption').allInnerTexts()).toEqual(['Bij het ven', 'Wolf 08']);
    expect(await visitor.locator('.story__text p').allInnerTexts()).toEqual([
      'Stil was het. <b>Zie</b> de wolf.',
      'Toen kwam de mist.',
      'En hij was weg.',
    ]);
    await pictures.first().focus();
    await visitor.keyboard.press('Enter');
    await visitor.getByRole('dialog').getByText('Wolf 07').first().waitFor();
    await visitor.keyboard.press('Escape');
    await expect.poll(() => visitor.locator('.story__picture:focus').count()).toBe(1);
    await readPlainly(NOTE, 'Stil was het. <b>Zie</b>', 2);
  });

  it('is kept off the site while it contains a position', async () => {
    await press(page, `Edit ${NOTE}`);
    const before = await text(0).inputValue();
    await text(0).fill(`${before}\n\nHet nest: 52.131234, **5.86**0456.`);
    await press(editor(), 'Save');
    await questionOf(page).getByText('There is a position in: Text.').waitFor();
    await press(questionOf(page), 'Save, and keep it off the site');
    await list().getByText('Off the site: position in the text').waitFor();
    await press(page, `Edit ${NOTE}`);
    await editor().getByText('This note is not on the site').waitFor();
    await text(0).fill(before);
    await press(editor(), 'Save');
    await list().getByText('Off the site').waitFor({ state: 'detached' });
  });

  it('is named in the warning before a photo in it is deleted', async () => {
    await follow(page, '/admin/media');
    await press(page, 'Delete Wolf 07');
    await questionOf(page).getByText(`Readers no longer see it in the note “${NOTE}”.`).waitFor();
    await press(questionOf(page), 'Cancel');
    await follow(page, '/admin/notes');
  });

  it('moves to the trash, is restored by one press, and is deleted permanently', async () => {
    const remove = async () => {
      await press(page, `Delete ${NOTE}`);
      await press(questionOf(page), 'Delete');
      await page.getByText('No field notes yet').waitFor();
      await waitFor('it to be gone', async () => (await notes()).length === 0);
    };
    await remove();
    // Does not wait for the site, which the publisher's tests cover.
    await press(page, 'Undo');
    await list().getByText(NOTE).waitFor();
    await remove();
    await choose(page, page.getByRole('combobox', { name: 'Which notes' }), 'Trash');
    const trash = page.getByRole('list', { name: 'Trash' });
    await trash.getByText(NOTE).waitFor();
    expect(await findings(page)).toEqual([]);
    await press(trash, `Delete ${NOTE} for ever`);
    await press(questionOf(page), 'Delete for ever');
    await page.getByText('The trash is empty').waitFor();
  });

  it('is linked from the leak report when it names the place of a guarded photo', async () => {
    const { client } = journey;
    const { objectPath } = await client.upload(
      new Uint8Array(await plainPicture(90)),
      'image/jpeg',
    );
    const place = { location: '52.120000, 5.880000', date: '2026-03-09' };
    const owl = { title: 'Uil', category: 'fauna', species: [{ scientificName: 'Bubo bubo' }] };
    const { id } = await client.addMedia({ ...owl, ...place, imageUrl: objectPath });
    const body = [
      { kind: 'text', text: 'Stil bij *Hoender***loo**.' },
      { kind: 'single', media: [id] },
    ];
    await client.call('POST', '/api/admin/notes', { title: 'Nacht', date: '2026-03-09', body });
    await page.goto(`${journey.origin}/admin/leaks`);
    await page.getByText('The field note “Nacht” names “Hoenderloo”.').waitFor();
    await press(page, 'Edit the note');
    await editor().getByText('“Uil” is guarded').waitFor();
    expect(await findings(page)).toEqual([]);
    await text(0).fill('Stil.');
    await press(editor(), 'Save');
    await toast(page, 'Note saved');
    await follow(page, '/admin/leaks');
    await page.getByText(/words to check: 0 of/).waitFor();
  });
});

describe('a series', () => {
  it('is made from many photos in a few presses, and read', async () => {
    let presses = 0;
    const counted = async (act: () => Promise<unknown>) => {
      presses++;
      await act();
    };
    const keys = async (...list: string[]) => {
      for (const key of list) await counted(() => page.keyboard.press(key));
    };
    await counted(() => page.getByRole('link', { name: 'Portfolio' }).click());
    await page.getByText('No series yet').waitFor();
    await counted(() => press(page, 'New series'));
    await editor().waitFor();
    await counted(() => editor().getByLabel('Title').click());
    await page.keyboard.type(SERIES);
    await counted(() => text(0).click());
    await page.keyboard.type('Veertig dagen in de sneeuw.');
    await counted(() => press(editor(), 'Add photos'));
    const picker = page.getByRole('dialog', { name: 'Add photos' });
    const tiles = picker.getByRole('listitem').getByRole('button', { name: /Wolf/ });
    await counted(() => tiles.first().click());
    await counted(() => tiles.last().click({ modifiers: ['Shift'] }));
    await counted(() => press(picker, `Add ${PHOTOS} photos`));
    await expect.poll(names).toHaveLength(PHOTOS + 1);
    expect((await names()).slice(1, 3)).toEqual(['Wolf 01', 'Wolf 02']);

    // Moves three of them, by keys that do not wait for rendering.
    await page.evaluate(
      'const draw = requestAnimationFrame; requestAnimationFrame = (then) => setTimeout(draw, 100, then)',
    );
    await counted(() => handle(5).click());
    await keys('ArrowUp', 'ArrowUp');
    await counted(() => handle(PHOTOS).click());
    await keys('Home', 'ArrowDown');
    await counted(() => handle(2).click());
    await keys('ArrowDown', 'ArrowDown', 'ArrowDown');
    expect((await names()).slice(1, 7)).toEqual(
      [`${PHOTOS}`, '02', '05', '03', '01', '04'].map((number) => `Wolf ${number}`),
    );
    expect(await handle(5).evaluate((it) => it.matches(':focus'))).toBe(true);

    // Two pairs, one picture edge to edge, and a text.
    for (const place of [2, 3]) {
      await counted(() => handle(place).click());
      await counted(() => press(piece(place), 'Side by side with the next'));
    }
    await counted(() => handle(4).click());
    await counted(() => press(piece(4), 'Edge to edge'));
    await counted(() => press(piece(4), 'Text below'));
    await page.keyboard.type('Toen viel de eerste sneeuw.');
    await text(5).fill('x'.repeat(20_001));
    await piece(5).getByText('Use at most 20000 characters').waitFor();
    expect(await findings(page)).toEqual([]);
    await text(5).fill('Toen viel de eerste sneeuw.');
    await piece(5).getByText('Use at most').waitFor({ state: 'detached' });
    await counted(() => press(editor(), 'Save'));
    await toast(page, 'Series saved');
    await counted(() => confirmTexts(page));
    await waitFor('the series', async () => (await statusOf(await addressOf(SERIES))) === 200);
    expect(presses).toBeLessThan(MOST_PRESSES);
    keepFigures('series', { photos: PHOTOS, presses });
    const kinds = (await series())[0]?.body.slice(0, 7).map(({ kind }) => kind);
    expect(kinds).toEqual(['text', 'single', 'pair', 'pair', 'full', 'text', 'single']);
  });

  it('undoes and redoes an edit, is dragged by pointer, and asks before unsaved changes are lost', async () => {
    await press(page, `Edit ${SERIES}`);
    const before = await names();
    expect(await editor().getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(
      true,
    );
    await handle(1).click();
    await press(piece(1), 'Remove');
    await expect.poll(names).toHaveLength(before.length - 1);
    await page.keyboard.press('Control+z');
    await expect.poll(names).toEqual(before);
    await press(editor(), 'Redo');
    await expect.poll(names).toHaveLength(before.length - 1);
    await press(editor(), 'Undo');
    await press(editor(), 'Overview');
    const [from, to] = [await centre(handle(1)), await centre(handle(2))];
    const drag = async () => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + 8, { steps: 4 });
      await page.mouse.move(to.x, to.y + 12, { steps: 8 });
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect([await names(), await questionOf(page).count()]).toEqual([before, 0]);
    // Removing a dragged piece ends the drag, and the next drag works.
    await press(piece(1), 'Remove');
    await page.keyboard.press('Control+z');
    await expect.poll(names).toEqual(before);
    await drag();
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(names).toHaveLength(before.length - 1);
    await page.mouse.up();
    await page.keyboard.press('Control+z');
    await expect.poll(names).toEqual(before);
    await drag();
    await page.mouse.up();
    await expect.poll(names).toEqual([before[0], before[2], before[1], ...before.slice(3)]);
    await page.keyboard.press('Escape');
    await press(questionOf(page), 'Keep editing');
    await press(editor(), 'Cancel');
    await press(questionOf(page), 'Discard');
    await editor().waitFor({ state: 'detached' });
  });

  it('is found and read by a visitor, without layout shifts, without script, and paged in order', async () => {
    const visitor = await find(SERIES, 'Reeksen');
    const pair = visitor.locator('.story__block--pair').first().locator('img');
    const heights = await pair.evaluateAll((all) => all.map((img) => img.clientHeight));
    expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 99))).toBeLessThanOrEqual(1);
    const full = visitor.locator('.story__block--full');
    expect((await full.boundingBox())?.width).toBe(1280);
    await visitor.locator('.story__picture').first().focus();
    await visitor.keyboard.press('Enter');
    const dialog = visitor.getByRole('dialog');
    for (const title of [`Wolf ${PHOTOS}`, 'Wolf 02', 'Wolf 05']) {
      await dialog.getByText(title).first().waitFor();
      await visitor.keyboard.press('ArrowRight');
    }
    await readPlainly(SERIES, 'Toen viel', PHOTOS);
  });

  it('is found by the library’s search', async () => {
    const visitor = await journey.visit('/mediabibliotheek', calm);
    await visitor.getByRole('searchbox').fill('eerste sneeuw');
    await visitor.getByText(`Ook in de reeks ${SERIES}`).waitFor();
    await visitor.getByRole('link', { name: SERIES }).click();
    await visitor.getByRole('heading', { level: 1, name: SERIES }).waitFor();
  });

  it('is on the home page once the owner chooses it', async () => {
    await follow(page, '/admin/website-settings');
    const list = (name: string) => page.getByRole('combobox', { name });
    await choose(page, list('Below the categories'), 'Chosen series');
    await choose(page, list('Series 1'), SERIES);
    // There is no second series.
    expect(await list('Series 2').count()).toBe(0);
    await press(page, 'Save settings');
    await toast(page, 'Website settings updated successfully');
    await waitFor('the series on the home page', async () =>
      (await journey.html('/')).includes('series-link'),
    );
    const visitor = await journey.visit('/', { ...calm, viewport: { width: 360, height: 740 } });
    expect(await visitor.locator('#recent h2').textContent()).toBe('Reeksen');
    expect(await findings(visitor)).toEqual([]);
    await visitor.getByRole('link', { name: new RegExp(`^${SERIES}`) }).click();
    await visitor.waitForURL(`**${await addressOf(SERIES)}`);
  });

  it('moves to the trash, and is restored by one press', async () => {
    await follow(page, '/admin/series');
    await press(page, `Delete ${SERIES}`);
    await press(questionOf(page), 'Delete');
    await page.getByText('No series yet').waitFor();
    await press(page, 'Undo');
    await page.getByRole('button', { name: `Edit ${SERIES}` }).waitFor();
  });
});
