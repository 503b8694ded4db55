/** Changes: history stores the rows as they were before each change, which is one call of the API (decision 007). */
import { sql } from 'drizzle-orm';
import type { Database, Store } from './open.ts';

/** Author and time of a change; `actor` null: the program. */
export interface ChangedBy {
  actor: { id: string; username: string } | null;
  /** Milliseconds since 1970. */
  now: number;
  /** The change that this one undoes. */
  undoes?: number;
}

interface Opened {
  id: number;
  /** The change open before, which only tests have. */
  around: number | null;
}

/** Opens a change, or continues `known` in a further transaction. */
function open(store: Store, { actor, now, undoes }: ChangedBy, known: number | null): Opened {
  const [around] = store.all<{ id: number }>(
    sql`UPDATE changes SET open = 0 WHERE open = 1 RETURNING id`,
  );
  const [made] = store.all<{ id: number }>(sql`
    INSERT INTO changes (id, at, actor_id, actor, undoes, open)
    VALUES (${known}, ${now}, ${actor?.id || null}, ${actor?.username ?? ''}, ${undoes ?? null}, 1)
    ON CONFLICT (id) DO UPDATE SET open = 1 RETURNING id`);
  if (!made) throw new Error('the change was not opened');
  return { id: made.id, around: around?.id ?? null };
}

/** Closes a change; deletes it when it changed nothing. */
function close(store: Store, { id, around }: Opened): void {
  store.run(sql`DELETE FROM changes WHERE id = ${id}
    AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = ${id})`);
  store.run(sql`UPDATE changes SET open = 0 WHERE id = ${id}`);
  if (around !== null) store.run(sql`UPDATE changes SET open = 1 WHERE id = ${around}`);
}

/**
 * Runs `work` as one change in one IMMEDIATE transaction. `work` gets the id of the change; pass it as `id` to continue
 * the change in another transaction.
 */
export function inChange<T>(
  db: Database,
  by: ChangedBy,
  work: (store: Store, change: number) => T,
  id: number | null = null,
): T {
  return db.transaction(
    (tx) => {
      const change = open(tx, by, id);
      const done = work(tx, change.id);
      close(tx, change);
      return done;
    },
    { behavior: 'immediate' },
  );
}
