/** The site with its drafts, for editors only: visitors see nothing of them. */
import { createHash } from 'node:crypto';
import type { MediaInput, MediaItem } from '@veldlicht/contract/media';
import type { PublishState } from '@veldlicht/contract/publishing';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings, whenStill } from '../support/axe-findings.ts';
import {
  expectNoComplaints,
  follow,
  isDroppedTransition,
  type Journey,
} from '../support/journey.ts';
import { waitFor } from '../support/product.ts';
import { publishedFiles } from '../support/published-bytes.ts';

const place = { lat: '52.131234', lon: '5.860456' };

/** Its tests, on a site with any items. */
export function describePreview(journey: Journey): void {
  describe('the preview', () => {
    let panel: Page;
    /** The tab of the preview. */
    let page: Page;
    let picture: string;
    let nest: MediaItem;
    let before: string;
    const complaints: string[] = [];

    const asVisitor = (address: string) => fetch(journey.origin + address, { redirect: 'manual' });
    /** Hash of everything that visitors get. */
    const digest = () => {
      const hash = createHash('sha256');
      for (const [name, bytes] of publishedFiles(journey.product.dataDir))
        if (!name.includes('/lists/')) hash.update(name).update(bytes);
      return hash.digest('hex');
    };
    const path = () => new URL(page.url()).pathname;
    const mark = () => page.getByText('Voorbeeld met concepten – bezoekers zien dit niet');

    /**
     * More drafts than the library has in its HTML, and one with a secret, the nest. It is added last, and sorts before
     * the others of its month, like all guarded items.
     */
    beforeAll(async () => {
      const { client } = journey;
      await waitFor('rest', async () => {
        const { state } = await client.call<PublishState>('GET', '/api/publishing/state');
        return state === 'live';
      });
      before = digest();
      const bytes = new Uint8Array(await plainPicture(71));
      picture = (await client.upload(bytes, 'image/jpeg')).objectPath;
      const draft = {
        category: 'fauna',
        imageUrl: picture,
        description: 'Hoog in een beuk.',
        status: 'draft',
      } as const;
      const items: MediaInput[] = Array.from({ length: 26 }, (_, i) => ({
        ...draft,
        title: i === 0 ? 'Oudste beeld' : `Beeld ${i}`,
      }));
      await client.call('POST', '/api/admin/media/bulk', { items });
      nest = await client.addMedia({
        ...draft,
        title: 'Nest van de wespendief',
        // Not a day for which the site shows a place.
        date: '2020-06-14',
        location: `${place.lat}, ${place.lon}`,
        locationPrivacy: 'hidden',
      });
      panel = await journey.panel('/admin/media');
      panel.context().on('page', (tab) => {
        tab.on('pageerror', ({ message }) => {
          if (!isDroppedTransition(message)) complaints.push(message);
        });
      });
    });

    it('opens from a draft’s card, labelled, with its picture and without its place', async () => {
      const link = panel.getByRole('link', { name: `Preview ${nest.title} (opens in a new tab)` });
      const [tab] = await Promise.all([panel.waitForEvent('popup'), link.click()]);
      page = tab;
      await page.getByRole('heading', { name: nest.title }).waitFor();
      expect(path()).toBe(`/admin/preview/foto/${nest.slug}`);
      await mark().waitFor();
      await waitFor('the picture', () =>
        page.evaluate("document.querySelector('.item__media img')?.naturalWidth > 1"),
      );
      const html = await page.content();
      expect(await findings(page)).toEqual([]);
      for (const secret of Object.values(place)) expect(html).not.toContain(secret.slice(0, 5));
    });

    it('stays in the preview by the page’s links and in the dialog', async () => {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: 'Mediabibliotheek' })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Mediabibliotheek' }).waitFor();
      expect(path()).toBe('/admin/preview/mediabibliotheek');
      await mark().waitFor();
      // Before its script has loaded, a card leads to its page instead of the dialog.
      await page.waitForLoadState('load');
      await page.locator('a.card', { hasText: 'Beeld 25' }).click();
      // The description comes from its own page.
      await page.getByRole('dialog').getByText('Hoog in een beuk.').waitFor();
      await expect.poll(path).toMatch(/^\/admin\/preview\/foto\/beeld-25-\d{4}$/);
      await whenStill(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(path).toBe('/admin/preview/mediabibliotheek');
    });

    it('searches all drafts, also those not in the page', async () => {
      await page.getByRole('searchbox').fill('oudste');
      const found = page.locator('a.card', { hasText: 'Oudste beeld' });
      await found.waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe('?q=oudste');
      expect(await found.getAttribute('href')).toMatch(
        /^\/admin\/preview\/foto\/oudste-beeld-\d{4}$/,
      );
      expectNoComplaints(complaints);
    });

    it('opens the whole site from the site’s status, and leads back to the panel', async () => {
      await panel.bringToFront();
      await panel.getByRole('button', { name: /Publish state/ }).click();
      const [tab] = await Promise.all([
        panel.waitForEvent('popup'),
        panel.getByRole('link', { name: /Preview site with drafts/ }).click(),
      ]);
      await tab.getByText('Voorbeeld met concepten').waitFor();
      expect(new URL(tab.url()).pathname).toBe('/admin/preview/');
      await tab.getByRole('link', { name: 'Naar het beheer' }).click();
      await tab.waitForURL('**/admin/media');
      expectNoComplaints(complaints);
    });

    it('shows unsaved website settings in a separate tab, and stores nothing', async () => {
      const settings = panel;
      await follow(settings, '/admin/website-settings');
      const preview = async () => {
        const [tab] = await Promise.all([
          settings.waitForEvent('popup'),
          settings.getByRole('button', { name: 'Preview', exact: true }).click(),
        ]);
        return tab;
      };
      await settings.locator('[name="heroTitle"]').fill('Nevel <b>over</b> het ven');
      const home = await preview();
      await home.getByRole('heading', { name: 'Nevel <b>over</b> het ven', level: 1 }).waitFor();
      await settings.getByRole('link', { name: 'About you' }).click();
      await settings.locator('[name="aboutLong"]').fill('Sinds 1989 in het *veen*.');
      await (await preview()).getByText('Sinds 1989 in het veen.').waitFor();
      // The typed text can still be saved.
      expect(await settings.locator('[name="heroTitle"]').inputValue()).toContain('Nevel');
      expect(await (await asVisitor('/')).text()).not.toContain('Nevel');
      expect((await asVisitor('/over')).status).toBe(404);
      const stored = await journey.client.call<{ profile: { heroTitle: string } }>(
        'GET',
        '/api/settings',
      );
      expect(stored.profile.heroTitle).toBe('');
    });

    it('changes nothing for visitors, who get no draft, none of its pictures, and no preview', async () => {
      expect((await asVisitor(`/foto/${nest.slug}`)).status).toBe(404);
      expect((await asVisitor(picture)).status).toBe(404);
      expect(await (await asVisitor('/')).text()).not.toContain(nest.title);
      const refused = await asVisitor(`/admin/preview/foto/${nest.slug}`);
      expect([refused.status, refused.headers.get('location')]).toEqual([302, '/admin/login']);
      expect(digest()).toBe(before);
    });
  });
}
