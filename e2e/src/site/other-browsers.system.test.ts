/** Firefox and WebKit lay out the site like Chromium, and visitors can do everything in them. */
import type { StoryItem } from '@veldlicht/contract/story';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePanelInFirefox } from '../panel/panel-in-firefox.ts';
import { calm, startJourney } from '../support/journey.ts';
import { type OtherBrowser, startFirefox, startWebKit } from '../support/other-browsers.ts';
import { owner, waitFor } from '../support/product.ts';

const shapes = [
  ['Oehoe', 640, 427],
  ['Ree in de mist', 427, 640],
  ['Panorama van de heide', 1700, 600],
  ['Grashalm', 60, 1440],
] as const;

const journey = startJourney();
/** Paths of a page of each kind with pictures. */
let paths: string[] = [];
/** Path of a picture 24 times as high as it is wide. */
let narrow = '';

beforeAll(async () => {
  const { client } = journey;
  const ids: string[] = [];
  for (const [at, [title, width, height]] of shapes.entries()) {
    const picture = new Uint8Array(await plainPicture(at, { width, height }));
    const { objectPath } = await client.upload(picture, 'image/jpeg');
    const place = { location: '52.131234, 5.860456', date: '2026-10-02' };
    const item = { title, category: 'fauna', imageUrl: objectPath, ...place };
    const species = at === 1 ? [] : ['Bubo bubo'];
    ids.push((await client.addMedia({ ...item, species, description: 'Vroeg op.' })).id);
  }
  const [owl, deer, heath] = ids;
  const body = [
    { kind: 'text', text: 'Een winter lang op dezelfde plek.' },
    { kind: 'full', media: [heath] },
    { kind: 'text', text: 'Wie lang genoeg stilzit, ziet het licht over het land gaan.' },
    { kind: 'pair', media: [owl, deer] },
  ];
  const story = { title: 'Een winter op de heide', date: '2026-02-01', cover: owl, body };
  await client.call<StoryItem>('POST', '/api/admin/series', story);
  const addressIn = async (list: string, shown: RegExp) =>
    shown.exec(await journey.html(list))?.[0];
  const found = await waitFor('the site', async () => {
    const hasSpecies = (await journey.html('/soort/bubo-bubo')).includes('Oehoe');
    const photo = await addressIn('/mediabibliotheek', /\/foto\/oehoe-\d+/);
    narrow = (await addressIn('/mediabibliotheek', /\/foto\/grashalm-\d+/)) ?? '';
    const series = await addressIn('/reeksen', /\/reeks\/[\w-]+/);
    return hasSpecies && narrow && photo && series && [photo, series];
  });
  paths = ['/', '/mediabibliotheek', ...found, '/soort/bubo-bubo'];
});

interface Box {
  name: string;
  at: number[];
}

/** Gives lines in every browser the height of WebKit's, in whole pixels. */
const WHOLE_LINES = `
  const all = [...document.querySelectorAll('body *')];
  const heights = all.map((one) => Math.floor(parseFloat(getComputedStyle(one).lineHeight)));
  all.forEach((one, i) => { if (heights[i]) one.style.lineHeight = heights[i] + 'px'; });
  return document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => true);`;
/** Positions of pictures and texts on the page; only vertical ones for elements as wide as their letters. */
const BOXES = `
  const looked = 'main :is(img, h1, h2, p, li, dt, dd, figcaption, label, input, textarea, button)';
  return [...document.querySelectorAll(looked)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const name = one.localName + ' ' + (one.alt || one.textContent.trim().slice(0, 24));
      const beside = one.closest('button, .section-head') ? [] : [x + scrollX, width];
      return { name, at: [y + scrollY, height, ...beside] };
    });`;

/** Elements more than two pixels from their position in Chromium, with both positions. */
function elsewhere(expected: Box[], found: Box[]): string[] {
  expect(found.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
  return expected.flatMap(({ name, at }, i) => {
    const there = found[i]?.at ?? [];
    const isNear = at.every((value, n) => Math.abs(value - (there[n] ?? 0)) <= 2);
    return isNear ? [] : `${name}: ${at.map(Math.round)} is ${there.map(Math.round)}`;
  });
}

const browsers = [
  { name: 'Firefox', start: startFirefox },
  // Other systems have no package of WebKit.
  ...(process.platform === 'linux' ? [{ name: 'WebKit', start: startWebKit }] : []),
];

/** Positions on each page in Chromium by width and path. */
const inChromium = new Map<string, Box[]>();
async function lookInChromium(width: number): Promise<void> {
  const page = await journey.visit('/', { viewport: { width, height: 800 }, ...calm });
  const read = <T>(body: string) => page.evaluate<T, string>((text) => new Function(text)(), body);
  for (const path of paths) {
    if (path !== '/') await page.goto(journey.origin + path);
    await read(WHOLE_LINES);
    inChromium.set(width + path, await read<Box[]>(BOXES));
  }
  await page.context().close();
}

it('links species, map and series from every page', async () => {
  for (const path of paths)
    for (const list of ['/soorten', '/kaart', '/reeksen'])
      expect([path, await journey.html(path)]).toEqual([
        path,
        expect.stringContaining(`href="${list}"`),
      ]);
});

describe.each(browsers)('$name', ({ name, start }) => {
  let other: OtherBrowser;
  beforeAll(async () => {
    other = await start();
  });
  afterAll(() => other?.end());

  const shows = (what: string, condition: string) =>
    waitFor(what, () => other.read<boolean>(`return Boolean(${condition})`));

  it.each([400, 1280])('lays out pictures and texts like Chromium at %i px', async (width) => {
    await other.resize(width, 800);
    if (!inChromium.has(`${width}/`)) await lookInChromium(width);
    for (const path of paths) {
      await other.open(journey.origin + path);
      await other.read(WHOLE_LINES);
      const off = elsewhere(inChromium.get(width + path) ?? [], await other.read<Box[]>(BOXES));
      expect([path, off]).toEqual([path, []]);
    }
  });

  it('leads a visitor from the menu to a picture, and sends a message to the owner', async () => {
    await other.resize(400, 800);
    await other.open(`${journey.origin}/`);
    await other.press('[data-menu-button]');
    await shows('the menu', "document.querySelector('[data-menu]').matches(':popover-open')");
    await other.press('.menu a[href="/mediabibliotheek"]');
    await shows('the library', "location.pathname === '/mediabibliotheek'");
    await other.type('.search__field', 'heide');
    await shows('one card', "document.querySelectorAll('.library a.card').length === 1");
    const isOpen = "document.querySelector('.dialog__title')?.textContent.startsWith('Panorama')";
    const opens = () => other.read<boolean>(`return Boolean(${isOpen})`);
    // A press while the card is still moving misses it.
    await waitFor('the dialog', async () => {
      if (!(await opens())) await other.press('.library a.card');
      return waitFor('it', opens, 3000).catch(() => false);
    });
    await shows(
      'the picture',
      "document.querySelector('.dialog .pswp__img:not(.pswp__img--placeholder)')?.naturalWidth > 0",
    );
    await other.press('.dialog__control--close');
    await shows('no dialog', "!document.querySelector('.dialog')");
    await other.open(`${journey.origin}/#contact`);
    await other.type('[name="name"]', 'Bezoeker');
    await other.type('[name="email"]', 'bezoeker@voorbeeld.nl');
    await other.type('[name="message"]', 'Waar is deze uil?');
    await other.press('.contact-form__send');
    await shows(
      'thanks',
      "document.querySelector('[data-toasts]').textContent.includes('Bericht verzonden')",
    );
  });

  it('leads to a species in two presses, and from a photo to others like it', async () => {
    await other.resize(360, 800);
    await other.open(`${journey.origin}/`);
    await other.press('main a[href="/soorten"]');
    await other.press('main a[href="/soort/bubo-bubo"]');
    await shows('the species', "location.pathname === '/soort/bubo-bubo'");
    const [, , photo = ''] = paths;
    await other.open(journey.origin + photo);
    const kin = await other.read(`
      const pictures = [...document.querySelectorAll('.kin img')];
      return [pictures.length, ...new Set(pictures.map((img) => img.closest('section').querySelector('h2').textContent))]`);
    expect(kin).toEqual([6, 'In een verhaal', 'Meer van Oehoe', 'Meer uit dit gebied']);
  });

  it('shows the tallest picture whole, on its page and in the dialog', async () => {
    await other.resize(400, 800);
    await other.open(journey.origin + narrow);
    const edges = (selector: string) =>
      other.read<number[]>(`
        const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect();
        return [top, bottom];`);
    const [top = 0, bottom = 0] = await edges('.item__media img');
    expect(bottom - top).toBeGreaterThan(600);
    expect(bottom).toBeLessThanOrEqual(800);
    await other.press('a.item__media');
    const large = '.dialog .pswp__img:not(.pswp__img--placeholder)';
    await shows('the dialog', `document.querySelector('${large}')?.naturalWidth > 0`);
    await waitFor('the picture in its place', async () => {
      const [above = -1, below = 9999] = await edges(large);
      return above >= 0 && below <= 800;
    });
  });

  it('shows no date in the panel unless one is chosen', async () => {
    await other.open(`${journey.origin}/admin/login`);
    await shows('the page', `document.querySelector('form')`);
    const [empty, chosen] = await other.read<string[]>(`
      return ['', '2026-05-04'].map((value) => {
        const input = document.createElement('input');
        input.type = 'date';
        input.defaultValue = value;
        document.body.append(input);
        return getComputedStyle(input).webkitTextFillColor;
      });`);
    const unseen = 'rgba(0, 0, 0, 0)';
    // Only WebKit shows today's date in an empty field.
    expect([empty === unseen, chosen === unseen]).toEqual([name === 'WebKit', false]);
  });

  it('keeps an owner signed in on http://localhost', async () => {
    expect(journey.origin).toMatch(/^http:\/\/localhost:/);
    await other.open(`${journey.origin}/admin/login`);
    const statuses = await other.read(
      `const [username, password] = arguments;
      return (async () => {
        const json = { 'content-type': 'application/json' };
        const body = JSON.stringify({ username, password });
        const signIn = await fetch('/api/auth/login', { method: 'POST', headers: json, body });
        return [signIn.status, (await fetch('/api/auth/me')).status];
      })()`,
      owner.username,
      owner.password,
    );
    expect(statuses).toEqual([200, 200]);
  });
});

// Last: it changes the site.
describePanelInFirefox(journey);
