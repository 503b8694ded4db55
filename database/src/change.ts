/** A write of content: what one call does is one change, of which history keeps how things were before (decision 112). */
import { sql } from 'drizzle-orm';
import type { Database, Store } from './open.ts';

/** Whose change it is and when; null: the program's own. */
export interface ChangedBy {
  actor: { id: string; username: string } | null;
  /** Milliseconds since 1970. */
  now: number;
  /** The change that this one takes back. */
  undoes?: number;
}

interface Opened {
  id: number;
  /** The change around it, if any: tests that write rows by hand have one open. */
  around: number | null;
}

/** Opens a change, or goes on with one of a call that takes several transactions. */
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

/** One that changed nothing is forgotten. */
function close(store: Store, { id, around }: Opened): void {
  store.run(sql`DELETE FROM changes WHERE id = ${id}
    AND NOT EXISTS (SELECT 1 FROM history WHERE change_id = ${id})`);
  store.run(sql`UPDATE changes SET open = 0 WHERE id = ${id}`);
  if (around !== null) store.run(sql`UPDATE changes SET open = 1 WHERE id = ${around}`);
}

/**
 * Writes content as one transaction that holds the lock from its start: what it reads stays true. `work` is given the
 * number of its change, with which a call of several transactions goes on.
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
