/** The list of published items: read whole once, after that only what changed. */
import { isListedSql } from '@veldlicht/database/is-public';
import type { Database } from '@veldlicht/database/open';
import { type Entry, ratioOf } from './content-source.ts';

/** The file that visitors see: the item's own once it is ready, until then the one it replaces. */
const ENTRIES = `
  SELECT m.seq, m.slug, m.type, m.revision, m.link_revision, m.featured, c.name AS category,
         CASE WHEN f.processing = 'ready' THEN f.hash ELSE p.hash END AS hash,
         ${isListedSql('m')} AND (f.processing = 'ready' OR p.hash IS NOT NULL)
           AND (m.publish_from IS NULL OR m.publish_from <= @moment)
           AND (m.publish_until IS NULL OR m.publish_until > @moment) AS visible,
         CASE WHEN f.processing = 'ready' THEN f.width ELSE p.width END AS width,
         CASE WHEN f.processing = 'ready' THEN f.height ELSE p.height END AS height
  FROM media m
  JOIN categories c ON c.id = m.category_id
  JOIN files f ON f.hash = m.file_hash
  LEFT JOIN files p ON p.hash = m.previous_file_hash AND p.processing = 'ready'
`;

/** The plus keeps SQLite from walking the whole table to save itself a sort. */
const NEWEST_FIRST = 'ORDER BY +m.seq DESC';

/**
 * What was written since, and what began or ended between two moments without being written. UNION
 * would say each number once in order, for which SQLite walks the whole table; IN has no need of that.
 */
const CHANGED = `
  WHERE m.seq IN (
    SELECT seq FROM media WHERE revision > @revision
    UNION ALL SELECT seq FROM media WHERE publish_from > @after AND publish_from <= @upTo
    UNION ALL SELECT seq FROM media WHERE publish_until > @after AND publish_until <= @upTo)`;

const DELETED = "SELECT media_seq FROM removals WHERE kind = 'deleted' AND revision > ?";

export type EntryRow = [
  ...[seq: number, slug: string, type: Entry['type'], revision: number, linkRevision: number],
  ...[
    featured: number,
    category: string,
    hash: string,
    visible: number,
    width: number,
    height: number,
  ],
];

/** What an earlier read found, up to a revision and a moment. */
export interface KnownEntries {
  revision: number;
  moment: number;
  entries: Entry[];
}

export function toEntry(row: EntryRow): Entry {
  const [seq, slug, type, revision, linkRevision, featured, category, hash, , width, height] = row;
  const shown = { category, hash, ratio: ratioOf({ width, height }) };
  return { seq, slug, type, revision, linkRevision, featured: featured === 1, ...shown };
}

/** Puts changed entries in the place of their old ones; both lists newest first. */
function merge(known: Entry[], gone: Set<number>, fresh: Entry[]): Entry[] {
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of known) {
    for (let other = fresh[next]; other && other.seq > entry.seq; other = fresh[next]) {
      merged.push(other);
      next++;
    }
    if (!gone.has(entry.seq)) merged.push(entry);
  }
  return [...merged, ...fresh.slice(next)];
}

function readRows(db: Database, known: KnownEntries | null, moment: number): EntryRow[] {
  const { $client } = db;
  // The columns of ENTRIES.
  if (!known)
    return $client
      .prepare(ENTRIES + NEWEST_FIRST)
      .raw()
      .all({ moment }) as EntryRow[];
  // A clock may have been set back.
  const after = Math.min(known.moment, moment);
  const upTo = Math.max(known.moment, moment);
  const query = $client.prepare(`${ENTRIES}${CHANGED}${NEWEST_FIRST}`).raw();
  return query.all({ moment, after, upTo, revision: known.revision }) as EntryRow[];
}

/**
 * Items that are public at a moment, newest first. Entries that did not change are the objects of
 * `known`.
 */
export function readEntries(db: Database, known: KnownEntries | null, moment: number): Entry[] {
  const rows = readRows(db, known, moment);
  const fresh = rows.filter((row) => row[8] === 1).map(toEntry);
  if (!known) return fresh;
  const deleted = db.$client.prepare(DELETED).pluck().all(known.revision) as number[]; // one column
  if (rows.length === 0 && deleted.length === 0) return known.entries;
  return merge(known.entries, new Set([...deleted, ...rows.map(([seq]) => seq)]), fresh);
}
