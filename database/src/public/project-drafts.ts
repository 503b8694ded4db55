/**
 * A preview: what the site would be with everything that is not public yet. TEMP tables and views stand in front of
 * the public ones, so that the queries of pages stay the same; they end with the connection.
 */
import { existsSync } from 'node:fs';
import type { SiteProfile } from '@veldlicht/contract/settings';
import { openConnection } from '../connection.ts';
import type { DataFolder } from '../data-folder.ts';
import { type Database, openDatabase } from '../open.ts';
import { contentState } from '../schema.ts';
import { changedItems, itemReader, readStories, withDrafts } from './private-rows.ts';
import { itemProjector, projectSite, projectStories, readPublicState } from './project.ts';
import { projectCategories, projectSpecies } from './project-names.ts';
import {
  contentTables,
  nameTables,
  openPublicDatabase,
  type PublicDatabase,
} from './public-database.ts';

const DRAFT = 'CREATE TEMP TABLE draft_';
/** Rows of the items that previews show otherwise, and all the others as visitors see them. */
const shadow = (table: string) => `
  CREATE TEMP VIEW ${table} AS SELECT * FROM draft_${table}
  UNION ALL SELECT * FROM main.${table} WHERE seq NOT IN (SELECT seq FROM looked_at);`;
const FRONT = `
  ${contentTables(DRAFT)}
  CREATE TEMP TABLE looked_at (seq INTEGER PRIMARY KEY);
  ${['items', 'item_tags', 'item_species'].map(shadow).join('')}
  CREATE TEMP VIEW stories AS SELECT * FROM draft_stories;
  ${nameTables('CREATE TEMP TABLE ')}`;

const NAMES_IN_USE = `
  INSERT INTO temp.tags SELECT name, count(*), NULL, NULL, NULL FROM item_tags GROUP BY name;
  INSERT INTO temp.species SELECT name, count(*), NULL, NULL FROM item_species GROUP BY name;`;

/** Items that visitors do not see, or with another picture than the newest. */
const UNSEEN = `
  SELECT seq FROM media WHERE status = 'draft' OR publish_from > @moment
  UNION ALL SELECT seq FROM media JOIN files ON hash = file_hash WHERE processing <> 'ready'`;

/** Numbers of the items whose rows may differ from those of visitors; all of them while nothing fits. */
function itemsToLookAt(db: Database, front: PublicDatabase, moment: number): number[] {
  const known = readPublicState(front);
  const numbers = (client: PublicDatabase, query: string) =>
    client.prepare(query).pluck().all() as number[]; // one column
  const state = db.select().from(contentState).get();
  if (!known || known.epoch !== state?.epoch || known.revision > state.revision)
    return [
      ...numbers(db.$client, 'SELECT seq FROM media'),
      ...numbers(front, 'SELECT seq FROM main.items'),
    ];
  const unseen = db.$client.prepare(UNSEEN).pluck().all({ moment }) as number[]; // one column
  return [...unseen, ...changedItems(db, known, moment)];
}

/**
 * Opens a public database with everything in front that is not public yet: drafts, and items that are to begin
 * after `moment`. What has ended or is withheld stays away here too. Of each item is told what the public would be
 * told: places stay as protected as they are (product decisions §4). `typed` are settings that are not saved.
 * Visitors are not counted here. Close it soon: it is one read transaction.
 */
export function openDrafts(
  { database, publicDatabase }: Pick<DataFolder, 'database' | 'publicDatabase'>,
  origin: string,
  moment: number,
  typed: Partial<SiteProfile> = {},
): PublicDatabase {
  if (!existsSync(publicDatabase)) openPublicDatabase(publicDatabase).close();
  const db = openDatabase(database, { readonly: true });
  const front = openConnection(publicDatabase, { readonly: true });
  try {
    db.$client.exec('BEGIN');
    front.exec('BEGIN');
    front.exec(FRONT);
    const items = itemProjector(front, itemReader(db, withDrafts, moment), 'draft_');
    const seqs = [...new Set(itemsToLookAt(db, front, moment))];
    items.project(seqs);
    const lookedAt = front.prepare('INSERT INTO looked_at SELECT value FROM json_each(?)');
    lookedAt.run(JSON.stringify(seqs));
    projectStories(front, readStories(db, withDrafts, moment), [], 'draft_');
    front.exec(NAMES_IN_USE);
    projectCategories(db, front).settle();
    projectSpecies(db, front);
    projectSite(db, front, origin, typed);
    return front;
  } catch (error) {
    front.close();
    throw error;
  } finally {
    db.$client.close();
  }
}
