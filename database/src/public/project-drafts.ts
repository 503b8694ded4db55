/**
 * Previews: the site including content that is not public yet. TEMP tables and views shadow the public ones, so that
 * pages use the same queries.
 */
import { existsSync } from 'node:fs';
import type { SettingsPreview } from '@veldlicht/contract/preview';
import { openConnection } from '../connection.ts';
import type { DataFolder } from '../data-folder.ts';
import { type Database, openDatabase } from '../open.ts';
import { contentState } from '../schema.ts';
import { changedItems, itemReader, readStories, withDrafts } from './private-rows.ts';
import { isEarlierState, projectSite, readPublicState } from './project.ts';
import { itemProjector } from './project-items.ts';
import { projectCategories, projectSpecies } from './project-names.ts';
import { projectStories } from './project-stories.ts';
import {
  COUNT_ALL,
  contentTables,
  LIST_ALL_SPECIES,
  openPublicDatabase,
  type PublicDatabase,
  wholeTables,
} from './public-database.ts';

const DRAFT = 'CREATE TEMP TABLE draft_';
/** The shadowing tables and views: items that differ in previews, and all stories. */
const FRONT = `
  ${contentTables(DRAFT)}
  CREATE TEMP TABLE looked_at (seq INTEGER PRIMARY KEY);
  CREATE TEMP VIEW items AS SELECT * FROM draft_items
  UNION ALL SELECT * FROM main.items WHERE seq NOT IN (SELECT seq FROM looked_at);
  CREATE TEMP VIEW stories AS SELECT * FROM draft_stories;
  CREATE TEMP VIEW story_items AS SELECT * FROM draft_story_items;
  ${wholeTables('CREATE TEMP TABLE ')}`;

/** Items that visitors do not see, or see with a previous file. */
const UNSEEN = `
  SELECT seq FROM media WHERE status = 'draft' OR publish_from > @moment
  UNION ALL SELECT seq FROM media JOIN files ON hash = file_hash WHERE processing <> 'ready'`;

/** Numbers of the items whose rows may differ from the public ones; all when the public database has another state. */
function itemsToLookAt(db: Database, front: PublicDatabase, moment: number): number[] {
  const known = readPublicState(front);
  const numbers = (client: PublicDatabase, query: string) =>
    client.prepare(query).pluck().all() as number[]; // one column
  const state = db.select().from(contentState).get();
  if (!state || !isEarlierState(known, state))
    return [
      ...numbers(db.$client, 'SELECT seq FROM media'),
      ...numbers(front, 'SELECT seq FROM main.items'),
    ];
  const unseen = db.$client.prepare(UNSEEN).pluck().all({ moment }) as number[]; // one column
  return [...unseen, ...changedItems(db, known, moment)];
}

/**
 * Opens a public database shadowed by drafts and items scheduled after `moment`; ended and withheld items are left
 * out. Items are shown as visitors would see them, with protected places. `typed` are unsaved
 * settings. Close it soon: it is one read transaction.
 */
export function openDrafts(
  { database, publicDatabase }: Pick<DataFolder, 'database' | 'publicDatabase'>,
  origin: string,
  moment: number,
  { hero, ...typed }: SettingsPreview = {},
): PublicDatabase {
  if (!existsSync(publicDatabase)) openPublicDatabase(publicDatabase).close();
  const db = openDatabase(database, { readonly: true });
  const front = openConnection(publicDatabase, { readonly: true });
  try {
    db.$client.exec('BEGIN');
    front.exec('BEGIN');
    front.exec(FRONT);
    const drafts = { prefix: 'draft_' };
    const items = itemProjector(front, itemReader(db, withDrafts, moment), drafts);
    const top = db.$client.prepare('SELECT seq FROM media WHERE hero OR id = ?').pluck();
    const heroes = hero === undefined ? [] : (top.all(hero) as number[]); // one column
    const seqs = [...new Set([...itemsToLookAt(db, front, moment), ...heroes])];
    items.project(seqs);
    if (hero !== undefined) front.prepare('UPDATE draft_items SET hero = (id IS ?)').run(hero);
    const lookedAt = front.prepare('INSERT INTO looked_at SELECT value FROM json_each(?)');
    lookedAt.run(JSON.stringify(seqs));
    // Previews show stories whose texts are not confirmed.
    projectStories(front, readStories(db, withDrafts, moment), [], () => true, drafts);
    front.exec(LIST_ALL_SPECIES + COUNT_ALL);
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
