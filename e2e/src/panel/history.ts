/** Undoing mistakes from history: four tasks of an owner, in Dutch, on a tablet (decision 007). */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { dialogOf, follow, type Journey, toast } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';

/** Its tests, in a library without items. */
export function describeHistory(journey: Journey): void {
  const DAY = 24 * 60 * 60 * 1000;
  let page: Page;
  let imageUrl: string;
  let database: DatabaseSync;

  const add = (title: string, more: object = {}): Promise<MediaItem> =>
    journey.client.addMedia({ title, category: 'fauna', imageUrl, ...more });
  const edit = (id: string, change: object) =>
    journey.client.call<MediaItem>('PATCH', `/api/admin/media/${id}`, change);
  const find = async (id: string) =>
    (await journey.client.call<MediaItem[]>('GET', '/api/admin/media')).find(
      (one) => one.id === id,
    );

  /** Moves all changes so far back by this many days. */
  function letPass(days: number): void {
    const ms = days * DAY;
    database.exec(`BEGIN IMMEDIATE;
      INSERT INTO changes (at, actor, open) VALUES (0, '', 1);
      UPDATE media_rows SET deleted_at = deleted_at - ${ms} WHERE deleted_at IS NOT NULL;
      DELETE FROM history WHERE change_id = (SELECT id FROM changes WHERE open = 1);
      DELETE FROM changes WHERE open = 1;
      UPDATE changes SET at = at - ${ms};
      UPDATE audit_log SET at = at - ${ms};
      COMMIT`);
  }

  /** Number of presses since the dashboard. */
  let presses = 0;
  async function press(control: Locator): Promise<void> {
    await control.click();
    presses += 1;
  }
  async function start(): Promise<void> {
    await follow(page, '/admin');
    presses = 0;
  }
  const openHistory = () => press(page.getByRole('link', { name: 'Alle wijzigingen' }));
  const undo = (about: RegExp) => press(page.getByRole('button', { name: about }).first());

  beforeAll(async () => {
    const file = path.join(journey.product.dataDir, 'veldlicht.db');
    database = new DatabaseSync(file, { timeout: 10_000 });
    const picture = new Uint8Array(await plainPicture(1));
    imageUrl = (await journey.client.upload(picture, 'image/jpeg')).objectPath;
    page = await journey.newPage({ viewport: { width: 768, height: 1024 } });
    await journey.enter(page);
    await page.getByLabel('Language').selectOption('nl');
  });
  afterAll(() => database?.close());

  it('restores yesterday’s title and picture of the home page in three presses', async () => {
    const [ree, vos] = [await add('Ree in mist'), await add('Vos in sneeuw')];
    await edit(ree.id, { hero: true });
    const title = (heroTitle: string) =>
      journey.client.call('PATCH', '/api/settings', { profile: { heroTitle } });
    await title('Stil in de polder');
    await title('Foutje');
    await edit(vos.id, { hero: true });
    letPass(1);
    await start();
    await openHistory();
    await undo(/^Ongedaan maken: Website-instellingen/);
    await toast(page, '1 onderdeel is weer zoals het was');
    await undo(/^Ongedaan maken: .*Vos in sneeuw/);
    await waitFor('the hero to be back', async () => (await find(ree.id))?.hero === true);
    expect(presses).toBe(3);
    await waitFor('visitors to see both', async () => {
      const home = await journey.html('/');
      return home.includes('Stil in de polder') && home.includes('Ree in mist');
    });
    expect(await findings(page)).toEqual([]);
  });

  it('restores an emptied text in four presses, and changes nothing else', async () => {
    const { id } = await add('Grutto', { description: 'Roept boven het natte land' });
    await edit(id, { description: '' });
    await edit(id, { alt: 'Een grutto' });
    await start();
    await press(page.getByRole('link', { name: 'Media', exact: true }).first());
    await press(page.getByRole('button', { name: 'Grutto bewerken' }));
    await press(dialogOf(page).getByRole('button', { name: 'Eerdere versies' }));
    const versions = page.getByRole('list', { name: 'Eerdere versies' });
    const emptied = versions
      .getByRole('listitem')
      .filter({ hasText: 'Roept boven het natte land' });
    await emptied.getByText('(leeg)').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(emptied.getByRole('button', { name: /^Terug naar vóór deze wijziging/ }));
    await waitFor('the text to be back', async () => (await find(id))?.description !== null);
    expect(await find(id)).toMatchObject({ description: 'Roept boven het natte land' });
    expect(presses).toBe(4);
    await dialogOf(page).first().waitFor({ state: 'detached' });
  });

  it('restores forty items of a bulk edit in two presses', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push((await add(`Wad ${n}`, { location: 'Texel' })).id);
    const data = { location: 'Ameland', featured: true };
    await journey.client.call('POST', '/api/admin/media/bulk-update', { ids, data });
    await start();
    await openHistory();
    await undo(/^Ongedaan maken: Foto of video 40 items/);
    await toast(page, '40 onderdelen zijn weer zoals ze waren');
    expect(presses).toBe(2);
    const all = await journey.client.call<MediaItem[]>('GET', '/api/admin/media');
    const back = all.filter((one) => one.location === 'Texel' && !one.featured);
    expect(back.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  it('restores a photo deleted a week ago, at its address and with its privacy', async () => {
    const privacy = { location: 'Zwanenwater', locationPrivacy: 'hidden' };
    const { id, slug } = await add('Roerdomp', privacy);
    const answers = async () => (await fetch(`${journey.origin}/foto/${slug}`)).status;
    await waitFor('its page', async () => (await answers()) === 200);
    await journey.client.call('DELETE', `/api/admin/media/${id}`);
    await waitFor('its page to go', async () => (await answers()) === 404);
    letPass(7);
    await start();
    await openHistory();
    await undo(/^Ongedaan maken: Foto of video Roerdomp/);
    await waitFor('its page to be back', async () => (await answers()) === 200);
    expect(await find(id)).toMatchObject({ slug, ...privacy });
    expect(await journey.html(`/foto/${slug}`)).not.toContain('Zwanenwater');
    expect(presses).toBe(2);
  });

  it('shows the versions of the settings and of a story on a phone, by keyboard', async () => {
    const note = {
      title: 'Vorst',
      date: '2026-01-09',
      body: [{ kind: 'text', text: 'Stil op de hei.' }],
      status: 'draft',
    };
    const { id } = await journey.client.call<{ id: string }>('POST', '/api/admin/notes', note);
    await journey.client.call('PATCH', `/api/admin/notes/${id}`, { body: [] });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [address, text] of [
      ['/admin/website-settings', 'Foutje'],
      [`/admin/notes?open=${id}`, 'Stil op de hei.'],
    ] as const) {
      await page.goto(journey.origin + address);
      const button = page.getByRole('button', { name: 'Eerdere versies' });
      await button.focus();
      await page.keyboard.press('Enter');
      const versions = page.getByRole('list', { name: 'Eerdere versies' });
      await versions.getByText(text).first().waitFor();
      const overflow =
        'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect([address, await page.evaluate(overflow)]).toEqual([address, 0]);
      expect(await findings(page)).toEqual([]);
      const bringBack = versions
        .getByRole('button', { name: /^Terug naar vóór deze wijziging/ })
        .first();
      await bringBack.focus();
      await page.keyboard.press('Enter');
      await versions.waitFor({ state: 'detached' });
    }
    const notes = await journey.client.call<{ body: unknown }[]>('GET', '/api/admin/notes');
    expect(notes).toMatchObject([{ body: [{ kind: 'text', text: 'Stil op de hei.' }] }]);
  });
}
