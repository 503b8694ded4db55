/** Exporting and importing in the panel. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IMPORT_PATH } from '@veldlicht/contract/moving';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { type Journey, press } from '../support/journey.ts';

export function describeMoving(journey: Journey): void {
  let page: Page;
  let folder: string;
  let zip: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-zip-'));
    zip = path.join(folder, 'library.zip');
    const { client } = journey;
    // The default categories may be gone.
    await client.call('POST', '/api/admin/categories', { name: 'bossen', type: 'category' });
    for (const n of [801, 802]) {
      const { objectPath } = await client.upload(
        new Uint8Array(await plainPicture(n)),
        'image/jpeg',
      );
      const item = { title: `Ree ${n}`, category: 'bossen', imageUrl: objectPath };
      await client.call('POST', '/api/admin/media', item);
    }
    page = await journey.panel('/admin');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const choose = (file: string) => page.locator('input[type=file]').setInputFiles(file);

  it('downloads everything as one file', async () => {
    await page.getByRole('link', { name: 'Move everything in or out…' }).click();
    await page.getByRole('switch', { name: 'With private places' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^veldlicht-\d{4}-\d{2}-\d{2}\.zip$/);
    await download.saveAs(zip);
    expect(await findings(page)).toEqual([]);
  });

  it('previews an import, and runs it', async () => {
    await choose(zip);
    await page.getByText('Photos and videos to add: 0').waitFor();
    await page.getByText('Already here, with the same file: 2').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(page, 'Bring in');
    await page.getByText('Photos and videos imported: 2').waitFor();
    expect(await journey.client.call<unknown[]>('GET', '/api/admin/media')).toHaveLength(2);
  });

  it('shows the reason for each failed file', async () => {
    const result = ['import_done?n=1', 'import_file?file=ree.jpg&why=file_empty'];
    const json = { name: null, running: null, result, waiting: 0 };
    await page.route(`**${IMPORT_PATH}`, (route) => route.fulfill({ json }));
    await page.reload();
    await page.getByText('ree.jpg: The file is empty (0 bytes)').waitFor();
  });
}
