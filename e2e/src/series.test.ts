/** A series from forty photos to its readers, put together by somebody who has never done it (next.md §6). */
import type { MediaItem } from '@veldlicht/contract/media';
import type { SeriesItem } from '@veldlicht/contract/story';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { centre, choose, dialogOf, press, questionOf, startJourney, toast } from './journey.ts';
import { waitFor } from './product.ts';

const journey = startJourney({
  isExpected: (complaint) => complaint.startsWith('/reeks: Failed to load'),
});
const PHOTOS = 40;
/** What a newcomer may need: presses and letters apart. */
const MOST_PRESSES = 60;
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
let page: Page;
const photos: MediaItem[] = [];

const all = () => journey.client.call<SeriesItem[]>('GET', '/api/admin/series');
const address = async () => `/reeks/${(await all())[0]?.slug}`;
const statusOf = async (path: string) => (await fetch(journey.origin + path)).status;
const editor = () => dialogOf(page).first();
const sequence = () => editor().getByRole('list', { name: 'Sequence' });
const piece = (place: number) => sequence().getByRole('listitem').nth(place);
const handle = (place: number) => piece(place).locator('[data-control="handle"]');
const names = () =>
  sequence()
    .locator('[data-control="handle"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.slice(5)));

beforeAll(async () => {
  const { client } = journey;
  for (let i = 0; i < PHOTOS; i++) {
    const size = i % 4 === 1 ? { width: 480, height: 640 } : { width: 640, height: 427 };
    const picture = new Uint8Array(await plainPicture(i, size));
    const { objectPath } = await client.upload(picture, 'image/jpeg');
    const title = `Wolf ${String(PHOTOS - i).padStart(2, '0')}`;
    photos.unshift(
      await client.addMedia({ title, category: 'fauna', imageUrl: objectPath, alt: title }),
    );
  }
  page = await journey.newPage();
  await journey.enter(page);
});

it('is put together from forty photos in a few presses, and read', async () => {
  let presses = 0;
  const counted = async (act: () => Promise<unknown>) => {
    presses++;
    await act();
  };
  const keys = (...list: string[]) =>
    list.reduce(
      (before, key) => before.then(() => counted(() => page.keyboard.press(key))),
      Promise.resolve(),
    );
  const began = performance.now();
  await counted(() => page.getByRole('link', { name: 'Portfolio' }).click());
  await page.getByText('No series yet').waitFor();
  await counted(() => press(page, 'New series'));
  await editor().waitFor();
  const title = editor().getByLabel('Title');
  await counted(() => title.click());
  await page.keyboard.type('Een winter bij de wolven');
  await keys('Tab');
  await page.keyboard.type('Veertig dagen in de sneeuw.');
  await counted(() => press(editor(), 'Add photos'));
  const picker = page.getByRole('dialog', { name: 'Add photos' });
  const tiles = picker.getByRole('listitem').getByRole('button');
  await counted(() => tiles.first().click());
  await counted(() => tiles.last().click({ modifiers: ['Shift'] }));
  expect(await findings(page)).toEqual([]);
  await counted(() => press(picker, 'Add 40 photos'));
  await expect.poll(names).toHaveLength(PHOTOS);
  expect((await names()).slice(0, 2)).toEqual(['Wolf 01', 'Wolf 02']);

  // Three of them elsewhere, by keys.
  await counted(() => handle(4).click());
  await keys('ArrowUp', 'ArrowUp');
  await counted(() => handle(39).click());
  await keys('Home');
  await counted(() => handle(1).click());
  await keys('ArrowDown', 'ArrowDown', 'ArrowDown');
  expect((await names()).slice(0, 6)).toEqual([
    'Wolf 40',
    'Wolf 02',
    'Wolf 05',
    'Wolf 03',
    'Wolf 01',
    'Wolf 04',
  ]);
  expect(await handle(4).evaluate((it) => it.matches(':focus'))).toBe(true);

  // Two pairs, one picture edge to edge, and a text.
  for (const place of [1, 2]) {
    await counted(() => handle(place).click());
    await counted(() => press(piece(place), 'Side by side with the next'));
  }
  await counted(() => handle(3).click());
  await counted(() => press(piece(3), 'Edge to edge'));
  await counted(() => press(piece(3), 'Text below'));
  await page.keyboard.type('Toen viel de eerste sneeuw.');
  expect(await findings(page)).toEqual([]);
  await counted(() =>
    choose(page, editor().getByRole('combobox', { name: 'Status' }), 'Published'),
  );
  presses++; // to choose is to open and to press
  await counted(() => press(editor(), 'Save'));
  await toast(page, 'Series saved');
  await waitFor('the series', async () => (await statusOf(await address())) === 200);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`forty photos: ${presses} presses, ${seconds} s`);
  expect(presses).toBeLessThan(MOST_PRESSES);
  const [stored] = await all();
  expect(stored?.body.blocks.slice(0, 6).map(({ kind }) => kind)).toEqual([
    'single',
    'pair',
    'pair',
    'full',
    'text',
    'single',
  ]);
});

it('takes back and makes again every edit, and asks before they are lost', async () => {
  await press(page, 'Edit Een winter bij de wolven');
  const [undo, redo] = ['Undo', 'Redo'].map((name) =>
    editor().getByRole('button', { name, exact: true }),
  );
  const before = await names();
  expect(await undo?.isDisabled()).toBe(true);
  await handle(1).click();
  await press(piece(1), 'Take apart');
  await handle(0).click();
  await press(piece(0), 'Remove from the series');
  await expect.poll(names).toHaveLength(before.length);
  await press(piece(0), 'Quiet space below');
  const after = await names();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(names).toEqual(before);
  await page.keyboard.press('Control+Shift+z');
  await redo?.click();
  await redo?.click();
  await expect.poll(names).toEqual(after);
  await page.keyboard.press('Escape');
  await press(questionOf(page), 'Keep editing');
  await press(editor(), 'Cancel');
  await press(questionOf(page), 'Discard');
  await editor().waitFor({ state: 'detached' });
});

it('is dragged by the pointer', async () => {
  await press(page, 'Edit Een winter bij de wolven');
  await press(editor(), 'Overview');
  const before = await names();
  const [from, to] = [await centre(handle(0)), await centre(handle(1))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 8, { steps: 4 });
  await page.mouse.move(to.x, to.y + 12, { steps: 8 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect([await names(), await questionOf(page).count()]).toEqual([before, 0]);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 8, { steps: 4 });
  await page.mouse.move(to.x, to.y + 12, { steps: 8 });
  await page.mouse.up();
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  await page.keyboard.press('Escape');
  await press(questionOf(page), 'Discard');
  await editor().waitFor({ state: 'detached' });
});

it('is told by the search of the library', async () => {
  const visitor = await journey.visit('/mediabibliotheek');
  await visitor.getByRole('searchbox').fill('eerste sneeuw');
  await visitor.getByText('Ook in de reeks Een winter bij de wolven').waitFor();
  expect(await findings(visitor)).toEqual([]);
  await visitor.getByRole('link', { name: 'Een winter bij de wolven' }).click();
  await visitor.getByRole('heading', { level: 1, name: 'Een winter bij de wolven' }).waitFor();
});

it('is found by a visitor, read without a shift, and paged in its order', async () => {
  const visitor = await journey.visit('/');
  await visitor.getByRole('navigation').getByRole('link', { name: 'Reeksen' }).first().click();
  await visitor.getByRole('heading', { level: 1, name: 'Reeksen' }).waitFor();
  expect(await findings(visitor)).toEqual([]);
  await visitor.getByRole('link', { name: /Een winter bij de wolven/ }).click();
  await visitor.getByRole('heading', { level: 1, name: 'Een winter bij de wolven' }).waitFor();
  expect(await findings(visitor)).toEqual([]);
  await visitor.evaluate('scrollTo(0, document.body.scrollHeight)');
  const shift = await visitor.evaluate<number>(`new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 300);
  })`);
  expect(shift).toBe(0);
  const pair = visitor.locator('.series__block--pair').first().locator('img');
  const heights = await pair.evaluateAll((all) => all.map((img) => img.clientHeight));
  expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 99))).toBeLessThanOrEqual(1);
  const full = visitor.locator('.series__block--full');
  expect((await full.boundingBox())?.width).toBe(1280);
  await visitor.locator('.story__picture').first().focus();
  await visitor.keyboard.press('Enter');
  const dialog = visitor.getByRole('dialog');
  await dialog.getByText('Wolf 40').first().waitFor();
  await visitor.keyboard.press('ArrowRight');
  await dialog.getByText('Wolf 02').first().waitFor();
  await visitor.keyboard.press('ArrowRight');
  await dialog.getByText('Wolf 05').first().waitFor();
  await visitor.keyboard.press('Escape');
});

it('is whole without script, on a phone of 360 pixels', async () => {
  const visitor = await journey.visit(await address(), { ...phone, javaScriptEnabled: false });
  expect(await visitor.locator('.story__text').innerText()).toContain('Toen viel');
  expect(await visitor.locator('.story__picture').count()).toBe(PHOTOS);
  const scripted = await journey.visit(await address(), phone);
  expect(await scripted.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
  await visitor.locator('.story__picture').first().click();
  await visitor.getByRole('heading', { level: 1, name: 'Wolf 40' }).waitFor();
});

it('stands in sitemap and feed, and for programs at /api/series', async () => {
  const path = await address();
  expect(await journey.html('/sitemap-0.xml')).toContain(`${path}</loc>`);
  expect(await journey.html('/rss.xml')).toContain(`${path}</link>`);
  expect(await journey.html(path)).toContain('"@type":"ImageGallery"');
  const [told] = JSON.parse(await journey.html('/api/series'));
  expect(told.title).toBe('Een winter bij de wolven');
});

it('stands on the home page once the owner chooses it', async () => {
  const panel = await page.context().newPage();
  await panel.goto(`${journey.origin}/admin/website-settings`);
  const list = (name: string) => panel.getByRole('combobox', { name });
  await choose(panel, list('Below the categories'), 'Chosen series');
  await choose(panel, list('Series 1'), 'Een winter bij de wolven');
  // There is no other.
  expect(await list('Series 2').count()).toBe(0);
  expect(await findings(panel)).toEqual([]);
  await press(panel, 'Save settings');
  await toast(panel, 'Website settings updated successfully');
  await panel.close();
  const shows = (text: string) => async () => (await journey.html('/')).includes(text);
  await waitFor('the series on the home page', shows('class="series-link"'));
  const visitor = await journey.visit('/', phone);
  expect(await visitor.locator('#recent h2').textContent()).toBe('Reeksen');
  expect(await findings(visitor)).toEqual([]);
  await visitor.getByRole('link', { name: /^Een winter bij de wolven/ }).click();
  await visitor.waitForURL(`**${await address()}`);
  await journey.client.call('PATCH', '/api/settings', { profile: { homeWork: 'newest' } });
  await waitFor('the newest work', shows('Recent werk'));
});

it('loses a photo that visitors may no longer see, and its pair becomes a single', async () => {
  const path = await address();
  const id = photos[1]?.id;
  const hasPhoto = async () => /wolf-02/.test(await journey.html(path));
  expect(await hasPhoto()).toBe(true);
  await journey.client.call('PATCH', `/api/admin/media/${id}`, { status: 'draft' });
  await waitFor('the photo to go', async () => !(await hasPhoto()));
  const html = await journey.html(path);
  expect(html.match(/series__block--pair/g)).toHaveLength(1);
  await journey.client.call('PATCH', `/api/admin/media/${id}`, { status: 'published' });
  await waitFor('the photo to come back', hasPhoto);
});

it('goes to the trash, and comes back by one press', async () => {
  const path = await address();
  await press(page, 'Delete Een winter bij de wolven');
  await press(questionOf(page), 'Delete');
  await waitFor('the series to go', async () => (await statusOf(path)) === 404);
  expect(await journey.html('/')).not.toContain('href="/reeksen"');
  await press(page, 'Undo');
  await waitFor('the series', async () => (await statusOf(path)) === 200);
});
