/** Lets one tab at a time work on the drafts of a person (decision 020). */
import type { BulkSession } from './bulk-session.ts';

/** Takes a lock of this browser (Web Locks), also after a wait for another tab; answers how to let go of it. */
async function hold(name: string, signal: AbortSignal, onWait: () => void): Promise<() => void> {
  // Not offered to a page without TLS: there every tab goes ahead as if it were alone.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return () => {};
  return new Promise((resolve, reject) => {
    const keep = (lock: Lock | null) => {
      if (lock) return new Promise<void>((letGo) => resolve(letGo));
      onWait();
      locks.request(name, { signal }, keep).catch(reject);
    };
    locks.request(name, { ifAvailable: true }, keep).catch(reject);
  });
}

export type DraftsLock = ReturnType<typeof createDraftsLock>;

/** `begin` makes a session, which reads the drafts as they are then. */
export function createDraftsLock(name: string, begin: () => BulkSession) {
  let session: BulkSession | null = null;
  let release = () => {};
  let viewers = 0;
  let turn = Promise.resolve();

  /**
   * Tells who has the drafts: this tab, with its session, or for now another. Answers how to close
   * them again: other tabs get them then, unless some files live only in this one.
   */
  return (onTurn: (owner: BulkSession | 'another tab') => void): (() => Promise<void>) => {
    const closed = new AbortController();
    const { signal } = closed;
    viewers += 1;
    // React may open, close and open within a moment: a lock that is asked for twice is never free.
    turn = turn.then(async () => {
      if (signal.aborted) return;
      if (!session) {
        const letGo = await hold(name, signal, () => onTurn('another tab')).catch(() => null);
        if (!letGo || signal.aborted) return letGo?.();
        release = letGo;
        session = begin();
      }
      onTurn(session);
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
  };
}
