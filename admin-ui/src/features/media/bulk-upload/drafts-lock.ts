/** Lets one tab at a time work on the drafts of a person (decision 020). */
import type { BulkSession } from './bulk-session.ts';

/** Holds a lock of this browser (Web Locks); answers how to let go of it, or null when another tab has it. */
async function hold(name: string, options: LockOptions): Promise<(() => void) | null> {
  // Not offered to a page without TLS: there every tab goes ahead as if it were alone.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return () => {};
  return new Promise((resolve, reject) => {
    const keep = (lock: Lock | null) => {
      if (lock) return new Promise<void>((letGo) => resolve(letGo));
      resolve(null);
    };
    locks.request(name, options, keep).catch(reject);
  });
}

export interface DraftsLock {
  /**
   * Tells who has the drafts: this tab, with its session, or for now another. Answers how to close
   * them again: other tabs get them then, unless some files live only in this one.
   */
  open: (onTurn: (owner: BulkSession | 'another tab') => void) => () => Promise<void>;
}

/** `begin` makes a session, which reads the drafts as they are then. */
export function createDraftsLock(name: string, begin: () => BulkSession): DraftsLock {
  let session: BulkSession | null = null;
  let release = () => {};
  let viewers = 0;
  let turn = Promise.resolve();

  const acquire = async (signal: AbortSignal, onWait: () => void) => {
    let letGo = await hold(name, { ifAvailable: true });
    if (!letGo && !signal.aborted) {
      onWait();
      letGo = await hold(name, { signal }).catch(() => null);
    }
    if (!letGo) return;
    if (signal.aborted) return letGo();
    release = letGo;
    session = begin();
  };

  return {
    open: (onTurn) => {
      const closed = new AbortController();
      const { signal } = closed;
      viewers += 1;
      // React may open, close and open within a moment: a lock that is asked for twice is never free.
      turn = turn.then(async () => {
        if (!signal.aborted && !session) await acquire(signal, () => onTurn('another tab'));
        if (!signal.aborted && session) onTurn(session);
      });
      return async () => {
        viewers -= 1;
        closed.abort();
        await turn;
        const last = session;
        if (!(await last?.settle()) || viewers > 0 || session !== last) return;
        last?.end();
        session = null;
        release();
      };
    },
  };
}
