/** Every version opens a data folder of the oldest supported one, with everything in it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countFiles } from './backup/backup-folder.ts';
import { createBackup } from './backup/create-backup.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { checkDatabase } from './check-database.ts';
import { type DataFolder, dataFolder } from './data-folder.ts';
import { migrateDatabase } from './migrate.ts';
import { storyBlocks } from './story-blocks.ts';
import { treeOf } from './testing/backup-world.ts';
import { addSupportedBackup, fillSupportedFolder, RECORDED } from './testing/supported-folder.ts';

type Rows = Record<string, Record<string, unknown>[]>;

let root: string;
let folder: DataFolder;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veldlicht-supported-'));
  folder = fillSupportedFolder(path.join(root, 'data'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const upgrade = ({ database, backups }: DataFolder) =>
  migrateDatabase(database, { backupFolder: backups, now: RECORDED });

/** Every row of every table. */
function rowsOf({ database }: DataFolder): Rows {
  const client = new BetterSqlite(database, { readonly: true });
  const tables = client
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[]; // one text column
  const rows = tables.map((name) => [name, client.prepare(`SELECT * FROM "${name}"`).all()]);
  client.close();
  return Object.fromEntries(rows);
}

it('has something in every table', () => {
  const empty = Object.entries(rowsOf(folder)).filter(([, rows]) => rows.length === 0);
  expect(empty).toEqual([]);
});

/** An item out of the trash of then: a column of the items by now, and its tags and species links like any other. */
function readDeleted({ row, tag_ids, species, deleted_at, deleted_by }: Rows[string][number]) {
  const { seq, title, location, locationPrivacy, slug } = JSON.parse(String(row));
  return {
    item: { seq, title, location, location_privacy: locationPrivacy, slug, deleted_at, deleted_by },
    tags: JSON.parse(String(tag_ids)).map((tag_id: string) => ({ media_seq: seq, tag_id })),
    species: JSON.parse(String(species)).map((one: { scientificName: string }) => ({
      media_seq: seq,
      scientific_name: one.scientificName,
    })),
  };
}

/** What later versions still have of it, where they keep it. */
function stillKept(before: Rows, after: Rows): Rows {
  const {
    removals = [],
    reply_templates: _templates,
    throttles = [],
    bulk_edits: _bulk,
    trash = [],
    media = [],
    stories = [],
    content_state = [],
    ...rest
  } = before;
  // Resets and build tokens are counted with whatever else an address gets wrong.
  const counted = throttles.filter(({ bucket }) => !/^(?:resets|build):/.test(String(bucket)));
  const others: Rows = { ...rest, throttles: counted };
  const deleted = trash.map(readDeleted);
  const removed = (kind: string) => removals.filter((row) => row.kind === kind);
  const tables = {
    ...others,
    media_rows: [...media, ...deleted.map(({ item }) => item)].sort(
      (a, b) => Number(a.seq) - Number(b.seq),
    ),
    media_tags: [...(others.media_tags ?? []), ...deleted.flatMap(({ tags }) => tags)],
    media_species: [...(others.media_species ?? []), ...deleted.flatMap(({ species }) => species)],
    // As blocks (decision 023): a change of content, to be published.
    content_state: content_state.map(
      ({ revision: _, first_change_at: _first, last_change_at: _last, ...row }) => row,
    ),
    story_rows: stories.map(({ revision: _, ...story }) => ({
      ...story,
      body: storyBlocks(String(story.kind), String(story.body)),
    })),
  };
  const kept = Object.entries(tables).map(([table, rows]) => {
    const columns = Object.keys(after[table]?.[0] ?? {});
    const toldOf = (name: string, value: unknown) => {
      if (table === 'releases' && name === 'state' && value === 'kept') return 'gone';
      return table === 'contacts' && name === 'folder' && value === 'doubtful' ? 'inbox' : value;
    };
    const pick = (row: Rows[string][number]) =>
      Object.fromEntries(
        columns.flatMap((name) => (name in row ? [[name, toldOf(name, row[name])]] : [])),
      );
    return [table, rows.map(pick)];
  });
  return {
    ...Object.fromEntries(kept),
    ended_addresses: removed('address').map(({ slug, revision }) => ({ slug, revision })),
    deleted_items: removed('deleted').map(({ media_seq, revision }) => ({
      seq: media_seq,
      revision,
    })),
  };
}

it('keeps every row of every table', async () => {
  const before = rowsOf(folder);
  checkDatabase(folder);
  await upgrade(folder);
  checkDatabase(folder);
  const after = rowsOf(folder);
  const kept = stillKept(before, after);
  expect(after).toMatchObject({
    ...kept,
    migrations: expect.arrayContaining(kept.migrations ?? []),
  });
});

it('is complete after a backup and a restore into an empty folder', async () => {
  const old = path.join(root, 'old');
  cpSync(folder.root, old, { recursive: true });
  await upgrade(folder);
  const options = { folder, backupDir: folder.backups, storage: 'disk' as const };
  const { place, manifest } = await createBackup({ ...options, now: RECORDED });
  expect(countFiles(manifest)).toMatchObject({ stored: 54, missing: 0 });
  const clean = dataFolder(path.join(root, 'clean'));
  await restoreBackup({ folder: clean, place, now: RECORDED });
  const kept = /^(?:originals|renditions|secrets)/;
  const skip = /^(?!originals|renditions|secrets)/;
  expect(Object.keys(treeOf(clean.root, skip)).every((name) => kept.test(name))).toBe(true);
  expect(treeOf(clean.root, skip)).toEqual(treeOf(old, skip));
  const [before, after] = [rowsOf(folder), rowsOf(clean)];
  // What was open at the moment of the backup is ended (restore-backup.ts).
  const ended = ['sessions', 'throttles', 'outbox', 'access_links'];
  for (const name of ended) expect(after[name]).toEqual([]);
  const changed = [...ended, 'uploads', 'users', 'content_state', 'audit_log'];
  for (const name of Object.keys(before).filter((one) => !changed.includes(one)))
    expect(after[name], name).toEqual(before[name]);
  expect(after.users).toMatchObject(
    (before.users ?? []).map(({ id, username, role }) => ({ id, username, role })),
  );
  checkDatabase(clean);
});

it('restores a backup that the oldest supported version made', async () => {
  const place = addSupportedBackup(path.join(root, 'backups'));
  const clean = dataFolder(path.join(root, 'clean'));
  const { manifest } = await restoreBackup({ folder: clean, place, now: RECORDED });
  expect(countFiles(manifest)).toMatchObject({ stored: 54, missing: 0, inBucket: 0 });
  const skip = /^(?!originals|renditions|secrets)/;
  expect(treeOf(clean.root, skip)).toEqual(treeOf(folder.root, skip));
  await upgrade(folder);
  const [before, after] = [rowsOf(folder), rowsOf(clean)];
  for (const table of ['files', 'media', 'stories', 'contacts', 'passkeys', 'upload_keys'])
    expect(after[table], table).toEqual(before[table]);
  checkDatabase(clean);
});
