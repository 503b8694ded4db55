/** The contact form for visitors, with and without script (spec §2, §4, §5, §8; threat T22). */
import type { Enquiry } from '@veldlicht/contract/enquiry';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { calm, type Journey } from '../support/journey.ts';

interface Message {
  name: string;
  email: string;
  phone: string | null;
  message: string;
  status: string;
  enquiry: Enquiry | null;
}

const noor = { name: 'Noor', email: 'noor@example.nl', message: 'Eerste regel\n\nDerde regel' };
const plain = { javaScriptEnabled: false };

async function fill(page: Page, message: Partial<Omit<Message, 'enquiry'>>): Promise<void> {
  const labels = { name: 'Naam', email: 'E-mailadres', phone: /Telefoon/, message: 'Bericht' };
  for (const [name, text] of Object.entries(message))
    await page.getByLabel(labels[name as keyof typeof labels]).fill(text ?? '');
}
const press = (page: Page) => page.getByRole('button', { name: 'Verzenden' }).click();
const of = (list: Message[], name: string) => list.filter((message) => message.name === name);
const valuesOn = (page: Page) =>
  page.locator('[data-field]').evaluateAll((fields) =>
    // Cast: the fields of the form are inputs and a textarea.
    (fields as unknown as { value: string }[]).map(({ value }) => value),
  );
const alertOn = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });
const thanksOn = (page: Page) => page.getByRole('status').getByText('Bericht verzonden');

/** Its tests, on a site that trusts forwarded addresses, and shows a photo "Ree" at `itemPath`. */
export function describeContactForm(journey: Journey, itemPath: () => string): void {
  const inbox = (query = '') =>
    journey.client.call<Message[]>('GET', `/api/admin/contacts${query}`);
  let visitors = 0;

  /** A new visitor at the form, with an address of their own, some time after opening it. */
  async function visit(address = '/#contact', options: BrowserContextOptions = {}): Promise<Page> {
    visitors += 1;
    const from = { 'x-forwarded-for': `192.0.2.${visitors}` };
    const page = await journey.visit('/robots.txt', {
      ...calm,
      extraHTTPHeaders: from,
      ...options,
    });
    // Advances the clock by a minute, so that the test need not wait three seconds.
    if (options.javaScriptEnabled !== false)
      await page.addInitScript(
        'const passed = performance.now.bind(performance); performance.now = () => passed() + 60_000;',
      );
    await page.goto(journey.origin + address);
    return page;
  }

  describe('the contact form', () => {
    it('reports missing fields accessibly, and sends nothing until they are filled in', async () => {
      const page = await visit();
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(request.url());
      });
      await fill(page, { name: 'Leeg', message: '   ' });
      await press(page);
      await alertOn(page).getByText('Velden missen').waitFor();
      await page.getByText('Vul je e-mailadres in.').waitFor();
      await page.getByText('Schrijf een bericht.').waitFor();
      expect(await page.getByText('Vul je naam in.').count()).toBe(0);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 780 });
        expect([width, await findings(page)]).toEqual([width, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
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
    });

    it('keeps the text when sending fails, then sends it to the inbox and confirms it', async () => {
      const page = await visit();
      await page.route('**/api/contact', (route) => route.abort());
      await fill(page, { ...noor, phone: '06 1234 5678' });
      await press(page);
      await alertOn(page).getByText('Fout', { exact: true }).waitFor();
      expect(await valuesOn(page)).toEqual([noor.name, noor.email, '06 1234 5678', noor.message]);
      await page.getByRole('button', { name: 'Sluit melding' }).click();
      expect(await alertOn(page).count()).toBe(0);
      await page.unroute('**/api/contact');
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route('**/api/contact', async (route) => {
        await held;
        await route.continue();
      });
      await press(page);
      const sending = page.getByRole('button', { name: 'Verzenden...' });
      await sending.waitFor();
      expect(await sending.isDisabled()).toBe(true);
      await fill(page, { message: 'Nog iets' });
      await page.clock.install();
      letGo();
      await thanksOn(page).waitFor();
      const button = page.getByRole('button', { name: 'Verzenden', exact: true });
      expect(await button.isEnabled()).toBe(true);
      expect(await valuesOn(page)).toEqual(['', '', '', 'Nog iets']);
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
      expect(await thanksOn(page).count()).toBe(1);
      await fill(page, { message: 'Nog iets anders' });
      await page.clock.runFor(4999);
      expect(await thanksOn(page).count()).toBe(1);
      await page.clock.runFor(1);
      expect(await thanksOn(page).count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe('/');
      expect(of(await inbox(), 'Noor')).toMatchObject([
        { ...noor, phone: '06 1234 5678', status: 'new' },
      ]);
    });

    it('answers robots like everybody else, and files their messages as spam', async () => {
      const page = await visit();
      const send = async (name: string, asRobot: string) => {
        await page.reload();
        await fill(page, { ...noor, name });
        await page.evaluate(asRobot);
        await press(page);
        await thanksOn(page).waitFor();
      };
      await send(
        'Robot 1',
        `document.querySelector('input[name="website"]').value = 'https://x.nl'`,
      );
      await send('Robot 2', 'performance.now = () => 200');
      for (const name of ['Robot 1', 'Robot 2']) {
        expect(of(await inbox(), name)).toEqual([]);
        expect(of(await inbox('?folder=spam'), name)).toHaveLength(1);
      }
    });

    it('works without script too: reports errors, keeps the text, and ends on a confirmation page', async () => {
      const page = await visit('/#contact', plain);
      await fill(page, { ...noor, name: 'Stil', phone: '06', email: 'stil@localhost' });
      await press(page);
      await page.getByText('Vul een geldig e-mailadres in.').waitFor();
      const ground = 'getComputedStyle(document.documentElement).backgroundColor';
      expect(await page.evaluate(ground)).toBe('rgb(251, 250, 246)');
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(await page.getByLabel('Bericht').inputValue()).toBe(noor.message);
      await page.getByLabel('E-mailadres').fill(noor.email);
      await press(page);
      await page.waitForURL('**/bericht-verzonden');
      await page.getByRole('heading', { name: 'Bericht verzonden' }).waitFor();
      expect(of(await inbox(), 'Stil')).toMatchObject([{ ...noor, name: 'Stil', phone: '06' }]);
    });
  });

  describe('an enquiry about a photo', () => {
    const asked = { title: 'Ree', purpose: 'home', size: '60x40' };
    const choose = async (page: Page) => {
      await page.getByLabel('Doel').selectOption('Afdruk voor thuis');
      await page.getByLabel('Formaat').selectOption('60x40');
    };

    it('starts in the dialog, is sent from the photo’s page, and appears in the inbox', async () => {
      const page = await visit('/');
      await page.locator('#recent a.card', { hasText: 'Ree' }).last().click();
      const dialog = page.getByRole('dialog');
      const link = dialog.getByRole('link', { name: 'Afdruk of licentie aanvragen' });
      await link.waitFor();
      expect(await dialog.locator('form').count()).toBe(0);
      await link.click();
      await page.waitForURL(`**${itemPath()}#aanvraag`);
      await page.getByText('Het gaat om deze foto: Ree').waitFor();
      await page.locator('form[novalidate]').waitFor();
      await fill(page, { name: 'Koper', email: noor.email });
      await press(page);
      await page.getByText('Kies waarvoor je de foto wilt gebruiken.').waitFor();
      await page.getByLabel('Doel').selectOption('web');
      expect(await page.getByLabel('Formaat').isVisible()).toBe(false);
      await choose(page);
      await press(page);
      await thanksOn(page).waitFor();
      expect(await page.getByLabel('Doel').inputValue()).toBe('');

      const panel = await journey.panel('/admin/contacts');
      await panel.getByRole('button', { name: 'View the message from Koper' }).click();
      const message = panel.getByRole('dialog');
      await message.getByText('Print for a home · 60 × 40 cm').waitFor();
      const picture = message.locator('img');
      await expect.poll(() => picture.evaluate((img) => img.naturalWidth)).not.toBe(0);
      await message.getByRole('link', { name: 'Ree' }).click();
      await panel.getByRole('dialog', { name: 'Edit media item' }).waitFor();
    });

    it('works without script too, and loads its script only when opened', async () => {
      const page = await visit(itemPath(), plain);
      expect(await page.getByLabel('Doel').isVisible()).toBe(false);
      await page.getByText('Afdruk of licentie aanvragen').click();
      await choose(page);
      await fill(page, { name: 'Stille koper', email: noor.email });
      await press(page);
      await page.waitForURL('**/bericht-verzonden');
      expect(of(await inbox(), 'Stille koper')).toMatchObject([{ message: '', enquiry: asked }]);
      const scripted = await visit(itemPath());
      await scripted.waitForLoadState('networkidle');
      const scripts = "performance.getEntriesByType('resource').map(({ name }) => name).join(' ')";
      expect(await scripted.evaluate(scripts)).not.toContain('contact-form');
      await scripted.getByText('Afdruk of licentie aanvragen').click();
      await scripted.locator('form[novalidate]').waitFor();
      expect(await scripted.evaluate(scripts)).toContain('contact-form');
      expect(await findings(scripted)).toEqual([]);
    });
  });
}
