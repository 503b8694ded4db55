/** Questions for a password, a sign-in or a second factor keep what was typed on the page. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Category } from '@veldlicht/contract/category';
import { signIn } from '@veldlicht/scripts/api-client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { choose, type Journey, press, toast } from '../support/journey.ts';
import { owner } from '../support/product.ts';
import { createAuthenticator } from './authenticator.ts';

/** Its tests. They end all sessions; the API client then signs in again. */
export function describeAccessQuestions(journey: Journey): void {
  const editor = {
    username: 'jan',
    email: 'jan@example.nl',
    password: 'vier-woorden-achter-elkaar',
  };

  let database: DatabaseSync;
  let page: Page;

  const question = (where: Page, name: string) => where.getByRole('alertdialog', { name });
  /** Expires the confirmations of the password, as after ten minutes. */
  const forgetConfirmations = () => database.exec('UPDATE sessions SET confirmed_at = NULL');
  const endSessions = () => database.exec('DELETE FROM sessions');
  const answer = async (where: Page, password: string, action: string) => {
    const asked = where.getByRole('alertdialog');
    await asked.getByLabel('Password', { exact: true }).fill(password);
    await asked.getByRole('button', { name: action, exact: true }).click();
  };
  /** Opens the form of a new category and types a name. */
  async function typeCategory(where: Page, name: string): Promise<void> {
    await where.getByRole('link', { name: 'Categories and Tags' }).click();
    await where.getByRole('button', { name: 'Add category/tag' }).first().click();
    await where.getByRole('dialog').getByLabel('Name').fill(name);
  }

  beforeAll(async () => {
    const file = path.join(journey.product.dataDir, 'veldlicht.db');
    database = new DatabaseSync(file, { timeout: 10_000 });
    page = await journey.newPage();
    await journey.enter(page);
  });
  afterAll(async () => {
    database.exec('UPDATE settings SET enforce2fa = 0');
    database.close();
    journey.client = await signIn(journey.origin, owner.username, owner.password);
  });

  it('asks for the password over the form of a user, which keeps its input', async () => {
    forgetConfirmations();
    await page.getByRole('link', { name: 'Users' }).click();
    await press(page, 'Add user');
    const form = page.getByRole('dialog');
    await form.getByLabel('Username').fill(editor.username);
    await form.getByLabel('Email').fill(editor.email);
    await form.locator('input[name=password]').fill(editor.password);
    await choose(page, form.getByRole('combobox', { name: 'Role' }), 'Editor');
    await form.getByRole('button', { name: 'Save' }).click();
    const asked = question(page, 'Confirm it’s you');
    await asked.getByText(owner.username).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await toast(page, 'This needs your password first; nothing was changed');
    expect(await form.getByLabel('Email').inputValue()).toBe(editor.email);
    await form.locator('button:focus', { hasText: 'Save' }).waitFor();

    await page.keyboard.press('Enter');
    await asked.waitFor();
    // By keyboard only, from the current focus.
    await page.keyboard.type('geraden-wachtwoord');
    await page.keyboard.press('Enter');
    await asked.getByText('Wrong password').waitFor();
    await page.keyboard.type(owner.password);
    await page.keyboard.press('Enter');
    await toast(page, 'User created successfully');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: editor.email }).waitFor();
    // Does not ask again for ten minutes.
    await press(page, `Edit ${editor.username}`);
    await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).waitFor();
    await page.getByRole('dialog').getByLabel('Email').fill('jan@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await toast(page, 'User updated successfully');
  });

  it('asks to sign in over the page as soon as the session ends, and saves what was typed', async () => {
    await page.getByRole('link', { name: 'Website settings' }).click();
    const name = page.locator('input[name="photographer"]');
    await name.fill('Noor van der Heide');
    endSessions();
    // The header's stream of events notices it.
    const asked = question(page, 'Your session has ended');
    await asked.waitFor();
    await page.keyboard.press('Escape');
    await asked.getByText(`Signing in as ${owner.username}`).waitFor();
    await answer(page, owner.password, 'Sign in');
    await asked.waitFor({ state: 'detached' });
    expect(page.url()).toContain('/admin/website-settings');
    expect(await name.inputValue()).toBe('Noor van der Heide');
    await press(page, 'Save settings');
    await toast(page, 'Website settings updated successfully');
  });

  it('saves nothing as another person who signed in in another tab', async () => {
    await typeCategory(page, 'Uilen');
    const body = JSON.stringify({ username: editor.username, password: editor.password });
    // Pressed at once, before the header's stream asks on its own.
    const status = await page.evaluate<number>(`(async () => {
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch('/api/auth/login', {
        method: 'POST', headers, body: ${JSON.stringify(body)},
      });
      document.querySelector('[role=dialog] [type=submit]').click();
      return status;
    })()`);
    expect(status).toBe(200);
    await question(page, 'Your session has ended').waitFor();
    await answer(page, owner.password, 'Sign in');
    await toast(page, 'Category created successfully');
    const made = database.prepare("SELECT actor FROM audit_log WHERE entity = 'category'").all();
    expect(made).toEqual([{ actor: owner.username }]);
  });

  it('asks which value to keep when somebody else saved the same field, and merges the other fields', async () => {
    const client = await signIn(journey.origin, editor.username, editor.password);
    const known = () => client.call<Category[]>('GET', '/api/categories');
    const id = (await known()).find(({ name }) => name === 'Uilen')?.id;
    await page.getByRole('link', { name: 'Categories and Tags' }).click();
    await press(page, 'Edit Uilen');
    const form = page.getByRole('dialog', { name: 'Edit category' });
    await form.getByLabel('Name').fill('Uilen en valken');
    await form.getByLabel('Description').fill('In de schemering');
    await client.call('PATCH', `/api/admin/categories/${id}`, { name: 'Roofvogels' });
    await form.getByRole('button', { name: 'Update' }).click();

    const asked = question(page, 'Someone else changed this too');
    await asked.getByText(`${editor.username} saved a change while you were editing`).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Name').inputValue()).toBe('Uilen en valken');
    expect(await form.getByLabel('Description').inputValue()).toBe('In de schemering');

    await form.getByRole('button', { name: 'Update' }).click();
    const name = asked.getByRole('group', { name: 'Name' });
    expect(await name.getByRole('radio', { name: 'Uilen en valken' }).isChecked()).toBe(true);
    await name.getByRole('radio', { name: 'Roofvogels' }).check();
    await press(page, 'Save this choice');
    await toast(page, 'Category updated successfully');
    await form.waitFor({ state: 'detached' });
    const stored = { name: 'Roofvogels', description: 'In de schemering' };
    expect((await known()).find((one) => one.id === id)).toMatchObject(stored);
  });

  it('sets up two-factor over the page when it is enforced during typing', async () => {
    const fresh = await journey.newPage();
    await journey.enter(fresh, editor);
    await typeCategory(fresh, 'IJsvogel');
    database.exec('UPDATE settings SET enforce2fa = 1');
    const asked = question(fresh, 'Two-factor required');
    await asked.waitFor();
    forgetConfirmations();
    await press(fresh, 'Enable');
    await question(fresh, 'Confirm it’s you').waitFor();
    await fresh.getByLabel('Password', { exact: true }).fill(editor.password);
    await press(fresh, 'Confirm');
    const secret = (await asked.locator('code').first().innerText()).replace(/\s/g, '');
    const code = createAuthenticator(secret);
    await asked.getByLabel('6-digit code').fill(await code());
    await press(fresh, 'Verify');
    await press(fresh, 'I have saved them');
    await asked.waitFor({ state: 'detached' });
    const form = fresh.getByRole('dialog');
    expect(await form.getByLabel('Name').inputValue()).toBe('IJsvogel');
    await form.getByRole('button', { name: 'Create' }).click();
    await toast(fresh, 'Category created successfully');
    await fresh.context().close();
  });
}
