/**
 * Triggers that stamp a revision on changed content, generated from the tables: a new column counts as public unless it
 * is listed here as private. `generate-migration.ts` writes them into migrations; a test compares both.
 *
 * One trigger per table and event: SQLite promises no order between several. Recursive triggers are off (the
 * default of SQLite), so a stamp does not fire a trigger again.
 */
import { privateFields } from '@veldlicht/contract/item-fields';
import { getTableName } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type ColumnOf, columnsBut, historyTriggers } from './history-triggers.ts';
import { categories, files, mediaRows, SHARED, settings, species, storyRows } from './schema.ts';

/** Columns that only the panel shows. */
const privateOfMedia: ColumnOf<typeof mediaRows>[] = [
  ...privateFields,
  'seq',
  'id',
  'firstPublishedAt',
  'updatedAt',
  'revision',
  'allowedPositions',
  'exactChosen',
  'creationKey',
  'guardReasons',
  'notShown',
  'takenFrom',
  'takenUntil',
  'deletedBy',
];
const privateOfFiles: ColumnOf<typeof files>[] = [
  'hash',
  'type',
  'extension',
  'bytes',
  'facts',
  'processingError',
  'progress',
  'createdAt',
  'orphanedAt',
];

const privateOfStories: ColumnOf<typeof storyRows>[] = [
  'id',
  'kind',
  'createdAt',
  'firstPublishedAt',
  'updatedAt',
  'deletedBy',
  'creationKey',
  'allowedPositions',
  'revision',
];

const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
const COUNT = `UPDATE content_state SET revision = revision + 1, last_change_at = ${NOW}, first_change_at = coalesce(first_change_at, ${NOW}) WHERE id = 1;`;
const REVISION = '(SELECT revision FROM content_state WHERE id = 1)';
const STAMP = `revision = ${REVISION}`;

function trigger(name: string, event: string, steps: string[]): [string, string] {
  const body = [COUNT, ...steps].map((step) => `  ${step}\n`).join('');
  return [name, `CREATE TRIGGER ${name} AFTER ${event} BEGIN\n${body}END`];
}

/** A change of a tag or species stamps the item. */
const linkTrigger = (name: string, event: string, row: 'old' | 'new') =>
  trigger(name, event, [`UPDATE media_rows SET ${STAMP} WHERE seq = ${row}.media_seq;`]);

function updateOf<Table extends SQLiteTable>(table: Table, hidden: ColumnOf<Table>[]): string {
  const columns = columnsBut(table, hidden).map(toSnakeCase);
  return `UPDATE OF ${columns.join(', ')} ON ${getTableName(table)}`;
}

/** Stores a former public address. */
const END_ADDRESS = `INSERT OR REPLACE INTO ended_addresses (slug, ending, revision) SELECT old.slug, substr(old.slug, -4), ${REVISION} WHERE old.slug <> new.slug AND old.first_published_at IS NOT NULL;`;

/** Clears the area of an item whose place changes. */
const FORGET_AREA =
  'UPDATE media_rows SET guard_area = NULL WHERE seq = new.seq AND old.location IS NOT new.location AND old.guard_area IS new.guard_area;';

/** An answer stamps its item or story; one about a shared text, all items that may show it. */
const answerTrigger = (name: string, event: string, row: 'old' | 'new') =>
  trigger(name, `${event} ON text_answers`, [
    `UPDATE media_rows SET ${STAMP} WHERE id = ${row}.subject OR (${row}.subject = '${SHARED}' AND (guard IS NOT NULL OR seq IN (SELECT media_seq FROM media_species JOIN species USING (scientific_name) WHERE own)));`,
    `UPDATE story_rows SET ${STAMP} WHERE id = ${row}.subject;`,
  ]);

/** SQL of every trigger by its name. */
export const triggers: ReadonlyMap<string, string> = new Map([
  trigger('media_inserted', 'INSERT ON media_rows', [
    `UPDATE media_rows SET ${STAMP} WHERE seq = new.seq;`,
  ]),
  trigger('media_updated', updateOf(mediaRows, privateOfMedia), [
    `UPDATE media_rows SET ${STAMP} WHERE seq = new.seq;`,
    `UPDATE media_rows SET hero = 0, ${STAMP} WHERE new.hero AND NOT old.hero AND hero AND seq <> new.seq;`,
    `UPDATE media_rows SET cover = 0 WHERE old.cover AND old.category_id <> new.category_id AND seq = new.seq;`,
    `UPDATE media_rows SET cover = 0, ${STAMP} WHERE new.cover AND NOT old.cover AND cover AND category_id = new.category_id AND seq <> new.seq;`,
    END_ADDRESS,
    FORGET_AREA,
  ]),
  trigger('media_deleted', 'DELETE ON media_rows', [
    `INSERT OR REPLACE INTO deleted_items (seq, revision) VALUES (old.seq, ${REVISION});`,
  ]),
  linkTrigger('media_tagged', 'INSERT ON media_tags', 'new'),
  linkTrigger('media_untagged', 'DELETE ON media_tags', 'old'),
  linkTrigger('media_species_added', 'INSERT ON media_species', 'new'),
  linkTrigger('media_species_changed', 'UPDATE ON media_species', 'new'),
  linkTrigger('media_species_removed', 'DELETE ON media_species', 'old'),
  trigger('species_changed', updateOf(species, ['englishName', 'family', 'synonyms', 'own']), [
    `UPDATE media_rows SET ${STAMP} WHERE seq IN (SELECT media_seq FROM media_species WHERE scientific_name = new.scientific_name);`,
  ]),
  answerTrigger('text_answered', 'INSERT', 'new'),
  answerTrigger('text_forgotten', 'DELETE', 'old'),
  trigger('stories_inserted', 'INSERT ON story_rows', [
    `UPDATE story_rows SET ${STAMP} WHERE id = new.id;`,
  ]),
  trigger('stories_updated', updateOf(storyRows, privateOfStories), [
    `UPDATE story_rows SET ${STAMP} WHERE id = new.id;`,
    END_ADDRESS,
  ]),
  trigger('stories_deleted', 'DELETE ON story_rows WHEN old.deleted_at IS NULL', []),
  trigger('categories_inserted', 'INSERT ON categories', [
    `UPDATE categories SET ${STAMP} WHERE id = new.id;`,
  ]),
  trigger('categories_updated', updateOf(categories, ['id', 'revision']), [
    `UPDATE categories SET ${STAMP} WHERE id = new.id;`,
    `UPDATE media_rows SET ${STAMP} WHERE old.name <> new.name AND (category_id = new.id OR seq IN (SELECT media_seq FROM media_tags WHERE tag_id = new.id));`,
    `UPDATE media_rows SET ${STAMP} WHERE old.description IS NOT new.description AND guard IS NOT NULL AND seq IN (SELECT media_seq FROM media_tags WHERE tag_id = new.id);`,
  ]),
  trigger('categories_deleted', 'DELETE ON categories', []),
  trigger(
    'settings_updated',
    updateOf(settings, ['id', 'enforce2fa', 'contactRetentionMonths', 'visitsSince', 'revision']),
    [`UPDATE settings SET ${STAMP} WHERE id = new.id;`],
  ),
  trigger('files_ready', `${updateOf(files, privateOfFiles)} WHEN new.processing = 'ready'`, [
    `UPDATE media_rows SET ${STAMP} WHERE file_hash = new.hash OR previous_file_hash = new.hash;`,
  ]),
  ...historyTriggers,
]);

/** SQL of the views by name: rows outside the trash. */
export const views: ReadonlyMap<string, string> = new Map(
  [
    ['media', 'media_rows'],
    ['stories', 'story_rows'],
  ].map(([name = '', table]) => [
    name,
    `CREATE VIEW ${name} AS SELECT * FROM ${table} WHERE deleted_at IS NULL`,
  ]),
);
