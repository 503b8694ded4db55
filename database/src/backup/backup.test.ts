import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TERMINAL_ACTOR } from '@veldlicht/contract/audit';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDatabase } from '../check-database.ts';
import { type DataFolder, dataFolder } from '../data-folder.ts';
import { takeLock } from '../lock.ts';
import { openDatabase } from '../open.ts';
import { openPublicDatabase } from '../public/public-database.ts';
import { auditLog, contentState, media, mediaRows, sessions, throttles, users } from '../schema.ts';
import {
  type BackupWorld,
  createBackupWorld,
  openToOthers,
  treeOf,
} from '../testing/backup-world.ts';
import { countFiles } from './backup-folder.ts';
import { listBackups } from './backup-moments.ts';
import { readBackupStatus } from './backup-status.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const NOW = Date.UTC(2026, 4, 31, 1);
const DAY = 24 * 3_600_000;

let world: BackupWorld;
let clean: string;
beforeEach(async () => {
  world = await createBackupWorld();
  clean = mkdtempSync(path.join(tmpdir(), 'veldlicht-clean-'));
});
afterEach(() => {
  world.remove();
  rmSync(clean, { recursive: true, force: true });
});

const backUp = (now = NOW, storage: 'disk' | 's3' = 'disk') =>
  createBackup({ folder: world.folder, backupDir: world.backupDir, storage, now });
const restoreTo = (folder: DataFolder, place: string) =>
  restoreBackup({ folder, place, now: NOW + DAY });
const titles = (folder: DataFolder) => {
  const db = openDatabase(folder.database);
  const found = db.select({ title: media.title }).from(media).all();
  db.$client.close();
  return found.map(({ title }) => title).sort();
};
const bytesOf = (file: string) => readFileSync(file);

describe('a backup', () => {
  it('has everything for an empty folder, with private modes', async () => {
    for (const name of ['reiger', 'ijsvogel']) world.addItem(name);
    const { place, manifest } = await backUp();
    expect(countFiles(manifest)).toMatchObject({ stored: 6, missing: 0, inBucket: 0 });
    expect(openToOthers(place)).toEqual([]);
    expect(statSync(world.backupDir).mode & 0o777).toBe(0o700);
    const folder = dataFolder(path.join(clean, 'data'));
    expect(await restoreTo(folder, place)).toMatchObject({ asideIn: null });
    const skip = /^(?:veldlicht\.db|backup|locks)/;
    expect(treeOf(folder.root, skip)).toEqual(treeOf(world.folder.root, skip));
    expect(titles(folder)).toEqual(['ijsvogel', 'reiger']);
    expect(statSync(folder.database).mode & 0o777).toBe(0o600);
    checkDatabase(folder);
  });

  it('stores the same bytes once, and reads again only what changed', async () => {
    const hash = world.addItem('reiger');
    await backUp();
    const files = () => Object.keys(treeOf(path.join(world.backupDir, 'files'), /^$/));
    expect(files()).toHaveLength(3);
    const original = path.join(world.folder.originals, `${hash}.jpg`);
    expect(statSync(original).nlink).toBe(2);
    world.addItem('ijsvogel');
    await backUp(NOW + DAY);
    expect(files()).toHaveLength(6);
    expect(statSync(original).nlink).toBe(2);
    writeFileSync(path.join(world.folder.renditions, hash, '960.jpg'), 'made anew, and longer');
    const { manifest } = await backUp(NOW + 2 * DAY);
    expect(countFiles(manifest)).toMatchObject({ stored: 6, missing: 0 });
  });

  it('keeps the intact bytes of a rotten original', async () => {
    const hash = world.addItem('reiger');
    const original = path.join(world.folder.originals, `${hash}.jpg`);
    const good = bytesOf(original);
    // As on a disk of its own: a link would rot with it.
    await backUp();
    rmSync(original);
    writeFileSync(original, Buffer.alloc(good.length, 1));
    const { place, manifest } = await backUp(NOW + DAY);
    expect(countFiles(manifest).missing).toBe(0);
    const folder = dataFolder(path.join(clean, 'data'));
    await restoreTo(folder, place);
    expect(bytesOf(path.join(folder.originals, `${hash}.jpg`))).toEqual(good);
  });

  it('detects bit rot without a change of size or time within four weeks', async () => {
    const hash = world.addItem('reiger');
    const original = path.join(world.folder.originals, `${hash}.jpg`);
    await backUp();
    const { mtime, atime, size } = statSync(original);
    // The same file by two names: both rot.
    writeFileSync(original, Buffer.alloc(size, 1), { flag: 'r+' });
    utimesSync(original, atime, mtime);
    let missing = 0;
    for (let night = 1; missing === 0 && night <= 28; night++)
      missing = countFiles((await backUp(NOW + night * DAY)).manifest).missing;
    expect(missing).toBe(1);
  });

  it('lists missing files, and succeeds nevertheless', async () => {
    const hash = world.addItem('reiger');
    rmSync(path.join(world.folder.renditions, hash, '480.avif'));
    expect(countFiles((await backUp()).manifest)).toMatchObject({ stored: 2, missing: 1 });
  });

  it('with a bucket has only the list of its originals', async () => {
    const hash = world.addItem('reiger');
    rmSync(path.join(world.folder.originals, `${hash}.jpg`));
    const { place, manifest } = await backUp(NOW, 's3');
    expect(countFiles(manifest)).toMatchObject({ stored: 2, missing: 0, inBucket: 1 });
    expect(bytesOf(path.join(place, 'backup.json')).toString()).toContain(`originals/${hash}.jpg`);
  });

  it('removes expired backups with their unshared files', async () => {
    const hash = world.addItem('reiger');
    const first = await backUp();
    world.db.delete(mediaRows).run();
    world.db.$client.exec('DELETE FROM files');
    rmSync(path.join(world.folder.originals, `${hash}.jpg`));
    let removed: string[] = [];
    for (let week = 1; week <= 12; week++)
      removed = [...removed, ...(await backUp(NOW + week * 7 * DAY)).removed];
    expect(removed).toContain(first.name);
    expect(readdirSync(world.backupDir).length).toBeLessThanOrEqual(12);
    expect(Object.keys(treeOf(path.join(world.backupDir, 'files'), /^$/))).toEqual([]);
  });

  it('that fails keeps the others, and leaves nothing behind', async () => {
    world.addItem('reiger');
    await backUp();
    const before = treeOf(world.backupDir, /^$/);
    world.db.$client.exec('PRAGMA foreign_keys = OFF; UPDATE media_rows SET category_id = 0');
    const options = { folder: world.folder, backupDir: world.backupDir, storage: 'disk' as const };
    await expect(createBackup({ ...options, now: NOW + DAY })).rejects.toThrow('references');
    expect(treeOf(world.backupDir, /^$/)).toEqual(before);
    expect(readBackupStatus(world.folder)).toMatchObject({
      success: { at: NOW },
      failure: { at: NOW + DAY, problem: 'damaged' },
    });
    const lock = takeLock(world.folder.backupLock);
    await expect(backUp(NOW + DAY)).rejects.toThrow('Another backup is being made.');
    lock?.release();
  });

  it('that was interrupted is removed by the next and never listed', async () => {
    const half = path.join(world.backupDir, '.tmp-veldlicht-20260530T010000Z');
    mkdirSync(half, { recursive: true });
    writeFileSync(path.join(half, 'veldlicht.db'), 'half');
    expect(listBackups(world.backupDir, NOW)).toEqual([]);
    await backUp();
    expect(readdirSync(world.backupDir).sort()).toEqual(['veldlicht-20260531T010000Z']);
  });
});

describe('a restore', () => {
  it('restores lost files, moves the present ones aside, and ends sessions', async () => {
    const hash = world.addItem('reiger');
    const { place } = await backUp();
    const newer = world.addItem('ijsvogel');
    rmSync(path.join(world.folder.originals, `${hash}.jpg`));
    const rendition = path.join(world.folder.renditions, hash, '960.jpg');
    rmSync(rendition);
    writeFileSync(rendition, 'not the bytes it had');
    const site = openPublicDatabase(world.folder.publicDatabase);
    site.exec("INSERT INTO state VALUES (1, 'before', 900, 0, 1, NULL)");
    site.close();
    world.db.$client.close();
    writeFileSync(`${world.folder.database}-wal`, 'of the old database');
    const { asideIn } = await restoreTo(world.folder, place);
    expect(titles(world.folder)).toEqual(['reiger']);
    expect(bytesOf(path.join(world.folder.renditions, hash, '960.jpg')).toString()).toBe(
      '960.jpg of reiger',
    );
    const aside = Object.keys(treeOf(asideIn ?? '', /^$/));
    const renditions = [hash, newer].flatMap((each) =>
      ['480.avif', '960.jpg'].map((name) => `renditions/${each}/${name}`),
    );
    expect(aside).toEqual([
      `originals/${newer}.jpg`,
      ...renditions.sort(),
      'secrets/upload-signing',
      'veldlicht.db',
      // Made by who read the database for what was revoked since.
      'veldlicht.db-shm',
      'veldlicht.db-wal',
    ]);
    expect(statSync(asideIn ?? '').mode & 0o777).toBe(0o700);
    const db = openDatabase(world.folder.database);
    expect(db.select().from(sessions).all()).toEqual([]);
    expect(db.select().from(auditLog).all().at(-1)).toMatchObject({
      action: 'restore-backup',
      entity: 'backup',
      actor: TERMINAL_ACTOR,
      summary: expect.stringMatching(/^veldlicht-/),
    });
    expect(db.select().from(throttles).all()).toEqual([]);
    expect(db.select().from(users).get()?.totpStep).toBe((NOW + DAY) / 30_000);
    // Above every revision that a page was ever made of.
    expect(db.select().from(contentState).get()?.revision).toBe(901);
    db.$client.close();
    checkDatabase(world.folder);
    expect(existsSync(path.join(world.folder.root, '.restore'))).toBe(false);
  });

  it('keeps originals that the backup only lists, in a bucket then or missing', async () => {
    const hash = world.addItem('reiger');
    const original = path.join(world.folder.originals, `${hash}.jpg`);
    const bytes = bytesOf(original);
    rmSync(original);
    const { place } = await backUp(NOW, 's3');
    writeFileSync(original, bytes);
    world.db.$client.close();
    await restoreTo(world.folder, place);
    expect(bytesOf(original)).toEqual(bytes);
  });

  it('is undone by restoring a backup of the files it moved aside', async () => {
    world.addItem('reiger');
    const { place } = await backUp();
    const newer = world.addItem('ijsvogel');
    world.db.$client.close();
    const { asideIn } = await restoreTo(world.folder, place);
    expect(titles(world.folder)).toEqual(['reiger']);
    // As docs/builder/backups.md says.
    for (const name of readdirSync(asideIn ?? '')) {
      rmSync(path.join(world.folder.root, name), { recursive: true, force: true });
      renameSync(path.join(asideIn ?? '', name), path.join(world.folder.root, name));
    }
    const again = await backUp(NOW + 2 * DAY);
    await restoreTo(world.folder, again.place);
    expect(titles(world.folder)).toEqual(['ijsvogel', 'reiger']);
    expect(existsSync(path.join(world.folder.originals, `${newer}.jpg`))).toBe(true);
    checkDatabase(world.folder);
  });

  it('is refused while the product runs', async () => {
    const { place } = await backUp();
    const lock = takeLock(world.folder.instanceLock);
    await expect(restoreTo(world.folder, place)).rejects.toThrow('Stop it first');
    lock?.release();
  });

  it('refuses a backup of a newer version', async () => {
    world.db.$client.exec("INSERT INTO migrations VALUES (printf('%064d', 1), 0)");
    await expect(backUp()).rejects.toThrow('newer version');
  });

  it('refuses a backup with one flipped bit anywhere, and changes nothing', async () => {
    world.addItem('reiger');
    world.addItem('ijsvogel');
    const { place } = await backUp();
    const folder = dataFolder(path.join(clean, 'data'));
    const targets = [place, path.join(world.backupDir, 'files')].flatMap((root) =>
      Object.keys(treeOf(root, /^$/)).map((name) => path.join(root, name)),
    );
    expect(targets.length).toBeGreaterThanOrEqual(10);
    for (const file of targets) {
      const good = bytesOf(file);
      const places = [0, Math.floor(good.length / 2), good.length - 1];
      for (const at of places) {
        const bad = Buffer.from(good);
        bad.writeUInt8(bad.readUInt8(at) ^ 1, at);
        chmodSync(file, 0o600);
        writeFileSync(file, bad);
        await expect(restoreTo(folder, place), `${file} at ${at}`).rejects.toThrow(
          /damaged|missing|cut off|newer version|does not/,
        );
        expect(treeOf(folder.root, /^locks/)).toEqual({});
      }
      writeFileSync(file, good);
    }
    await restoreTo(folder, place);
    expect(titles(folder)).toEqual(['ijsvogel', 'reiger']);
  });

  it('refuses a backup with a missing file', async () => {
    world.addItem('reiger');
    const { place } = await backUp();
    const folder = dataFolder(path.join(clean, 'data'));
    rmSync(path.join(place, 'secrets'), { recursive: true });
    await expect(restoreTo(folder, place)).rejects.toThrow('secrets/upload-signing is missing');
  });

  it('that was interrupted is detected at the next start, and repeated', async () => {
    world.addItem('reiger');
    const { place } = await backUp();
    const folder = dataFolder(path.join(clean, 'data'));
    mkdirSync(folder.root);
    writeFileSync(folder.restoreMark, '');
    expect(() => checkDatabase(folder)).toThrow('cut off');
    await restoreTo(folder, place);
    checkDatabase(folder);
  });
});

/** Backups under a writer at full speed: 5 here, 50 in the nightly run. */
const rounds = Number(process.env.BACKUPS_UNDER_LOAD || 5);

it('copies one moment of a database under constant writes', async () => {
  world.db.$client.exec(
    'CREATE TABLE purses (id INTEGER PRIMARY KEY, coins INTEGER NOT NULL); CREATE TABLE moves (n INTEGER PRIMARY KEY)',
  );
  world.db.$client.exec(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO purses SELECT i, 1000 FROM n',
  );
  const connection = JSON.stringify(new URL('../connection.ts', import.meta.url).href);
  // It ends by itself: a test must not leave anybody writing.
  const code = `const { openConnection } = await import(${connection});
    const client = openConnection(${JSON.stringify(world.folder.database)});
    const give = client.prepare('UPDATE purses SET coins = coins + ? WHERE id = ?');
    const note = client.prepare('INSERT INTO moves DEFAULT VALUES');
    const move = client.transaction((from, to) => { give.run(-7, from); give.run(7, to); note.run(); });
    const end = Date.now() + 200_000;
    for (let i = 0; Date.now() < end; i++) {
      move.immediate(1 + (i * 7) % 200, 1 + (i * 13 + 1) % 200);
      if (i === 100) console.log('writing');
    }`;
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  try {
    await once(writer.stdout, 'data');
    const moves = (client: BetterSqlite.Database) =>
      Number(client.prepare('SELECT count(*) FROM moves').pluck().get());
    let last = 0;
    for (let round = 0; round < rounds; round++) {
      const { place } = await backUp(NOW + round * DAY);
      const copy = new BetterSqlite(path.join(place, 'veldlicht.db'), { readonly: true });
      expect(copy.prepare('SELECT sum(coins) FROM purses').pluck().get()).toBe(200_000);
      expect(moves(copy)).toBeGreaterThan(last);
      last = moves(copy);
      copy.close();
      // However slow the disk is: the next one sees more.
      await expect.poll(() => moves(world.db.$client)).toBeGreaterThan(last);
    }
    expect(writer.exitCode).toBeNull();
  } finally {
    writer.kill('SIGKILL');
    await once(writer, 'exit');
  }
});
