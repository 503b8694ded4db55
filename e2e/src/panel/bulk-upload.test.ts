/** Bulk upload, from a folder to the public site (spec §2, §4). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaItem, PublicMediaItem } from '@veldlicht/contract/media';
import { type DamagedFile, damagedFiles } from '@veldlicht/scripts/pictures/damaged-files';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { makeVideo } from '@veldlicht/scripts/pictures/make-video';
import { convertPicture } from '@veldlicht/scripts/pictures/picture-formats';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { bulkRows } from '../support/bulk-rows.ts';
import { confirmTexts, startJourney } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';
import { publishedFiles } from '../support/published-bytes.ts';

/** Number of good files, and of all files with the damaged ones. */
const GOOD = 12;
const ALL = 19;
/** Names in the order of selection. */
const nameOf = (n: number) => `beeld-${String(n).padStart(2, '0')}.jpg`;
/** Written in Latin-1, as by older programs. */
const caption = 'Nest in de eik bij café Zuid';
const first = nameOf(0);
const webpTaken = '2022-02-03T07:08:09';
const nest = { lat: 52.131234, lon: 5.860456 };

const journey = startJourney();
let page: Page;
let folder: string;
let hasVideo = false;
let damaged: DamagedFile[];
const chosen: string[] = [];
/** Uploads: one entry for each answered PUT. */
const arrived: string[] = [];
/** Number of PUTs started, and a function that releases those held back. */
let passed = 0;
const cut = Promise.withResolvers<void>();

/** Files of every accepted kind: with and without metadata, clips if ffmpeg is installed, and damaged ones. */
async function makeFiles(): Promise<void> {
  const put = (name: string, bytes: Uint8Array | string) => {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    chosen.push(file);
  };
  const [facts] = describePictures(1);
  if (!facts) throw new Error('no picture');
  const description = caption.replace('é', '_');
  const picture = await makePicture({ ...facts, gps: nest, description }, { width: 1400 });
  picture.write(caption, picture.indexOf(description), 'latin1');
  put(first, picture);
  const clip = path.join(folder, 'golven.mp4');
  hasVideo = await makeVideo('vloedlijn.mp4', clip, 1);
  if (hasVideo) {
    const mov = path.join(folder, 'golven-camera.mov');
    execFileSync('ffmpeg', ['-v', 'error', '-i', clip, '-t', '0.5', '-c', 'copy', mov]);
    chosen.push(clip, mov);
  }
  put(
    'telefoon.heic',
    readFileSync(path.join(import.meta.dirname, '../support/files/telefoon.heic')),
  );
  const kinds = ['png', 'webp', 'avif', 'gif', 'tiff-16'] as const;
  for (const [n, kind] of kinds.entries()) {
    const plain = await plainPicture(300 + n, { takenAt: webpTaken });
    put(`soort-${n}.${kind.replace('tiff-16', 'tif')}`, await convertPicture(plain, kind));
  }
  for (let n = 1; chosen.length < GOOD; n += 1)
    put(nameOf(n), await plainPicture(200 + n, { takenAt: `2023-06-${10 + n}T08:00:00` }));
  damaged = await damagedFiles();
  for (const { name, bytes } of damaged) put(name, bytes);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-bulk-'));
  await makeFiles();
  for (const tag of ['mist', 'nest']) await journey.client.addTag(tag);
  page = await journey.panel('/admin');
  page.on('response', (response) => {
    if (response.url().includes('/api/uploads/')) arrived.push(response.url());
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dialog = () => page.getByRole('dialog', { name: 'Bulk Upload' });
const rows = bulkRows(() => page);
const title = () => rows.row(first).locator('[data-cell=title]');
const uploadAll = () => dialog().getByRole('button', { name: 'Upload All' });
const choice = (name: string) => page.getByRole('alertdialog').getByRole('button', { name });

async function openDialog(): Promise<void> {
  await page.goto(`${journey.origin}/admin/media`);
  await page.getByRole('button', { name: 'Bulk Upload' }).first().click();
  await dialog().waitFor();
}

async function choose(files: string[]): Promise<void> {
  await dialog().locator('input[type=file]').setInputFiles(files);
}

describe('choosing', () => {
  it('makes a row of every file, and names unsupported ones', async () => {
    await openDialog();
    await dialog().getByText('Upload up to 100 images or videos at once').waitFor();
    const notes = path.join(folder, 'notities.pdf');
    writeFileSync(notes, 'x');
    const empty = path.join(folder, 'leeg.jpg');
    writeFileSync(empty, '');
    // Four uploads pass; the others wait for the next test.
    await page.context().route('**/api/uploads/**', async (route) => {
      passed += 1;
      if (passed > 4) await cut.promise;
      await route.continue().catch(() => {});
    });
    await choose([...chosen, notes, empty]);
    await rows.row(first).waitFor();
    expect(await rows.count()).toBe(ALL);
    await dialog().getByRole('alert').getByText('notities.pdf').waitFor();
    await dialog().getByRole('alert').getByText('leeg.jpg: This file is empty (0 bytes)').waitFor();
    await dialog().getByText(`${ALL} of at most 100 files`).waitFor();
    expect(await title().inputValue()).toBe('beeld-00');
    await rows.row(first).locator('img').waitFor();
    const details = await rows.open(first);
    await details.locator('text=/^\\d+[.]\\d MB$/').waitFor();
  });

  it('uploads at once, pauses while offline, and resumes on its own', async () => {
    await waitFor('some files to arrive', () => arrived.length === 4 && passed > 4);
    await page.context().setOffline(true);
    await dialog()
      .getByText(/You are offline/)
      .first()
      .waitFor();
    cut.resolve();
    await page.waitForTimeout(500);
    expect(arrived.length).toBe(4);
    await page.context().setOffline(false);
    await dialog().getByText(`${GOOD} of ${ALL} files uploaded`).waitFor({ timeout: 200_000 });
    await page.context().unroute('**/api/uploads/**');
  });

  it('fills in fields from the files', async () => {
    const location = rows.row(first).locator('[data-cell=location]');
    expect(await location.inputValue()).toBe('52.131234, 5.860456');
    const details = await rows.open(first);
    await details.getByText('omgeving Hoenderloo').waitFor();
    expect(await details.getByLabel('Description').inputValue()).toBe(caption);
    await rows.close(first);
    // The browser's metadata reader needs help for WebP.
    await rows.show('soort-1.webp');
    const date = rows.row('soort-1.webp').locator('[data-cell=date]');
    expect(await date.inputValue()).toBe(webpTaken.slice(0, 10));
  });

  it('shows HEIC, TIFF and videos through the server', async () => {
    const videos = hasVideo ? ['golven.mp4'] : [];
    for (const name of ['telefoon.heic', 'soort-4.tif', ...videos]) {
      const image = `document.querySelector('tbody[aria-label="${name}"] img[src^="/media/"]')`;
      const width = async () => {
        await rows.show(name);
        return page.evaluate<number>(`${image}?.naturalWidth ?? -1`);
      };
      await expect.poll(width, { message: name }).toBeGreaterThan(0);
    }
  });

  it('disables upload until the first has a category, and all have a title and no text is too long', async () => {
    await rows.show(first);
    await expect.poll(() => uploadAll().isDisabled()).toBe(true);
    await dialog().getByText('The first file needs a category').waitFor();
    await rows.pick(first, 'category', 'Fauna');
    const details = await rows.open(first);
    await details.getByRole('button', { name: 'nest', exact: true }).click();
    await expect.poll(() => uploadAll().isDisabled()).toBe(false);
    await details.getByLabel('Description').fill('x'.repeat(5001));
    await details.getByText('Use at most 5000 characters').waitFor();
    await expect.poll(() => uploadAll().isDisabled()).toBe(true);
    await details.getByLabel('Description').fill(caption);
    await title().fill('');
    await expect.poll(() => uploadAll().isDisabled()).toBe(true);
    await title().fill('Wespendief op het nest');
    await expect.poll(() => uploadAll().isDisabled()).toBe(false);
  });
});

it('restores drafts after a reload, and uploads nothing twice', async () => {
  // A damaged file still being uploaded would rightly be sent again.
  await expect.poll(() => arrived.length).toBeGreaterThanOrEqual(ALL);
  // Typing is saved after a pause.
  await rows.kept('the drafts to be kept', (drafts) => {
    const mine = drafts.find(({ fields }) => fields.title === 'Wespendief op het nest');
    const settled = drafts.filter(({ stored, failure }) => stored || failure);
    return settled.length === ALL && mine?.fields.tags.join() === 'nest';
  });
  const before = arrived.length;
  await openDialog();
  await rows.row(first).waitFor();
  expect(await rows.count()).toBe(ALL);
  expect(await title().inputValue()).toBe('Wespendief op het nest');
  const details = await rows.open(first);
  await details.getByRole('button', { name: 'Remove tag nest' }).waitFor();
  await rows.close(first);
  const missing = dialog().getByText(/^Choose .* again$/);
  expect(await missing.count()).toBe(0);
  await expect.poll(() => uploadAll().isDisabled()).toBe(false);
  await choose(chosen.slice(0, 2));
  await page.getByText('2 files were in the list already.').first().waitFor();
  expect(await dialog().getByRole('alert').count()).toBe(0);
  expect(await rows.count()).toBe(ALL);
  expect(arrived.length).toBe(before);
});

describe('uploading', () => {
  it('first asks which fields of the first image to copy to the others', async () => {
    await uploadAll().click();
    const question = page.getByRole('alertdialog', { name: 'Confirm Upload' });
    await question.waitFor();
    expect(await question.getByRole('button').allTextContents()).toEqual([
      'Fill Empty Fields from First Image',
      'Copy All Fields from First Image',
      'Upload As Is',
      'Cancel',
    ]);
    await choice('Cancel').click();
    await question.waitFor({ state: 'hidden' });
  });

  it('makes no items while a file has no category, and leads to the first one', async () => {
    const third = dialog().locator('[data-row="2"] [data-cell=category]:focus');
    await rows.cell(1, 'category').click();
    await page.getByRole('option', { name: 'Fauna' }).click();
    await uploadAll().click();
    await third.waitFor();
    await page
      .getByText(/ has no category$/)
      .first()
      .waitFor();
    expect(await page.getByRole('alertdialog', { name: 'Confirm Upload' }).count()).toBe(0);
    await uploadAll().click();
    await page.getByText(`${ALL - 2} of ${ALL} files have no category`).waitFor();
    await expect.poll(() => page.getByText(/ has no category$/).count()).toBe(0);
    await page.getByText(`Not yet: ${ALL - 2} files have no category.`).waitFor();
    await choice('Upload As Is').click();
    await third.waitFor();
    await page
      .getByText('All files must have a category. Please set a category for the first image.')
      .first()
      .waitFor();
  });

  it('makes items of uploaded files', async () => {
    await uploadAll().click();
    await choice('Fill Empty Fields from First Image').click();
    await page.getByText('Partial Success').first().waitFor({ timeout: 200_000 });
  });

  it('reports created and failed items, and keeps only the failed ones, with the reason', async () => {
    const titles = damaged.map(({ name }) => path.parse(name).name).join(', ');
    await page
      .getByText(
        `Created ${GOOD} items successfully. ${damaged.length} items failed: ${titles}. Please review and retry the failed items.`,
      )
      .first()
      .waitFor();
    expect(await rows.count()).toBe(damaged.length);
    const reasons: Record<DamagedFile['trouble'], string> = {
      unsupported: 'This kind of file is not accepted. Use JPEG, PNG',
      damaged: 'This file is damaged or incomplete.',
      'too large': 'This picture is too large (30000 × 30000 pixels).',
    };
    for (const { name, trouble } of damaged)
      await rows.row(name).getByText(`Failed to process ${name}: ${reasons[trouble]}`).waitFor();
    // One title names a guarded bird, and all photos were taken together: one question for all titles.
    const question = page.getByRole('alertdialog', { name: 'May visitors read this?' });
    await question.getByRole('listitem').nth(5).waitFor();
    expect(await findings(page)).toEqual([]);
    await confirmTexts(page);
    expect(await findings(page)).toEqual([]);
  });
});

it('warns before leaving the page during uploads', async () => {
  // By a link, so that Back stays within the panel.
  await page.goto(`${journey.origin}/admin`);
  await page.getByRole('navigation').getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('button', { name: 'Bulk Upload' }).first().click();
  await page.context().route('**/api/uploads/**', () => {});
  const before = arrived.length;
  await choose([path.join(folder, damaged[0]?.name ?? '')]);
  await uploadAll().click();
  await choice('Upload As Is').click();
  await dialog().getByRole('region', { name: 'Progress of all files' }).waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const warning = await asked;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();
  await page.evaluate('history.back()');
  const question = page.getByRole('alertdialog', { name: 'Stop uploading?' });
  await question.getByRole('button', { name: 'Keep uploading' }).click();
  await dialog().getByRole('button', { name: 'Stop', exact: true }).click();
  await question.getByRole('button', { name: 'Stop uploading' }).click();
  await dialog()
    .getByRole('region', { name: 'Progress of all files' })
    .waitFor({ state: 'hidden' });
  expect(await rows.count()).toBe(damaged.length);
  expect(arrived.length).toBe(before);
  await page.context().unroute('**/api/uploads/**');
});

it('clears the rest after a confirmation', async () => {
  await dialog().getByRole('button', { name: 'Clear All' }).click();
  await choice('Clear All').click();
  await dialog().getByText('Upload up to 100 images or videos at once').waitFor();
  await rows.kept('nothing to be kept', (drafts) => drafts.length === 0);
  await openDialog();
  await dialog().getByText('Upload up to 100 images or videos at once').waitFor();
});

it('shows all good files to visitors, each once, without the nest’s position', async () => {
  const good = chosen
    .map((file) => path.parse(file))
    .slice(0, GOOD)
    .map(({ base, name }) => (base === first ? 'Wespendief op het nest' : name));
  const list = async () => {
    const answer = await fetch(`${journey.origin}/api/media`);
    // Cast: the API answers by its contract, which its own tests check.
    return (await answer.json()) as PublicMediaItem[];
  };
  const items = await waitFor('all renditions', async () => {
    const now = await list();
    return now.length === good.length ? now : null;
  });
  expect(items.map(({ title }) => title).toSorted()).toEqual(good.toSorted());
  // A clip has its own place, which only the server can read; the others got that of the first. The photo of a nest,
  // and photos taken with it, show none.
  const places = [null, 'omgeving Hoenderloo', ...(hasVideo ? ['omgeving Zoutelande'] : [])];
  expect(new Set(items.map(({ location }) => location))).toEqual(new Set(places));
  expect(items.filter(({ type }) => type === 'video')).toHaveLength(hasVideo ? 2 : 0);
  const mine = await journey.client.call<MediaItem[]>('GET', '/api/admin/media');
  expect(mine.find(({ title }) => title === 'soort-1')?.date).toBe(webpTaken.slice(0, 10));
  await waitFor('the library to show them', async () => {
    const html = await (await fetch(`${journey.origin}/mediabibliotheek`)).text();
    return good.every((title) => html.includes(title));
  });
  const leaks = [...publishedFiles(journey.product.dataDir)]
    .filter(([, bytes]) => bytes.includes('52.1312') || bytes.includes('5.8604'))
    .map(([name]) => name);
  expect(leaks).toEqual([]);
});
