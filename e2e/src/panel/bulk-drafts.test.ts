/** Drafts of a bulk upload after failures: offline, lost files, a reload, another device (spec §4, decision 024). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import { dropPaths } from '@veldlicht/scripts/drop-paths';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkRows } from '../support/bulk-rows.ts';
import { questionOf as question, startJourney } from '../support/journey.ts';

const FEW = 104;
const FOLDER = roundsOf('folder', FEW);
/** Number of files beside the nested folder; only the nested folder is uploaded. */
const BESIDE = 100;
const SENT = FOLDER - BESIDE;
/** Number of different pictures; in the nightly run each file has its own. */
const PICTURES = FOLDER > FEW ? FOLDER : 4;

interface ChosenFile {
  name: string;
  type: string;
  bytes: Buffer;
  /** Milliseconds since 1970. */
  modified?: number;
}

const journey = startJourney();
let page: Page;
/** Path and status of every answered upload and bulk call. */
const answers: Array<[string, number]> = [];
const uploadsSince = (start: number) =>
  answers.slice(start).filter(([path]) => path.startsWith('/api/uploads/'));
const putsSince = (start: number) => uploadsSince(start).length;

function note(response: Response): void {
  const { pathname } = new URL(response.url());
  if (/^\/api\/(?:uploads\/|admin\/media\/bulk$)/.test(pathname))
    answers.push([pathname, response.status()]);
}

beforeAll(async () => {
  page = await journey.panel('/admin');
  page.context().on('response', note);
});

const dialog = (tab = page) =>
  tab.getByRole('dialog', { name: /^(?:Bulk Upload|Meerdere uploaden)$/ });
const rows = bulkRows(() => page);
const button = (name: string, tab = page) => dialog(tab).getByRole('button', { name, exact: true });
const list = () => journey.client.call<MediaItem[]>('GET', '/api/admin/media');
const small = async (seed: number, name: string, modified?: number): Promise<ChosenFile> => ({
  name,
  type: 'image/jpeg',
  bytes: await plainPicture(seed, { width: 96, height: 64 }),
  ...(modified && { modified }),
});

async function openDialog(tab = page): Promise<void> {
  await tab.goto(`${journey.origin}/admin/media`);
  await tab
    .getByRole('button', { name: /^(?:Bulk Upload|Meerdere uploaden)$/ })
    .first()
    .click();
  await dialog(tab).waitFor();
}

/** Drops files on the dialog, as with a mouse. */
async function drop(files: ChosenFile[], tab = page): Promise<void> {
  const sent = files.map(({ bytes, ...file }) => ({ ...file, data: bytes.toString('base64') }));
  const dataTransfer = await tab.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, type, data, modified } of ${JSON.stringify(sent)})
      transfer.items.add(new File(
        [Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))],
        name,
        { type, ...(modified && { lastModified: modified }) },
      ));
    return transfer;
  })()`);
  const place = dialog(tab).locator('[data-scroll-box]');
  await place.dispatchEvent('dragenter', { dataTransfer });
  await dialog(tab).getByText('Drop to add').waitFor();
  await place.dispatchEvent('dragover', { dataTransfer });
  await place.dispatchEvent('drop', { dataTransfer });
  await dialog(tab).getByText('Drop to add').waitFor({ state: 'hidden' });
}

const chooseCategory = (name: string) => rows.pick(name, 'category', 'Fauna');

async function uploadAll(choice: string, tab = page): Promise<void> {
  await button('Upload All', tab).click();
  await question(tab).getByRole('button', { name: choice }).click();
}

async function clearAll(): Promise<void> {
  await button('Clear All').click();
  await question(page).getByRole('button', { name: 'Clear All' }).click();
  await dialog().getByText('Upload up to 100 images or videos at once').waitFor();
}

it('ignores a file dropped beside the dialog', async () => {
  await openDialog();
  const prevented = await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.jpg', { type: 'image/jpeg' }));
    return ['dragover', 'drop'].map((name) =>
      !document.body.dispatchEvent(
        new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }),
      ),
    );
  })()`);
  expect(prevented).toEqual([true, true]);
  expect(await rows.count()).toBe(0);
});

it('keeps the last letter after a reload during typing', async () => {
  await openDialog();
  await drop([await small(705, 'zin.jpg')]);
  const words = 'Een zilverreiger in het riet';
  const field = (await rows.open('zin.jpg')).getByLabel('Description');
  await field.fill(words.slice(0, -1));
  // Waits until these letters are saved.
  await page.waitForTimeout(500);
  // Types the last letter in the task that leaves, with the native setter, so that React notices it.
  const left = page.waitForEvent('load');
  await page.evaluate(`(() => {
    // Disables timers, however long the page takes to leave.
    window.setTimeout = () => 0;
    const field = document.activeElement;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, '${words}');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    location.reload();
  })()`);
  await left;
  await openDialog();
  await rows.row('zin.jpg').waitFor();
  const details = await rows.open('zin.jpg');
  expect(await details.getByLabel('Description').inputValue()).toBe(words);
  await clearAll();
});

describe('files not uploaded when the page closed', () => {
  const day = 1_700_000_000_000;
  let sent: ChosenFile;
  let lost: ChosenFile;
  let before: number;

  it('are requested again, with their fields kept', async () => {
    sent = await small(701, 'klein.jpg', day);
    lost = await small(702, 'groot.jpg', day);
    let passed = 0;
    await page.route('**/api/uploads/**', (route) => {
      passed += 1;
      // One upload arrives, the other never does.
      return passed <= 1 ? route.continue() : route.abort();
    });
    await openDialog();
    await drop([sent, lost]);
    await chooseCategory('klein.jpg');
    await rows.row('groot.jpg').locator('[data-cell=title]').fill('Grote zilverreiger');
    await dialog().getByText('1 of 2 files uploaded').waitFor();
    await rows.kept('the title', ([, draft]) => draft?.fields.title === 'Grote zilverreiger');
    before = answers.length;
    // Its bytes are only in this page, so the browser asks before leaving.
    const asked = page.waitForEvent('dialog');
    const left = page.goto('about:blank');
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).accept();
    await left;
    await page.unroute('**/api/uploads/**');
  });

  it('are uploaded from another device, matched by name, size and time', async () => {
    page = await journey.panel('/admin');
    page.context().on('response', note);
    await openDialog();
    await button('Choose 1 file again').waitFor();
    await rows.row('groot.jpg').getByText('Choose this file again').waitFor();
    expect(await rows.count()).toBe(2);
    const title = rows.row('groot.jpg').locator('[data-cell=title]');
    expect(await title.inputValue()).toBe('Grote zilverreiger');
    await drop([lost]);
    await button('Choose 1 file again').waitFor({ state: 'hidden' });
    await dialog().getByText('2 of 2 files uploaded').waitFor();
    expect(await rows.count()).toBe(2);
    await uploadAll('Fill Empty Fields from First Image');
    await page.getByText('Successfully created 2 media item(s)').first().waitFor();
    // Compared as a list, so that a failure shows path and status of a second upload.
    const upload = [expect.stringContaining('/api/uploads/'), expect.any(Number)];
    expect(uploadsSince(before)).toEqual([upload]);
    expect((await list()).filter(({ title }) => title === 'Grote zilverreiger')).toHaveLength(1);
  });
});

const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('accepts more than a hundred files from a folder, in order, also after a reload', async () => {
  mkdirSync(path.join(folder, 'avond'));
  const pictures = await Promise.all(
    Array.from({ length: PICTURES }, async (_, n) => (await small(900 + n, 'x.jpg')).bytes),
  );
  const place = (name: string, n: number) =>
    writeFileSync(path.join(folder, name), pictures[n % PICTURES] ?? '');
  for (let n = 1; n <= FOLDER; n += 1) place(`${n > BESIDE ? 'avond/' : ''}foto-${n}.jpg`, n);
  place('.verborgen.jpg', 0);
  await page.route('**/api/uploads/**', () => {});
  await openDialog();
  await dropPaths(page, [folder]);
  await dialog().getByText(`${FOLDER} of at most 1000 files`).waitFor();
  // The nested folder sorts by its name, before the other files.
  const names = await dialog().locator('tbody[aria-label]').all();
  const first = await Promise.all(names.slice(0, 3).map((row) => row.getAttribute('aria-label')));
  expect(first).toEqual(['foto-101.jpg', 'foto-102.jpg', 'foto-103.jpg']);
  await rows.show('foto-2.jpg');
  await rows.kept('a row for each', (drafts) => drafts.length === FOLDER);
  await button('Close').click();
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Bulk Upload', exact: true }).click();
  await dialog().getByText(`${FOLDER} of at most 1000 files`).waitFor();
  await rows.show('foto-101.jpg');
  expect(await dialog().getByText('Choose this file again').count()).toBe(0);
});

it(
  'makes an item of each, despite a reload on the way',
  async () => {
    const before = new Set((await list()).map(({ id }) => id));
    const start = answers.length;
    await button('Clear All').click();
    // The drop goes to the dialog under the question, however slowly that fades.
    await question(page).waitFor();
    await page.evaluate(
      `document.querySelector('[role=alertdialog]:not([aria-modal=false])').style.transitionDuration = '10s'`,
    );
    await question(page).getByRole('button', { name: 'Clear All' }).click();
    await dialog().getByText('Upload up to 100 images or videos at once').waitFor();
    await page.unroute('**/api/uploads/**');
    await dropPaths(page, [path.join(folder, 'avond')]);
    await expect.poll(() => putsSince(start)).toBeGreaterThan(SENT / 10);
    // Halfway: uploaded files stay, and the rest is requested again.
    page.once('dialog', (asked) => void asked.accept());
    await openDialog();
    await dropPaths(page, [path.join(folder, 'avond')]);
    await dialog().getByRole('checkbox', { name: 'Select all' }).check();
    await rows.cell(0, 'category').click();
    await page.getByRole('option', { name: 'Fauna', exact: true }).click();
    await dialog()
      .getByText(`${SENT} of ${SENT} files uploaded`)
      .first()
      .waitFor({ timeout: 200 * SENT + 60_000 });
    await uploadAll('Upload As Is');
    await page
      .getByText(`Successfully created ${SENT} media item(s)`)
      .first()
      .waitFor({ timeout: 500 * SENT + 60_000 });
    const made = (await list()).filter(({ id }) => !before.has(id));
    const titles = Array.from({ length: SENT }, (_, n) => `foto-${n + 1 + BESIDE}`);
    expect(made.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
    keepFigures('folder', { files: made.length });
  },
  2_000 * SENT + 240_000,
);
