/** Passkeys in a real browser with a virtual authenticator: added, used in both ways, removed (decision 027). */
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Journey, press, toast } from '../support/journey.ts';
import { owner, waitFor } from '../support/product.ts';

/** Its tests, on a product without passkeys. */
export function describePasskeys(journey: Journey): void {
  let page: Page;
  let devtools: CDPSession;
  let authenticatorId: string;
  /** Turns user presence on or off; a pending request is not answered afterwards. */
  const touch = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

  /** Records in the page its requests for passkeys. */
  const NOTE_QUESTIONS = `
    window.asked = [];
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      window.asked.push(options.mediation ?? 'window');
      return get(options);
    };`;
  const asked = () => page.evaluate<string[]>('window.asked');

  /** Signs out, and waits until the browser offers passkeys. */
  async function signOut(): Promise<void> {
    await page.evaluate('window.asked = []');
    await page.getByRole('button', { name: `Account: ${owner.username}` }).click();
    await press(page, 'Log out');
    await page.waitForURL('**/admin/login');
    await waitFor('the question', async () => (await asked()).length > 0);
  }
  const toAccount = () => page.getByRole('link', { name: 'My account' }).click();

  beforeAll(async () => {
    page = await journey.newPage();
    await page.addInitScript(NOTE_QUESTIONS);
    devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const;
    ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options }));
  });

  it('adds a passkey under a proposed name, and renames it', async () => {
    await touch(false);
    await journey.enter(page);
    await toAccount();
    const name = page.getByLabel('Name of the passkey');
    expect(await name.inputValue()).toMatch(/^(Linux|Mac|Windows)$/);
    await touch(true);
    await press(page, 'Add passkey');
    const row = page.getByRole('listitem', { name: /^(Linux|Mac|Windows)$/ });
    await row.getByText('Never used').waitFor();
    await row.getByRole('button', { name: /^Rename/ }).click();
    await name.first().fill('Laptop of the studio');
    await press(page, 'Save');
    await page.getByRole('listitem', { name: 'Laptop of the studio' }).waitFor();
    // The browser gets the list of existing passkeys, so that it creates no second one.
    await press(page, 'Add passkey');
    await toast(page, 'This device has a passkey for this account already');
  });

  it('signs in by the button, without password or code', async () => {
    await touch(false);
    await signOut();
    await page.getByLabel('Password', { exact: true }).fill('half of a passw');
    await touch(true);
    await press(page, 'Sign in with a passkey');
    await toast(page, 'Login successful');
    expect(await asked()).toEqual(['conditional', 'window']);
    await page.waitForURL('**/admin');
    await toAccount();
    const row = page.getByRole('listitem', { name: 'Laptop of the studio' });
    await row.getByText(/Last used/).waitFor();
  });

  it('signs in from the list of names that the browser offers', async () => {
    await touch(true);
    await signOut();
    await toast(page, 'Login successful');
    await page.waitForURL('**/admin');
    expect(await asked()).toEqual(['conditional']);
  });

  it('is refused once it is removed, with a hint how to go on', async () => {
    await toAccount();
    await press(page, 'Remove Laptop of the studio');
    await press(page, 'Remove');
    await toast(page, 'Passkey removed');
    await page
      .getByRole('listitem', { name: 'Laptop of the studio' })
      .waitFor({ state: 'detached' });
    await touch(false);
    await signOut();
    await touch(true);
    await press(page, 'Sign in with a passkey');
    await toast(page, 'Signing in with this passkey did not work');
    expect(page.url()).toContain('/admin/login');
  });
}
