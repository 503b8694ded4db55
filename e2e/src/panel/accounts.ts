/** Sign-in, two-factor, users and enforcement in the panel (spec §2, §4, §5). */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { choose, follow, type Journey, press, pressTwice, toast } from '../support/journey.ts';
import { owner } from '../support/product.ts';
import { createAuthenticator, wrongCode } from './authenticator.ts';

/** Its tests, on a product without second factors; afterwards two-factor is enforced. */
export function describeAccounts(journey: Journey): void {
  const editor = {
    username: 'els',
    email: 'els@example.nl',
    password: 'vier-woorden-achter-elkaar',
  };

  /** The owner's browser in all tests. */
  let page: Page;
  let ownerSecret = '';
  let ownerCode: () => Promise<string>;
  let backupCodes: string[] = [];

  const go = (where: Page, address: string) => where.goto(journey.origin + address);

  async function enterCredentials(where: Page, username: string, password: string): Promise<void> {
    await where.getByLabel('Username').fill(username);
    await where.getByLabel('Password', { exact: true }).fill(password);
    await press(where, 'Sign in');
  }

  async function signOut(where: Page, username: string): Promise<void> {
    await where.getByRole('button', { name: `Account: ${username}` }).click();
    await press(where, 'Log out');
    await where.waitForURL('**/admin/login');
  }

  /** Reads the secret from the page, as people without a camera do. */
  async function readSecret(where: Page): Promise<string> {
    const text = await where.locator('code').first().innerText();
    return text.replace(/\s/g, '');
  }

  beforeAll(async () => {
    page = await journey.newPage();
  });

  it('signs the owner in for the first time, by keyboard only', async () => {
    await go(page, '/admin/users');
    await page.waitForURL('**/admin/login');
    await page.getByLabel('Username').waitFor();
    await page.keyboard.type(owner.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(owner.password);
    await page.keyboard.press('Enter');
    await toast(page, 'Login successful');
    await page.waitForURL('**/admin');
  });

  it('adds a user, and reports missing fields', async () => {
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('cell', { name: owner.username }).first().waitFor();
    await press(page, 'Add user');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill(editor.username);
    await dialog.getByLabel('Email').fill(editor.email);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Password is required for new users').waitFor();
    await dialog.locator('input[name=password]').fill('wachtwoord1234');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This password is too common; choose another').waitFor();
    await dialog.locator('input[name=password]').fill(editor.password);
    await choose(page, dialog.getByRole('combobox', { name: 'Role' }), 'Editor');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'User created successfully');
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: editor.email });
    await row.getByText('Editor').waitFor();
    await row.getByText('Active').waitFor();
  });

  it('edits and deletes a user, after a question', async () => {
    const person = { username: 'tijdelijk', email: 'tijdelijk@example.nl', role: 'viewer' };
    await journey.client.call('POST', '/api/admin/users', { ...person, password: editor.password });
    await page.reload();
    await press(page, 'Edit tijdelijk');
    await page.getByRole('dialog').getByLabel('Email').fill('anders@example.nl');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await toast(page, 'User updated successfully');
    await page.getByText('anders@example.nl').waitFor();
    await press(page, 'Delete tijdelijk');
    await page.getByText('Are you sure you want to delete this user?').waitFor();
    await press(page, 'Delete user');
    // A notice is no dialog, neither for screen readers nor for this search.
    await page
      .locator('[data-notice][role=group]')
      .getByText('User deleted successfully')
      .waitFor();
    await page.getByText('anders@example.nl').waitFor({ state: 'detached' });
  });

  it('sets up two-factor and gives ten backup codes', async () => {
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByText('contact the site builder').waitFor();
    await press(page, 'Enable');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    ownerSecret = await readSecret(page);
    expect(ownerSecret).toMatch(/^[A-Z2-7]{32}$/);
    ownerCode = createAuthenticator(ownerSecret);
    await press(page, 'Verify');
    await toast(page, 'Please enter code');
    await page.getByLabel('6-digit code').fill(wrongCode(ownerSecret));
    await press(page, 'Verify');
    await toast(page, 'Invalid verification code');
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByLabel('6-digit code').fill(await ownerCode());
    await press(page, 'Verify');
    await toast(page, '2FA Setup Complete');
    const notice = await page.locator('[data-toaster]').boundingBox();
    const shown = await page.locator('main ul').boundingBox();
    if (!notice || !shown) throw new Error('The notice and the codes are both on the page');
    expect(shown.y, 'the notice covers no code on a phone').toBeGreaterThan(
      notice.y + notice.height,
    );
    await page.setViewportSize({ width: 1280, height: 900 });
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
    expect(download.suggestedFilename()).toBe('veldlicht-backup-codes.txt');
    backupCodes = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(backupCodes).toHaveLength(10);
    for (const code of backupCodes) expect(code).toMatch(/^[A-Z2-9]{8}$/);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByText('Leave without saving the backup codes?').waitFor();
    await press(page, 'Stay here');
    await press(page, 'I have saved them');
    await page.locator('button:focus', { hasText: 'Disable' }).waitFor();
  });

  it('requires the right code at the next sign-in', async () => {
    await signOut(page, owner.username);
    await enterCredentials(page, owner.username, owner.password);
    const code = page.getByLabel('Verification code');
    await code.waitFor();
    await press(page, 'Verify');
    await page.getByText('Please enter the verification code').waitFor();
    await code.fill(wrongCode(ownerSecret));
    await press(page, 'Verify');
    await toast(page, 'Invalid verification code');
    expect(page.url()).toContain('/admin/login');
    // The field is emptied and focused; going back keeps the name and the password.
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('twoFactorCode');
    expect(await code.inputValue()).toBe('');
    await press(page, 'Back');
    expect(await page.getByLabel('Username').inputValue()).toBe(owner.username);
    await press(page, 'Sign in');
    await code.fill(await ownerCode());
    // A double click sends the code once, as a second use would fail.
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/login')) sent.push(request.method());
    });
    await page.evaluate(
      "for (const click of [1, 2]) document.querySelector('button[type=submit]').click(click)",
    );
    await page.waitForURL('**/admin');
    expect(sent).toEqual(['POST']);
  });

  it('reports a missing connection, even if schemas and notices failed to load', async () => {
    const fresh = await journey.newPage();
    await go(fresh, '/admin/login');
    await fresh.context().setOffline(true);
    await fresh.getByLabel('Username').fill(owner.username);
    await fresh.locator('input[name=password]').fill(owner.password);
    await press(fresh, 'Sign in');
    await fresh.getByRole('alert').getByText('The server cannot be reached').waitFor();
    await fresh.context().close();
  });

  it('accepts a backup code as people type it, and says how many are left', async () => {
    const [first = ''] = backupCodes;
    const fresh = await journey.newPage();
    await go(fresh, '/admin/login');
    await enterCredentials(fresh, owner.username, owner.password);
    await press(fresh, 'Use a backup code');
    await fresh
      .getByLabel('Backup code')
      .fill(`${first.slice(0, 4)}-${first.slice(4)}`.toLowerCase());
    await press(fresh, 'Verify');
    await toast(fresh, '9 of 10 backup codes left.');
    await fresh.waitForURL('**/admin');
    // This browser and the one of the tests before.
    const facts = fresh.locator('dl').filter({ hasText: 'Security level' });
    await facts.getByText('Active sessions2', { exact: true }).waitFor();
    await fresh.context().close();
  });

  it('moves to a new phone', async () => {
    await page.getByRole('link', { name: 'My account' }).click();
    await press(page, 'New phone');
    await page.getByText('Your old phone keeps working').waitFor();
    const secret = await readSecret(page);
    expect(secret).not.toBe(ownerSecret);
    ownerCode = createAuthenticator(secret);
    await page.getByLabel('6-digit code').fill(await ownerCode());
    await press(page, 'Verify');
    await toast(page, 'Your new phone is set up');
    await press(page, 'I have saved them');
    await page.getByText('10 of 10 backup codes left.').waitFor();
  });

  it('enforces two-factor: an editor can do nothing else until it is set up', async () => {
    const fresh = await journey.newPage();
    await go(fresh, '/admin/login');
    await enterCredentials(fresh, editor.username, editor.password);
    await fresh.waitForURL('**/admin');
    expect(await fresh.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await follow(fresh, '/admin/users');
    await fresh.locator('#content').getByText('No access to this page').waitFor();
    await follow(fresh, '/admin');

    await page.getByRole('link', { name: 'Website settings' }).click();
    await page.getByRole('link', { name: 'Security and privacy' }).click();
    await page.getByRole('switch', { name: 'Enforce two-factor authentication' }).click();
    await press(page, 'Save settings');
    await toast(page, 'Website settings updated successfully');

    // The open session is restricted at once; its page stays under the question.
    const alert = fresh.getByRole('alertdialog');
    await alert.getByText('Two-factor required').waitFor();
    expect(fresh.url()).toMatch(/\/admin\/?$/);
    await signOut(fresh, editor.username);
    await alert.waitFor({ state: 'detached' });
    await enterCredentials(fresh, editor.username, editor.password);
    await alert.getByText('Two-factor required').waitFor();
    const sent = await pressTwice(alert.getByRole('button', { name: 'Log out' }), '/logout');
    await alert.waitFor({ state: 'detached' });
    expect(sent).toHaveLength(1);
    await enterCredentials(fresh, editor.username, editor.password);
    await alert.getByText('Two-factor required').waitFor();
    await press(fresh, 'Set up now');
    await fresh.waitForURL('**/admin/settings');
    await go(fresh, '/admin/media');
    await fresh.waitForURL('**/admin/settings');
    const status = await fresh.evaluate(async () => (await fetch('/api/admin/media')).status);
    expect(status).toBe(403);
    await fresh.context().close();
  });

  it('refuses to turn two-factor off while it is enforced', async () => {
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByText('first disable enforcement in Website Settings').waitFor();
    const answer = await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ token: 'ABCDEFGH' });
      return await (await fetch('/api/2fa/disable', { method: 'POST', headers, body })).json();
    });
    expect(answer).toMatchObject({ error: 'Cannot disable 2FA while enforcement is enabled' });
  });

  it('keeps language and theme through a reload and a sign-out', async () => {
    await page.getByLabel('Language').selectOption('nl');
    await page.getByRole('button', { name: 'Donker thema gebruiken' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Gebruikers' }).first().waitFor();
    const theme = () => page.evaluate<string>('document.documentElement.dataset.theme');
    expect(await theme()).toBe('dark');
    await page.getByRole('button', { name: `Account: ${owner.username}` }).click();
    await press(page, 'Uitloggen');
    await page.waitForURL('**/admin/login');
    await page.reload();
    await page.getByLabel('Gebruikersnaam').waitFor();
    expect(await theme()).toBe('dark');
  });
}
