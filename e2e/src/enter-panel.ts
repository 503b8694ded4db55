import type { Page } from 'playwright-core';

interface Who {
  origin: string;
  username: string;
  password: string;
}

/** Signs in on the sign-in page, for people without a second factor. */
export async function enterPanel(page: Page, { origin, username, password }: Who): Promise<void> {
  await page.goto(`${origin}/admin/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');
}
