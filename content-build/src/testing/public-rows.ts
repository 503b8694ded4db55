import type { PublicDatabase } from '@veldlicht/database/public/public-database';

/** Every row of every table of a public database, but for how far it has come. */
export function publicRows(db: PublicDatabase): unknown[] {
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'state' ORDER BY name",
    )
    .pluck()
    .all();
  return tables.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]);
}
