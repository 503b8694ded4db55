/** The content as the database has it at one moment. */

import { type Database, openDatabase } from '@veldlicht/database/open';
import { contentState, files, media, settings } from '@veldlicht/database/schema';
import { eq, sql } from 'drizzle-orm';
import type { ContentSource, Entry } from './content-source.ts';
import { toSiteFacts } from './site-facts.ts';
import { toPublicItem } from './to-public-item.ts';

/** The file that visitors see: the item's own once it is ready, until then the one it replaces. */
const ENTRIES = `
  SELECT m.seq, m.slug, m.type, m.revision, m.featured, c.name AS category,
         CASE WHEN f.processing = 'ready' THEN f.hash ELSE p.hash END AS hash
  FROM media m
  JOIN categories c ON c.id = m.category_id
  JOIN files f ON f.hash = m.file_hash
  LEFT JOIN files p ON p.hash = m.previous_file_hash AND p.processing = 'ready'
  WHERE m.status = 'published' AND (f.processing = 'ready' OR p.hash IS NOT NULL)
  ORDER BY m.seq DESC`;

const TAGS_IN_USE = `
  SELECT c.name FROM categories c
  WHERE c.type = 'tag' AND EXISTS (
    SELECT 1 FROM media_tags t
    JOIN media m ON m.seq = t.media_seq
    JOIN files f ON f.hash = m.file_hash
    LEFT JOIN files p ON p.hash = m.previous_file_hash AND p.processing = 'ready'
    WHERE t.tag_id = c.id AND m.status = 'published'
      AND (f.processing = 'ready' OR p.hash IS NOT NULL))
  ORDER BY c.sort_order`;

const TAGS_OF_ITEM = `
  SELECT c.name FROM media_tags t JOIN categories c ON c.id = t.tag_id
  WHERE t.media_seq = ? ORDER BY c.sort_order`;

const CATEGORIES = "SELECT name FROM categories WHERE type = 'category' ORDER BY sort_order";

function readEntries(db: Database): Entry[] {
  const rows = db.$client.prepare(ENTRIES).raw().all() as [
    number,
    string,
    'photo' | 'video',
    number,
    number,
    string,
    string,
  ][]; // the columns of ENTRIES
  return rows.map(([seq, slug, type, revision, featured, category, hash]) => ({
    seq,
    slug,
    type,
    revision,
    featured: featured === 1,
    category,
    hash,
  }));
}

/** Reads one item at a time, with statements prepared once. */
function itemReader(db: Database, hashes: Map<number, Entry>) {
  const readTags = db.$client.prepare(TAGS_OF_ITEM).pluck();
  const readMedia = db
    .select()
    .from(media)
    .where(eq(media.seq, sql.placeholder('seq')))
    .prepare();
  const readFile = db
    .select()
    .from(files)
    .where(eq(files.hash, sql.placeholder('hash')))
    .prepare();
  return (seq: number) => {
    const entry = hashes.get(seq);
    const row = readMedia.get({ seq });
    const file = entry && readFile.get({ hash: entry.hash });
    if (!entry || !row || !file) throw new Error(`item ${seq} is not published`);
    const tags = readTags.all(seq) as string[]; // one text column
    return toPublicItem(row, file, entry.category, tags);
  };
}

/**
 * Opens a view that stays the same whatever is written meanwhile: one read transaction on a
 * connection of its own. Close it soon; the write-ahead log grows while it is open.
 */
export function openDatabaseSource(file: string, origin: string): ContentSource {
  const db = openDatabase(file, { readonly: true });
  db.$client.exec('BEGIN');
  const names = (query: string) => db.$client.prepare(query).pluck().all() as string[]; // one text column
  const state = db.select().from(contentState).get();
  const stored = db.select().from(settings).get();
  if (!state || !stored) throw new Error('the database has no content state');
  const entries = readEntries(db);
  return {
    revision: state.revision,
    site: toSiteFacts(stored.profile, stored.googleAnalyticsId, origin),
    siteRevision: stored.revision,
    categories: names(CATEGORIES),
    tags: names(TAGS_IN_USE),
    entries,
    item: itemReader(db, new Map(entries.map((entry) => [entry.seq, entry]))),
    close: () => db.$client.close(),
  };
}
