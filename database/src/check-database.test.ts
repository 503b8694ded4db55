/** Damage at the start (fault F8): each kind is refused, and nothing that is there is touched. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDatabase } from './check-database.ts';
import type { DatabaseError } from './connection.ts';
import { type DataFolder, dataFolder } from './data-folder.ts';
import { openPublicDatabase } from './public/public-database.ts';
import { createTestDatabase } from './testing.ts';

/** The hash of a migration that this version does not have. */
const OTHER = 'f'.repeat(64);
let folder: DataFolder;
let remove: () => void;
beforeEach(async () => {
  const test = await createTestDatabase();
  folder = dataFolder(test.folder);
  remove = test.remove;
  const fill = test.db.$client.prepare(
    "INSERT INTO contacts (id, name, email, message, submitted_at) VALUES (?, 'a', 'b', ?, ?)",
  );
  test.db.$client.transaction(() => {
    for (let i = 0; i < 2000; i++) fill.run(`c${i}`, 'x'.repeat(500), i);
  })();
  // As after a clean end.
  test.db.$client.close();
});
afterEach(() => remove());

/** As if the site had been made from this revision, of the database that is there or of another epoch. */
function show(revision: number, epoch?: string): void {
  const client = new BetterSqlite(folder.database, { readonly: true });
  const own = client.prepare('SELECT epoch FROM content_state').pluck().get();
  client.close();
  const site = openPublicDatabase(folder.publicDatabase);
  site
    .prepare('INSERT OR REPLACE INTO state VALUES (1, ?, ?, 0, 1, NULL)')
    .run(epoch ?? own, revision);
  site.close();
}

function overwrite(at: number, bytes: Buffer): void {
  const handle = openSync(folder.database, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

/** Bytes of the database and its company; null where there is none. */
function state(): (string | null)[] {
  return ['', '-wal', '-shm', '-journal'].map((suffix) => {
    const file = folder.database + suffix;
    return existsSync(file) ? readFileSync(file).toString('base64') : null;
  });
}

function change(sql: string): void {
  const client = new BetterSqlite(folder.database);
  client.exec(sql);
  client.close();
}

/** A process that is killed while it has the database open: what it wrote stands in the -wal. */
function writeAndDie(): void {
  const code = `const { openConnection } = await import(${JSON.stringify(new URL('./connection.ts', import.meta.url).href)});
    const client = openConnection(${JSON.stringify(folder.database)});
    client.exec("UPDATE content_state SET revision = 40");
    process.kill(process.pid, 'SIGKILL');`;
  const env = { ...process.env, NODE_OPTIONS: '' };
  spawnSync(process.execPath, ['--input-type=module', '--eval', code], { env });
}

it('accepts an intact database, a new folder, and the state after a crash', () => {
  checkDatabase(folder);
  checkDatabase(dataFolder(path.join(tmpdir(), 'veldlicht-that-is-not-there')));
  writeAndDie();
  expect(statSync(`${folder.database}-wal`).size).toBeGreaterThan(0);
  show(40);
  checkDatabase(folder);
});

it('accepts a site from before a restore, or with a damaged public database', () => {
  show(40, 'other');
  checkDatabase(folder);
  writeFileSync(folder.publicDatabase, 'garbage');
  checkDatabase(folder);
});

describe('refuses, and leaves as it is,', () => {
  it.each<[string, () => void, RegExp, DatabaseError['fault']]>([
    ['a header of zeros', () => overwrite(0, Buffer.alloc(100)), /is damaged/, 'damaged'],
    [
      'a page of garbage',
      () => overwrite(4096 * 40, Buffer.alloc(4096, 0xa5)),
      /^The database is damaged/,
      'damaged',
    ],
    [
      'half a file',
      () => truncateSync(folder.database, Math.floor(statSync(folder.database).size / 2)),
      /^The database is damaged/,
      'damaged',
    ],
    [
      'an empty file',
      () => {
        show(1);
        truncateSync(folder.database, 0);
      },
      /missing or empty/,
      'missing',
    ],
    [
      'a file that is gone',
      () => {
        show(1);
        rmSync(folder.database);
      },
      /missing or empty/,
      'missing',
    ],
    [
      'a database without its -wal',
      () => {
        writeAndDie();
        rmSync(`${folder.database}-wal`);
      },
      /-wal is missing/,
      'behind',
    ],
    [
      'a database without its -wal and -shm, older than the site',
      () => {
        writeAndDie();
        show(40);
        for (const suffix of ['-wal', '-shm']) rmSync(folder.database + suffix);
      },
      /older than the site/,
      'behind',
    ],
    [
      'the database of another program',
      () => {
        rmSync(folder.database);
        change('CREATE TABLE songs (id)');
      },
      /not a database of Veldlicht/,
      'foreign',
    ],
    [
      'another program that keeps migrations too',
      () => {
        rmSync(folder.database);
        change("CREATE TABLE migrations (id, migration); INSERT INTO migrations VALUES (1, 'x')");
      },
      /not a database of Veldlicht/,
      'foreign',
    ],
    ['a table too few', () => change('DROP TABLE outbox'), /lacks its table outbox/, 'damaged'],
    [
      'a trigger too few',
      () => change('DROP TRIGGER media_updated'),
      /lacks its trigger media_updated/,
      'damaged',
    ],
    [
      'a newer version',
      () => change(`INSERT INTO migrations VALUES ('${OTHER}', 0)`),
      /newer version/,
      'newer',
    ],
    [
      'a version from before the first one that is supported',
      () => change(`UPDATE migrations SET hash = '${OTHER}'`),
      /unreleased version .*DATA_DIR/,
      'unreleased',
    ],
    [
      'no word of the version that made it',
      () => change('DELETE FROM migrations'),
      /does not say which version/,
      'damaged',
    ],
    [
      'garbage in the place of that word',
      () => change("UPDATE migrations SET hash = x'00a5'"),
      /does not say which version/,
      'damaged',
    ],
    ['half a restore', () => writeFileSync(folder.restoreMark, ''), /cut off/, 'unfinished'],
  ])('%s', (_, harm, reason, fault) => {
    harm();
    const before = state();
    expect(() => checkDatabase(folder)).toThrow(reason);
    expect(() => checkDatabase(folder)).toThrow(expect.objectContaining({ fault }));
    expect(state()).toEqual(before);
  });
});
