/** A database that an earlier version left, brought to this one with everything in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openConnection } from './connection.ts';
import { migrateDatabase, migrationsFolder } from './migrate.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veldlicht-older-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The file as it was after so many migrations. */
function older(count: number): string {
  const file = path.join(root, 'veldlicht.db');
  const client = openConnection(file);
  client.exec('CREATE TABLE migrations (hash TEXT NOT NULL, applied_at INTEGER NOT NULL)');
  for (const { sql, hash } of readMigrationFiles({ migrationsFolder }).slice(0, count)) {
    for (const statement of sql) client.exec(statement);
    client.prepare('INSERT INTO migrations VALUES (?, 1)').run(hash);
  }
  client.close();
  return file;
}

it('keeps what was deleted and where it stood, and publishes the newest where an older release was shown', async () => {
  const file = older(1);
  const before = openConnection(file);
  before.exec(`
    INSERT INTO files (hash, type, extension, bytes, width, height, processing, created_at)
      VALUES ('a', 'photo', 'jpg', 1, 48, 32, 'ready', 1);
    INSERT INTO media (id, slug, type, title, location_privacy, category_id, file_hash, first_published_at, created_at, updated_at)
      VALUES ('m1', 'm1-0001', 'photo', 'm1', 'exact', 'fauna', 'a', 1, 1, 1), ('m2', 'm2-0001', 'photo', 'm2', 'exact', 'fauna', 'a', 1, 1, 1);
    UPDATE media SET slug = 'anders-0001', status = 'draft' WHERE id = 'm1';
    DELETE FROM media WHERE id = 'm2';
    INSERT INTO releases (id, revision, created_at, state, pages_rendered, pages_total, duration_ms, bytes)
      VALUES ('r2-b', 2, 2, 'live', 1, 1, 1, 1), ('r1-a', 1, 1, 'kept', 1, 1, 1, 1);
    UPDATE content_state SET held_revision = 3, release_id = 'r2-b'`);
  expect(before.prepare('SELECT kind FROM removals').pluck().all()).toContain('drafted');
  const { link_revision: _, ...item } = z
    .looseObject({})
    .parse(before.prepare('SELECT * FROM media').get());
  before.close();
  await migrateDatabase(file, { backupFolder: path.join(root, 'backups'), now: 5 });
  const client = openConnection(file);
  const all = (query: string) => client.prepare(query).raw().all();
  expect(all('SELECT slug, ending FROM ended_addresses')).toEqual([['m1-0001', '0001']]);
  expect(all('SELECT seq FROM deleted_items')).toEqual([[2]]);
  expect(all('SELECT id, state FROM releases ORDER BY id')).toEqual([
    ['r1-a', 'gone'],
    ['r2-b', 'live'],
  ]);
  expect(all('SELECT release_id, retry_at IS NOT NULL FROM content_state')).toEqual([['r2-b', 1]]);
  expect(client.prepare('SELECT * FROM media').all()).toMatchObject([item]);
  client.close();
});

it('keeps the words of stories, also in the trash and in history', async () => {
  const file = older(11);
  const before = openConnection(file);
  const rest = "'2026-01-09', 'published', 1, 1";
  before.exec(`
    INSERT INTO changes (at, actor, open) VALUES (1, 'eva', 1);
    INSERT INTO story_rows (id, kind, slug, title, body, deleted_at, date, status, created_at, updated_at)
      VALUES ('n', 'note', 'n-0001', 'n', 'Stil.', NULL, ${rest}),
        ('t', 'note', 't-0001', 't', '![Ree](media:m1)', 5, ${rest}),
        ('s', 'series', 's-0001', 's', '{"introduction":"Vroeg.","blocks":[{"kind":"space"}]}', NULL, ${rest});
    UPDATE changes SET open = 0;
    INSERT INTO changes (at, actor, open) VALUES (2, 'eva', 1);
    UPDATE story_rows SET body = 'Vorst.\n\n![](media:m1)' WHERE id = 'n';
    UPDATE changes SET open = 0`);
  before.close();
  await migrateDatabase(file, { backupFolder: path.join(root, 'backups'), now: 5 });
  const client = openConnection(file);
  const bodies = (query: string) =>
    client
      .prepare(query)
      .pluck()
      .all()
      .map((body) => JSON.parse(String(body)));
  const text = (words: string) => ({ kind: 'text', text: words });
  expect(bodies('SELECT body FROM story_rows ORDER BY id')).toEqual([
    [text('Vorst.'), { kind: 'single', media: ['m1'], captions: [''] }],
    [text('Vroeg.'), { kind: 'space' }],
    [{ kind: 'single', media: ['m1'], captions: ['Ree'] }],
  ]);
  expect(bodies("SELECT before ->> 'body' FROM history WHERE before IS NOT NULL")).toEqual([
    [text('Stil.')],
  ]);
  expect(client.prepare('SELECT count(*) FROM changes').pluck().get()).toBe(2);
  client.close();
});
