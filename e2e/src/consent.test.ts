/** Nothing of Google before a visitor agrees, and nothing after they change their mind (product decisions §6, T23). */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { closePages } from './browser.ts';
import { startJourney } from './journey.ts';
import { waitFor } from './product.ts';

const ID = 'G-TEST12345';
const SCRIPT = `https://www.googletagmanager.com/gtag/js?id=${ID}`;
const COLLECT = 'https://region1.google-analytics.com/g/collect';

/** What stands in for Google's script: sets its cookies and sends one view. */
const double = `
  document.cookie = '_ga=GA1.1.1; Path=/';
  document.cookie = '_ga_TEST12345=GS2; Path=/';
  document.cookie = 'taal=nl; Path=/';
  fetch('${COLLECT}', { method: 'POST', mode: 'no-cors' });`;

const journey = startJourney({
  // One violation is meant, and one page is not there.
  isExpected: (complaint) => complaint.includes(SCRIPT) || complaint.startsWith('/bestaat-niet'),
});

async function setId(id: string | null): Promise<void> {
  await journey.client.call('PATCH', '/api/settings', { googleAnalyticsId: id });
  await waitFor(
    'the site to follow',
    async () => (await journey.html('/')).includes('data-consent') === (id !== null),
  );
}
afterEach(closePages);

interface Visit {
  page: Page;
  /** Every request that left for somebody else. */
  elsewhere: string[];
}

/** A new visitor; requests to others are answered here. */
async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
  const page = await journey.visit('/licentie', options);
  const elsewhere: string[] = [];
  await page.context().route(
    (url) => url.origin !== journey.origin,
    async (route) => {
      elsewhere.push(route.request().url());
      const isScript = route.request().url().startsWith('https://www.googletagmanager.com/gtag/js');
      await route.fulfill(
        isScript ? { contentType: 'text/javascript', body: double } : { status: 204 },
      );
    },
  );
  await page.goto(journey.origin);
  return { page, elsewhere };
}

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
const choose = (page: Page, name: string) => page.getByRole('button', { name }).click();
const policyOf = async (address: string) => {
  const html = await journey.html(address);
  return /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
};
const googleHosts = (policy: string) => policy.match(/\S*google\S*/g) ?? [];
const pages = ['/', '/mediabibliotheek', '/bestaat-niet'];

describe('a site without an analytics id', () => {
  it('has no banner, no word of Google and a policy that keeps it out', async () => {
    for (const address of pages) {
      const html = await journey.html(address);
      expect([address, html.match(/[Gg]oogle|gtag|data-consent|data-cookies/)]).toEqual([
        address,
        null,
      ]);
      expect(await policyOf(address)).toContain("script-src 'self'");
    }
    const { page, elsewhere } = await visit();
    const blocked = await page.evaluate<string>(`new Promise((resolve) => {
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
      const script = document.createElement('script');
      script.src = '${SCRIPT}';
      document.head.append(script);
    })`);
    expect([blocked, elsewhere]).toEqual(['script-src-elem', []]);
  });
});

describe('a site with an analytics id', () => {
  beforeAll(() => setId(ID));

  it('opens its policy to Google Analytics, and to nobody else', async () => {
    const sends = [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://*.googletagmanager.com',
    ];
    for (const address of pages) {
      const policy = await policyOf(address);
      const directive = (name: string) =>
        policy.split(';').find((part) => part.trim().startsWith(`${name} `)) ?? '';
      expect(googleHosts(directive('script-src'))).toEqual(['https://www.googletagmanager.com']);
      expect(googleHosts(directive('connect-src'))).toEqual(sends);
      expect(googleHosts(directive('img-src'))).toEqual(sends);
      expect(googleHosts(policy)).toHaveLength(7);
      expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
    }
  });

  it('asks first, with two answers of equal weight', async () => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      const { page, elsewhere } = await visit({ viewport, reducedMotion: 'reduce' });
      await banner(page).waitFor();
      const looks = await page.evaluate<string[]>(`
        [...document.querySelectorAll('[data-choice]')].map((button) => {
          const { fontSize, fontWeight, color, backgroundColor, border } = getComputedStyle(button);
          const { offsetWidth, offsetHeight } = button;
          const facts = [fontSize, fontWeight, color, backgroundColor, border, offsetWidth, offsetHeight];
          return facts.join(' ');
        })`);
      expect(looks).toHaveLength(2);
      expect(looks[0]).toBe(looks[1]);
      expect(elsewhere).toEqual([]);
      if (viewport.width === 360) expect(await findings(page)).toEqual([]);
    }
  });

  it('leaves the words and links of the first screen in view, and shifts nothing', async () => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      const { page } = await visit({ viewport });
      await banner(page).waitFor();
      const shift = await page.evaluate<number>(`new Promise((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        document.fonts.ready.then(() => setTimeout(() => resolve(0), 300));
      })`);
      expect(shift, `${viewport.width}`).toBeLessThan(0.005);
      await waitFor(`the links to stand clear at ${viewport.width}`, () =>
        page.evaluate<boolean>(`(() => {
          const sheet = document.querySelector('.consent').getBoundingClientRect();
          return [...document.querySelectorAll('.hero h1, .hero__subtitle, .hero__links a')]
            .map((part) => part.getBoundingClientRect())
            .every(({ top, bottom, right }) =>
              top > 60 && bottom <= innerHeight && (bottom <= sheet.top || right <= sheet.left));
        })()`),
      );
    }
  });

  it('loads Google’s script once after Accepteren, on this page and the next', async () => {
    const { page, elsewhere } = await visit();
    await choose(page, 'Accepteren');
    await waitFor('a view to be sent', () => elsewhere.includes(COLLECT));
    expect(elsewhere).toEqual([SCRIPT, COLLECT]);
    expect(await banner(page).isVisible()).toBe(false);
    const commands = await page.evaluate<unknown[]>(
      "dataLayer.filter(([name]) => name !== 'js').map((command) => [...command])",
    );
    expect(commands).toEqual([
      ['consent', 'default', expect.objectContaining({ ad_storage: 'denied' })],
      ['config', ID, expect.objectContaining({ anonymize_ip: true, allow_google_signals: false })],
    ]);
    elsewhere.length = 0;
    await page.goto(`${journey.origin}/mediabibliotheek`);
    await waitFor('a view to be sent', () => elsewhere.includes(COLLECT));
    expect(elsewhere).toEqual([SCRIPT, COLLECT]);
    expect(await page.locator('script[src*="googletagmanager"]').count()).toBe(1);
    expect(await banner(page).isVisible()).toBe(false);
  });

  it('takes everything of Google away again when somebody thinks better of it', async () => {
    const { page, elsewhere } = await visit();
    await choose(page, 'Accepteren');
    await waitFor('its cookies', () => page.evaluate<boolean>("document.cookie.includes('_ga_')"));
    await choose(page, 'Cookies');
    await banner(page).waitFor();
    await choose(page, 'Weigeren');
    expect(await page.evaluate('document.cookie')).toBe('taal=nl');
    expect(await page.evaluate(`window['ga-disable-${ID}']`)).toBe(true);
    expect(await page.locator('script[src*="googletagmanager"]').count()).toBe(0);
    expect(await page.evaluate("document.activeElement.matches('[data-cookies]')")).toBe(true);
    elsewhere.length = 0;
    await choose(page, 'Cookies');
    await choose(page, 'Accepteren');
    expect(await page.evaluate(`window['ga-disable-${ID}']`)).toBe(false);
    await choose(page, 'Cookies');
    await choose(page, 'Weigeren');
    await page.reload();
    await page.waitForLoadState('load');
    expect(await page.evaluate(`window['ga-disable-${ID}']`)).toBe(true);
    expect(elsewhere).toEqual([]);
  });

  it('asks nothing more after Weigeren, until six months have passed', async () => {
    const { page, elsewhere } = await visit();
    await choose(page, 'Weigeren');
    await page.reload();
    await waitFor('the answer to be read', () =>
      page.evaluate<boolean>(`window['ga-disable-${ID}'] === true`),
    );
    expect(await banner(page).isVisible()).toBe(false);
    await page.evaluate(`{
      const kept = JSON.parse(localStorage.getItem('veldlicht-cookies'));
      kept.at -= 190 * 86_400_000;
      localStorage.setItem('veldlicht-cookies', JSON.stringify(kept));
    }`);
    await page.reload();
    await banner(page).waitFor();
    expect(elsewhere).toEqual([]);
  });

  it('takes a browser that says no at its word, and its owner who then says yes', async () => {
    const { page, elsewhere } = await visit();
    await page.addInitScript(
      "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })",
    );
    await page.reload();
    await waitFor('the answer to be taken', () =>
      page.evaluate<boolean>(`window['ga-disable-${ID}'] === true`),
    );
    expect([await banner(page).isVisible(), elsewhere]).toEqual([false, []]);
    await choose(page, 'Cookies');
    await choose(page, 'Accepteren');
    await waitFor('a view to be sent', () => elsewhere.includes(COLLECT));
  });

  it('closes its policy again when the id goes', async () => {
    await setId(null);
    for (const address of pages) expect(googleHosts(await policyOf(address))).toEqual([]);
  });
});
