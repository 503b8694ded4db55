/** Every page of the panel: accessibility (WCAG 2.2 AA), and on a phone. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { InvitationAnswer } from '@veldlicht/contract/access-link';
import type { GuardAnswer } from '@veldlicht/contract/guard';
import type { Settings } from '@veldlicht/contract/settings';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, findings } from '../support/axe-findings.ts';
import { follow, press, startJourney, toast } from '../support/journey.ts';
import { owner, waitFor } from '../support/product.ts';

const pages = [
  ['/admin', 'Dashboard'],
  ['/admin/visits', 'Visits'],
  ['/admin/media', 'Media Library'],
  ['/admin/categories', 'Categories and Tags'],
  ['/admin/notes', 'Blogs'],
  ['/admin/series', 'Portfolio'],
  ['/admin/species', 'Species'],
  ['/admin/guard', 'Guard list'],
  ['/admin/leaks', 'Words to check'],
  ['/admin/contacts', 'Contacts'],
  ['/admin/publishing', 'History'],
  ['/admin/moving', 'Moving in and out'],
  ['/admin/users', 'Users'],
  ['/admin/audit', 'Audit log'],
  ['/admin/website-settings', 'Website settings'],
  ...['about', 'contact', 'mail', 'social', 'rights', 'analytics', 'security'].map(
    (part) => [`/admin/website-settings#${part}`, 'Website settings'] as const,
  ),
  ['/admin/settings', 'My account'],
] as const;

const journey = startJourney();
let page: Page;
const underWay = new Set<Request>();

/** Link of an invitation that is not accepted. */
let link: string;

/** Adds a passkey to the account, with a virtual authenticator. */
async function addPasskey(): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const),
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  await journey.enter(page);
  await follow(page, '/admin/settings');
  await press(page, 'Add passkey');
  await page.getByText('Never used').waitFor();
  await devtools.detach();
}

beforeAll(async () => {
  page = await journey.newPage({ reducedMotion: 'reduce' });
  await addPasskey();
  const iris = { username: 'iris', email: 'iris@example.nl', role: 'editor', status: 'active' };
  const invited = await journey.client.call<InvitationAnswer>(
    'POST',
    '/api/admin/invitations',
    iris,
  );
  link = invited.link ?? '';
  const message = { name: 'Bo', email: 'bo@example.nl', phone: '', message: 'Is de vos te koop?' };
  await journey.client.call('POST', '/api/contact', message);
  page.on('request', (request) => {
    // Ignores the event stream, which stays open.
    if (request.resourceType() !== 'eventsource') underWay.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => underWay.delete(request)); // both events have the same type
});

/** Loads the page. */
async function open(address: string, title: string): Promise<void> {
  underWay.clear();
  const answer = await page.goto(journey.origin + address);
  expect(answer?.status()).toBe(200);
  await isShown(title);
}

/** Goes there within the panel, which keeps axe loaded. */
async function goTo(address: string, title: string): Promise<void> {
  underWay.clear();
  await follow(page, address);
  await isShown(title);
}

async function isShown(title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await hasItsData();
}

async function hasItsData(): Promise<void> {
  await waitFor('the data of the page', async () => {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
    return underWay.size === 0;
  });
}

/** Height of a page above its list, or of the whole page without a list. */
const heightBeforeList = () =>
  page.evaluate<number>(`(() => {
    const list = document.querySelector('main :is(table, ul[aria-label], [data-list])');
    const end = list ? list.getBoundingClientRect().top : document.querySelector('main').getBoundingClientRect().bottom;
    return Math.round(end + scrollY);
  })()`);
const MOST_HEIGHT = 1200;

const sizes = [
  ['a desktop', { width: 1280, height: 800 }],
  ['a tablet', { width: 768, height: 1024 }],
  ['a phone', { width: 360, height: 740 }],
] as const;
const phone = sizes[2][1];

/**
 * Controls outside the window, and the distance that the page scrolls sideways. The categories of the
 * library are excluded: they scroll in a strip on a phone.
 */
const outside = `(() => {
  const width = document.documentElement.clientWidth;
  const controls = [...document.querySelectorAll(
    'main :is(button, a, input, [role=combobox]):not(.categories-filter *)',
  )];
  const lost = controls.filter((control) => {
    const { left, right, width: wide } = control.getBoundingClientRect();
    return wide > 1 && (left < 0 || right > width);
  });
  const sideways = document.documentElement.scrollWidth - width;
  return { sideways, lost: lost.map((control) => control.ariaLabel || control.innerText) };
})()`;

/** Makes the colours of another theme appear at once. */
const withoutTransitions = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { transition: none !important; }');
  document.adoptedStyleSheets = [sheet];
}`;

/**
 * Runs axe on the page at three widths, and for contrast in the dark theme. Looks at it first at each width if asked.
 * Begins and ends at the widest one, as each change of the window lays out the page again.
 */
async function expectNoFindings(look = async () => {}): Promise<void> {
  await page.evaluate(withoutTransitions);
  for (const [name, size] of sizes) {
    await page.setViewportSize(size);
    await look();
    expect(await findings(page), `light, on ${name}`).toEqual([]);
  }
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`);
  for (const [name, size] of sizes.toReversed()) {
    await page.setViewportSize(size);
    expect(await faultsOf(page, ['color-contrast']), `dark, on ${name}`).toEqual([]);
  }
  await page.evaluate(`document.documentElement.dataset.theme = 'light'`);
}

/** Checks the number and the total size of the scripts and styles loaded so far. */
async function expectFewScripts(most: number, bytes: number): Promise<void> {
  await page.waitForLoadState('networkidle');
  const names = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name)",
  );
  const code = new Set(names.filter((name) => /\.(?:js|css)$/.test(name)));
  const bodies = await Promise.all(
    [...code].map(async (name) => Buffer.from(await (await fetch(name)).arrayBuffer())),
  );
  const lengths = bodies.map((body) => gzipSync(body, { level: 9 }).length);
  expect(lengths).not.toEqual([]);
  expect(lengths.length).toBeLessThanOrEqual(most);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(bytes);
}

it('pages before sign-in have no findings, and the first loads few scripts and styles', async () => {
  await page.context().clearCookies();
  await page.goto(`${journey.origin}/admin/login`);
  await page.getByLabel('Username').waitFor();
  // Half of it is React.
  await expectFewScripts(8, 150_000);
  await page.getByText('Can’t sign in?').click();
  await expectNoFindings();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByText('This site sends no email yet').waitFor();
  await expectNoFindings();
  for (const [address, text] of [
    [link, 'Your username is iris'],
    [`${link.slice(0, -4)}gone`, 'This link doesn’t work any more'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByText(text).waitFor();
    await expectNoFindings();
  }
  await journey.enter(page);
});

it('a message has no findings', async () => {
  await goTo('/admin/contacts', 'Contacts');
  await press(page, 'View the message from Bo');
  await page.getByRole('dialog').getByText('Is de vos te koop?').waitFor();
  await expectNoFindings();
  await page.keyboard.press('Escape');
});

it('opens the menu as a drawer on a phone, and folds it by Ctrl+B on a desktop, with few scripts', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await goTo('/admin', 'Dashboard');
  expect(await page.getByRole('link', { name: 'Media', exact: true }).isVisible()).toBe(false);
  await page.keyboard.press('Control+b');
  await page.getByRole('link', { name: 'Media', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Media', exact: true }).waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await heightBeforeList()).toBeLessThanOrEqual(MOST_HEIGHT);
  const width = async () => (await page.locator('aside').first().boundingBox())?.width;
  await expect.poll(width).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(48);
  await open('/admin', 'Dashboard');
  await expect.poll(width).toBe(48);
  await expectFewScripts(15, 300_000);
  await open('/admin/media', 'Media Library');
  await expectFewScripts(15, 300_000);
});

/** Position of the focused field, and the space between the header and the save bar. */
const focusedField = `(() => {
  const field = document.activeElement;
  const bar = document.querySelector('[data-save-bar]');
  if (!field.closest('main form') || bar.contains(field)) return null;
  const { top, bottom } = field.getBoundingClientRect();
  const from = document.querySelector('header').getBoundingClientRect().bottom;
  const to = bar.getBoundingClientRect().top;
  return { name: field.name || field.id || field.innerText, top, bottom, from, to };
})()`;
interface FocusedField {
  name: string;
  top: number;
  bottom: number;
  from: number;
  to: number;
}

it.each(sizes)('keeps the focused field clear of the save bar, on %s', async (_name, size) => {
  await page.setViewportSize(size);
  await goTo('/admin/website-settings#about', 'Website settings');
  const fields = page.locator('main form :is(input, textarea):visible');
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen = new Set<string>();
    await (key === 'Tab' ? fields.first() : fields.last()).focus();
    for (;;) {
      const field = await page.evaluate<FocusedField | null>(focusedField);
      if (!field) break;
      const { name, top, bottom, from, to } = field;
      expect({ name, clear: top >= from && bottom <= to }).toEqual({ name, clear: true });
      seen.add(name);
      await page.keyboard.press(key);
    }
    expect(seen.size).toBeGreaterThan(1);
  }
});

it('leads to the section of the settings with a refused field', async () => {
  await goTo('/admin/website-settings#analytics', 'Website settings');
  await page.getByLabel('Google Analytics ID').fill('G-1');
  await page.getByRole('link', { name: 'Rights' }).click();
  await page.getByLabel('Copyright holder').fill('Noor');
  await press(page, 'Save settings');
  const field = page.getByLabel('Google Analytics ID');
  await expect.poll(() => field.evaluate((it) => it.matches(':focus'))).toBe(true);
  await field.fill('');
  await press(page, 'Save settings');
  await toast(page, 'Website settings updated successfully');
  const { profile } = await journey.client.call<Settings>('GET', '/api/settings');
  expect(profile.copyrightHolder).toBe('Noor');
});

describe('with texts of maximum length', () => {
  const word = (length: number) => 'W'.repeat(length);

  beforeAll(async () => {
    const { client } = journey;
    // Axe takes seconds for the whole list, whose rows are all alike.
    const { rules } = await client.call<GuardAnswer>('GET', '/api/admin/guard');
    await client.call('PUT', '/api/admin/guard', { rules: rules.slice(0, 8) });
    for (const type of ['category', 'tag'])
      await client.call('POST', '/api/admin/categories', { name: word(100), type });
    const person = { name: word(100), email: `${word(60)}@${word(60)}.nl`, message: word(200) };
    await client.call('POST', '/api/contact', { ...person, phone: '' });
    const user = { username: word(50), email: person.email, role: 'editor', status: 'active' };
    await client.call('POST', '/api/admin/users', { ...user, password: owner.password });
    const { objectPath } = await client.upload(new Uint8Array(await plainPicture(1)), 'image/jpeg');
    const texts = { title: word(200), description: word(200), location: word(200) };
    const tags = [word(100)];
    await client.addMedia({ ...texts, tags, category: word(100), imageUrl: objectPath });
    await waitFor('the item on the site', async () =>
      (await journey.html('/mediabibliotheek')).includes(word(200)),
    );
  });

  it.each(pages)('%s has no findings, and fits the window', async (address, title) => {
    await page.setViewportSize(sizes[0][1]);
    await goTo(address, title);
    // The dashboard repeats the names; its limit is for texts of common length.
    if (address !== '/admin') expect(await heightBeforeList()).toBeLessThanOrEqual(MOST_HEIGHT);
    await expectNoFindings(async () =>
      expect(await page.evaluate(outside)).toEqual({ sideways: 0, lost: [] }),
    );
  });

  it('every page fits the narrowest window in Dutch, which has longer words', async () => {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.evaluate(`localStorage.setItem('admin-language', 'nl')`);
    await open('/admin', 'Dashboard');
    const titles = new Set<string>();
    for (const [address] of pages) {
      underWay.clear();
      await follow(page, address);
      if (!address.includes('#'))
        await waitFor(`the title of ${address}`, async () => !titles.has(await page.title()));
      titles.add(await page.title());
      await hasItsData();
      expect(await page.evaluate(outside), address).toEqual({ sideways: 0, lost: [] });
    }
    await page.evaluate(`localStorage.removeItem('admin-language')`);
  });

  it('the library and the page of the item fit the window', async () => {
    await page.setViewportSize(phone);
    await page.goto(`${journey.origin}/mediabibliotheek`);
    expect(await page.evaluate(outside)).toEqual({ sideways: 0, lost: [] });
    const address = await page.locator('a[href^="/foto/"]').first().getAttribute('href');
    await page.goto(journey.origin + address);
    expect(await page.evaluate(outside)).toEqual({ sideways: 0, lost: [] });
  });
});

it('has no script too small for a request of its own', () => {
  const assets = path.join(import.meta.dirname, '../../../admin-ui/dist/assets');
  // Two exceptions: the script before the first paint, and the bundler's runtime.
  const scripts = readdirSync(assets).filter((name) =>
    /^(?!theme-boot|rolldown-runtime).*\.js$/.test(name),
  );
  const small = scripts.filter((name) => statSync(path.join(assets, name)).size < 10_000);
  expect(scripts.length).toBeGreaterThan(5);
  expect(small).toEqual([]);
});

it('puts planned items of the menu behind one button', async () => {
  await page.setViewportSize(sizes[0][1]);
  await open('/admin', 'Dashboard');
  // Unfolds the menu.
  await page.keyboard.press('Control+b');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  expect(await menu.getByText('Reviews').isVisible()).toBe(false);
  await menu.getByText('Later').click();
  expect(await menu.getByRole('button', { name: 'Reviews' }).isDisabled()).toBe(true);
});
