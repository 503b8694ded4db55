/** Nothing of Google before a visitor agrees, and nothing after they change their mind (product decisions §6, T23). */
import { signIn } from '@veldlicht/scripts/api-client';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { isDroppedTransition } from './dropped-transition.ts';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';

const ID = 'G-TEST12345';
const SCRIPT = `https://www.googletagmanager.com/gtag/js?id=${ID}`;
const COLLECT = 'https://region1.google-analytics.com/g/collect';

/** What stands in for Google's script: sets its cookies and sends one view. */
const double = `
  document.cookie = '_ga=GA1.1.1; Path=/';
  document.cookie = '_ga_TEST12345=GS2; Path=/';
  document.cookie = 'taal=nl; Path=/';
  fetch('${COLLECT}', { method: 'POST', mode: 'no-cors' });`;

let product: RunningProduct;
let browser: Browser;
const complaints: string[] = [];

async function setId(id: string | null): Promise<void> {
  const client = await signIn(product.origin, owner.username, owner.password);
  await client.call('PATCH', '/api/settings', { googleAnalyticsId: id });
  await waitFor('the site to follow', async () => {
    const html = await (await fetch(product.origin)).text();
    return html.includes('data-consent') === (id !== null);
  });
}

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  product.remove();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

interface Visit {
  page: Page;
  /** Every request that left for somebody else. */
  elsewhere: string[];
}

/** A new visitor; requests to others are answered here. */
async function visit(options: BrowserContextOptions = {}, address = '/'): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(60_000);
  const elsewhere: string[] = [];
  await context.route(
    (url) => url.origin !== product.origin,
    async (route) => {
      elsewhere.push(route.request().url());
      const isScript = route.request().url().startsWith('https://www.googletagmanager.com/gtag/js');
      await route.fulfill(
        isScript ? { contentType: 'text/javascript', body: double } : { status: 204 },
      );
    },
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    if (!isDroppedTransition(error)) complaints.push(error.message);
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(product.origin + address);
  return { page, elsewhere };
}

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
const choose = (page: Page, name: string) => page.getByRole('button', { name }).click();
const policyOf = async (address: string) => {
  const html = await (await fetch(product.origin + address)).text();
  return /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
};
const googleHosts = (policy: string) => policy.match(/\S*google\S*/g) ?? [];
const pages = ['/', '/mediabibliotheek', '/bestaat-niet'];

describe('a site without an analytics id', () => {
  it('has no banner, no word of Google and a policy that keeps it out', async () => {
    for (const address of pages) {
      const html = await (await fetch(product.origin + address)).text();
      expect([address, html.match(/google|gtag|data-consent|data-cookies/i)]).toEqual([
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
    complaints.length = 0; // the one that was meant
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
      { width: 768, height: 1024 },
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

  it('moves nothing, keeps nobody, and never lies over what has the focus', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    await banner(page).waitFor();
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const places = `[...document.querySelectorAll('main, header, h1, h2')]
      .map((part) => Math.round(part.getBoundingClientRect().top)).join()`;
    const asked = await page.evaluate(places);
    await page.evaluate("document.querySelector('.consent').hidden = true");
    expect(await page.evaluate(places)).toBe(asked);
    await page.evaluate("document.querySelector('.consent').hidden = false");
    const seen: string[] = [];
    const covered: string[] = [];
    const look = () =>
      page.evaluate<{ name: string; isCovered: boolean; isLast: boolean }>(`(() => {
        const active = document.activeElement;
        const banner = document.querySelector('.consent');
        const [box, sheet] = [active, banner].map((part) => part.getBoundingClientRect());
        const all = [...document.querySelectorAll('a[href], button, input, textarea, [tabindex="0"]')]
          .filter((part) => part.checkVisibility() && part.tabIndex >= 0);
        return {
          name: (active.textContent || active.id).trim(),
          isCovered: !banner.contains(active) && box.bottom > sheet.top + 1 && box.top < sheet.bottom,
          isLast: active === all.at(-1),
        };
      })()`);
    for (let isLast = false; !isLast && seen.length < 80; ) {
      await page.keyboard.press('Tab');
      const here = await look();
      seen.push(here.name);
      isLast = here.isLast;
      await waitFor('it to be clear', async () => !(await look()).isCovered).catch(() =>
        covered.push(here.name),
      );
    }
    expect(covered).toEqual([]);
    expect(seen.slice(0, 3)).toEqual(['Naar de inhoud', 'Weigeren', 'Accepteren']);
    expect(seen.at(-1)).toBe('Cookies');
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
    await page.goto(`${product.origin}/mediabibliotheek`);
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

  it('does not ask without script, where nothing could load', async () => {
    const { page, elsewhere } = await visit({ javaScriptEnabled: false });
    expect(await banner(page).isVisible()).toBe(false);
    expect(await page.locator('[data-cookies]').isVisible()).toBe(false);
    expect(elsewhere).toEqual([]);
  });

  it('closes its policy again when the id goes', async () => {
    await setId(null);
    for (const address of pages) expect(googleHosts(await policyOf(address))).toEqual([]);
  });
});

it('had no script error and no policy violation on the way', () => {
  expect(complaints).toEqual([]);
});
