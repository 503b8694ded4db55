/** The header's status while the site is edited, fails and recovers. */
import { readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import type { Journey } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';
import { programsOf } from '../support/programs-of.ts';

/** Its tests, on a site of any items. */
export function describePublishing(journey: Journey): void {
  let page: Page;
  let first: MediaItem;
  let second: MediaItem;

  async function addPicture(seed: number, title: string): Promise<MediaItem> {
    const picture = new Uint8Array(await plainPicture(seed));
    const { objectPath } = await journey.client.upload(picture, 'image/jpeg');
    return journey.client.addMedia({ title, category: 'fauna', imageUrl: objectPath });
  }
  const library = () => journey.html('/mediabibliotheek');
  const shows = (title: string) =>
    waitFor(`visitors to see ${title}`, async () => (await library()).includes(title));
  const rename = ({ id }: MediaItem, title: string) =>
    journey.client.call('PATCH', `/api/admin/media/${id}`, { title });

  const header = () => page.getByRole('banner');
  /** The site's status in the header. */
  const pill = (words: string) => header().getByRole('button', { name: words });
  const table = () => page.getByRole('table');
  const rows = (text: string) => table().getByRole('row').filter({ hasText: text });

  /** Records every status in the header from now on. */
  async function listen(): Promise<() => Promise<string[]>> {
    await page.evaluate(`(() => {
      const pill = document.querySelector('header button[aria-haspopup=dialog]');
      const words = () => pill.querySelector('[data-short]').textContent;
      globalThis.said = [words()];
      new MutationObserver(() => {
        if (said.at(-1) !== words()) said.push(words());
      }).observe(pill, { subtree: true, childList: true, characterData: true });
    })()`);
    return async () => (await page.evaluate('globalThis.said')) as string[]; // set above
  }

  beforeAll(async () => {
    first = await addPicture(1, 'Eerste');
    second = await addPicture(2, 'Tweede');
    await shows('Tweede');
    page = await journey.panel('/admin');
  });

  it('follows a burst of edits until they are live, and lists them', async () => {
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.waitForURL('**/admin/publishing');
    await pill('Live').waitFor();
    const heard = await listen();
    for (let i = 0; i < 10; i++) await rename(first, `Ochtend ${i}`);
    await shows('Ochtend 9');
    await rows('Ochtend 9').filter({ hasText: 'Live since' }).waitFor();
    await pill('Live').waitFor();
    const said = await heard();
    expect(said.at(-1)).toBe('Live');
    expect(new Set([...said, 'Live', 'Waiting to publish', 'Publishing']).size).toBe(3);
  });

  it('shows why a publish failed, when it retries, and at which step; the old site stays', async () => {
    const hash = second.imageUrl.split('/')[2] ?? '';
    const folder = path.join(journey.product.dataDir, 'renditions', hash);
    const name = readdirSync(folder).find((one) => one.startsWith('480')) ?? '';
    renameSync(path.join(folder, name), path.join(folder, 'away'));
    const before = await library();
    await rename(second, 'Middag');
    await pill('Publishing failed').click();
    const reason = 'A picture of “Middag” is missing';
    const popup = page.getByRole('dialog');
    await popup.getByText(reason).waitFor();
    await popup.getByText('Next try at').waitFor();
    await page.keyboard.press('Escape');
    // On a slow machine the next try may have added its own row on top.
    const lines = await waitFor('the last lines', async () => {
      const row = rows(reason).first();
      const log = row.locator('pre');
      if (!(await log.isVisible())) await row.getByText('For the site builder').click();
      const text = await log.innerText();
      return text.includes('pages to look at') && text;
    });
    expect(lines).not.toContain(journey.product.dataDir);
    expect(await library()).toBe(before);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await findings(page)).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    renameSync(path.join(folder, 'away'), path.join(folder, name));
    const retry = header().getByRole('button', { name: 'Retry' });
    await waitFor('the retry to succeed', async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 2000 }).catch(() => null);
      return pill('Live').isVisible();
    });
    await shows('Middag');
    await rows('Live since').filter({ hasText: 'Middag' }).waitFor();
  });

  it('receives changes again after the API was killed', async () => {
    const [pid] = programsOf(journey.product, 'admin-api/src/main.ts');
    if (pid === undefined) throw new Error('The API runs as a program of its own');
    const heard = await listen();
    process.kill(pid, 'SIGKILL');
    // Waits until the connection loss is shown.
    await expect.poll(heard).toContain('Connection lost');
    await pill('Live').waitFor();
    await rename(first, 'Avond');
    await rows('Live since').filter({ hasText: 'Avond' }).waitFor();
  });
}
