/** The content as its makers may see it: with drafts, and pictures as soon as there is something to see. */
import { type Database, openDatabase } from '@veldlicht/database/open';
import { contentState, settings } from '@veldlicht/database/schema';
import type { ContentSource, Entry } from './content-source.ts';
import { CATEGORIES, itemReader } from './database-source.ts';
import { type EntryRow, toEntry } from './read-entries.ts';
import { toSiteFacts } from './site-facts.ts';

/** SQL on a file: there is a picture of it, though perhaps not yet in every size. */
const hasPicture = (file: string) => `
  ${file}.processing IN ('ready', 'working') AND EXISTS (
    SELECT 1 FROM json_each(${file}.renditions) r WHERE json_extract(r.value, '$.format') = 'jpg')`;

/** Every item with a picture, whatever its status; the columns of an `EntryRow`. */
const ENTRIES = `
  SELECT m.seq, m.slug, m.type, m.revision, m.featured, c.name AS category,
         CASE WHEN ${hasPicture('f')} THEN f.hash ELSE p.hash END AS hash, 1 AS visible,
         CASE WHEN ${hasPicture('f')} THEN f.width ELSE p.width END AS width,
         CASE WHEN ${hasPicture('f')} THEN f.height ELSE p.height END AS height
  FROM media m
  JOIN categories c ON c.id = m.category_id
  JOIN files f ON f.hash = m.file_hash
  LEFT JOIN files p ON p.hash = m.previous_file_hash AND p.processing = 'ready'
  WHERE (${hasPicture('f')}) OR p.hash IS NOT NULL
  ORDER BY m.seq DESC`;

const TAGS_IN_USE = `
  SELECT c.name FROM categories c
  WHERE c.type = 'tag' AND EXISTS (SELECT 1 FROM media_tags t WHERE t.tag_id = c.id)
  ORDER BY c.sort_order`;

function readEntries(db: Database): Entry[] {
  const rows = db.$client.prepare(ENTRIES).raw().all() as EntryRow[]; // the columns of ENTRIES
  return rows.map(toEntry);
}

/**
 * As `openDatabaseSource`, with everything that is not public yet, to be shown below the address
 * `preview`. What is told of each item is what the public would be told: places stay as protected
 * as they are (product decisions §4). Visitors are not counted here.
 */
export function openDraftSource(file: string, origin: string, preview: string): ContentSource {
  const db = openDatabase(file, { readonly: true });
  db.$client.exec('BEGIN');
  const names = (query: string) => db.$client.prepare(query).pluck().all() as string[]; // one text column
  const state = db.select().from(contentState).get();
  const stored = db.select().from(settings).get();
  if (!state || !stored) throw new Error('the database has no content state');
  return {
    revision: state.revision,
    site: { ...toSiteFacts(stored.profile, null, origin), preview },
    siteRevision: stored.revision,
    categories: names(CATEGORIES),
    tags: names(TAGS_IN_USE),
    entries: readEntries(db),
    items: itemReader(db, hasPicture('own')),
    close: () => db.$client.close(),
  };
}
