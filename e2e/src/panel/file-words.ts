/** Metadata of files fills in forms: titles, captions, places and tags. */
import type { MediaItem } from '@veldlicht/contract/media';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { bulkRows } from '../support/bulk-rows.ts';
import { choose, confirmTexts, type Journey, press } from '../support/journey.ts';

/** An export like Lightroom's. */
async function makeExport(n: number, title: string, keywords: string[]) {
  const words = keywords.map((word) => `<rdf:li>${word}</rdf:li>`).join('');
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Ede" photoshop:DateCreated="2026-05-04T06:10:00+02:00"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag>${words}</rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>`;
  const picture = sharp(await plainPicture(n)).withXmp(xmp);
  return { name: `_DSC${n}.jpg`, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
}

/** Its tests, without drafts at the start. */
export function describeFileWords(journey: Journey): void {
  describe('the metadata of a file', () => {
    let page: Page;
    const rows = bulkRows(() => page);
    const dialog = () => page.getByRole('dialog');
    const openBulk = () => page.getByRole('button', { name: /bulk/i }).first().click();

    beforeAll(async () => {
      await journey.client.addTag('Mist');
      page = await journey.panel('/admin/media?add');
    });

    it('fills the form of one file, and makes tags of its keywords by a press', async () => {
      const keywords = ['mist', 'Heide', 'test-export', 'zee-eend', 'Oehoe'];
      const file = await makeExport(4711, 'Zeeëend &amp; golf', keywords);
      await page.locator('input[type=file]').setInputFiles(file);
      await dialog().getByText('New tags from the file').waitFor();
      expect(await dialog().getByLabel('Title').inputValue()).toBe('Zeeëend & golf');
      await dialog().getByRole('button', { name: 'Mist', pressed: true }).waitFor();
      await dialog().getByRole('button', { name: 'Remove Oehoe' }).waitFor();
      expect(await findings(page)).toEqual([]);
      await press(dialog(), 'Make “Heide” a tag');
      await dialog().getByRole('button', { name: 'Heide', pressed: true }).waitFor();
      await press(dialog(), 'Never propose “zee-eend”');
      await press(dialog(), 'Never propose “test-export”');
      await dialog().getByText('New tags from the file').waitFor({ state: 'detached' });
      await choose(page, dialog().getByLabel('Category'), /Fauna/);
      await press(dialog(), 'Save');
      await dialog().waitFor({ state: 'detached' });
      // The photo shows an owl, and its texts name a place.
      await confirmTexts(page);
      const [item] = await journey.client.call<MediaItem[]>('GET', '/api/admin/media');
      expect(item).toMatchObject({ title: 'Zeeëend & golf', date: '2026-05-04', location: 'Ede' });
      expect(item?.tags.toSorted()).toEqual(['Heide', 'Mist']);
      expect(item?.species).toMatchObject([{ scientificName: 'Bubo bubo', kind: 'wild' }]);
    });

    it('fills many drafts, and adds a new tag to all that name it', async () => {
      await openBulk();
      const files = [
        await makeExport(1, 'Kraanvogel', ['trek', 'TEST-EXPORT', 'grus GRUS']),
        await makeExport(2, 'Vos in de mist', ['Trek', 'mist']),
        await makeExport(3, 'Een vos en haar jong', []),
      ];
      await page.locator('input[type=file]').setInputFiles(files);
      await press(dialog(), 'Make “trek” a tag');
      await rows.cell(0, 'tags').getByText('trek', { exact: true }).waitFor();
      await rows.cell(1, 'tags').getByText('Mist, trek', { exact: true }).waitFor();
      expect(await rows.cell(1, 'title').inputValue()).toBe('Vos in de mist');
      // A declined keyword is not offered again, in any case.
      expect(await dialog().getByText('TEST-EXPORT').count()).toBe(0);
    });

    it('names the species of many: from keywords, from titles, by keys, and for all', async () => {
      const species = (row: number) => rows.cell(row, 'species');
      const shows = async (...names: string[]) => {
        const shown = () =>
          Promise.all(names.map((_, row) => species(row).getAttribute('aria-label')));
        await expect.poll(shown).toEqual(names.map((name) => `Species: ${name}`));
      };
      await shows('Kraanvogel', '–', '–');
      await press(dialog(), 'Add Vos as a species');
      await shows('Kraanvogel', 'Vos', 'Vos');
      // Typed into the cell; any part of a name matches.
      await species(1).press('d');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.type('as');
      await page.getByRole('option', { name: 'Das (Meles meles)' }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await shows('Kraanvogel', 'Vos, Das', 'Vos');
      // A range by keys is filled from its first row; one by mouse is changed as a whole.
      await species(1).press('Shift+ArrowDown');
      await page.keyboard.press('Control+d');
      await shows('Kraanvogel', 'Vos, Das', 'Vos, Das');
      await page.keyboard.press('Escape');
      await species(0).press('Delete');
      await rows.cell(0, 'select').click();
      await rows.cell(2, 'select').click({ modifiers: ['Shift'] });
      await species(0).click();
      await page.getByRole('combobox', { name: 'Search by name' }).fill('oehoe');
      await page.getByRole('option', { name: /Oehoe/ }).click();
      await page.keyboard.press('Escape');
      await shows('Oehoe', 'Vos, Das, Oehoe', 'Vos, Das, Oehoe');
      expect(await findings(page)).toEqual([]);
    });

    it('survives a reload, and is copied from the first as chosen', async () => {
      // Typing is saved after a pause.
      await page.waitForTimeout(600);
      await page.reload();
      await openBulk();
      await rows.cell(0, 'species').getByText('Oehoe').waitFor();
      await rows.pick('_DSC1.jpg', 'category', 'Fauna');
      await dialog().getByText('3 of 3 files uploaded').waitFor();
      await press(dialog(), 'Upload All');
      const question = page.getByRole('alertdialog');
      await question.getByText(/Not title and species/).waitFor();
      await press(question, 'Copy All Fields from First Image');
      await page.getByText('Successfully created 3 media item(s)').first().waitFor();
      const items = await journey.client.call<MediaItem[]>('GET', '/api/admin/media');
      const itemOf = (title: string) => items.find((item) => item.title === title);
      expect(itemOf('Kraanvogel')).toMatchObject({
        species: [{ dutchName: 'Oehoe' }],
        // “Een vos en haar jong”, taken with it, shows an owl too, and its title names young.
        guard: { level: 'hidden' },
      });
      expect(itemOf('Een vos en haar jong')?.species.map(({ dutchName }) => dutchName)).toEqual([
        ...['Vos', 'Das', 'Oehoe'],
      ]);
    });
  });
}
