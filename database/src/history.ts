/** Reading how content was (decision 112). */
import type { HistoryEntity } from '@veldlicht/contract/history';
import { presentStates } from './history-triggers.ts';
import type { Database } from './open.ts';

/** A thing as history keeps it: values as they stand in the database, by column; of an item also `tagIds` and `species`. */
export type State = Record<string, unknown>;

/** States by id; null: the thing was not there. */
export type States = Map<string, State | null>;

interface Row {
  id: string;
  state: string | null;
}

function read({ $client }: Database, query: string, ...values: unknown[]): States {
  const rows = $client.prepare(query).all(...values) as Row[]; // the columns of the queries below
  return new Map(rows.map(({ id, state }) => [id, state === null ? null : JSON.parse(state)]));
}

/** What is there now; what is not there is not in it. */
export function readPresent(db: Database, entity: HistoryEntity, ids: readonly string[]): States {
  return read(db, presentStates[entity], JSON.stringify(ids));
}

/** Things before a change that touched them. */
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

/** Things after a change, if another one has touched them since. */
export function readBetween(
  db: Database,
  change: number,
  entity: HistoryEntity,
  ids: readonly string[],
): States {
  // CROSS: each name finds its row; by its own plan SQLite walks all of the kind for each name.
  const query = `SELECT h.id, h.before AS state FROM json_each(?) named
    CROSS JOIN history h ON h.entity = ? AND h.id = named.value AND h.change_id = (
      SELECT min(change_id) FROM history n WHERE n.entity = ? AND n.id = named.value AND n.change_id > ?)`;
  return read(db, query, JSON.stringify(ids), entity, entity, change);
}
