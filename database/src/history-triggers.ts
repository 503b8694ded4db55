/**
 * Triggers that store content before each change, generated from the tables: a new column is kept unless it is listed
 * here. Without an open change (change.ts) they abort, since history must know the author.
 */
import { objectOf, without } from '@veldlicht/contract/by-name';
import { type HistoryEntity, historyEntities } from '@veldlicht/contract/history';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  categories,
  guardRules,
  mediaRows,
  mediaSpecies,
  settings,
  species,
  storyRows,
} from './schema.ts';

export type ColumnOf<Table extends SQLiteTable> = keyof Table['_']['columns'] & string;

/** Names in TypeScript of the columns of a table except `left`. */
export function columnsBut<Table extends SQLiteTable>(
  table: Table,
  left: ColumnOf<Table>[],
): string[] {
  // Cast: `keys` forgets the names.
  return without(Object.keys(getTableColumns(table)) as ColumnOf<Table>[], left);
}

interface Kept {
  table: SQLiteTable;
  /** Name of the key column in SQL. */
  key: string;
  columns: string[];
  /** Only rows with this column set are content. */
  own?: string;
}

/** Columns that history keeps: not those that never change, are derived, or are stamps of writes. */
export const kept: Record<HistoryEntity, Kept> = {
  media: {
    table: mediaRows,
    key: 'id',
    columns: columnsBut(mediaRows, [
      'seq',
      'id',
      'type',
      'createdAt',
      'previousFileHash',
      'firstPublishedAt',
      'updatedAt',
      'revision',
      'withheld',
      'guard',
      'guardReasons',
      'guardArea',
      'guardOrder',
      'takenFrom',
      'takenUntil',
      'creationKey',
    ]),
  },
  story: {
    table: storyRows,
    key: 'id',
    columns: columnsBut(storyRows, [
      'id',
      'kind',
      'createdAt',
      'firstPublishedAt',
      'updatedAt',
      'revision',
      'withheld',
      'creationKey',
    ]),
  },
  category: { table: categories, key: 'id', columns: columnsBut(categories, ['id', 'revision']) },
  // The other columns concern accounts and messages.
  settings: { table: settings, key: 'id', columns: ['googleAnalyticsId', 'profile'] },
  guard: {
    table: guardRules,
    key: 'scientific_name',
    columns: columnsBut(guardRules, ['scientificName']),
  },
  // The bundled list changes with each version.
  species: {
    table: species,
    key: 'scientific_name',
    columns: columnsBut(species, ['scientificName']),
    own: 'own',
  },
};

const membersOf = (row: string, columns: readonly string[]) =>
  columns.map((key) => `'${key}', ${row}.${toSnakeCase(key)}`).join(', ');

/** Tags and species of an item; without `json` the subqueries would be text. */
const linksOf = (seq: string) =>
  `, 'tagIds', json((SELECT json_group_array(tag_id) FROM media_tags WHERE media_seq = ${seq})), 'species', json((SELECT json_group_array(json_object(${membersOf('s', columnsBut(mediaSpecies, ['mediaSeq']))})) FROM (SELECT * FROM media_species WHERE media_seq = ${seq} ORDER BY position) s))`;

const stateOf = (entity: HistoryEntity, row: string) =>
  `json_object(${membersOf(row, kept[entity].columns)}${entity === 'media' ? linksOf(`${row}.seq`) : ''})`;

/** Queries for the present state of the rows whose ids are in a JSON list, as history stores it. */
export const presentStates = objectOf(historyEntities, (entity) => {
  const { table, key } = kept[entity];
  return `SELECT CAST(r.${key} AS TEXT) AS id, ${stateOf(entity, 'r')} AS state FROM ${getTableName(table)} r WHERE r.${key} IN (SELECT value FROM json_each(?))`;
});

const CHANGE = '(SELECT id FROM changes WHERE open = 1)';

/** Only the state before the first write of a change is stored. */
const isFirst = (entity: HistoryEntity, id: string) =>
  `NOT EXISTS (SELECT 1 FROM history WHERE change_id = ${CHANGE} AND entity = '${entity}' AND id = ${id})`;

/** Stores that a row did not exist, unless an upsert finds it. */
function keepAbsence(entity: HistoryEntity): string {
  const { table, key } = kept[entity];
  const isThere = `EXISTS (SELECT 1 FROM ${getTableName(table)} WHERE ${key} = new.${key})`;
  return `INSERT INTO history (change_id, entity, id) SELECT ${CHANGE}, '${entity}', new.${key} WHERE NOT ${isThere} AND ${isFirst(entity, `new.${key}`)};`;
}

/** Stores a row as it is. */
function keepRow(entity: HistoryEntity, which: string): string {
  const { table, key } = kept[entity];
  const file = entity === 'media' ? 'r.file_hash' : 'NULL';
  return `INSERT INTO history (change_id, entity, id, before, file_hash) SELECT ${CHANGE}, '${entity}', r.${key}, ${stateOf(entity, 'r')}, ${file} FROM ${getTableName(table)} r WHERE ${which} AND ${isFirst(entity, `r.${key}`)};`;
}

function trigger(name: string, event: string, step: string): [string, string] {
  return [name, `CREATE TRIGGER ${name} BEFORE ${event} BEGIN\n  ${step}\nEND`];
}

function triggersOf(entity: HistoryEntity): [string, string][] {
  const { table, key, columns, own } = kept[entity];
  const name = getTableName(table);
  const when = (rows: string[]) =>
    own ? ` WHEN ${rows.map((row) => `${row}.${own}`).join(' OR ')}` : '';
  const names = columns.map(toSnakeCase).join(', ');
  const keep = keepRow(entity, `r.${key} = old.${key}`);
  // Deleting an item or a story is a purge, which deletes its history.
  const isPurged = entity === 'media' || entity === 'story';
  const forget = `DELETE FROM history WHERE entity = '${entity}' AND id = old.id;`;
  return [
    trigger(`${name}_adding`, `INSERT ON ${name}${when(['new'])}`, keepAbsence(entity)),
    trigger(`${name}_changing`, `UPDATE OF ${names} ON ${name}${when(['old', 'new'])}`, keep),
    trigger(`${name}_removing`, `DELETE ON ${name}${when(['old'])}`, isPurged ? forget : keep),
  ];
}

/** A write of tags or species is a change of the item. */
const linkTriggers = (table: 'media_tags' | 'media_species') => [
  trigger(`${table}_adding`, `INSERT ON ${table}`, keepRow('media', 'r.seq = new.media_seq')),
  trigger(`${table}_changing`, `UPDATE ON ${table}`, keepRow('media', 'r.seq = old.media_seq')),
  trigger(`${table}_removing`, `DELETE ON ${table}`, keepRow('media', 'r.seq = old.media_seq')),
];

/** SQL of every trigger by its name. */
export const historyTriggers: [string, string][] = [
  ...historyEntities.flatMap(triggersOf),
  ...linkTriggers('media_tags'),
  ...linkTriggers('media_species'),
];
