/** The visitor's library: finding, sharing, its dialog, and who has no script. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import {
  begins,
  button,
  COUNT,
  cardOf,
  cards,
  closePages,
  complaints,
  EMPTY,
  endLibrary,
  endsWithItsCards,
  focusOn,
  line,
  MORE_TAGS,
  open,
  product,
  search,
  settled,
  startLibrary,
  titlesOf,
} from './library-journey.ts';
import { waitFor } from './product.ts';

beforeAll(startLibrary);
afterAll(endLibrary);
afterEach(closePages);

describe('finding', () => {
  it('searches title, description and place in any case, newest first', async () => {
    const page = await open('/mediabibliotheek');
    await page.getByRole('searchbox').fill('RIJP OP');
    const rijp = titlesOf(({ description }) => description !== null);
    await line(page, `${rijp.length} van ${COUNT} beelden`);
    await begins(page, rijp);
    await page.getByRole('searchbox').fill('biesb');
    const place = titlesOf(({ location }) => location === 'Biesbosch');
    await line(page, `${place.length} van ${COUNT} beelden`);
    await begins(page, place);
    await waitFor('the address to follow', () => search(page) === '?q=biesb');
  });

  it('shows what has any of the chosen tags, in the order of the owner', async () => {
    const page = await open('/mediabibliotheek');
    const names = page.getByRole('group', { name: 'Filter op trefwoord' }).getByRole('button');
    expect((await names.allTextContents()).slice(0, 2)).toEqual(['sneeuw', 'mist']);
    await button(page, 'mist').click();
    const mist = titlesOf(({ tags }) => tags.includes('mist'));
    await line(page, `${mist.length} van ${COUNT} beelden`);
    await button(page, 'sneeuw').click();
    const any = titlesOf(({ tags }) => tags.length > 0);
    await line(page, `${any.length} van ${COUNT} beelden`);
    await begins(page, any);
    await expect.poll(() => search(page)).toBe('?tag=sneeuw&tag=mist');
  });

  it('holds search, category and tags together, and clears all of them at once', async () => {
    const page = await open('/mediabibliotheek');
    expect(await button(page, 'Wis alle filters').count()).toBe(0);
    await button(page, /^Macro/).click();
    await button(page, 'mist').click();
    await page.getByRole('searchbox').fill('biesbosch');
    const wanted = titlesOf(
      ({ category, tags, location }) =>
        category === 'macro' && tags.includes('mist') && location === 'Biesbosch',
    );
    await line(page, `${wanted.length} van ${COUNT} beelden`);
    await begins(page, wanted);
    await button(page, 'Wis alle filters').click();
    await line(page, `${COUNT} beelden`);
    await waitFor('an address without filters', () => search(page) === '');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(await button(page, /^Alle \d/).getAttribute('aria-pressed')).toBe('true');
    expect(await button(page, 'mist').getAttribute('aria-pressed')).toBe('false');
  });

  it('says so when there is nothing', async () => {
    const page = await open('/mediabibliotheek');
    await page.getByRole('searchbox').fill('pinguïn');
    await line(page, EMPTY);
    expect(await cards(page).count()).toBe(0);
  });

  it('opens a shared view, and ignores what does not exist in it', async () => {
    const page = await open(
      '/mediabibliotheek?category=Fauna&category=x&tag=sneeuw&tag=niets&q=beeld',
    );
    const wanted = titlesOf(
      ({ category, tags }) => category === 'fauna' && tags.includes('sneeuw'),
    );
    await line(page, `${wanted.length} van ${COUNT} beelden`);
    await begins(page, wanted);
    expect(await page.getByRole('searchbox').inputValue()).toBe('beeld');
    expect(await button(page, /^Fauna/).getAttribute('aria-pressed')).toBe('true');
    await page.goto(`${product.origin}/mediabibliotheek?category=onbekend&tag=niets`);
    await line(page, `${COUNT} beelden`);
  });
});

<<<<<<< HEAD
=======
describe('the grid', () => {
  it('asks for no script of its own and no index before a visitor acts', async () => {
    const page = await open('/mediabibliotheek');
    await page.waitForLoadState('networkidle');
    const loaded = () =>
      page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)");
    const isExtra = (name: string) => /media-library|\/bibliotheek\//.test(name);
    expect((await loaded()).filter(isExtra)).toEqual([]);
    // One gesture both wakes the page and counts.
    await button(page, /^Macro/).dispatchEvent('click');
    await line(
      page,
      `${titlesOf(({ category }) => category === 'macro').length} van ${COUNT} beelden`,
    );
  });

  it('keeps the cards of the HTML where they are when it takes over', async () => {
    const page = await open('/mediabibliotheek');
    const places = () => placesOfCards(page);
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const before = await places();
    expect(before).toHaveLength(6);
    await page.evaluate("document.querySelector('.grid a').setAttribute('data-mark', '')");
    await page.getByRole('searchbox').focus();
    await settled(page);
    expect(await places()).toEqual(before);
    expect(await page.locator('[data-mark]').count()).toBe(1);
  });

  it.each([
    ['a wide screen', {}],
    ['a phone', { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }],
  ])(
    'keeps the room that all of it takes, so that a jump to the end moves nothing: %s',
    async (_, screen) => {
      const page = await open('/mediabibliotheek', screen);
      await page.evaluate(`
      window.moved = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) moved += value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const isAsked = new Promise<void>((resolve) => {
        page.context().route('**/bibliotheek/*.json', async (route) => {
          resolve();
          await isAnswered;
          await route.continue();
        });
      });
      const heights = () =>
        page.evaluate<number[]>(
          `['html', '.grid__items'].map((one) => document.querySelector(one).getBoundingClientRect().height)`,
        );
      const before = await heights();
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await isAsked;
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
      answer();
      await page.getByAltText('Beeld 1', { exact: true }).waitFor();
      await settled(page);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
      expect(await heights()).toEqual(before.map((height) => expect.closeTo(height, 0)));
      expect(await page.evaluate('moved')).toBe(0);
    },
  );

  it('keeps the pictures of what stays in a result', async () => {
    const page = await open('/mediabibliotheek');
    await page.getByRole('searchbox').focus();
    await settled(page);
    // In view among all, and the first among those of its place.
    const alt = `Beeld ${COUNT - 4}`;
    await page.evaluate(
      `document.querySelector('img[alt="${alt}"]').setAttribute('data-mark', '')`,
    );
    await page.getByRole('searchbox').fill('biesbosch');
    await begins(
      page,
      titlesOf(({ location }) => location === 'Biesbosch'),
    );
    expect(await page.locator('img[data-mark]').getAttribute('alt')).toBe(alt);
  });

  it('draws only what is near the screen, and says how long the list is', async () => {
    const page = await open('/mediabibliotheek');
    await page.getByRole('searchbox').focus();
    await settled(page);
    expect(await cards(page).count()).toBeLessThan(COUNT / 2);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByAltText('Beeld 1', { exact: true }).waitFor();
    await settled(page);
    expect(await cards(page).count()).toBeLessThan(COUNT / 2);
    const last = page.locator('.grid__item').last();
    expect(await last.getAttribute('aria-setsize')).toBe(String(COUNT));
    expect(await last.getAttribute('aria-posinset')).toBe(String(COUNT));
  });

  it('lets keys walk through all cards in their order', async () => {
    const page = await open('/mediabibliotheek');
    await page.getByRole('searchbox').focus();
    await settled(page);
    await cards(page).first().focus();
    const wanted = titlesOf(() => true).slice(0, 45);
    for (const [at, title] of wanted.entries()) {
      await page.locator(`[data-at="${at + 1}"] a`).waitFor({ state: 'attached' });
      await focusOn(page, title);
      await page.keyboard.press('Tab');
    }
    expect(await scrollY(page)).toBeGreaterThan(1000);
    await page.keyboard.press('Shift+Tab');
    await focusOn(page, wanted.at(-1) ?? '');
  });

  it('comes back to the same filter and the same place after Back', async () => {
    const page = await open('/mediabibliotheek?category=fauna');
    await settled(page);
    await page.evaluate('scrollTo(0, 2500)');
    await waitFor('cards further on', () =>
      page.evaluate<boolean>("Number(document.querySelector('.grid__item').dataset.at) > 2"),
    );
    await settled(page);
    const card = page.locator('.grid img').nth(8);
    const alt = await card.getAttribute('alt');
    const kept = page.getByAltText(alt ?? '', { exact: true });
    const top = async () => Math.round((await kept.boundingBox())?.y ?? Number.NaN);
    await waitFor('the scroll position to be kept', () =>
      page.evaluate<boolean>('Math.abs((history.state?.libraryScroll?.y ?? -1) - scrollY) < 1'),
    );
    const before = await top();
    const href = await page.locator('a.card', { has: kept }).getAttribute('href');
    await page.goto(product.origin + href);
    await page.goBack();
    await waitFor(
      'the card where it was',
      async () => (await kept.count()) > 0 && Math.abs((await top()) - before) <= 2,
    );
    await expect.poll(() => search(page)).toBe('?category=fauna');
    expect(await button(page, /^Fauna/).getAttribute('aria-pressed')).toBe('true');
  });

  it('keeps the pictures in view when the window gets another width', async () => {
    const page = await open('/mediabibliotheek');
    await page.getByRole('searchbox').focus();
    await settled(page);
    await page.evaluate('scrollTo(0, 2500)');
    const inView = () => cardsInView(page);
    await waitFor('cards further on', async () => (await inView()).some((at) => Number(at) > 20));
    await settled(page);
    const before = await inView();
    await page.setViewportSize({ width: 700, height: 800 });
    await waitFor('some of the same pictures', async () => {
      const columns =
        "getComputedStyle(document.querySelector('.grid__items')).getPropertyValue('--columns')";
      const now = await inView();
      return (
        (await page.evaluate<string>(columns)).trim() === '2' &&
        now.some((at) => before.includes(at))
      );
    });
  });

  it('opens a card in a new tab when asked to, as a link does', async () => {
    const page = await open('/mediabibliotheek');
    await page.getByRole('searchbox').focus();
    await settled(page);
    const opened = page.context().waitForEvent('page');
    await cardOf(page, `Beeld ${COUNT}`).click({ modifiers: ['ControlOrMeta'] });
    expect(new URL((await opened).url()).pathname).toMatch(/^\/foto\/beeld-70-\d{4}$/);
    expect(new URL(page.url()).pathname).toBe('/mediabibliotheek');
  });

  it('needs the index near the end of its first cards, not for a look at them', async () => {
    const page = await open('/mediabibliotheek');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.mouse.move(640, 700);
    await waitFor('the script', () =>
      page.evaluate<boolean>("!document.querySelector('astro-island').hasAttribute('ssr')"),
    );
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
    expect(asked.filter((url) => url.includes('/bibliotheek/'))).toEqual([]);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await settled(page);
    await page.getByAltText('Beeld 1', { exact: true }).waitFor();
  });

  it('tells when the index cannot be had, keeps no room for what is not coming, and tries again', async () => {
    const page = await open('/mediabibliotheek');
    await page.context().route('**/bibliotheek/*.json', (route) => route.abort());
    await page.getByRole('searchbox').fill('biesbosch');
    await page.getByText('De rest van de bibliotheek kon niet worden geladen.').waitFor();
    await endsWithItsCards(page);
    await page.context().unroute('**/bibliotheek/*.json');
    await button(page, 'Probeer opnieuw').click();
    await begins(
      page,
      titlesOf(({ location }) => location === 'Biesbosch'),
    );
    for (const text of complaints.splice(0)) expect(text).toContain('Failed to load resource');
  });
});

>>>>>>> w/site
describe('a card pressed before the script is there', () => {
  const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

  it('opens the dialog as soon as it is', async () => {
    const page = await open('/mediabibliotheek', phone);
    await cardOf(page, `Beeld ${COUNT - 1}`).tap();
    await page.getByRole('dialog').getByText(`2 van ${COUNT}`, { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/mediabibliotheek');
  });

  it('leads to its page when the script cannot be had', async () => {
    const page = await open('/mediabibliotheek', phone);
    await page.context().route(/media-library/, (route) => route.abort());
    await page.evaluate("dispatchEvent(new Event('touchstart'))");
    await endsWithItsCards(page);
    await cardOf(page, `Beeld ${COUNT - 1}`).tap();
    await page.getByRole('heading', { name: `Beeld ${COUNT - 1}`, level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/foto\/beeld-69-\d{4}$/);
    for (const text of complaints.splice(0))
      expect(text).toMatch(/Failed to load resource|media-library/);
  });
});

describe('the dialog over the library', () => {
  it('says when an item cannot be had, gets it later, and puts the focus on its card far away', async () => {
    const page = await open('/mediabibliotheek');
    await page.context().route('**/bibliotheek/*.json', (route) => route.abort());
    await cardOf(page, `Beeld ${COUNT}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`1 van ${COUNT}`, { exact: true }).waitFor();
    await page.keyboard.press('End');
    await dialog.getByText('Dit beeld kon niet worden geladen.').waitFor();
    await page.context().unroute('**/bibliotheek/*.json');
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
    for (const text of complaints.splice(0)) expect(text).toContain('Failed to load resource');
  });

  it('keeps what is typed while it closes', async () => {
    const page = await open('/mediabibliotheek?q=beeld');
    await settled(page);
    await cardOf(page, `Beeld ${COUNT}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`1 van ${COUNT}`, { exact: true }).waitFor();
    // Going back takes its time; these letters come before it is done.
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

  it('keeps its details within reach of keys where the bar has no room for the button', async () => {
    const page = await open('/mediabibliotheek', { viewport: { width: 320, height: 700 } });
    await cardOf(page, `Beeld ${COUNT}`).click();
    await page.getByRole('dialog').getByText(`1 van ${COUNT}`, { exact: true }).waitFor();
    await button(page, 'Gegevens').press('Enter');
    await page.locator('dialog[data-details]').waitFor();
    expect(await button(page, 'Gegevens').getAttribute('aria-expanded')).toBe('true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});

it('shows two rows of tags, the rest when asked to, and a chosen one always', async () => {
  const page = await open('/mediabibliotheek', { viewport: { width: 800, height: 800 } });
  const tags = page.getByRole('group', { name: 'Filter op trefwoord' });
  const grid = page.locator('.grid');
  const top = async () => Math.round((await grid.boundingBox())?.y ?? 0);
  const before = await top();
  await page.getByRole('searchbox').focus();
  await button(page, 'Alle trefwoorden').waitFor();
  // The button takes the room of tags: nothing moves.
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
  // Given up, it does not go from under the finger; it goes when the visitor turns away.
  await last.press('Enter');
  await line(page, `${COUNT} beelden`);
  expect(await last.getAttribute('aria-pressed')).toBe('false');
  await page.getByRole('searchbox').focus();
  await last.waitFor({ state: 'detached' });
});

describe('for everybody', () => {
  it('hides what needs script where there is none, and leads to everything', async () => {
    const page = await open('/mediabibliotheek', { javaScriptEnabled: false });
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    expect(await button(page, /^Fauna/).isVisible()).toBe(false);
    expect(await button(page, 'mist').isVisible()).toBe(false);
    expect(await cards(page).count()).toBe(24);
    expect(await page.getByRole('link', { name: 'Blader door het archief' }).isVisible()).toBe(
      true,
    );
  });

  it('has nothing that stands in the way, on a phone too', async () => {
    for (const width of [1280, 360]) {
      const page = await open('/mediabibliotheek?tag=mist', {
        viewport: { width, height: 780 },
        reducedMotion: 'reduce',
      });
      await settled(page);
      expect([width, await findings(page)]).toEqual([width, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });
});

it('complained about nothing', () => {
  expect(complaints).toEqual([]);
});
