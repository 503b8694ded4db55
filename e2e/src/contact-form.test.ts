/** The contact form as visitors meet it, with and without script (spec §2, §4, §5, §8; threat T22). */
import type { Enquiry } from '@veldlicht/contract/enquiry';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findings } from './axe-findings.ts';
import { closePages } from './browser.ts';
import { startJourney } from './journey.ts';
import { waitFor } from './product.ts';

interface Message {
  name: string;
  email: string;
  phone: string | null;
  message: string;
  status: string;
  enquiry: Enquiry | null;
}

// Every visitor comes from an address of their own, as behind the web server. A refused message is an
// error in the console of the browser.
const journey = startJourney({
  variables: { TRUSTED_PROXY: 'loopback' },
  isExpected: (complaint) => complaint.includes('Failed to load resource'),
});
let visitors = 0;

beforeAll(async () => {
  const profile = { contactEmail: 'eva@example.nl' };
  await journey.client.call('PATCH', '/api/settings', { profile });
  await waitFor('the site to show the address', async () =>
    (await journey.html('/')).includes('mailto:eva@example.nl'),
  );
});
afterEach(closePages);

/** A new visitor at the form, who has looked at it for a while unless they are in a hurry. */
async function visit(
  options: BrowserContextOptions & { hasty?: boolean; address?: string } = {},
): Promise<Page> {
  const { hasty, address = '/#contact', ...rest } = options;
  visitors += 1;
  const from = { 'x-forwarded-for': `192.0.2.${visitors}` };
  const page = await journey.visit('/licentie', { extraHTTPHeaders: from, ...rest });
  // Sixty seconds from the start are as good as three that pass, and nobody waits for them.
  if (!hasty && rest.javaScriptEnabled !== false)
    await page.addInitScript(
      'const passed = performance.now.bind(performance); performance.now = () => passed() + 60_000;',
    );
  await page.goto(journey.origin + address);
  return page;
}

async function fill(page: Page, message: Partial<Omit<Message, 'enquiry'>>): Promise<void> {
  const labels = { name: 'Naam', email: 'E-mailadres', phone: /Telefoon/, message: 'Bericht' };
  for (const [name, text] of Object.entries(message))
    await page.getByLabel(labels[name as keyof typeof labels]).fill(text ?? '');
}

const noor = { name: 'Noor', email: 'noor@example.nl', message: 'Eerste regel\n\nDerde regel' };
const press = (page: Page) => page.getByRole('button', { name: 'Verzenden' }).click();
const inbox = (query = '') => journey.client.call<Message[]>('GET', `/api/admin/contacts${query}`);
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
    await fill(page, { message: 'Nog iets' });
    await page.clock.install();
    letGo();
    const thanks = page.getByRole('status').getByText('Bericht verzonden');
    await thanks.waitFor();
    const button = page.getByRole('button', { name: 'Verzenden', exact: true });
    expect(await button.isEnabled()).toBe(true);
    expect(await valuesOn(page)).toEqual(['', '', '', 'Nog iets']);
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
    expect(await thanks.count()).toBe(1);
    await fill(page, { message: 'Nog iets anders' });
    await page.clock.runFor(4999);
    expect(await thanks.count()).toBe(1);
    await page.clock.runFor(1);
    expect(await thanks.count()).toBe(0);
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
});

describe('programs that fill in forms', () => {
  const trap = 'input[name="website"]';

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
      expect(of(await inbox('?folder=spam'), name)).toHaveLength(1);
    }
  });
});

const plain = { javaScriptEnabled: false };

describe('without script', () => {
  it('sends a message and lands on a page that says so', async () => {
    const page = await visit(plain);
    await fill(page, { ...noor, name: 'Stil', phone: '06' });
    await press(page);
    await page.waitForURL('**/bericht-verzonden');
    await page.getByRole('heading', { name: 'Bericht verzonden' }).waitFor();
    expect(of(await inbox(), 'Stil')).toMatchObject([{ ...noor, name: 'Stil', phone: '06' }]);
  });

  it('reads what is wrong, keeps its words, and can send them again from there', async () => {
    const page = await visit(plain);
    await fill(page, { ...noor, name: 'Koppig', email: 'koppig@localhost' });
    await press(page);
    await page.getByText('Vul een geldig e-mailadres in.').waitFor();
    const ground = 'getComputedStyle(document.documentElement).backgroundColor';
    expect(await page.evaluate(ground)).toBe('rgb(251, 250, 246)');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await page.getByLabel('Bericht').inputValue()).toBe(noor.message);
    await page.getByLabel('E-mailadres').fill('koppig@example.nl');
    await press(page);
    await page.waitForURL('**/bericht-verzonden');
    expect(of(await inbox(), 'Koppig')).toMatchObject([noor].map(({ message }) => ({ message })));
  });
});

describe('about a photo', () => {
  let address = '';
  beforeAll(async () => {
    const picture = new Uint8Array(await plainPicture(3));
    const { objectPath } = await journey.client.upload(picture, 'image/jpeg');
    const item = { title: 'Ree in de mist', category: 'fauna', imageUrl: objectPath };
    const { slug } = await journey.client.addMedia(item);
    address = `/foto/${slug}`;
    await waitFor('the site to show it', async () => (await journey.html('/')).includes(address));
  });
  const asked = { title: 'Ree in de mist', purpose: 'home', size: '60x40' };
  const choose = async (page: Page) => {
    await page.getByLabel('Doel').selectOption('Afdruk voor thuis');
    await page.getByLabel('Formaat').selectOption('60x40');
  };

  it('is asked from the dialog, by the page of the photo, and the inbox shows it', async () => {
    const page = await visit({ address: '/' });
    await page.locator('#recent a.card').click();
    const dialog = page.getByRole('dialog');
    const link = dialog.getByRole('link', { name: 'Afdruk of licentie aanvragen' });
    await link.waitFor();
    expect(await dialog.locator('form').count()).toBe(0);
    await link.click();
    await page.waitForURL(`**${address}#aanvraag`);
    await page.getByText('Het gaat om deze foto: Ree in de mist').waitFor();
    await page.locator('form[novalidate]').waitFor();
    await fill(page, { name: 'Koper', email: noor.email });
    await press(page);
    await page.getByText('Kies waarvoor je de foto wilt gebruiken.').waitFor();
    await page.getByLabel('Doel').selectOption('web');
    expect(await page.getByLabel('Formaat').isVisible()).toBe(false);
    await choose(page);
    await press(page);
    await page.getByRole('status').getByText('Bericht verzonden').waitFor();
    expect(await page.getByLabel('Doel').inputValue()).toBe('');

    const panel = await journey.newPage();
    await journey.enter(panel);
    await panel.goto(`${journey.origin}/admin/contacts`);
    await panel.getByRole('button', { name: 'View the message from Koper' }).click();
    const message = panel.getByRole('dialog');
    await message.getByText('Print for a home · 60 × 40 cm').waitFor();
    await expect.poll(() => message.locator('img').evaluate((img) => img.naturalWidth)).not.toBe(0);
    await message.getByRole('link', { name: 'Ree in de mist' }).click();
    await panel.getByRole('dialog', { name: 'Edit media item' }).waitFor();
    await panel.keyboard.press('Escape');
    await panel.waitForURL('**/admin/media');
  });

  it('is asked without script too, and has no script before it is asked', async () => {
    const page = await visit({ ...plain, address });
    expect(await page.getByLabel('Doel').isVisible()).toBe(false);
    await page.getByText('Afdruk of licentie aanvragen').click();
    await choose(page);
    await fill(page, { name: 'Stille koper', email: noor.email });
    await press(page);
    await page.waitForURL('**/bericht-verzonden');
    expect(of(await inbox(), 'Stille koper')).toMatchObject([{ message: '', enquiry: asked }]);
    const scripted = await visit({ address });
    await scripted.waitForLoadState('networkidle');
    const scripts = "performance.getEntriesByType('resource').map(({ name }) => name).join(' ')";
    expect(await scripted.evaluate(scripts)).not.toContain('contact-form');
    await scripted.getByText('Afdruk of licentie aanvragen').click();
    await scripted.locator('form[novalidate]').waitFor();
    expect(await scripted.evaluate(scripts)).toContain('contact-form');
    expect(await findings(scripted)).toEqual([]);
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
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
  }
});
