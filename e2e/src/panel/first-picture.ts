/** From a file on disk to a page of the site, without its position. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { calm, choose, follow, type Journey, press } from '../support/journey.ts';
import { owner, waitFor } from '../support/product.ts';
import { publishedFiles } from '../support/published-bytes.ts';

/** Its tests, on a site with any items. */
export function describeFirstPicture(journey: Journey): void {
  describe('a first picture', () => {
    let page: Page;
    let photo: { name: string; mimeType: string; buffer: Buffer };
    const folder = (name: string) => path.join(journey.product.dataDir, name);
    const dialog = () => page.getByRole('dialog');
    const notice = () => page.locator('[data-notice]');
    const pick = (file: typeof photo) => page.locator('input[type=file]').setInputFiles(file);

    beforeAll(async () => {
      const buffer = await plainPicture(42, {
        width: 900,
        height: 600,
        gps: { lat: 52.131234, lon: 5.860456 },
        description: 'Ree in de ochtendnevel',
        takenAt: '2024-05-04T05:12:00',
      });
      photo = { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer };
      page = await journey.newPage();
    });

    it('needs a session, which the sign-in page creates for the right password', async () => {
      await page.goto(`${journey.origin}/admin/media`);
      await page.waitForURL('**/admin/login');
      await press(page, 'Sign in');
      await page.getByText('Please enter both username and password').waitFor();
      await page.getByLabel('Username').fill(owner.username);
      await page.getByLabel('Password', { exact: true }).fill('verkeerd-wachtwoord');
      await press(page, 'Sign in');
      await page.getByRole('alert').getByText('Invalid credentials').waitFor();
      await page.getByLabel('Password', { exact: true }).fill(owner.password);
      await press(page, 'Sign in');
      await page.getByText('Login successful').waitFor();
      await page.waitForURL('**/admin');
    });

    it('resets file, type and location privacy when it is refused', async () => {
      await follow(page, '/admin/media?add');
      const before = readdirSync(folder('originals'));
      await pick({ ...photo, buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
      await dialog().getByText('This kind of file is not accepted').first().waitFor();
      await pick({ name: 'nep.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') });
      await dialog().getByText('This kind of file is not accepted').first().waitFor();
      await pick({ ...photo, buffer: photo.buffer.subarray(0, photo.buffer.length / 2) });
      await dialog().getByText('This file is damaged or incomplete').waitFor();
      expect(await dialog().getByLabel('Title').inputValue()).toBe('');
      const type = dialog().getByLabel('Type', { exact: true });
      expect(await type.textContent()).toContain('Photo');
      expect(await dialog().getByLabel('Location', { exact: true }).inputValue()).toBe('');
      const privacy = dialog().getByLabel('What visitors may know');
      expect(await privacy.textContent()).toContain('Exact place');
      expect(readdirSync(folder('incoming'))).toEqual([]);
      expect(readdirSync(folder('originals'))).toEqual(before);
      // The next try clears the error.
      await notice().getByText('Failed to upload file').waitFor();
      await page.route('**/api/objects/upload', () => {});
      await pick(photo);
      await notice().waitFor({ state: 'detached' });
      await press(dialog(), 'Cancel upload');
      await page.unroute('**/api/objects/upload');
      await press(dialog(), 'Cancel');
      // Closes without a question, as nothing was typed.
      await dialog().waitFor({ state: 'detached' });
    });

    it('fills in its metadata, and shows visitors only the name of its place by default', async () => {
      await page.getByRole('button', { name: 'Add Media' }).first().click();
      await pick(photo);
      await page.getByText('File uploaded successfully').waitFor();
      const location = dialog().getByLabel('Location', { exact: true });
      expect(await page.getByLabel('Title').inputValue()).toBe('IMG_0042');
      expect(await page.getByLabel('Date').inputValue()).toBe('2024-05-04');
      expect(await location.inputValue()).toBe('52.131234, 5.860456');
      expect(await page.getByLabel('Description').inputValue()).toBe('Ree in de ochtendnevel');
      await page.getByText('omgeving Hoenderloo').waitFor();
      const privacy = dialog().getByLabel('What visitors may know');
      const question = page.getByRole('alertdialog');
      const chooseExact = async () => {
        await choose(page, privacy, 'Exact place');
        await question.getByText('Visitors will read: 52.131234, 5.860456').waitFor();
      };
      await chooseExact();
      await press(question, 'Cancel');
      expect(await privacy.textContent()).toContain('Approximate place');
      await chooseExact();
      await press(question, 'Show it exactly');
      expect(await privacy.textContent()).toContain('Exact place');
      // The choice for the first text does not apply to another one.
      await location.fill('52.131235, 5.860456');
      expect(await privacy.textContent()).toContain('Approximate place');
      await dialog().getByText('omgeving Hoenderloo').waitFor();
    });

    it('is on the public site within seconds, without coordinates, metadata or file name', async () => {
      await page.getByLabel('Title').fill('Ree in de nevel');
      await choose(page, page.getByLabel('Category'), /fauna/i);
      await press(dialog(), 'Save');
      await page.getByText('Media item created successfully').waitFor();
      const address = await waitFor('the picture to be live', async () => {
        const html = await journey.html('/mediabibliotheek');
        return /\/foto\/ree-in-de-nevel-\d{4}/.exec(html)?.[0];
      });
      const visitor = await journey.visit(address, calm);
      expect(await visitor.title()).toContain('Ree in de nevel');
      await visitor.getByText('omgeving Hoenderloo').waitFor();
      await visitor.getByText('4 mei 2024').waitFor();
      const shown = visitor.locator('main img').first();
      await waitFor('the picture to be drawn', () =>
        shown.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 400),
      );
      const html = await journey.html(address);
      const pictures = html.match(/\/media\/[0-9a-f]{32}\/\d+-\w+\.(?:avif|jpg)/g) ?? [];
      expect(pictures.length).toBeGreaterThan(3);
      for (const url of pictures)
        expect([url, (await fetch(journey.origin + url)).status]).toEqual([url, 200]);

      const secrets = ['52.1312', '5.8604', '52,1312', '5,8604', 'IMG_0042', 'Exif\0'];
      const files = publishedFiles(journey.product.dataDir);
      expect(files.size).toBeGreaterThan(20);
      const leaks = [...files].flatMap(([name, bytes]) =>
        secrets.filter((word) => bytes.includes(word)).map((word) => `${name}: ${word}`),
      );
      expect(leaks).toEqual([]);
      const originals = readdirSync(folder('originals'));
      const bytes = originals.map((name) => readFileSync(path.join(folder('originals'), name)));
      expect(bytes.some((original) => original.includes('Exif\0'))).toBe(true);
    });
  });
}
