/** The inbox: from a visitor's message to a reply and its deletion (spec §2, §4, §8). */
import { readFileSync } from 'node:fs';
import { type ContactSubmission, exportAnswer } from '@veldlicht/contract/contact';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import {
  choose,
  follow,
  press as pressIn,
  pressTwice,
  startJourney,
  toast as toastOn,
} from '../support/journey.ts';
import { freePort, waitFor } from '../support/product.ts';
import { anna, joost, mira, robot, sendMessage } from '../support/visitor-messages.ts';

const password = 'vier-woorden-achter-elkaar';
const nobody = await freePort();
const journey = startJourney({
  variables: {
    TRUSTED_PROXY: 'loopback',
    SMTP_URL: `smtp://127.0.0.1:${nobody}`,
    CONTACT_TO: 'mira@example.nl',
  },
});
let page: Page;

const send = (message: object) => sendMessage(journey.origin, message);
const inbox = () => journey.client.call<ContactSubmission[]>('GET', '/api/admin/contacts');
const messageOf = async (name: string) => (await inbox()).find((one) => one.name === name);
const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const dialog = () => page.getByRole('dialog');
const question = () => page.getByRole('alertdialog');
const press = (name: string) => pressIn(page, name);
const toast = (text: string) => toastOn(page, text);
const menuLink = () => page.locator('aside a[href="/admin/contacts"]');
/** Waits until the menu announces this number of new messages; nothing for none. */
const badgeSays = (count: number) =>
  expect
    .poll(() => menuLink().locator('.sr-only').allInnerTexts())
    .toEqual(count === 0 ? [] : [`${count} new`]);
const openInbox = async () => {
  await follow(page, '/admin');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await follow(page, '/admin/contacts');
  await page.getByRole('list').getByRole('heading').first().waitFor();
};
const view = async (name: string) => {
  await press(`View the message from ${name}`);
  await dialog().waitFor();
};
const chooseStatus = (status: string) =>
  choose(page, dialog().getByRole('combobox', { name: 'Status' }), status);

beforeAll(async () => {
  const editor = { username: 'editor', email: 'editor@example.nl', role: 'editor', password };
  await journey.client.call('POST', '/api/admin/users', editor);
  for (const message of [anna, joost, robot, mira]) await send(message);
  page = await journey.newPage({ reducedMotion: 'reduce' });
  await journey.enter(page);
});

it('shows on every page the number of new messages, without spam, and that mail is failing', async () => {
  await badgeSays(3);
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByText('3 new messages').waitFor();
  await messages.getByText('3 in total').waitFor();
  await waitFor('the mail to fail', async () => {
    const { waiting } = await journey.client.call<{ waiting: number }>('GET', '/api/admin/mail');
    return waiting > 0;
  });
  await page.reload();
  await page.getByRole('link', { name: /could not be sent yet/ }).click();
  const trouble = page.getByRole('region', { name: 'Mail is not getting through' });
  await trouble.getByText('For the site builder').click();
  await trouble.getByText(/The mail server said: .+/).waitFor();
  await page.goBack();
  await messages.getByRole('link', { name: 'Open messages' }).click();
  await page.waitForURL('**/admin/contacts');
});

it('shows each message as a card, newest first', async () => {
  await card(mira.name).waitFor();
  const names = await page.getByRole('list').getByRole('heading').allInnerTexts();
  expect(names).toEqual([mira.name, joost.name, anna.name]);
  const text = await card(mira.name).innerText();
  expect(text).toContain('New');
  expect(text).toContain(mira.email);
  expect(text).toContain(mira.phone);
  expect(text).toMatch(/\b\d{1,2} [a-z]+ \d{4} om \d{2}:\d{2}\b/);
  const shown = await card(mira.name)
    .getByText('Beste fotograaf')
    .evaluate((element) => {
      const { lineHeight } = element.ownerDocument.defaultView.getComputedStyle(element);
      return element.clientHeight / Number.parseFloat(lineHeight);
    });
  expect(Math.round(shown)).toBe(2);
  const letter = card(mira.name).getByRole('link', { name: `Send email to ${mira.name}` });
  expect(await letter.getAttribute('href')).toBe(
    `mailto:${mira.email}?subject=Re: Mira%20%26%20Zn. - Contact Form`,
  );
});

it('marks a new message as read when opened, at once and without a notice', async () => {
  await view(mira.name);
  await badgeSays(2);
  await dialog().getByRole('combobox', { name: 'Status' }).getByText('Read').waitFor();
  await expect.poll(async () => (await messageOf(mira.name))?.status).toBe('read');
  expect(await page.getByText('Status updated successfully').count()).toBe(0);
});

it('shows it in full, as text with its line breaks', async () => {
  const shown = dialog().getByText('Beste fotograaf');
  expect(await shown.evaluate((element) => element.innerText)).toBe(mira.message);
  const facts = await dialog().locator('dl').innerText();
  for (const fact of [mira.name, mira.email, mira.phone]) expect(facts).toContain(fact);
  expect(facts).toMatch(/\b\d{1,2} [a-z]+ \d{4} om \d{2}:\d{2}\b/);
  const letter = dialog().getByRole('link', { name: 'Send email' });
  expect(await letter.getAttribute('href')).toContain('Re: Mira%20%26%20Zn. - Contact Form');
  await page.keyboard.press('n');
  expect((await messageOf(mira.name))?.status).toBe('read');
});

it('accepts any of the three statuses', async () => {
  await chooseStatus('Replied');
  await toast('Status updated successfully');
  await expect.poll(async () => (await messageOf(mira.name))?.status).toBe('replied');
  await chooseStatus('New');
  await badgeSays(3);
  await chooseStatus('Replied');
  await badgeSays(2);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await card(mira.name).getByText('Replied').waitFor();
  // The focus returns a moment after the dialog has closed.
  await page.locator(`:focus[aria-label="View the message from ${mira.name}"]`).waitFor();
});

it('reports failures: no connection, or a conflict', async () => {
  await view(joost.name);
  const id = (await messageOf(joost.name))?.id;
  await expect.poll(async () => (await messageOf(joost.name))?.status).toBe('read');
  // Nothing gets through: the immediate change is reverted.
  await page.route('**/api/admin/contacts**', (route) => route.abort());
  await chooseStatus('New');
  await toast('Failed to update status');
  await dialog().getByRole('combobox', { name: 'Status' }).getByText('Read').waitFor();
  await page.unroute('**/api/admin/contacts**');
  await journey.client.call('DELETE', `/api/admin/contacts/${id}`);
  await chooseStatus('Replied');
  await toast('Failed to update status');
  await dialog().waitFor({ state: 'detached' });
  expect(await card(joost.name).count()).toBe(0);
  await send(joost);
  await openInbox();
  const again = (await messageOf(joost.name))?.id;
  await press(`Delete the message from ${joost.name}`);
  await journey.client.call('DELETE', `/api/admin/contacts/${again}`);
  await press('Delete message');
  await toast('Failed to delete submission');
  await card(joost.name).waitFor({ state: 'detached' });
});

it('deletes a message after a confirmation, from its card and from the dialog', async () => {
  await press(`Delete the message from ${anna.name}`);
  await question().getByText(anna.email).waitFor();
  await press('Cancel');
  await question().waitFor({ state: 'detached' });
  await press(`Delete the message from ${anna.name}`);
  const confirm = page.getByRole('button', { name: 'Delete message', exact: true });
  const sent = await pressTwice(confirm, '/contacts/');
  await toast('Submission deleted successfully');
  expect(sent).toHaveLength(1);
  await card(anna.name).waitFor({ state: 'detached' });
  expect(await messageOf(anna.name)).toBeUndefined();
  await badgeSays(0);
  await view(mira.name);
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await press('Delete message');
  await page.getByText('No messages yet').waitFor();
  await dialog().waitFor({ state: 'detached' });
  expect(await inbox()).toEqual([]);
});

it('shows a message that has arrived since on the next page', async () => {
  await send(mira);
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await badgeSays(1);
  await menuLink().click();
  await card(mira.name).waitFor();
});

it('keeps spam apart, for admins', async () => {
  await page.getByRole('link', { name: 'Spam' }).click();
  await card(robot.name).waitFor();
  expect(await card(mira.name).count()).toBe(0);
  await view(robot.name);
  expect(await dialog().getByRole('link').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await press(`This is not spam: the message from ${robot.name}`);
  await toast('Moved to the inbox');
  await page.getByText('No spam', { exact: true }).waitFor();
  await badgeSays(2);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await card(robot.name).waitFor();
  await send(robot);
  await page.getByRole('link', { name: 'Spam' }).click();
  await press(`Delete the message from ${robot.name}`);
  await press('Delete message');
  await page.getByText('No spam', { exact: true }).waitFor();
  expect(await journey.client.call('GET', '/api/admin/contacts?folder=spam')).toEqual([]);
});

it('exports all data of an address, and deletes it after a confirmation', async () => {
  await send({ ...mira, email: 'MIRA@example.nl' });
  await send({ ...mira, website: 'https://x.nl' });
  await openInbox();
  await press('Privacy request');
  await dialog().getByLabel('Email address').fill('mira');
  await press('Export');
  await dialog().getByText('Invalid email address').waitFor();
  await dialog().getByLabel('Email address').fill('nobody@example.nl');
  await press('Delete everything');
  await dialog().getByText('There are no messages from nobody@example.nl').waitFor();
  await dialog().getByLabel('Email address').fill(mira.email);
  const [download] = await Promise.all([page.waitForEvent('download'), press('Export')]);
  expect(download.suggestedFilename()).toBe('veldlicht-mira-example.nl.json');
  const saved = exportAnswer.parse(JSON.parse(readFileSync(await download.path(), 'utf8')));
  expect(saved.messages.map(({ folder, message }) => [folder, message])).toEqual([
    ['spam', mira.message],
    ['inbox', mira.message],
    ['inbox', mira.message],
  ]);
  await toast('Exported 3 messages');
  await press('Delete everything');
  await question().getByText('Delete 3 messages?').waitFor();
  await question().getByText('This cannot be undone').waitFor();
  await question().getByRole('button', { name: 'Cancel' }).click();
  await question().waitFor({ state: 'detached' });
  expect(await inbox()).toHaveLength(3);
  await press('Delete everything');
  await question().getByRole('button', { name: 'Delete everything' }).click();
  await toast('3 messages deleted');
  await dialog().waitFor({ state: 'detached' });
  await card(mira.name).first().waitFor({ state: 'detached' });
  expect((await inbox()).map(({ name }) => name)).toEqual([robot.name]);
  expect(await journey.client.call('GET', '/api/admin/contacts?folder=spam')).toEqual([]);
});

it('lets an editor read and reply, without spam, export and mail', async () => {
  const admin = page;
  try {
    page = await journey.newPage();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await journey.enter(page, { username: 'editor', password });
    await badgeSays(1);
    await menuLink().click();
    await view(robot.name);
    await badgeSays(0);
    // The badge updates before the server answers, and leaving the page cancels its calls.
    await expect.poll(async () => (await messageOf(robot.name))?.status).toBe('read');
    await page.keyboard.press('Escape');
    await follow(page, '/admin/contacts?folder=spam');
    await card(robot.name).getByText('Read').waitFor();
    expect(await page.getByRole('link', { name: 'Spam' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Privacy request' }).count()).toBe(0);
    expect(calls.filter((one) => /api\/admin\/(?:contacts\?|mail)/.test(one))).toEqual([]);
    await page.context().close();
  } finally {
    page = admin;
  }
});

it('has no findings and fits in views that admin-pages.test.ts skips: export and spam', async () => {
  for (const message of [mira, robot]) await send({ ...message, website: 'https://x.nl' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`);
  await openInbox();
  await press('Privacy request');
  await dialog().getByLabel('Email address').fill('x');
  await press('Export');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Spam' }).click();
  await card(robot.name).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});
