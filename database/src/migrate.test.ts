import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from './migrate.ts';

let root: string;
let file: string;
let backupFolder: string;
const scripts: string[] = [];

const FIRST = `CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
--> statement-breakpoint
CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parents (id) ON DELETE CASCADE);
--> statement-breakpoint
INSERT INTO parents VALUES (1, 'one'), (2, 'two');
--> statement-breakpoint
INSERT INTO children VALUES (10, 1), (11, 1), (12, 2);`;

/** A rebuild as drizzle-kit writes it: the reason why foreign keys must be off. */
const REBUILD = `CREATE TABLE parents_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
--> statement-breakpoint
INSERT INTO parents_new SELECT id, name FROM parents;
--> statement-breakpoint
DROP TABLE parents;
--> statement-breakpoint
ALTER TABLE parents_new RENAME TO parents;`;

/** The migrations folder with these scripts, oldest first. */
function folderOf(...texts: string[]): string {
  const folder = path.join(root, `migrations-${texts.length}-${scripts.push('')}`);
  mkdirSync(path.join(folder, 'meta'), { recursive: true });
  const entries = texts.map((text, idx) => {
    const tag = `${String(idx).padStart(4, '0')}_step`;
    writeFileSync(path.join(folder, `${tag}.sql`), text);
    return { idx, version: '6', when: idx + 1, tag, breakpoints: true };
  });
  const journal = { version: '7', dialect: 'sqlite', entries };
  writeFileSync(path.join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
  return folder;
}

function migrate(...texts: string[]): Promise<void> {
  return migrateDatabase(file, { backupFolder, now: 0, folder: folderOf(...texts) });
}

/** Everything that a database holds, as text. */
function contentOf(place: string): string {
  const client = new BetterSqlite(place, { readonly: true });
  const names = client
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all() as string[]; // one text column
  const schema = client.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all();
  const rows = names.sort().map((name) => client.prepare(`SELECT * FROM "${name}"`).all());
  client.close();
  return JSON.stringify([schema, rows]);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veldlicht-migrate-'));
  file = path.join(root, 'test.db');
  backupFolder = path.join(root, 'backups');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('creates a new database without a copy, and does nothing the second time', async () => {
  await migrate(FIRST);
  const made = contentOf(file);
  await migrate(FIRST);
  expect(contentOf(file)).toBe(made);
  expect(existsSync(backupFolder)).toBe(false);
});

it('rebuilds a parent table without losing its children, and keeps a copy from before', async () => {
  await migrate(FIRST);
  const before = contentOf(file);
  await migrate(FIRST, REBUILD);
  const client = new BetterSqlite(file);
  expect(client.prepare('SELECT id FROM children').pluck().all()).toEqual([10, 11, 12]);
  expect(() => client.prepare('INSERT INTO children VALUES (13, 9)').run()).toThrow('FOREIGN KEY');
  client.close();
  const [copy = ''] = readdirSync(backupFolder);
  expect(contentOf(path.join(backupFolder, copy))).toBe(before);
});

it('keeps the database, its WAL and its copies private', async () => {
  const mode = (place: string) => statSync(place).mode & 0o777;
  await migrate(FIRST);
  expect(mode(file)).toBe(0o600);
  // As an older version left it.
  chmodSync(file, 0o644);
  await migrate(FIRST, REBUILD);
  expect(mode(file)).toBe(0o600);
  const client = new BetterSqlite(file);
  client.exec("INSERT INTO parents VALUES (3, 'three')");
  expect([mode(`${file}-wal`), mode(`${file}-shm`)]).toEqual([0o600, 0o600]);
  client.close();
  expect(mode(backupFolder)).toBe(0o700);
  const copies = readdirSync(backupFolder).map((name) => mode(path.join(backupFolder, name)));
  expect(copies).toEqual([0o600]);
});

describe('leaves the database as it was, and names the copy, when', () => {
  it.each([
    ['the last statement is wrong', `${REBUILD}\n--> statement-breakpoint\nNONSENSE;`, 'syntax'],
    ['rows would go', 'DELETE FROM parents WHERE id = 2;', 'references'],
    ['rows that nothing refers to would go', 'DELETE FROM children;', 'children'],
    ['a table would go', 'DROP TABLE children;', 'children'],
    ['a trigger would go', 'DROP TRIGGER notice;', 'notice'],
  ])('%s', async (_, script, reason) => {
    const trigger = 'CREATE TRIGGER notice AFTER DELETE ON parents BEGIN SELECT 1; END;';
    await migrate(FIRST, trigger);
    const before = contentOf(file);
    const failed = migrate(FIRST, trigger, 'CREATE TABLE extra (id);', script);
    await expect(failed).rejects.toThrow(reason);
    await expect(failed).rejects.toThrow(/\w\. A copy from before stands in .*backups/);
    expect(contentOf(file)).toBe(before);
  });
});

it('lets a migration drop what it marks', async () => {
  await migrate(FIRST);
  await migrate(FIRST, '-- may-drop-rows: children\nDROP TABLE children;');
  expect(contentOf(file)).not.toContain('children');
});

it('refuses a database of a newer version and leaves it unchanged', async () => {
  await migrate(FIRST, 'CREATE TABLE later (id);');
  const before = contentOf(file);
  await expect(migrate(FIRST)).rejects.toThrow('newer version');
  expect(contentOf(file)).toBe(before);
});

it('refuses a database of an unreleased version and leaves it unchanged', async () => {
  await migrate(FIRST, 'CREATE TABLE elsewhere (id);');
  const before = contentOf(file);
  const other = migrate(FIRST, 'CREATE TABLE here (id);', 'CREATE TABLE later (id);');
  await expect(other).rejects.toThrow(expect.objectContaining({ fault: 'unreleased' }));
  await expect(migrate('CREATE TABLE others (id);')).rejects.toThrow('unreleased version');
  expect(contentOf(file)).toBe(before);
});

it('leaves a database of another program unchanged', async () => {
  const client = new BetterSqlite(file);
  client.exec('CREATE TABLE songs (id)');
  client.close();
  const before = contentOf(file);
  await expect(migrate(FIRST)).rejects.toThrow('not a database of Veldlicht');
  expect(contentOf(file)).toBe(before);
});

it('applies a migration once when two processes start it', async () => {
  await migrate(FIRST);
  const both = ['CREATE TABLE extra (id);', 'INSERT INTO parents VALUES (3, NULL);'];
  await Promise.all([migrate(FIRST, ...both), migrate(FIRST, ...both)]);
  const client = new BetterSqlite(file);
  expect(client.prepare('SELECT count(*) FROM migrations').pluck().get()).toBe(3);
  client.close();
});

it('leaves the database unchanged when it is killed before the commit', async () => {
  const slow =
    'SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n);';
  for (const place of [2, 3, 4]) {
    rmSync(file, { force: true });
    await migrate(FIRST);
    const before = contentOf(file);
    const statements = REBUILD.split('--> statement-breakpoint');
    statements.splice(place, 0, slow);
    const folder = folderOf(FIRST, statements.join('--> statement-breakpoint\n'));
    const module = JSON.stringify(new URL('./migrate.ts', import.meta.url).href);
    const options = JSON.stringify({ backupFolder, now: place, folder });
    const code = `const { migrateDatabase } = await import(${module});
      console.log('begins');
      await migrateDatabase(${JSON.stringify(file)}, ${options});`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code]);
    await once(child.stdout, 'data');
    // The endless statement is reached once the copy is there and the lock is taken.
    await untilLocked();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(contentOf(file)).toBe(before);
  }
});

/** Waits until another connection writes, which it does for ever from then on. */
async function untilLocked(): Promise<void> {
  for (;;) {
    const client = new BetterSqlite(file, { timeout: 0 });
    try {
      client.exec('BEGIN IMMEDIATE; ROLLBACK;');
    } catch {
      return;
    } finally {
      client.close();
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
