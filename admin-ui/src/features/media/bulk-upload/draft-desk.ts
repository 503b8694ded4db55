/** Which tab works on the drafts: one at a time, so that none overwrites or sends what another does. */
import type { BulkSession } from './bulk-session.ts';
import { createStore, type Store } from './store.ts';
import type { LockEvents, Release, TabLock } from './tab-lock.ts';

export type DraftAccess =
  | { is: 'asking' }
  | { is: 'here'; session: BulkSession }
  | { is: 'elsewhere' }
  /** The other tab has been asked and comes to an end. */
  | { is: 'taking' };

export interface DraftDesk {
  store: Store<DraftAccess>;
  /** The dialog opens: takes the drafts if no other tab has them, else waits in line. */
  open: () => Promise<void>;
  /** Has the other tab stop; what it was sending it keeps in the drafts. */
  takeOver: () => Promise<void>;
  /** The dialog has closed: others may have the drafts, unless some live only in this tab. */
  close: () => Promise<void>;
}

/** The desk of this tab. `begin` makes a session, which reads the drafts as they are then. */
export function createDraftDesk(lock: TabLock, begin: () => BulkSession): DraftDesk {
  const store = createStore<DraftAccess>({ is: 'asking' });
  let release: Release = () => {};
  let shown = false;
  let line: AbortController | null = null;
  const show = (access: DraftAccess) => store.update(() => access);
  const session = () => {
    const access = store.get();
    return access.is === 'here' ? access.session : null;
  };

  const start = (letGo: Release) => {
    line?.abort();
    line = null;
    release = letGo;
    show({ is: 'here', session: begin() });
  };
  const leave = (next: DraftAccess) => {
    session()?.abandon();
    show(next);
    release();
    if (next.is === 'elsewhere' && shown) void waitInLine();
  };
  const events: LockEvents = {
    onAsked: async () => {
      const asked = session();
      asked?.windDown();
      await asked?.settle();
      if (asked && session() === asked) leave({ is: 'elsewhere' });
    },
    onLost: () => {
      session()?.cancel();
      leave({ is: 'elsewhere' });
    },
  };
  /** The other tab may close: then the drafts come here by themselves. */
  const waitInLine = async () => {
    const place = new AbortController();
    line?.abort();
    line = place;
    const letGo = await lock.hold(events, place.signal).catch(() => null);
    if (!letGo) return;
    // Closed, or served otherwise, in the same moment.
    if (line === place) start(letGo);
    else letGo();
  };

  /** Opening and closing take turns: React does both within a moment. */
  let turn = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    turn = turn.then(task);
    return turn;
  };

  return {
    store,
    open: () => {
      shown = true;
      return inTurn(async () => {
        if (!shown || session()) return;
        show({ is: 'asking' });
        const letGo = await lock.tryHold(events);
        if (letGo) return start(letGo);
        show({ is: 'elsewhere' });
        void waitInLine();
      });
    },
    takeOver: async () => {
      if (store.get().is !== 'elsewhere') return;
      show({ is: 'taking' });
      // It answers: our place in line does the rest.
      if (await lock.ask()) return;
      if (shown && store.get().is === 'taking') start(await lock.steal(events));
    },
    close: () => {
      shown = false;
      line?.abort();
      line = null;
      return inTurn(async () => {
        const open = session();
        const isKept = open && (await open.settle());
        if (isKept && !shown && session() === open) leave({ is: 'asking' });
      });
    },
  };
}
