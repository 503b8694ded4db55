/** Backups of a running site: made, downloaded, and restored after the database is damaged (faults F8 and F14). */
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { signIn } from '@veldlicht/scripts/api-client';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePages, sharedBrowser } from '../support/browser.ts';
import {
  freePort,
  launchProduct,
  owner,
  type RunningProduct,
  startedFolder,
  startProduct,
  waitFor,
} from '../support/product.ts';

const root = path.join(import.meta.dirname, '../../..');

let product: RunningProduct;
let elsewhere: string;
let port: number;
/** Public addresses, with the content before the damage. */
const seen = new Map<string, string>();
let picture: string;

async function command(
  name: 'backup' | 'restore',
  variables: Record<string, string>,
  ...named: string[]
) {
  const program = ['--import', './scripts/quick-modules.mjs', `scripts/${name}.ts`, ...named];
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, DATA_DIR: product.dataDir, ...variables },
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exit, output: out + err };
}

const get = (address: string) =>
  fetch(`http://127.0.0.1:${port}${address}`, { redirect: 'manual' });

/** The content of a page, without the build number in the names of its files. */
async function page(address: string): Promise<string> {
  const answer = await get(address);
  expect([address, answer.status]).toEqual([address, 200]);
  return answer.text();
}

beforeAll(async () => {
  port = await freePort();
  elsewhere = mkdtempSync(path.join(tmpdir(), 'veldlicht-elsewhere-'));
  product = await startProduct({ port, dataDir: startedFolder() });
  const client = await signIn(product.origin, owner.username, owner.password);
  const photo = new Uint8Array(await plainPicture(1));
  picture = (await client.upload(photo, 'image/jpeg')).objectPath;
  await client.addMedia({ title: 'Reiger', category: 'fauna', imageUrl: picture });
  const address = await waitFor('the picture to be live', async () => {
    const library = await (await get('/mediabibliotheek')).text();
    return /\/foto\/reiger-\d{4}/.exec(library)?.[0];
  });
  await waitFor('all of it to be published', async () => {
    const state = await client.call<{ state: string }>('GET', '/api/publishing/state');
    return state.state === 'live';
  });
  for (const each of ['/', '/mediabibliotheek', address]) seen.set(each, await page(each));
});
afterAll(async () => {
  await product.stop();
  product.remove();
  rmSync(elsewhere, { recursive: true, force: true });
});

it('makes a backup while it runs, and shows it to admins', async () => {
  const { code, output } = await command('backup', {});
  expect(output).toContain('Restored as a test.');
  expect(code).toBe(0);
  const client = await signIn(product.origin, owner.username, owner.password);
  expect(await client.call('GET', '/api/admin/backup')).toMatchObject({ state: 'ok' });
});

it('lets admins make a backup and download it, and restores the download in an empty folder', async () => {
  const browser = await sharedBrowser();
  const page = await browser.newPage();
  await page.goto(`${product.origin}/admin/login`);
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Backups' });
  await card.getByText(/Last backup: today at/).waitFor();
  const backups = () =>
    readdirSync(path.join(product.dataDir, 'backups')).filter((name) => /^veldlicht-/.test(name));
  const before = backups();
  await card.getByRole('button', { name: 'Make a backup now' }).click();
  const made = await waitFor('the backup', async () => {
    const found = backups().filter((name) => !before.includes(name));
    return found.length > 0 && found;
  });
  expect(made).toHaveLength(1);
  await card.getByText(/being made/).waitFor({ state: 'detached' });
  await card.getByText(/today at \d\d:\d\d, [\d.]+\s[kM]B, verified/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${made[0]}.tar`);
  const archive = path.join(elsewhere, 'download.tar');
  await download.saveAs(archive);
  await closePages();

  const unpacked = path.join(elsewhere, 'unpacked');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xf', archive, '-C', unpacked]);
  const dataDir = path.join(elsewhere, 'from-download');
  const place = path.join(unpacked, made[0] ?? '');
  const restored = await command('restore', { DATA_DIR: dataDir }, place);
  expect(restored.code).toBe(0);
  for (const folder of ['originals', 'renditions', 'secrets']) {
    const files = (root: string) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort()
        .map((file) => [path.relative(root, file), readFileSync(file)]);
    expect(files(dataDir)).toEqual(files(product.dataDir));
  }
  const database = new DatabaseSync(path.join(dataDir, 'veldlicht.db'));
  expect(database.prepare('SELECT title FROM media').all()).toEqual([{ title: 'Reiger' }]);
  database.close();
});

it('refuses to restore over a running product', async () => {
  const { code, output } = await command('restore', {});
  expect(code).toBe(1);
  expect(output).toContain('Nothing was restored. Veldlicht is running on this data folder.');
});

it('keeps the site up while the database is damaged, shows why at /admin, and reopens after a restore', async () => {
  const client = await signIn(product.origin, owner.username, owner.password);
  await client.addMedia({ title: 'Na de back-up', category: 'fauna', imageUrl: picture });
  expect(await product.stop()).toBe(0);
  const handle = openSync(path.join(product.dataDir, 'veldlicht.db'), 'r+');
  writeSync(handle, Buffer.alloc(4096), 0, 4096, 0);
  closeSync(handle);

  product = await launchProduct({ port, dataDir: product.dataDir });
  await waitFor('the site', async () => (await get('/').catch(() => null))?.status === 200);
  const [item = ''] = [...seen.keys()].filter((address) => address.startsWith('/foto/'));
  expect(await page(item)).toContain('Reiger');
  expect((await get(picture)).status).toBe(200);
  const admin = await get('/admin');
  expect([admin.status, admin.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await admin.text()).toContain('npm run restore');
  expect((await get('/api/health')).status).toBe(503);
  expect(product.output()).toContain('The newest backup is veldlicht-');

  const { code, output } = await command('restore', {});
  expect(output).toContain('What was there until now is in');
  expect(code).toBe(0);
  await waitFor('the admin to reopen by itself', async () => {
    const answer = await get('/api/health').catch(() => null);
    return answer?.status === 200;
  });
  await signIn(product.origin, owner.username, owner.password);
  for (const [address, html] of seen)
    await expect.poll(() => get(address).then((answer) => answer.text())).toBe(html);
});

it('exits with code 3 when it is stopped before the database is restored', async () => {
  await product.stop();
  const handle = openSync(path.join(product.dataDir, 'veldlicht.db'), 'r+');
  writeSync(handle, Buffer.alloc(100), 0, 100, 0);
  closeSync(handle);
  const closed = await launchProduct({ port, dataDir: product.dataDir });
  await waitFor('the site', async () => (await get('/').catch(() => null))?.status === 200);
  expect(await closed.stop()).toBe(3);
});

it('starts from a backup in an empty folder, with the same accounts and site', async () => {
  const dataDir = path.join(elsewhere, 'data');
  const restored = await command('restore', {
    DATA_DIR: dataDir,
    BACKUP_DIR: path.join(product.dataDir, 'backups'),
  });
  expect(restored.code).toBe(0);
  const again = await startProduct({ port, dataDir });
  await signIn(again.origin, owner.username, owner.password);
  for (const [address, html] of seen) expect(await page(address)).toBe(html);
  expect((await get(picture)).status).toBe(200);
  await again.stop();
});
