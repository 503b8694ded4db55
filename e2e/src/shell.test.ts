/** What stands around every public page: bar, menu, footer, addresses that point into a page, paper. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { signIn } from '@veldlicht/scripts/api-client';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './axe-findings.ts';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';
import { openAsVisitor } from './visitor-page.ts';

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
};
const longWord = 'Hottentottententententoonstellingsvoorbereidingswerkzaamhedencommissie';
const items = [
  { title: 'Dauw', category: 'macro', width: 640, height: 640 },
  { title: longWord, category: 'fauna', width: 640, height: 427, description: longWord },
  { title: 'Stille oever', category: 'landscape', width: 900, height: 300 },
  { title: 'Ree', category: 'fauna', width: 427, height: 640, location: 'Veluwe' },
];
const profile = {
  photographer: 'Noor van der Heide',
  heroTitle: 'Waar het licht valt',
  about: `Eerste regel\nTweede regel\n\n${longWord}`,
  contactEmail: 'noor@voorbeeld.nl',
  businessLabel: 'Bureau Heide',
  businessUrl: 'https://bureau.voorbeeld.nl',
  social: [
    { label: 'Instagram', url: 'https://instagram.voorbeeld.nl/noor' },
    { label: 'Facebook', url: '' },
    { label: 'LinkedIn', url: 'https://linkedin.voorbeeld.nl/noor' },
  ],
};

let product: RunningProduct;
let browser: Browser;
let itemPath: string;
const complaints: string[] = [];

const open = (address: string, options?: BrowserContextOptions): Promise<Page> =>
  openAsVisitor(browser, product.origin + address, complaints, options);

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  const client = await signIn(product.origin, owner.username, owner.password);
  await client.call('PATCH', '/api/settings', { profile });
  await client.call('POST', '/api/admin/categories', { name: 'nacht', type: 'category' });
  for (const [i, { width, height, ...facts }] of items.entries()) {
    const picture = await plainPicture(60 + i, { width, height });
    const { objectPath } = await client.upload(new Uint8Array(picture), 'image/jpeg');
    await client.addMedia({ ...facts, imageUrl: objectPath });
  }
  itemPath = await waitFor('the site to show them', async () => {
    const html = await (await fetch(`${product.origin}/mediabibliotheek`)).text();
    const isComplete = items.every(({ title }) => html.includes(title));
    return isComplete && /\/foto\/ree-\d{4}/.exec(html)?.[0];
  });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  product.remove();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const links = [
  ['Home', '/'],
  ['Mediabibliotheek', '/mediabibliotheek'],
  ['Over Mij', '/#over-mij'],
  ['Contact', '/#contact'],
];
const addresses = () => [
  '/',
  '/mediabibliotheek',
  '/mediabibliotheek/archief/1',
  itemPath,
  '/bericht-verzonden',
  '/licentie',
  '/bestaat-niet',
];
/** Words and address of every link in the n-th of the places that a selector names. */
const linksIn = (page: Page, selector: string, n = 0) =>
  page
    .locator(selector)
    .nth(n)
    .locator('a')
    .evaluateAll((links) =>
      links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
    );
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);

describe('the top bar', () => {
  it('turns solid after 20 pixels, and clear again at the top', async () => {
    const page = await open('/');
    const isSolid = async () => {
      const ground = await page.evaluate(
        "getComputedStyle(document.querySelector('header')).backgroundColor",
      );
      return Number(/[\d.]+(?=\)$)/.exec(String(ground))?.[0]) > 0.5;
    };
    const scroll = (y: number) => page.evaluate(`scrollTo(0, ${y})`);
    const settled = (solid: boolean) =>
      waitFor(
        `a bar that is ${solid ? 'solid' : 'clear'}`,
        async () => (await isSolid()) === solid,
      );
    await settled(false);
    await scroll(21);
    await settled(true);
    await scroll(20);
    await settled(false);
  });
});

describe('the footer', () => {
  it('names the business and only the networks that have an address', async () => {
    const page = await open(itemPath);
    expect(await linksIn(page, 'footer nav', 1)).toEqual([
      ['Bureau Heide', 'https://bureau.voorbeeld.nl'],
      ['Instagram', 'https://instagram.voorbeeld.nl/noor'],
      ['LinkedIn', 'https://linkedin.voorbeeld.nl/noor'],
    ]);
  });
});

describe('home', () => {
  it('shows four categories and a way to the others', async () => {
    const page = await open('/');
    const names = await linksIn(page, '.categories');
    expect(names.map(([, href]) => href)).toEqual(
      ['landscape', 'fauna', 'macro', 'drone'].map((name) => `/mediabibliotheek?category=${name}`),
    );
    const more = page.locator('#categorieen .section-head a');
    expect(await more.getAttribute('href')).toBe('/mediabibliotheek');
  });

  it('says what the owner has written', async () => {
    const page = await open('/');
    await page.getByRole('heading', { level: 1, name: profile.heroTitle }).waitFor();
    const about = await page.locator('#over-mij').innerText();
    expect(about).toContain('Eerste regel\nTweede regel');
    expect(await linksIn(page, '#over-mij')).toEqual([
      ['Bureau Heide', 'https://bureau.voorbeeld.nl'],
    ]);
    const mail = page.locator('#contact a[href="mailto:noor@voorbeeld.nl"]');
    expect(await mail.innerText()).toBe('noor@voorbeeld.nl');
  });

  it('asks for one file of the large picture before all others', async () => {
    const page = await open('/', { ...phone, deviceScaleFactor: 3 });
    // The preload and the picture agree; the grid below may load a smaller file of its own.
    const { first, shown } = (await page.evaluate(`({
      shown: document.querySelector('.hero img').currentSrc,
      first: performance.getEntriesByType('resource').map((entry) => entry.name)
        .find((name) => name.includes('/media/')),
    })`)) as { first: string; shown: string }; // as written just above
    expect(shown).toMatch(/\.avif$/);
    expect(first).toBe(shown);
  });
});

describe('an address that points into home', () => {
  it('lands below the bar while the pictures are still on their way, and stays', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/media/**', async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto(`${product.origin}/mediabibliotheek/archief/1`, { waitUntil: 'commit' });
    await page.locator('header nav').getByText('Contact').click();
    await page.waitForURL('**/#contact', { waitUntil: 'commit' });
    // Measured anew each time: at first the page stands there half laid out.
    const bar = () => page.locator('header').evaluate((element) => element.clientHeight);
    const gap = async () => Math.abs((await topOf(page, '#contact')) - (await bar()));
    await waitFor('the section', async () => (await gap()) < 2);
    release();
    await page.waitForLoadState('load');
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    await expect.poll(gap).toBeLessThan(2);
    expect(await topOf(page, '#contact h2')).toBeGreaterThan(await bar());
  });
});

describe('the menu of phones', () => {
  const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true });

  it('opens by touch over the whole screen, leaves the page behind it alone, and closes at a link', async () => {
    const page = await open('/', phone);
    await page.getByRole('button', { name: 'Menu' }).tap();
    await menu(page).waitFor();
    await waitFor('a sheet as large as the screen', async () => {
      const box = await menu(page).boundingBox();
      return box && [box.x, box.y, box.width, box.height].join() === '0,0,360,780';
    });
    await expect.poll(() => page.locator('body > :not([inert]):not(script)').count()).toBe(1);
    await menu(page).getByRole('link', { name: 'Contact' }).tap();
    await menu(page).waitFor({ state: 'hidden' });
    await waitFor('the section', async () => (await topOf(page, '#contact')) < 200);
    await expect.poll(() => page.locator('[inert]').count()).toBe(0);
  });

  it('works by keyboard and gives the focus back', async () => {
    const page = await open(itemPath, { ...phone, reducedMotion: 'reduce' });
    const button = page.getByRole('button', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await menu(page).waitFor();
    const focused = () => page.evaluate('document.activeElement.textContent.trim()');
    await waitFor('the focus inside', async () => (await focused()) === 'Sluit menu');
    for (const label of ['Home', 'Mediabibliotheek', 'Over Mij', 'Contact']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(label);
    }
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'hidden' });
    await waitFor('the focus back', async () => (await focused()) === 'Menu');
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  });

  it('keeps to itself also when it was opened before the script was there', async () => {
    const page = await open('/licentie', phone);
    const { promise: isComing, resolve: letCome } = Promise.withResolvers<void>();
    await page.route('**/_astro/*.js', async (route) => {
      await isComing;
      await route.continue();
    });
    await page.goto(product.origin + itemPath, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await menu(page).waitFor();
    letCome();
    await expect.poll(() => page.locator('body > :not([inert]):not(script)').count()).toBe(1);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('[inert]').count()).toBe(0);
  });

  it('works without script', async () => {
    const page = await open('/mediabibliotheek/archief/1', { ...phone, javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await menu(page).getByRole('link', { name: 'Over Mij' }).tap();
    await page.waitForURL('**/#over-mij');
  });
});

describe('every page', () => {
  it('is readable, leads everywhere, is light under a dark system and still when asked, and asks nobody else', async () => {
    for (const address of addresses()) {
      const page = await open(address, { colorScheme: 'dark', reducedMotion: 'reduce' });
      expect([address, await faultsOf(page)]).toEqual([address, []]);
      // On home the sections are in the page; everywhere else the way leads there.
      const own = links.map(([label, href]) => [
        label,
        address === '/' ? href?.replace('/#', '#') : href,
      ]);
      expect([address, await linksIn(page, 'header nav')]).toEqual([address, own]);
      expect([address, await linksIn(page, 'footer nav')]).toEqual([address, own]);
      const facts = await page.evaluate(`({
        scheme: getComputedStyle(document.body).colorScheme,
        ink: getComputedStyle(document.body).color,
        moving: document.getAnimations().length + [...document.querySelectorAll('*')]
          .flatMap((element) => getComputedStyle(element).transitionDuration.split(', '))
          .filter((duration) => duration !== '0s').length,
        others: performance.getEntriesByType('resource').map((entry) => entry.name)
          .filter((name) => !name.startsWith(location.origin)),
      })`);
      const right = { scheme: 'light only', ink: 'rgb(27, 30, 26)', moving: 0, others: [] };
      expect([address, facts]).toEqual([address, right]);
      await page.context().close();
    }
  });

  it('is readable on a phone and fits it, also with letters twice as large', async () => {
    for (const address of addresses()) {
      const page = await open(address, { ...phone, reducedMotion: 'reduce' });
      expect([address, await faultsOf(page)]).toEqual([address, []]);
      const width = () => page.evaluate('document.documentElement.scrollWidth');
      expect([address, await width()]).toEqual([address, 360]);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      expect([`${address} enlarged`, await width()]).toEqual([`${address} enlarged`, 360]);
      await page.context().close();
    }
  });
});

describe('what a page asks for before anybody does anything', () => {
  it.each([
    ['home', () => '/', 75_000],
    ['the library', () => '/mediabibliotheek', 75_000],
    ['a photo', () => itemPath, 15_000],
  ])('is little on %s, and one stylesheet', async (_name, address, mostScript) => {
    const page = await open(address());
    await page.waitForLoadState('networkidle');
    const files = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
    );
    await page.context().close();
    const gzip = (file: string) =>
      statSync(path.join(product.dataDir, 'releases/assets', `${file}.gz`)).size;
    const styles = files.filter((file) => file.endsWith('.css'));
    const scripts = files.filter((file) => /^\/_astro\/.*\.js$/.test(file));
    const html = gzipSync(await (await fetch(product.origin + address())).bytes()).length;
    const sum = (names: string[]) => names.map(gzip).reduce((total, size) => total + size, 0);
    expect(styles).toHaveLength(1);
    expect(scripts).not.toHaveLength(0);
    expect(sum(scripts)).toBeLessThan(mostScript);
    expect(html + sum(styles) + sum(scripts)).toBeLessThan(105_000);
  });
});

it('tells when there is nothing, with two ways back', async () => {
  const answer = await fetch(`${product.origin}/bestaat/niet`);
  expect(answer.status).toBe(404);
  const page = await open('/bestaat-niet');
  expect(await page.title()).toBe('404 Page Not Found');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  expect((await linksIn(page, 'main')).map(([, href]) => href)).toEqual(['/', '/mediabibliotheek']);
});

it('prints the picture, its words and its address, and nothing that leads elsewhere', async () => {
  const page = await open(itemPath);
  await page.emulateMedia({ media: 'print' });
  for (const shown of [
    'main h1',
    '.item__media img',
    '.facts',
    `text=${product.origin}${itemPath}`,
  ])
    expect([shown, await page.locator(shown).isVisible()]).toEqual([shown, true]);
  expect(await page.locator('header, footer, nav').filter({ visible: true }).count()).toBe(0);
});

it('complained about nothing but the page that is not there', () => {
  const isExpected = (text: string) => text.startsWith('/bestaat-niet: Failed to load');
  expect(complaints.filter((text) => !isExpected(text))).toEqual([]);
});
