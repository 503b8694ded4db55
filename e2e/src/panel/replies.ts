/** A visitor asks about a photo, and the owner replies in the panel, in Dutch on a tablet (decision 028). */
import type { ContactSubmission } from '@veldlicht/contract/contact';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import {
  follow,
  type Journey,
  press as pressIn,
  pressTwice,
  toast as toastOn,
} from '../support/journey.ts';
import { startMailSink } from '../support/mail-sink.ts';
import { waitFor } from '../support/product.ts';
import { joost, sendMessage } from '../support/visitor-messages.ts';

const password = 'vier-woorden-achter-elkaar';
const OWNER = 'mira@example.nl';
const noor = { name: 'Noor', email: 'noor@example.nl', message: 'Hangt hij mooi boven een bank?' };
/** Needs a product without mail, behind a proxy, and leaves it without mail. */
export function describeReplies(journey: Journey): void {
  let sink: Awaited<ReturnType<typeof startMailSink>>;
  let page: Page;
  let photo = '';

  const dialog = () => page.getByRole('dialog').last();
  const question = () => page.getByRole('alertdialog');
  const press = (name: string) => pressIn(page, name);
  const toast = (text: string) => toastOn(page, text);
  const text = () => dialog().getByLabel('Tekst', { exact: false });
  const messageOf = async (name: string) => {
    const all = await journey.client.call<ContactSubmission[]>('GET', '/api/admin/contacts');
    return all.find((one) => one.name === name);
  };
  const letterTo = (address: string) =>
    waitFor(`a letter to ${address}`, async () =>
      sink.letters.findLast(({ to }) => to === address),
    );
  const openInbox = async () => {
    await follow(page, '/admin');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await follow(page, '/admin/contacts');
    await page.getByRole('list').getByRole('heading').first().waitFor();
  };
  const view = async (name: string) => {
    await press(`Bericht van ${name} bekijken`);
    await page.getByRole('dialog').waitFor();
  };

  beforeAll(async () => {
    sink = await startMailSink();
    const editor = { username: 'iris', email: 'iris@example.nl', role: 'editor', password };
    await journey.client.call('POST', '/api/admin/users', editor);
    const picture = new Uint8Array(await plainPicture(3));
    const { objectPath } = await journey.client.upload(picture, 'image/jpeg');
    const item = { title: 'Ree in de mist', category: 'fauna', imageUrl: objectPath };
    photo = `/foto/${(await journey.client.addMedia(item)).slug}`;
    await waitFor('the site to show it', async () => (await journey.html('/')).includes(photo));
    page = await journey.panel('/admin', { viewport: { width: 768, height: 1024 } });
    await page.getByLabel('Language').selectOption('nl');
  });
  afterAll(async () => {
    await journey.client.call('PATCH', '/api/admin/mail', { server: null, messagesTo: '' });
    sink.stop();
  });

  it('receives a visitor’s question, and explains why it can’t be answered in the panel yet', async () => {
    const visitor = await journey.visit('/licentie');
    await visitor.addInitScript(
      'const passed = performance.now.bind(performance); performance.now = () => passed() + 60_000;',
    );
    await visitor.goto(`${journey.origin}${photo}#aanvraag`);
    await visitor.locator('form[novalidate]').waitFor();
    await visitor.getByLabel('Doel').selectOption('Afdruk voor thuis');
    await visitor.getByLabel('Formaat').selectOption('60x40');
    await visitor.getByLabel('Naam').fill(noor.name);
    await visitor.getByLabel('E-mailadres').fill(noor.email);
    await visitor.getByLabel('Bericht').fill(noor.message);
    await pressIn(visitor, 'Verzenden');
    await visitor.getByRole('status').getByText('Bericht verzonden').waitFor();
    await openInbox();
    await view(noor.name);
    await dialog().getByText('Hier beantwoorden kan zodra').waitFor();
    expect(await dialog().getByRole('link', { name: 'Zelf mailen' }).count()).toBe(2);
    expect(await dialog().getByRole('button', { name: 'Beantwoorden' }).count()).toBe(0);
    const server = { host: '127.0.0.1', port: sink.port, encryption: 'auto', username: '' };
    await journey.client.call('PATCH', '/api/admin/mail', {
      server: { ...server, sender: 'site@example.nl' },
      messagesTo: OWNER,
    });
  });

  it('proposes a subject, and quotes the message below the reply', async () => {
    await openInbox();
    await view(noor.name);
    await press('Beantwoorden');
    await dialog().getByText(`Aan Noor, ${noor.email}`).waitFor();
    expect(await dialog().getByLabel('Onderwerp').inputValue()).toBe('Re: Ree in de mist');
    const quote = dialog().getByRole('blockquote');
    expect((await quote.innerText()).split('\n').slice(1).join('|').replaceAll('\u00a0', ' ')).toBe(
      `> Ree in de mist|> Afdruk voor thuis · 60 × 40 cm|> ${noor.message}`,
    );
    await page.keyboard.type('Beste Noor,');
    expect(await text().inputValue()).toBe('Beste Noor,');
    await press('Citaat weghalen');
    expect(await quote.count()).toBe(0);
    await press('Bericht citeren');
    await quote.waitFor();
  });

  it('is kept when the dialog closes, and after a reload', async () => {
    await page.keyboard.press('Escape');
    await question().getByText('Je antwoord is nog niet verstuurd').waitFor();
    await press('Verder schrijven');
    await question().waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await press('Later verder');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Concept', { exact: true }).waitFor();
    await openInbox();
    await view(noor.name);
    await expect.poll(() => text().inputValue()).toMatch(/^Beste Noor,/);
  });

  it('is sent once to the visitor, marks the message as replied, and stays readable', async () => {
    const sent = await pressTwice(dialog().getByRole('button', { name: 'Versturen' }), '/replies');
    await toast('Je antwoord is onderweg');
    expect(sent).toHaveLength(1);
    const { text: letter } = await letterTo(noor.email);
    expect(letter).toMatch(/^Subject: Re: Ree in de mist/m);
    expect(letter).toMatch(/^Reply-To: .*<mira@example\.nl>/m);
    expect(letter).toContain('Beste Noor,');
    expect(letter).toContain(`> ${noor.message}`);
    expect(sink.letters.filter(({ to }) => to === noor.email)).toHaveLength(1);
    await dialog().getByText('Verstuurd', { exact: true }).waitFor();
    await dialog().getByRole('combobox', { name: 'Status' }).getByText('Beantwoord').waitFor();
    await dialog().getByText('Beste Noor,').waitFor();
    expect((await messageOf(noor.name))?.status).toBe('replied');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByText('Concept', { exact: true }).count()).toBe(0);
  });

  it('is held back when somebody else has replied, and sent after confirmation', async () => {
    await sendMessage(journey.origin, joost);
    await openInbox();
    await view(joost.name);
    await press('Beantwoorden');
    await text().fill('Dank je wel!');
    const id = (await messageOf(joost.name))?.id;
    const iris = await journey.newPage();
    await journey.enter(iris, { username: 'iris', password });
    const status = await iris.evaluate<number>(
      `fetch('/api/admin/contacts/${id}/replies', { method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subject: 'Re: licht', text: 'Van Iris', key: 'a-key-of-iris-1234' }) })
      .then(({ status }) => status)`,
    );
    expect(status).toBe(200);
    await iris.context().close();
    await press('Versturen');
    await question().getByText('iris heeft dit al beantwoord').waitFor();
    await press('Verder schrijven');
    await question().waitFor({ state: 'detached' });
    await dialog().getByText('Van Iris').waitFor();
    expect(await text().inputValue()).toBe('Dank je wel!');
    await press('Versturen');
    await press('Ook het mijne versturen');
    await toast('Je antwoord is onderweg');
    await waitFor('both letters', async () =>
      sink.letters.filter(({ to }) => to === joost.email).length === 2 ? true : undefined,
    );
    await page.keyboard.press('Escape');
  });

  it('has no findings, and fits, in both themes', async () => {
    const look = async (theme: string, width: number) => {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect([theme, await findings(page)]).toEqual([theme, []]);
      const beyond = await page.evaluate(`document.documentElement.scrollWidth - ${width}`);
      expect(beyond).toBeLessThanOrEqual(0);
    };
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await view(noor.name);
    await dialog().getByText('Verstuurd', { exact: true }).waitFor();
    await look('light', 1280);
    await press('Beantwoorden');
    await look('light', 768);
    await look('dark', 360);
    await press('Annuleren');
    await dialog().getByText('Verstuurd', { exact: true }).waitFor();
    await look('dark', 360);
  });
}
