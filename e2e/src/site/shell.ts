/** The frame of every public page: bar, menu and footer; accessibility and weight. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { faultsOf, findings } from '../support/axe-findings.ts';
import { calm, type Journey, press, toast } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
};
/** Longer than any line on a phone. */
export const longWord = 'Hottentottententententoonstellingsvoorbereidingswerkzaamhedencommissie';
export const profile = {
  photographer: 'Noor van der Heide',
  heroTitle: 'Waar het licht valt',
  aboutLong: `# Exposities\n\n- [de Veluwe](/mediabibliotheek)\n- ${longWord}`,
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
const links = [
  ['Home', '/'],
  ['Mediabibliotheek', '/mediabibliotheek'],
  ['Kaart', '/kaart'],
  ['Over Mij', '/#over-mij'],
  ['Contact', '/#contact'],
];
/** The business, and the networks with an address. */
const networks = [
  ['Bureau Heide', 'https://bureau.voorbeeld.nl'],
  ['Instagram', 'https://instagram.voorbeeld.nl/noor'],
  ['LinkedIn', 'https://linkedin.voorbeeld.nl/noor'],
];

/** Text and address of every link in the n-th match of a selector. */
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

/** Its tests, on a site with this profile and some items, one of them at `itemPath`. */
export function describeShell(journey: Journey, itemPath: () => string): void {
  const open = journey.visit;
  const addresses = () => [
    '/',
    '/mediabibliotheek',
    '/mediabibliotheek/archief/1',
    itemPath(),
    '/bericht-verzonden',
    '/licentie',
    '/over',
    '/bestaat-niet',
  ];

  it('has a page about the photographer, with the portrait chosen in the panel', async () => {
    const panel = await journey.panel('/admin/website-settings#about');
    await press(panel, 'Choose a photo');
    await panel.getByRole('dialog').getByLabel('Search media').fill('ree');
    // Does not save yet.
    await panel.keyboard.press('Enter');
    expect(await findings(panel)).toEqual([]);
    await panel.getByRole('dialog').getByRole('listitem').getByRole('button').first().click();
    await press(panel, 'Save settings');
    await toast(panel, 'Website settings updated successfully');
    await waitFor('the portrait', async () => /Portret van/.test(await journey.html('/over')));
    const page = await open('/');
    await page.getByRole('heading', { level: 1, name: profile.heroTitle }).waitFor();
    const about = await page.locator('#over-mij').innerText();
    expect(about).toContain('Eerste regel\nTweede regel');
    expect(await linksIn(page, '#over-mij')).toEqual([['Meer over mij', '/over'], networks[0]]);
    const mail = page.locator('#contact a[href="mailto:noor@voorbeeld.nl"]');
    expect(await mail.innerText()).toBe('noor@voorbeeld.nl');
    await page.getByRole('link', { name: 'Meer over mij' }).click();
    await page.getByRole('heading', { name: 'Exposities', level: 2 }).waitFor();
    const portrait = page.getByRole('img', { name: `Portret van ${profile.photographer}` });
    await expect.poll(() => portrait.evaluate((img) => img.naturalWidth)).not.toBe(0);
  });

  it('scrolls to a section of home below the bar, before the pictures have loaded', async () => {
    const context = await journey.browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/media/**', async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto(`${journey.origin}/mediabibliotheek/archief/1`, { waitUntil: 'commit' });
    await page.locator('header nav').getByText('Contact').click();
    await page.waitForURL('**/#contact', { waitUntil: 'commit' });
    // Measured each time, as the page is only partly laid out at first.
    const bar = () => page.locator('header').evaluate((element) => element.clientHeight);
    const gap = async () => Math.abs((await topOf(page, '#contact')) - (await bar()));
    await waitFor('the section', async () => (await gap()) < 2);
    release();
    await page.waitForLoadState('load');
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    await expect.poll(gap).toBeLessThan(2);
    expect(await topOf(page, '#contact h2')).toBeGreaterThan(await bar());
  });

  it('has the whole name beside the links at any width, on a shared shade where they nearly touch', async () => {
    const page = await open('/', { ...calm, viewport: { width: 768, height: 1024 } });
    await page.evaluate(`(() => {
      const nav = document.querySelector('.top-bar__nav');
      const more = nav.querySelector('[data-more]');
      for (const word of ['Reeksen', 'Veldnotities', 'Soorten']) {
        const link = more.cloneNode();
        link.textContent = word;
        link.toggleAttribute('data-more', word === 'Soorten');
        more.before(link);
      }
      document.querySelector('.top-bar').dataset.bright = 'links';
    })()`);
    const found = () =>
      page.evaluate<unknown>(`(() => {
        const name = document.querySelector('.top-bar .wordmark');
        const nav = document.querySelector('.top-bar__nav');
        const isCut = name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight;
        const isClear = name.getBoundingClientRect().right < nav.getBoundingClientRect().left;
        const [a, b] = [name, nav].map((part) => getComputedStyle(part).color);
        return { isCut, isClear, isAlike: a === b, beyond: document.documentElement.scrollWidth - innerWidth };
      })()`);
    for (const width of [768, 900, 1024, 1152, 1280]) {
      await page.setViewportSize({ width, height: 1024 });
      const right = { isCut: false, isClear: true, isAlike: width < 1024, beyond: 0 };
      expect([width, await found()]).toEqual([width, right]);
    }
  });

  describe('the menu on phones', () => {
    const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true });

    it('fits beside a name of sixty letters', async () => {
      const page = await open('/licentie', { viewport: { width: 320, height: 700 } });
      await page.locator('.wordmark').evaluateAll((marks) => {
        for (const mark of marks) {
          mark.textContent = 'Annemarie-Willemijn van der Kruijssen-Oosterhuis fotografie';
          mark.toggleAttribute('data-long', true);
        }
      });
      const fits = async (place: string, width: number) => {
        const boxes = ['.wordmark', '.menu-button'].map((part) =>
          page.locator(`${place} ${part}`).boundingBox(),
        );
        const [name, button] = await Promise.all(boxes);
        if (!name || !button) throw new Error(`${place} is not shown`);
        expect(name.x + name.width).toBeLessThanOrEqual(button.x);
        expect(button.x + button.width).toBeLessThanOrEqual(width);
        expect(name.height).toBeLessThan(60);
      };
      await fits('.top-bar', 320);
      await page.getByRole('button', { name: 'Menu' }).click();
      await fits('.menu__head', 320);
      await page.setViewportSize({ width: 390, height: 700 });
      await fits('.menu__head', 390);
      await page.keyboard.press('Escape');
      await menu(page).waitFor({ state: 'hidden' });
      await fits('.top-bar', 390);
    });

    it('opens by touch over the whole screen, makes the page behind it inert, and closes on a link', async () => {
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

    it('works by keyboard and returns the focus', async () => {
      const page = await open(itemPath(), { ...phone, ...calm });
      const button = page.getByRole('button', { name: 'Menu' });
      await button.focus();
      await page.keyboard.press('Enter');
      await menu(page).waitFor();
      const focused = () => page.evaluate('document.activeElement.textContent.trim()');
      await waitFor('the focus inside', async () => (await focused()) === 'Sluit menu');
      for (const [label] of links) {
        await page.keyboard.press('Tab');
        expect(await focused()).toBe(label);
      }
      await page.keyboard.press('Escape');
      await menu(page).waitFor({ state: 'hidden' });
      await waitFor('the focus back', async () => (await focused()) === 'Menu');
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    });
  });

  describe('every page', () => {
    it('is accessible, links everywhere, stays light on a dark system, and requests nothing from others', async () => {
      const page = await open('/licentie', { ...calm, colorScheme: 'dark' });
      for (const address of addresses()) {
        await page.goto(journey.origin + address);
        expect([address, await faultsOf(page)]).toEqual([address, []]);
        // Sections are in-page links on home, and links to home elsewhere.
        const own = links.map(([label, href]) => [
          label,
          address === '/' ? href?.replace('/#', '#') : href,
        ]);
        expect([address, await linksIn(page, 'header nav')]).toEqual([address, own]);
        expect([address, await linksIn(page, 'footer nav')]).toEqual([address, own]);
        expect([address, await linksIn(page, 'footer nav', 1)]).toEqual([address, networks]);
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
      }
      // The last one is the 404 page, with two links back.
      expect(await page.title()).toBe('404 Page Not Found');
      expect((await linksIn(page, 'main')).map(([, href]) => href)).toEqual([
        ...['/', '/mediabibliotheek'],
      ]);
    });

    it('is accessible on a phone and fits it, also with letters twice as large', async () => {
      const page = await open('/licentie', { ...phone, ...calm });
      for (const address of addresses()) {
        await page.goto(journey.origin + address);
        // The other pages have the same parts.
        if (['/', '/mediabibliotheek', itemPath()].includes(address))
          expect([address, await faultsOf(page)]).toEqual([address, []]);
        const width = () => page.evaluate('document.documentElement.scrollWidth');
        expect([address, await width()]).toEqual([address, 360]);
        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        expect([`${address} enlarged`, await width()]).toEqual([`${address} enlarged`, 360]);
      }
    });
  });

  describe('the files that a page loads at first', () => {
    const assets = (...parts: string[]) => path.join(journey.product.dataDir, 'public', ...parts);

    it('are small on home, the library and a photo, with one stylesheet', async () => {
      const page = await open('/robots.txt', calm);
      for (const [address, mostScript] of [
        ['/', 15_000],
        ['/mediabibliotheek', 30_000],
        [itemPath(), 15_000],
      ] as const) {
        await page.goto(journey.origin + address, { waitUntil: 'networkidle' });
        const files = await page.evaluate<string[]>(
          "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
        );
        const sum = (names: string[]) =>
          names.map((name) => statSync(assets(`${name}.gz`)).size).reduce((a, b) => a + b, 0);
        const styles = files.filter((file) => file.endsWith('.css'));
        const scripts = files.filter((file) => /^\/_astro\/.*\.js$/.test(file));
        const html = gzipSync(await journey.html(address)).length;
        // Besides the stylesheets for print, which browsers fetch last, and for the map.
        const shown = styles.filter((file) => !/\/(?:print|map)\./.test(file));
        expect([address, shown.length]).toEqual([address, 1]);
        expect(sum(shown)).toBeLessThan(10_000);
        expect([address, scripts.length]).not.toEqual([address, 0]);
        expect(sum(scripts), address).toBeLessThan(mostScript);
        expect(html + sum(styles) + sum(scripts), address).toBeLessThan(105_000);
      }
    });

    it('include no schema library, even after a click', () => {
      const scripts = readdirSync(assets('_astro')).filter((name) => name.endsWith('.js'));
      expect(scripts).not.toEqual([]);
      const withSchemas = scripts.filter((name) =>
        readFileSync(assets('_astro', name), 'utf8').includes('$ZodType'),
      );
      expect(withSchemas).toEqual([]);
    });
  });
}
