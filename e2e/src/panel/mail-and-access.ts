/** Sets up mail in the panel, then invites a colleague and replaces a lost password by mail. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { follow, type Journey, press, toast } from '../support/journey.ts';
import { startMailSink } from '../support/mail-sink.ts';
import { owner } from '../support/product.ts';

const wout = { username: 'wout', email: 'wout@example.nl' };
const OWNER = 'eigenaar@example.nl';
const FIRST = 'vier-woorden-achter-elkaar';
const SECOND = 'nevel-boven-het-stille-ven';

/** Runs last, on a product without mail, since it replaces the owner's password. */
export function describeMailAndAccess(journey: Journey): void {
  let sink: Awaited<ReturnType<typeof startMailSink>>;
  let page: Page;
  beforeAll(async () => {
    sink = await startMailSink();
    page = await journey.newPage();
    await journey.enter(page);
  });
  afterAll(() => sink.stop());

  const dialog = () => page.getByRole('dialog');
  /** Sets a password on the page of a link; returns the page, at sign-in. */
  async function setPassword(link: string, password: string): Promise<Page> {
    const visitor = await journey.newPage();
    await visitor.goto(link);
    const field = visitor.getByLabel('New password', { exact: true });
    if (password === FIRST) {
      await field.fill('kort');
      await visitor.getByLabel('Repeat the new password').fill('kort');
      await press(visitor, 'Save password');
      await visitor.getByText('Password must have at least 12 characters').waitFor();
      expect(await findings(visitor)).toEqual([]);
    }
    await field.fill(password);
    await visitor.getByLabel('Repeat the new password').fill(password);
    await press(visitor, 'Save password');
    await toast(visitor, 'Your password is set. Sign in with it.');
    await visitor.waitForURL('**/admin/login');
    return visitor;
  }

  it('explains that without mail a new password can’t be requested', async () => {
    const visitor = await journey.newPage();
    await visitor.goto(`${journey.origin}/admin/forgot`);
    await visitor.getByText('This site sends no email yet').waitFor();
    expect(await visitor.getByRole('button', { name: 'Send the link' }).count()).toBe(0);
  });

  it('asks on the dashboard for the address of the owner', async () => {
    const row = page.getByRole('link', { name: 'Enter your email address' });
    await row.click();
    // The list behind the dialog shows it too, instead of an invalid address.
    await page.getByText('No email address yet').waitFor();
    await dialog().getByLabel('Email').fill(OWNER);
    await press(page, 'Save');
    await toast(page, 'User updated successfully');
    await dialog().waitFor({ state: 'detached' });
    await follow(page, '/admin');
    await page.getByRole('link', { name: 'Set up email' }).waitFor();
    await row.waitFor({ state: 'detached' });
  });

  it('sets up mail, tests it before saving, and shows where messages go', async () => {
    await page
      .getByRole('link', { name: 'Set up email, so that you hear of new messages' })
      .click();
    await page.waitForURL('**/admin/website-settings#mail');
    await page.getByText('No email is sent yet.').waitFor();
    await press(page, 'Set up email');
    await dialog().getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
    await dialog().getByLabel('Port').fill('1');
    await dialog().getByLabel('Sender').fill('site@example.nl');
    await press(page, 'Send a test message');
    await dialog().getByText('The mail server can’t be reached.').waitFor();
    await dialog().getByLabel('Port').fill(String(sink.port));
    await press(page, 'Send a test message');
    await dialog().getByText(`The test message is on its way to ${OWNER}.`).waitFor();
    expect(sink.letters.map(({ to }) => to)).toEqual([OWNER]);
    expect(await findings(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Email settings saved');
    await page.getByText('Email is sent through 127.0.0.1, from site@example.nl.').waitFor();
    await follow(page, '/admin/contacts');
    await page.getByText(`Messages from visitors arrive at ${OWNER}.`).waitFor();
  });

  it('invites a colleague, who chooses the password', async () => {
    await page.getByRole('link', { name: 'Users' }).click();
    await press(page, 'Add user');
    await dialog().getByLabel('Username').fill(wout.username);
    await dialog().getByLabel('Email').fill(wout.email);
    await dialog().getByRole('switch', { name: 'Send an invitation' }).click();
    await press(page, 'Invite');
    await toast(page, 'Invitation sent');
    const row = page.getByRole('row').filter({ hasText: wout.email });
    await row.getByText('Invited').waitFor();
    expect(await findings(page)).toEqual([]);
    await sink.linkTo(wout.email);
    const seen = sink.letters.length;
    await press(page, `Invite ${wout.username} again`);
    await toast(page, 'Invitation sent');
    const link = await sink.linkTo(wout.email, seen);
    const his = await setPassword(link, FIRST);
    await his.getByLabel('Username').fill(wout.username);
    await his.getByLabel('Password', { exact: true }).fill(FIRST);
    await press(his, 'Sign in');
    await his.waitForURL('**/admin');
    await page.reload();
    await row.getByText('Active').waitFor();
  });

  it('replaces a lost password by a link in a mail, and ends the old sessions', async () => {
    const visitor = await journey.newPage();
    await visitor.goto(`${journey.origin}/admin/login`);
    await visitor.getByText('Can’t sign in?').click();
    await visitor.getByText('Lost your phone?').waitFor();
    expect(await findings(visitor)).toEqual([]);
    await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
    await visitor.waitForURL('**/admin/forgot');
    await press(visitor, 'Send the link');
    await visitor.getByText('Please enter your username or your email address').waitFor();
    const seen = sink.letters.length;
    await visitor.getByLabel('Username or email address').fill(OWNER);
    await press(visitor, 'Send the link');
    await visitor.getByText('If there is an account with this name or address').waitFor();
    expect(await findings(visitor)).toEqual([]);
    const link = await sink.linkTo(OWNER, seen);
    // A mail scanner opens the link first, which must not use it up.
    expect((await fetch(link)).status).toBe(200);
    const back = await setPassword(link, SECOND);
    await back.getByLabel('Username').fill(owner.username);
    await back.getByLabel('Password', { exact: true }).fill(SECOND);
    await press(back, 'Sign in');
    await back.waitForURL('**/admin');
    await back.goto(link);
    await back.getByText('This link doesn’t work any more').waitFor();
    await page.reload();
    await page.getByLabel('Username').waitFor();
  });
}
