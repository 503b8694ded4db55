/** Views in the panel: counting, figures, turning off and deleting. */
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { follow, type Journey, press, questionOf, toast } from '../support/journey.ts';
import { owner, waitFor } from '../support/product.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Its tests, on a site without visits. */
export function describeVisits(journey: Journey): void {
  describe('visits', () => {
    let page: Page;

    const look = (address: string, referer = '') =>
      fetch(journey.origin + address, { headers: { 'user-agent': BROWSER, referer } });
    const open = async () => {
      await follow(page, '/admin/visits');
      await page.getByRole('heading', { level: 1, name: 'Bezoek' }).waitFor();
    };

    beforeAll(async () => {
      page = await journey.newPage({ reducedMotion: 'reduce' });
      const client = journey.client;
      const { objectPath } = await client.upload(
        new Uint8Array(await plainPicture(1)),
        'image/jpeg',
      );
      await client.addMedia({ title: 'Ree', category: 'fauna', imageUrl: objectPath });
      await page.goto(`${journey.origin}/admin/login`);
      await press(page, 'Nederlands');
      await page.getByLabel('Gebruikersnaam').fill(owner.username);
      await page.getByLabel('Wachtwoord', { exact: true }).fill(owner.password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    });

    it('show the number of views by page and by referrer', async () => {
      const photo = await waitFor('the photo', async () => {
        const html = await journey.html('/mediabibliotheek');
        return /\/foto\/ree-\d{4}/.exec(html)?.[0];
      });
      await open();
      await page.getByText('Nog geen weergaven geteld').waitFor();
      await look('/', 'https://www.google.nl/');
      await look('/categorie/fauna', 'https://natuurforum.example.nl/draad/7');
      for (let i = 0; i < 3; i += 1) await look(photo);
      await page.goto(`${journey.origin}/admin`);
      await page.getByText('5 weergaven in 30 dagen').waitFor();
      await page.getByRole('link', { name: 'Al het bezoek bekijken' }).click();
      await page.getByRole('heading', { level: 1, name: 'Bezoek' }).waitFor();
      const rowOf = (list: string, text: string) =>
        page.getByRole('region', { name: list }).getByRole('listitem').filter({ hasText: text });
      await rowOf('Foto’s en video’s', 'Ree').getByText('3').waitFor();
      await rowOf('Andere pagina’s', 'Homepage').getByText('1').waitFor();
      await rowOf('Andere pagina’s', 'Categorie fauna').waitFor();
      await rowOf('Waar mensen vandaan kwamen', 'google.nl').getByText('zoekmachine').waitFor();
      await rowOf('Waar mensen vandaan kwamen', 'natuurforum.example.nl').waitFor();
      await page
        .getByRole('img', { name: /^Weergaven per dag van .* de meeste op .*: 5$/ })
        .waitFor();
      await page.getByText('Als tabel tonen').click();
      expect(await page.getByRole('row').count()).toBe(31);
      expect(await page.getByRole('row').nth(1).innerText()).toMatch(/\t5$/);
    });

    it.each([
      ['light', 1280],
      ['dark', 360],
    ] as const)('has no findings in the %s theme, and fits %i pixels', async (theme, width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    });

    it('are turned off in the settings, keep their counts, and are deleted after a confirmation', async () => {
      await page.getByRole('link', { name: 'Tellen uitzetten' }).click();
      await page.getByRole('switch', { name: 'Bezoek tellen' }).click();
      await press(page, 'Instellingen opslaan');
      await toast(page, 'Website-instellingen bijgewerkt');
      await open();
      await page.getByText('Bezoek wordt niet geteld.').waitFor();
      await page.getByText('5 weergaven in 30 dagen').waitFor();
      await press(page, 'Tellingen wissen');
      const question = questionOf(page);
      await question.getByText('Alle tellingen wissen?').waitFor();
      expect(await findings(page)).toEqual([]);
      await press(question, 'Tellingen wissen');
      await toast(page, 'De tellingen zijn gewist');
      await page.getByText('5 weergaven in 30 dagen').waitFor({ state: 'detached' });
    });
  });
}
