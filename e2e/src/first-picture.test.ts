/** From a file on a disk to a page of the site, and away again; nothing of the place leaves the house. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choose, startJourney } from './journey.ts';
import { owner, waitFor } from './product.ts';
import { publishedFiles } from './published-bytes.ts';

/** What the camera wrote into the picture; none of it may leave the house. */
const secret = { lat: 52.131234, lon: 5.860456 };
const cameraMaker = 'Geheimcam';

const journey = startJourney();
let page: Page;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-picture-'));
  const [facts] = describePictures(1);
  if (!facts) throw new Error('no picture');
  file = path.join(folder, 'IMG_0042.jpg');
  const picture = await makePicture(
    {
      ...facts,
      gps: secret,
      description: 'Ree in de ochtendnevel',
      takenAt: '2024-05-04T05:12:00',
      camera: { ...facts.camera, make: cameraMaker },
    },
    { width: 1800 },
  );
  writeFileSync(file, picture);
  page = await journey.newPage();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const statusOf = async (address: string) => (await fetch(journey.origin + address)).status;

it('leads a visitor without a session to the sign-in page', async () => {
  await page.goto(`${journey.origin}/admin/media`);
  await page.waitForURL('**/admin/login');
  await page.getByLabel('Username').waitFor();
});

it('says what is missing and what is wrong at sign-in', async () => {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Please enter both username and password').waitFor();
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill('verkeerd-wachtwoord');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').getByText('Invalid credentials').waitFor();
  expect(page.url()).toContain('/admin/login');
});

it('signs the owner in', async () => {
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Login successful').waitFor();
  await page.waitForURL('**/admin');
});

it('refuses a file that only claims to be a picture, and stores nothing', async () => {
  const fake = path.join(folder, 'nep.jpg');
  writeFileSync(fake, '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  await page.getByRole('navigation').getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByText('No media items yet').waitFor();
  await page.getByRole('button', { name: 'Add Media' }).first().click();
  await page.locator('input[type=file]').setInputFiles(fake);
  await page.getByText('This kind of file is not accepted').first().waitFor();
  expect(readdirSync(path.join(journey.product.dataDir, 'incoming'))).toEqual([]);
  expect(
    existsSync(path.join(journey.product.dataDir, 'renditions'))
      ? readdirSync(path.join(journey.product.dataDir, 'renditions'))
      : [],
  ).toEqual([]);
});

it('keeps nothing of a video that is refused, its type neither', async () => {
  const type = page.getByRole('dialog').getByLabel('Type', { exact: true });
  const fake = path.join(folder, 'nep.mp4');
  writeFileSync(fake, 'no video');
  await page.locator('input[type=file]').setInputFiles(fake);
  await page.getByRole('dialog').getByText('This kind of file is not accepted').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('');
  expect(await type.textContent()).toContain('Photo');
  const document = path.join(folder, 'contract.pdf');
  writeFileSync(document, '%PDF-1.4');
  await page.locator('[data-notice]').getByRole('button').click();
  await page.locator('[data-notice]').waitFor({ state: 'detached' });
  await page.locator('input[type=file]').setInputFiles(document);
  await page.locator('[data-notice]').getByText('Failed to upload file').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  // Nothing was typed: there is nothing to ask.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add Media' }).first().click();
});

it('keeps nothing of a picture that is refused, the privacy of its place neither', async () => {
  const dialog = page.getByRole('dialog');
  const damaged = path.join(folder, 'half.jpg');
  const bytes = readFileSync(file);
  writeFileSync(damaged, bytes.subarray(0, bytes.length / 2));
  await page.locator('input[type=file]').setInputFiles(damaged);
  await dialog.getByText('This file is damaged or incomplete').waitFor();
  expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe('');
  expect(await dialog.getByLabel('What visitors may know').textContent()).toContain('Exact place');
  // With the next try the refusal is over.
  await page.locator('[data-notice]').getByText('Failed to upload file').waitFor();
  await page.route('**/api/objects/upload', () => {});
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('[data-notice]').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cancel upload' }).click();
  await page.unroute('**/api/objects/upload');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add Media' }).first().click();
});

it('fills in what the picture tells of itself', async () => {
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('File uploaded successfully').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('IMG_0042');
  expect(await page.getByLabel('Date').inputValue()).toBe('2024-05-04');
  expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe(
    '52.131234, 5.860456',
  );
  expect(await page.getByLabel('Description').inputValue()).toBe('Ree in de ochtendnevel');
  await page.getByText('omgeving Hoenderloo').waitFor();
});

it('asks before visitors may read more than words', async () => {
  const dialog = page.getByRole('dialog');
  const privacy = dialog.getByLabel('What visitors may know');
  const chooseExact = async () => {
    await privacy.click();
    await page.getByRole('option', { name: 'Exact place' }).click();
    await dialog.getByRole('alert').getByText('Visitors will read: 52.131234, 5.860456').waitFor();
  };
  await chooseExact();
  await dialog.getByRole('alert').getByRole('button', { name: 'Cancel' }).click();
  expect(await privacy.textContent()).toContain('Approximate place');
  await chooseExact();
  await dialog.getByRole('button', { name: 'Show it exactly' }).click();
  expect(await privacy.textContent()).toContain('Exact place');
  // Another text: what was said of the first does not hold for it.
  await dialog.getByLabel('Location', { exact: true }).fill('52.131235, 5.860456');
  expect(await privacy.textContent()).toContain('Approximate place');
  await dialog.getByText('omgeving Hoenderloo').waitFor();
});

it('says what is wrong with a field when none is missing', async () => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Category').click();
  await page.getByRole('option', { name: 'Fauna' }).click();
  await dialog.getByLabel('Title').fill('x'.repeat(201));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.locator('[data-notice]').getByText('Use at most 200 characters').waitFor();
});

let address: string;
let pictures: string[];

it('shows the picture on the public site within seconds', async () => {
  await page.getByLabel('Title').fill('Ree in de nevel');
  await choose(page, page.getByLabel('Category'), /fauna/i);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Media item created successfully').waitFor();
  address = await waitFor('the picture to be live', async () => {
    return /\/foto\/ree-in-de-nevel-\d{4}/.exec(await journey.html('/mediabibliotheek'))?.[0];
  });
  const visitor = await journey.visit(address);
  expect(await visitor.title()).toContain('Ree in de nevel');
  await visitor.getByText('omgeving Hoenderloo').waitFor();
  await visitor.getByText('4 mei 2024').waitFor();
  const shown = visitor.locator('main img').first();
  await waitFor('the picture to be drawn', () =>
    shown.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 400),
  );
  pictures = [
    ...(await journey.html(address)).matchAll(/\/media\/[0-9a-f]{32}\/\d+-\w+\.(?:avif|jpg)/g),
  ].map(([url]) => url);
  expect(pictures.length).toBeGreaterThan(3);
  for (const url of pictures) expect([url, await statusOf(url)]).toEqual([url, 200]);
  await visitor.goto(journey.origin);
  await visitor.getByRole('heading', { level: 1 }).waitFor();
  expect(await visitor.content()).toContain('Ree in de nevel');
  await visitor.close();
});

it('lets no coordinate, no metadata and no file name out of the house', () => {
  const secrets = [
    '52.1312',
    '5.8604',
    '52,1312',
    '5,8604',
    'IMG_0042',
    cameraMaker,
    'Exif\0',
    'http://ns.adobe.com/exif',
    'Photoshop 3.0',
  ];
  const files = publishedFiles(journey.product.dataDir);
  expect(files.size).toBeGreaterThan(20);
  const leaks = [...files].flatMap(([name, bytes]) =>
    secrets
      .filter(
        (word) => bytes.includes(word) && !(word === cameraMaker && /\.(?:html|json)/.test(name)),
      )
      .map((word) => `${name}: ${word}`),
  );
  expect(leaks).toEqual([]);
  const [original] = readdirSync(path.join(journey.product.dataDir, 'originals'));
  expect(
    readFileSync(path.join(journey.product.dataDir, 'originals', original ?? '')).includes(
      'Exif\0',
    ),
  ).toBe(true);
});

it('takes the picture off the site when the owner deletes it', async () => {
  await page.getByRole('button', { name: 'Delete Ree in de nevel' }).click();
  await page.getByRole('button', { name: 'Delete item' }).click();
  await page.getByText('Media item deleted successfully').waitFor();
  await waitFor('the page to be gone', async () => (await statusOf(address)) === 404);
  const library = await journey.html('/mediabibliotheek');
  expect(library).not.toContain('Ree in de nevel');
  expect(library).toContain('Binnenkort beschikbaar...');
  // The files go a moment after the pages that showed them.
  for (const url of pictures)
    await waitFor(`${url} to be gone`, async () => (await statusOf(url)) === 404);
  await page.getByText('No media items yet').waitFor();
});
