/** Reads earlier states of content (decision 007). */
import type { HistoryEntity } from '@veldlicht/contract/history';
import { presentStates } from './history-triggers.ts';
import type { Database } from './open.ts';

/** A row as history stores it: database values by column; of an item also `tagIds` and `species`. */
export type State = Record<string, unknown>;

/** States by id; null: the row did not exist. */
export type States = Map<string, State | null>;

interface Row {
  id: string;
  state: string | null;
}

function read({ $client }: Database, query: string, ...values: unknown[]): States {
  const rows = $client.prepare(query).all(...values) as Row[]; // the columns of the queries below
  return new Map(rows.map(({ id, state }) => [id, state === null ? null : JSON.parse(state)]));
}

/** Present states, of existing rows only. */
export function readPresent(db: Database, entity: HistoryEntity, ids: readonly string[]): States {
  return read(db, presentStates[entity], JSON.stringify(ids));
}

/** States before a change. */
export function readBefore(
  db: Database,
  change: number,
  entity: HistoryEntity,
  ids: readonly string[],
): States {
  const query = `SELECT id, before AS state FROM history
    WHERE change_id = ? AND entity = ? AND id IN (SELECT value FROM json_each(?))`;
  return read(db, query, change, entity, JSON.stringify(ids));
}

/** States after a change, of rows that a later change has touched. */
export function readBetween(
  db: Database,
  change: number,
  entity: HistoryEntity,
  ids: readonly string[],
): States {
  // CROSS forces a lookup per id; SQLite's own plan scans all rows of the entity for each.
  const query = `SELECT h.id, h.before AS state FROM json_each(?) named
    CROSS JOIN history h ON h.entity = ? AND h.id = named.value AND h.change_id = (
      SELECT min(change_id) FROM history n WHERE n.entity = ? AND n.id = named.value AND n.change_id > ?)`;
  return read(db, query, JSON.stringify(ids), entity, entity, change);
}
