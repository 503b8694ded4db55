/** Uploads from other programs: by an upload key, and through a watched folder. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Draft } from '@veldlicht/contract/draft';
import type { FailedFile } from '@veldlicht/contract/upload-key';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe-findings.ts';
import { follow, press, questionOf, startJourney, toast } from '../support/journey.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-watched-'));
afterAll(() => rmSync(folder, { recursive: true }));
const journey = startJourney({ variables: { WATCH_FOLDER: folder } });
let page: Page;
let key: string;

beforeAll(async () => {
  page = await journey.panel('/admin/settings');
});

async function send(remoteId: string, n: number): Promise<number> {
  const body = new Uint8Array(await plainPicture(n, { description: 'Ree in de nevel' }));
  const headers = { authorization: `Bearer ${key}` };
  const address = `${journey.origin}/api/v1/photos/${remoteId}?name=_DSC${n}.jpg`;
  return (await fetch(address, { method: 'PUT', body, headers })).status;
}
/** Begins to send a photo, and disconnects in the middle. */
async function cutOff(remoteId: string, n: number): Promise<void> {
  const body = await plainPicture(n);
  const { hostname, port } = new URL(journey.origin);
  const line = connect(Number(port), hostname);
  const head = [
    `PUT /api/v1/photos/${remoteId} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${key}`,
    `Content-Length: ${body.length}`,
  ];
  line.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise((sent) => line.write(body.subarray(0, body.length / 2), sent));
  line.destroy();
}
const drafts = async () =>
  (await journey.client.call<{ drafts: Draft[] }>('GET', '/api/admin/drafts')).drafts;

it('creates a key, which is shown once', async () => {
  await press(page, 'Create key');
  await page.getByText('Name is required').waitFor();
  await page.getByLabel('Name of the key').fill('Lightroom laptop');
  await page.getByRole('switch', { name: 'Allow deleting' }).click();
  await press(page, 'Create key');
  const field = page.getByLabel('New key', { exact: true });
  key = await field.inputValue();
  expect(key).toMatch(/^vl_/);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: `Copy ${journey.origin}` }).waitFor();
  await press(page, 'I have saved it');
  await field.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Never used · Allow deleting').waitFor();
  const plugIn = page.getByRole('link', { name: 'Download the plug-in for Lightroom' });
  const zip = await fetch(new URL((await plugIn.getAttribute('href')) ?? '', journey.origin));
  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect((await zip.text()).slice(0, 2)).toBe('PK');
  expect(await page.content()).not.toContain(key.slice(8));
});

it('lets a program upload drafts with it, each photo once', async () => {
  expect(await send('catalog-1', 1)).toBe(201);
  expect(await send('catalog-1', 1)).toBe(200);
  expect(await send('catalog-1', 2)).toBe(200);
  const fields = { title: '_DSC1', description: 'Ree in de nevel', category: '' };
  expect(await drafts()).toMatchObject([{ name: '_DSC2.jpg', fields }]);
  await page.reload();
  await page.getByText(/Last used/).waitFor();
});

const photos = roundsOf('photos', 3);

it(
  'makes one draft of each photo, however often it is sent and cut off',
  async () => {
    const before = (await drafts()).length;
    const cuts = Math.ceil(photos / 50);
    for (const status of [201, 200])
      for (let n = 0; n < photos; n++) {
        if (n < cuts) await cutOff(`many-${n}`, n + 100);
        expect([n, await send(`many-${n}`, n + 100)]).toEqual([n, status]);
      }
    expect(await drafts()).toHaveLength(before + photos);
    keepFigures('photos', { photos, cuts });
  },
  120_000 + photos * 2000,
);

it('revokes it at once, after a confirmation', async () => {
  await press(page, 'Revoke Lightroom laptop');
  await press(questionOf(page), 'Revoke');
  await toast(page, 'Key revoked');
  await page.getByRole('listitem', { name: 'Lightroom laptop' }).waitFor({ state: 'detached' });
  expect(await send('catalog-2', 3)).toBe(401);
  expect(await drafts()).not.toContainEqual(expect.objectContaining({ name: '_DSC3.jpg' }));
});

it('makes a draft of a picture in the watched folder, and reports files that it can’t accept', async () => {
  writeFileSync(path.join(folder, 'kapot.jpg'), 'no picture');
  writeFileSync(path.join(folder, 'Kraanvogels.jpg'), await plainPicture(7));
  await expect.poll(() => readdirSync(folder)).toEqual(['kapot.jpg']);
  await expect
    .poll(() => journey.client.call<FailedFile[]>('GET', '/api/admin/watch-folder'))
    .toHaveLength(1);
  await follow(page, '/admin/media');
  // The draft waits for a category, like those sent with the key.
  await page.getByText(`${photos + 2} files wait in Bulk Upload`).waitFor();
  const notice = page.getByRole('region', { name: '1 problem with the watched folder' });
  await notice.getByText('kapot.jpg – This kind of file is not accepted').waitFor();
  expect(await findings(page)).toEqual([]);
  await press(notice, 'I have seen this');
  await notice.waitFor({ state: 'detached' });
  expect(readdirSync(folder)).toEqual(['kapot.jpg']);
  await press(page, 'Show them');
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
  await dialog.getByText(`${photos + 2} of ${photos + 2} files uploaded`).waitFor();
  expect(await findings(page)).toEqual([]);
});
