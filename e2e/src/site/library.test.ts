/** The library: searching, sharing, its dialog, and visitors without script. */
import type { MediaItem } from '@veldlicht/contract/media';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { calm } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';
import { describeFilters } from './library-filters.ts';
import { describeGrid } from './library-grid.ts';
import {
  begins,
  button,
  COUNT,
  cardOf,
  cards,
  focusOn,
  line,
  MORE_TAGS,
  search,
  settled,
  startLibrary,
  titlesOf,
} from './library-journey.ts';

// Some requests fail on purpose.
const journey = startLibrary((complaint) =>
  /Failed to load resource|open-dialog|library-filters/.test(complaint),
);
const open = (address: string, options: BrowserContextOptions = {}) =>
  journey.visit(address, { ...calm, ...options });

describeGrid(journey);
describeFilters(journey);

describe('finding', () => {
  it('undoes each choice separately with Back, at the same position', async () => {
    const page = await open('/mediabibliotheek');
    const fauna = titlesOf(({ category }) => category === 'fauna');
    const rimed = titlesOf(({ category, description }) => category === 'fauna' && !!description);
    await button(page, /^Fauna/).click();
    await line(page, `${fauna.length} van ${COUNT} beelden`);
    await page.getByRole('searchbox').pressSequentially('rijp', { delay: 20 });
    await line(page, `${rimed.length} van ${COUNT} beelden`);
    await waitFor('the search in the address', () => search(page) === '?category=fauna&q=rijp');
    await page.goBack();
    await line(page, `${fauna.length} van ${COUNT} beelden`);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.evaluate('scrollTo(0, 900)');
    // Dispatched, since a click would scroll the button into view.
    await button(page, /^Macro/).dispatchEvent('click');
    await waitFor('the other view', () => search(page) === '?category=macro');
    await page.evaluate('scrollTo(0, 0)');
    await page.goBack();
    await line(page, `${fauna.length} van ${COUNT} beelden`);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(900);
    await page.goBack();
    await line(page, `${COUNT} beelden`);
    // A half-typed word is restored one step back.
    await page.getByRole('searchbox').fill('rijp');
    await page.goto(`${journey.origin}/licentie`);
    await page.goBack();
    await waitFor('the search in the address', () => search(page) === '?q=rijp');
  });

  it('shows no other cards while it searches', async () => {
    const page = await open('/mediabibliotheek');
    await page.context().route('**/bibliotheek/**/*.json', () => {});
    await page.getByRole('searchbox').fill('biesbosch');
    const near = titlesOf(({ location }) => location === 'Biesbosch');
    const titles = () => cards(page).locator('.card__title').allTextContents();
    await expect
      .poll(async () => (await titles()).filter((title) => !near.includes(title)))
      .toEqual([]);
    expect((await titles()).length).toBeGreaterThan(0);
  });

  it('filters and orders by date of capture, and names the fields in which a search matched', async () => {
    const page = await open('/mediabibliotheek');
    const select = (label: string) => page.getByLabel(label, { exact: true });
    await select('Jaar van opname').focus();
    await select('Jaar van opname').selectOption('2024');
    const year = titlesOf(({ date }) => date?.startsWith('2024') ?? false);
    await line(page, `${year.length} van ${COUNT} beelden`);
    await select('Maand van opname').selectOption('mei');
    const may = titlesOf(({ date }) => date?.startsWith('2024-05') ?? false);
    await line(page, `${may.length} van ${COUNT} beelden`);
    await begins(page, may);
    expect(search(page)).toBe('?year=2024&month=5');
    await button(page, 'Wis alle filters').click();
    await select('Volgorde').selectOption('Op opnamedatum');
    await line(page, `${COUNT} beelden`);
    await begins(
      page,
      titlesOf(({ date }) => date === '2025-09-10'),
    );
    // Only tags of found items are left.
    await page.goto(`${journey.origin}/mediabibliotheek?q=rijp`);
    const rimed = titlesOf(({ description }) => description !== null);
    await page.getByText(`Gevonden in beschrijving (${rimed.length})`, { exact: true }).waitFor();
    await button(page, 'sneeuw').waitFor();
    await page.getByRole('searchbox').fill('beeld 70');
    await page.getByText('Gevonden in titel (1)', { exact: true }).waitFor();
    expect(await button(page, 'sneeuw').count()).toBe(0);
    expect(await findings(page)).toEqual([]);
  });

  it('lets the keyboard skip the filters, and shows the chosen ones in forced colours', async () => {
    const page = await open('/mediabibliotheek', { forcedColors: 'active' });
    await button(page, /^Fauna/).click();
    const colours = () =>
      page.evaluate<string[]>(`
      [...document.querySelectorAll('.filter')].map((one) => getComputedStyle(one).backgroundColor)`);
    // The chosen one differs in colour once it has faded in.
    await expect.poll(async () => new Set(await colours()).size).toBe(2);
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await focusOn(page, titlesOf(({ category }) => category === 'fauna')[0] ?? '');
  });

  it('opens a shared address, reports an empty result, and fits a phone', async () => {
    const page = await open('/mediabibliotheek?category=Fauna&tag=sneeuw&q=beeld');
    const wanted = titlesOf(
      ({ category, tags }) => category === 'fauna' && tags.includes('sneeuw'),
    );
    await line(page, `${wanted.length} van ${COUNT} beelden`);
    await begins(page, wanted);
    expect(await page.getByRole('searchbox').inputValue()).toBe('beeld');
    expect(await button(page, /^Fauna/).getAttribute('aria-pressed')).toBe('true');
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByRole('searchbox').fill('pinguïn');
    await line(page, "Geen foto's gevonden. Probeer een andere zoekterm of categorie.");
    expect(await cards(page).count()).toBe(0);
  });
});

describe('a pressed card', () => {
  const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

  it('leads to its page when the dialog fails to load', async () => {
    const page = await open('/mediabibliotheek', phone);
    await page.context().route(/open-dialog/, (route) => route.abort());
    await cardOf(page, `Beeld ${COUNT - 1}`).tap();
    await page.getByRole('heading', { name: `Beeld ${COUNT - 1}`, level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/foto\/beeld-97-\d{4}$/);
  });
});

describe('the dialog over the library', () => {
  it('reports when an item fails to load, retries, and focuses its distant card', async () => {
    const page = await open('/mediabibliotheek');
    await page.context().route('**/bibliotheek/**/*.json', (route) => route.abort());
    await cardOf(page, `Beeld ${COUNT}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`1 van ${COUNT}`, { exact: true }).waitFor();
    await page.keyboard.press('End');
    await dialog.getByText('Dit beeld kon niet worden geladen.').waitFor();
    await page.context().unroute('**/bibliotheek/**/*.json');
    await page.keyboard.press('End');
    await dialog.getByText(`${COUNT} van ${COUNT}`, { exact: true }).waitFor();
    expect(await dialog.getByText('Dit beeld kon niet worden geladen.').count()).toBe(0);
    await page.keyboard.press('Escape');
    await focusOn(page, 'Beeld 1');
    await waitFor('the card to be seen', () =>
      page.evaluate<boolean>(
        '(({ top }) => top > 0 && top < innerHeight)(document.activeElement.getBoundingClientRect())',
      ),
    );
  });

  it('keeps text typed while it closes', async () => {
    const page = await open('/mediabibliotheek?q=beeld');
    await settled(page);
    await cardOf(page, `Beeld ${COUNT}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`1 van ${COUNT}`, { exact: true }).waitFor();
    // Going back takes time; these letters arrive before it ends.
    await page.evaluate(`(() => {
      history.back();
      const field = document.querySelector('input[type=search]');
      field.value = 'biesbosch';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    })()`);
    await dialog.waitFor({ state: 'detached' });
    await waitFor('the address to follow', () => search(page) === '?q=biesbosch');
    expect(await page.getByRole('searchbox').inputValue()).toBe('biesbosch');
    await begins(
      page,
      titlesOf(({ location }) => location === 'Biesbosch'),
    );
  });
});

it('shows one row of tags, the rest on request, and a chosen tag always', async () => {
  const page = await open('/mediabibliotheek', { viewport: { width: 800, height: 800 } });
  const tags = page.getByRole('group', { name: 'Filter op trefwoord' });
  const grid = page.locator('.grid');
  const top = async () => Math.round((await grid.boundingBox())?.y ?? 0);
  // A font that loads late must not count as a move.
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const before = await top();
  await page.getByRole('searchbox').focus();
  await button(page, 'Alle trefwoorden').waitFor();
  // The button takes the place of tags, so nothing moves.
  expect(await top()).toBe(before);
  const last = tags.getByRole('button', { name: MORE_TAGS.at(-1) ?? '', exact: true });
  expect(await last.count()).toBe(0);
  await button(page, 'Alle trefwoorden').press('Enter');
  await last.click();
  await line(page, `1 van ${COUNT} beelden`);
  await button(page, 'Minder trefwoorden').press('Enter');
  expect(await button(page, 'Alle trefwoorden').getAttribute('aria-expanded')).toBe('false');
  expect(await last.getAttribute('aria-pressed')).toBe('true');
  expect(await tags.getByRole('button').count()).toBeLessThan(MORE_TAGS.length);
  // A deselected tag stays under the finger, and goes when it loses the focus.
  await last.press('Enter');
  await line(page, `${COUNT} beelden`);
  expect(await last.getAttribute('aria-pressed')).toBe('false');
  // Measuring again in the meantime does not show all others.
  await page.setViewportSize({ width: 780, height: 800 });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
  expect(await button(page, 'Alle trefwoorden').getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('searchbox').focus();
  await last.waitFor({ state: 'detached' });
  // On a phone the button for all filters shows all tags.
  await page.setViewportSize({ width: 390, height: 800 });
  await button(page, 'Filters').click();
  const box = `document.querySelector('.tags-filter__tags')`;
  expect(await page.evaluate(`${box}.scrollHeight - ${box}.clientHeight`)).toBe(0);
  expect(await last.isVisible()).toBe(true);
});

describe('for everybody', () => {
  it('hides controls that need script without it, and links to everything', async () => {
    const page = await open('/mediabibliotheek', { javaScriptEnabled: false });
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    expect(await button(page, /^Fauna/).isVisible()).toBe(false);
    expect(await button(page, 'mist').isVisible()).toBe(false);
    expect(await cards(page).count()).toBeGreaterThan(40);
    await page.getByRole('link', { name: 'Blader door het archief' }).click();
    await page.waitForURL('**/mediabibliotheek/archief/1');
    await page.goto(`${journey.origin}/mediabibliotheek`);
    await page.getByRole('link', { name: 'Macro' }).click();
    await page.waitForURL('**/categorie/macro');
    await page.goto(journey.origin);
    const card = page.getByRole('link', { name: 'Fauna' });
    expect(await card.count()).toBe(1);
    // Clicks the picture, as a finger would.
    await card.click({ position: { x: 60, y: 20 } });
    await page.waitForURL('**/categorie/fauna');
  });

  it('has a page for each category, whose cards open the dialog', async () => {
    const page = await open('/categorie/fauna');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Fauna');
    const fauna = titlesOf(({ category }) => category === 'fauna');
    expect(await page.locator('.grid__item').count()).toBe(Math.min(96, fauna.length));
    expect(await findings(page)).toEqual([]);
    await cards(page).first().click();
    await page.getByRole('dialog', { name: fauna[0] }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: fauna[1] }).waitFor();
  });
});

it('finds items changed or added since the page was opened', async () => {
  const { client, html } = journey;
  const [scrolled, typed, paged] = await Promise.all([
    open('/mediabibliotheek'),
    open('/mediabibliotheek'),
    open('/mediabibliotheek'),
  ]);
  await scrolled.getByRole('searchbox').focus();
  await settled(scrolled);
  const all = await client.call<MediaItem[]>('GET', '/api/admin/media');
  const { id, imageUrl } = all.find(({ title }) => title === 'Beeld 30') ?? {};
  await client.call('PATCH', `/api/admin/media/${id}`, { title: 'Boomklever' });
  await client.addMedia({ title: 'Zomp', category: 'macro', imageUrl: imageUrl ?? '' });
  await waitFor('the site to show both', async () =>
    (await html('/mediabibliotheek')).includes(`${COUNT + 1} beelden`),
  );
  await typed.getByRole('searchbox').fill('boomklever');
  await line(typed, `1 van ${COUNT + 1} beelden`);
  await begins(typed, ['Boomklever']);
  await typed.getByRole('searchbox').fill('zomp');
  await begins(typed, ['Zomp']);
  // Its index is in memory; its cards need a view file of the chunk.
  await scrolled.getByRole('searchbox').fill('beeld 1');
  await begins(scrolled, ['Beeld 19', 'Beeld 18']);
  await settled(scrolled);
  // The rows move by one while its dialog is open, and the current slide keeps its text.
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await paged.context().route('**/bibliotheek/**/*.json', async (route) => {
    await isAnswered;
    await route.continue();
  });
  const shown = (title: string) => paged.getByRole('dialog', { name: title, exact: true });
  // The last but one card of the HTML: the items after the last come from the index.
  const inHtml = await cards(paged).count();
  const [last, next] = [`Beeld ${COUNT - inHtml + 2}`, `Beeld ${COUNT - inHtml + 1}`];
  await cardOf(paged, last).click();
  await shown(last).waitFor();
  await paged.locator(`.pswp__item[aria-hidden=true] img[alt="${next}"]`).waitFor();
  answer();
  await settled(paged);
  await paged.keyboard.press('ArrowRight');
  await shown(next).waitFor();
  await paged.locator(`.pswp__item[aria-hidden=false] img[alt="${next}"]`).waitFor();
});
