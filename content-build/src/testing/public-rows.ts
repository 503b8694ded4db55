import type { PublicDatabase } from '@veldlicht/database/public/public-database';

/** Tables of progress and pages. */
const OTHERS = [
  'state',
  'lineage',
  'pages',
  'pages_count',
  'build',
  'dirty',
  'unused_media',
  'unsettled_items',
  'unsettled_stories',
];

/** Rows of all tables with public content. */
export function contentRows(db: PublicDatabase): Record<string, unknown[]> {
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[]; // one text column
  const wanted = tables.filter((name) => !OTHERS.includes(name));
  return Object.fromEntries(
    wanted.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]),
  );
}
