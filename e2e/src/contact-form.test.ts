/** The contact form as visitors meet it, with and without script (spec §2, §4, §5, §8; threat T22). */
import { AxeBuilder } from '@axe-core/playwright';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { launchBrowser } from '@veldlicht/scripts/launch-browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { whenStill } from './axe-findings.ts';
import { isDroppedTransition } from './dropped-transition.ts';
import { owner, type RunningProduct, startProduct, waitFor } from './product.ts';

interface Message {
  name: string;
  email: string;
  phone: string | null;
  message: string;
  status: string;
}

let product: RunningProduct;
let browser: Browser;
let client: ApiClient;
let visitors = 0;
const complaints: string[] = [];

beforeAll(async () => {
  // Every visitor comes from an address of their own, as behind the web server.
  product = await startProduct({ variables: { TRUSTED_PROXY: 'loopback' } });
  browser = await launchBrowser();
  client = await signIn(product.origin, owner.username, owner.password);
  await client.call('PATCH', '/api/settings', { profile: { contactEmail: 'eva@example.nl' } });
  await waitFor('the site to show the address', async () => {
    return (await (await fetch(product.origin)).text()).includes('mailto:eva@example.nl');
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

/** A new visitor on the home page, who has looked at it for a while unless they are in a hurry. */
async function visit(
  options: BrowserContextOptions & { hasty?: boolean; address?: string } = {},
): Promise<Page> {
  const { hasty, address = '/#contact', ...rest } = options;
  visitors += 1;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${visitors}` },
    ...rest,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  // Where no script runs, Chromium still tells of the page transition that a page of the API ends.
  if (rest.javaScriptEnabled !== false)
    page.on('pageerror', (error) => {
      if (!isDroppedTransition(error)) complaints.push(error.message);
    });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  // Sixty seconds from the start are as good as three that pass, and nobody waits for them.
  if (!hasty && rest.javaScriptEnabled !== false)
    await page.addInitScript(
      'const passed = performance.now.bind(performance); performance.now = () => passed() + 60_000;',
    );
  await page.goto(product.origin + address);
  return page;
}

async function fill(page: Page, message: Partial<Message>): Promise<void> {
  const labels = { name: 'Naam', email: 'E-mailadres', phone: /Telefoon/, message: 'Bericht' };
  for (const [name, text] of Object.entries(message))
    await page.getByLabel(labels[name as keyof typeof labels]).fill(text ?? '');
}

const noor = { name: 'Noor', email: 'noor@example.nl', message: 'Eerste regel\n\nDerde regel' };
const press = (page: Page) => page.getByRole('button', { name: 'Verzenden' }).click();
const inbox = (query = '') => client.call<Message[]>('GET', `/api/admin/contacts${query}`);
const of = (list: Message[], name: string) => list.filter((message) => message.name === name);
const valuesOn = (page: Page) =>
  page.locator('[data-field]').evaluateAll((fields) =>
    // The fields of the form are inputs and a textarea.
    (fields as unknown as { value: string }[]).map(({ value }) => value),
  );
const alertOn = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

describe('with script', () => {
  it('sends a message, says so, clears the form, and the message is in the inbox', async () => {
    const page = await visit();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/contact', async (route) => {
      await held;
      await route.continue();
    });
    await fill(page, { ...noor, phone: '06 1234 5678' });
    await press(page);
    const sending = page.getByRole('button', { name: 'Verzenden...' });
    await sending.waitFor();
    expect(await sending.isDisabled()).toBe(true);
    letGo();
    await page.getByRole('status').getByText('Bericht verzonden').waitFor();
    const button = page.getByRole('button', { name: 'Verzenden', exact: true });
    expect(await button.isEnabled()).toBe(true);
    expect(await valuesOn(page)).toEqual(['', '', '', '']);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(of(await inbox(), 'Noor')).toMatchObject([
      { ...noor, phone: '06 1234 5678', status: 'new' },
    ]);
  });

  it('sends nothing while fields are missing, and says which', async () => {
    const page = await visit();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await fill(page, { name: 'Leeg', message: '   ' });
    await press(page);
    await alertOn(page).getByText('Velden missen').waitFor();
    expect(await alertOn(page).innerText()).toContain('Vul alle velden in.');
    await page.getByText('Vul je e-mailadres in.').waitFor();
    await page.getByText('Schrijf een bericht.').waitFor();
    expect(await page.getByText('Vul je naam in.').count()).toBe(0);
    const email = page.getByLabel('E-mailadres');
    expect(await page.evaluate('document.activeElement.name')).toBe('email');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await email.fill('noor');
    expect(await email.getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('Bericht').fill('Dag');
    await press(page);
    await page.getByText('Dit is geen e-mailadres.').waitFor();
    expect(await alertOn(page).count()).toBe(0);
    expect(sent).toEqual([]);
    expect(of(await inbox(), 'Leeg')).toEqual([]);
  });

  it('says beside the field what only the server finds wrong', async () => {
    const page = await visit();
    await fill(page, { ...noor, email: 'noor@localhost' });
    await press(page);
    await page.getByText('Vul een geldig e-mailadres in.').waitFor();
    expect(await valuesOn(page)).toEqual(['Noor', 'noor@localhost', '', noor.message]);
  });

  it('keeps what was typed when sending fails, and it can be sent again', async () => {
    const page = await visit();
    await page.route('**/api/contact', (route) => route.abort());
    await fill(page, { ...noor, name: 'Weerwil' });
    await press(page);
    await alertOn(page).getByText('Fout', { exact: true }).waitFor();
    expect(await alertOn(page).innerText()).toContain('Er is iets misgegaan. Probeer het opnieuw.');
    expect(await valuesOn(page)).toEqual(['Weerwil', noor.email, '', noor.message]);
    await page.getByRole('button', { name: 'Sluit melding' }).click();
    expect(await alertOn(page).count()).toBe(0);
    await page.unroute('**/api/contact');
    await press(page);
    await page.getByRole('status').getByText('Bericht verzonden').waitFor();
    expect(of(await inbox(), 'Weerwil')).toHaveLength(1);
  });

  it('says how long to wait after too many messages', async () => {
    const page = await visit();
    for (let n = 1; n <= 5; n += 1) {
      await fill(page, { ...noor, name: 'Vlijtig' });
      await press(page);
      await waitFor('the form to be cleared', async () => (await valuesOn(page))[0] === '');
    }
    await fill(page, { ...noor, name: 'Vlijtig' });
    await press(page);
    await alertOn(page).getByText('Even geduld').waitFor();
    expect(await alertOn(page).innerText()).toMatch(
      /Je hebt al een paar berichten gestuurd\. Probeer het over (9|10) minuten opnieuw\./,
    );
    expect(of(await inbox(), 'Vlijtig')).toHaveLength(5);
  });

  it('works with the keyboard alone', async () => {
    const page = await visit();
    await page.getByLabel('Naam').focus();
    await page.keyboard.type('Toets');
    await page.keyboard.press('Tab');
    await page.keyboard.type('toets@example.nl');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Dag');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Bericht verzonden').waitFor();
    const focused = await page.evaluate('document.activeElement.textContent');
    expect(focused).toBe('Verzenden');
    expect(of(await inbox(), 'Toets')).toHaveLength(1);
  });
});

describe('programs that fill in forms', () => {
  const trap = 'input[name="website"]';

  it('find a field that people, screen readers and browsers do not', async () => {
    const page = await visit();
    expect(await page.locator(trap).isVisible()).toBe(false);
    expect(await page.getByRole('textbox').count()).toBe(4);
    expect(await page.locator(trap).getAttribute('autocomplete')).toBe('off');
    expect(await page.locator(trap).getAttribute('tabindex')).toBe('-1');
  });

  it('hear the same as everybody, and their messages stand apart', async () => {
    const filled = await visit();
    await fill(filled, { ...noor, name: 'Robot 1' });
    await filled.evaluate(`document.querySelector('${trap}').value = 'https://spam.example'`);
    const hasty = await visit({ hasty: true });
    await hasty.evaluate('performance.now = () => 200');
    await fill(hasty, { ...noor, name: 'Robot 2' });
    for (const page of [filled, hasty]) {
      await press(page);
      await page.getByRole('status').getByText('Bericht verzonden').waitFor();
    }
    for (const name of ['Robot 1', 'Robot 2']) {
      expect(of(await inbox(), name)).toEqual([]);
      expect(of(await inbox('?spam=1'), name)).toHaveLength(1);
    }
  });
});

describe('without script', () => {
  const plain = { javaScriptEnabled: false };

  it('sends a message and lands on a page that says so', async () => {
    const page = await visit(plain);
    await fill(page, { ...noor, name: 'Stil', phone: '06' });
    await press(page);
    await page.waitForURL('**/bericht-verzonden');
    await page.getByRole('heading', { name: 'Bericht verzonden' }).waitFor();
    expect(of(await inbox(), 'Stil')).toMatchObject([{ ...noor, name: 'Stil', phone: '06' }]);
  });

  it('is held back by the browser while a field is empty', async () => {
    const page = await visit(plain);
    await fill(page, { name: 'Half' });
    await press(page);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(of(await inbox(), 'Half')).toEqual([]);
  });

  it('reads what is wrong, keeps its words, and can send them again from there', async () => {
    const page = await visit(plain);
    await fill(page, { ...noor, name: 'Koppig', email: 'koppig@localhost' });
    await press(page);
    await page.getByText('Vul een geldig e-mailadres in.').waitFor();
    expect(await page.getByLabel('Bericht').inputValue()).toBe(noor.message);
    await page.getByLabel('E-mailadres').fill('koppig@example.nl');
    await press(page);
    await page.waitForURL('**/bericht-verzonden');
    expect(of(await inbox(), 'Koppig')).toMatchObject([noor].map(({ message }) => ({ message })));
  });
});

describe('the page of thanks', () => {
  it('is a file of every release that search engines leave alone', async () => {
    const answer = await fetch(`${product.origin}/bericht-verzonden`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<meta name="robots" content="noindex">');
    expect((await fetch(`${product.origin}/bericht-verzonden-nu`)).status).toBe(404);
  });
});

it('is readable for everybody, also with all its errors shown, on a desk and a phone', async () => {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 360, height: 780 },
  ]) {
    const calm = { viewport, reducedMotion: 'reduce', hasty: true } as const;
    const page = await visit(calm);
    await press(page);
    await alertOn(page).waitFor();
    await whenStill(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    const thanksPage = await visit({ ...calm, address: '/bericht-verzonden' });
    const thanks = await new AxeBuilder({ page: thanksPage }).analyze();
    expect(thanks.violations.map(({ id }) => id)).toEqual([]);
  }
});

it('broke no rule of the pages, and nothing failed in them', () => {
  expect(complaints).toEqual([]);
});
