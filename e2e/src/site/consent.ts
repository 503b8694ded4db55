/** Nothing from Google before a visitor consents, nor after they withdraw it (T23). */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { calm, type Journey } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

const ID = 'G-TEST12345';
/** Address of Google's script. */
export const SCRIPT = `https://www.googletagmanager.com/gtag/js?id=${ID}`;
const COLLECT = 'https://region1.google-analytics.com/g/collect';

/** Test double of Google's script: sets its cookies and sends one view. */
const double = `
  document.cookie = '_ga=GA1.1.1; Path=/';
  document.cookie = '_ga_TEST12345=GS2; Path=/';
  document.cookie = 'taal=nl; Path=/';
  fetch('${COLLECT}', { method: 'POST', mode: 'no-cors' });`;

interface Visit {
  page: Page;
  /** Every request to another origin. */
  elsewhere: string[];
}

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
const choose = (page: Page, name: string) => page.getByRole('button', { name }).click();
const isOff = (page: Page) => page.evaluate<boolean>(`window['ga-disable-${ID}'] === true`);
const scriptsOf = (page: Page) => page.locator('script[src*="googletagmanager"]').count();
const googleHosts = (policy: string) => policy.match(/\S*google\S*/g) ?? [];
const pages = ['/', '/mediabibliotheek', '/bestaat-niet'];

/** Its tests, on a site without an analytics id, which they restore. */
export function describeConsent(journey: Journey): void {
  async function setId(id: string | null): Promise<void> {
    await journey.client.call('PATCH', '/api/settings', { googleAnalyticsId: id });
    await waitFor(
      'the site to follow',
      async () => (await journey.html('/')).includes('data-consent') === (id !== null),
    );
  }
  const policyOf = async (address: string) => {
    const html = await journey.html(address);
    return /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  };

  /** A new visitor on the home page; requests to other origins are answered here. */
  async function visit(script = ''): Promise<Visit> {
    const page = await journey.visit('/robots.txt', calm);
    await page.addInitScript(script);
    const elsewhere: string[] = [];
    await page.context().route(
      (url) => url.origin !== journey.origin,
      async (route) => {
        const address = route.request().url();
        elsewhere.push(address);
        const isScript = address.startsWith('https://www.googletagmanager.com/gtag/js');
        await route.fulfill(
          isScript ? { contentType: 'text/javascript', body: double } : { status: 204 },
        );
      },
    );
    await page.goto(journey.origin);
    return { page, elsewhere };
  }

  it('is not asked on a site without an analytics id, whose policy blocks Google', async () => {
    for (const address of pages) {
      const html = await journey.html(address);
      const found = html.match(/[Gg]oogle|gtag|data-consent|data-cookies/);
      expect([address, found]).toEqual([address, null]);
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

  describe('consent on a site with an analytics id', () => {
    it('opens the policy of every page to Google Analytics only', async () => {
      await setId(ID);
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

    it('is asked with two equal answers, clear of text and links, without a layout shift', async () => {
      const { page, elsewhere } = await visit();
      await banner(page).waitFor();
      const shift = await page.evaluate<number>(`new Promise((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        document.fonts.ready.then(() => setTimeout(() => resolve(0), 300));
      })`);
      expect(shift).toBeLessThan(0.005);
      for (const [width, height] of [
        [1280, 800],
        [1280, 600],
        [844, 390],
        [768, 1024],
        [400, 800],
        [360, 640],
        [360, 560],
        [320, 568],
      ] as const) {
        await page.setViewportSize({ width, height });
        const looks = await page.evaluate<string[]>(`
        [...document.querySelectorAll('[data-choice]')].map((button) => {
          const { fontSize, fontWeight, color, backgroundColor, border } = getComputedStyle(button);
          const { offsetWidth, offsetHeight } = button;
          const facts = [fontSize, fontWeight, color, backgroundColor, border, offsetWidth, offsetHeight];
          return facts.join(' ');
        })`);
        expect(looks).toHaveLength(2);
        expect(looks[0]).toBe(looks[1]);
        await waitFor(`the links to stand clear at ${width}`, () =>
          page.evaluate<boolean>(`(() => {
          const sheet = document.querySelector('.consent').getBoundingClientRect();
          return [...document.querySelectorAll('.hero h1, .hero__subtitle, .hero__links a')]
            .map((part) => part.getBoundingClientRect())
            .every(({ top, bottom, left, right }) =>
              top > 60 && bottom <= Math.max(innerHeight, 512) &&
              (bottom <= sheet.top || right <= sheet.left || left >= sheet.right));
        })()`),
        );
      }
      expect(elsewhere).toEqual([]);
      expect(await findings(page)).toEqual([]);
      // At 400 % half of the screen is left for the page.
      await page.setViewportSize({ width: 320, height: 256 });
      await page.evaluate('scrollTo(0, 600)');
      const free = await page.evaluate<number>(`
        document.querySelector('.consent').getBoundingClientRect().top -
        Math.max(0, document.querySelector('.top-bar').getBoundingClientRect().bottom)`);
      expect(free).toBeGreaterThanOrEqual(127);
    });

    it('loads Google’s script once after Accepteren, and removes all traces of it after Weigeren', async () => {
      const { page, elsewhere } = await visit();
      await choose(page, 'Accepteren');
      await waitFor('a view to be sent', () => elsewhere.includes(COLLECT));
      expect(await banner(page).isVisible()).toBe(false);
      const commands = await page.evaluate<unknown[]>(
        "dataLayer.filter(([name]) => name !== 'js').map((command) => [...command])",
      );
      const config = { anonymize_ip: true, allow_google_signals: false };
      expect(commands).toEqual([
        ['consent', 'default', expect.objectContaining({ ad_storage: 'denied' })],
        ['config', ID, expect.objectContaining(config)],
      ]);
      await page.goto(`${journey.origin}/mediabibliotheek`);
      await waitFor('a view to be sent', () => elsewhere.length > 3);
      expect(elsewhere).toEqual([SCRIPT, COLLECT, SCRIPT, COLLECT]);
      expect([await scriptsOf(page), await banner(page).isVisible()]).toEqual([1, false]);

      await choose(page, 'Cookies');
      await banner(page).waitFor();
      await choose(page, 'Weigeren');
      expect(await page.evaluate('document.cookie')).toBe('taal=nl');
      expect([await isOff(page), await scriptsOf(page)]).toEqual([true, 0]);
      expect(await page.evaluate("document.activeElement.matches('[data-cookies]')")).toBe(true);
      elsewhere.length = 0;
      await choose(page, 'Cookies');
      await choose(page, 'Accepteren');
      expect(await isOff(page)).toBe(false);
      await choose(page, 'Cookies');
      await choose(page, 'Weigeren');
      await page.reload();
      await waitFor('the answer to be read', () => isOff(page));
      expect([await banner(page).isVisible(), elsewhere]).toEqual([false, []]);
    });

    it('respects a browser that refuses, and a visitor who then accepts', async () => {
      const no = "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })";
      const { page, elsewhere } = await visit(no);
      await waitFor('the answer to be taken', () => isOff(page));
      expect([await banner(page).isVisible(), elsewhere]).toEqual([false, []]);
      await choose(page, 'Cookies');
      await choose(page, 'Accepteren');
      await waitFor('a view to be sent', () => elsewhere.includes(COLLECT));
    });

    it('closes the policy again when the id is removed', async () => {
      await setId(null);
      for (const address of pages) expect(googleHosts(await policyOf(address))).toEqual([]);
    });
  });
}
