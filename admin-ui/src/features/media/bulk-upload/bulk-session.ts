/** The drafts of one person in this tab: they outlive the dialog, and a reload. */
import type { FileFacts } from '@veldlicht/contract/upload';
import { type BulkState, changeDraft, emptyState, removeDrafts } from './bulk-state.ts';
import { type CopyChoice, copyFromFirst } from './copy-rules.ts';
import { type DraftFields, editDraft } from './draft.ts';
import type { DraftDatabase } from './draft-database.ts';
import { type DraftKeeper, keepDrafts, readKeptDrafts } from './keep-drafts.ts';
import { createPreviews, type Previews } from './previews.ts';
import { createChosenReader } from './read-chosen.ts';
import { type RunOutcome, type RunPorts, runUpload } from './run-upload.ts';
import { createStore, type Store } from './store.ts';

/** A server takes about a second to make a hundred items. */
const WIND_DOWN_MS = 5_000;

/** Some draft has no category when the run begins (spec §5). */
export class CategoryMissingError extends Error {}

export interface BulkSession {
  store: Store<BulkState>;
  previews: Previews;
  /** Resolves when the drafts of last time are there. */
  ready: Promise<void>;
  choose: (files: readonly File[]) => void;
  forgetRefused: () => void;
  edit: (id: string, change: Partial<DraftFields>) => void;
  remove: (id: string) => void;
  clear: () => void;
  /**
   * Copies from the first draft and uploads; what became an item leaves the drafts. Throws
   * CategoryMissingError, or the reason of `cancel`.
   */
  run: (choice: CopyChoice) => Promise<RunOutcome>;
  /** Ends a run, wherever it is: items that are being made may be there already, and are not made again. */
  cancel: () => void;
  /** Ends it too, but lets items that are being made be made, for a moment. */
  windDown: () => void;
  flush: () => Promise<void>;
  /** Waits for what is under way and writes it; answers whether a reload would find everything. */
  settle: () => Promise<boolean>;
  /** Another tab has the drafts from now on: nothing of this is written any more. */
  abandon: () => void;
}

export interface SessionPorts {
  database: DraftDatabase;
  readFacts: (file: File) => Promise<FileFacts>;
  run: RunPorts;
  now: () => number;
}

/** Rejects with the reason of the signal, once it has one. */
function rejects(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export function createBulkSession(ports: SessionPorts): BulkSession {
  const { database, readFacts, now } = ports;
  const store = createStore<BulkState>(emptyState);
  const previews = createPreviews();
  const chosen = createChosenReader(store, readFacts, ports.run);
  let controller: AbortController | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let keeper: DraftKeeper | null = null;
  let abandoned = false;

  const ready = readKeptDrafts(database, now()).then((kept) => {
    if (abandoned) return;
    // What was chosen meanwhile stands behind what there was.
    store.update((state) => {
      const ids = new Set(kept.map(({ id }) => id));
      return { ...state, drafts: [...kept, ...state.drafts.filter(({ id }) => !ids.has(id))] };
    });
    keeper = keepDrafts(store, database, kept);
    chosen.sendAhead(kept);
    return keeper.flush();
  });
  let pictured: BulkState['drafts'] = [];
  store.subscribe(() => {
    const { drafts } = store.get();
    // Typing and progress remove nothing.
    if (drafts.length < pictured.length) {
      const ids = new Set(drafts.map(({ id }) => id));
      previews.keepOnly(ids);
      chosen.keepOnly(ids);
    }
    pictured = drafts;
  });

  const upload = async (choice: CopyChoice): Promise<RunOutcome> => {
    const stopper = new AbortController();
    const { signal } = stopper;
    controller = stopper;
    try {
      // A copy fills what is empty: first let the files say what they know.
      store.update((state) => ({ ...state, run: 'reading' }));
      await Promise.race([chosen.done(), rejects(signal)]);
      store.update((state) => ({ ...state, drafts: copyFromFirst(state.drafts, choice) }));
      if (store.get().drafts.some(({ fields }) => fields.category === ''))
        throw new CategoryMissingError();
      const outcome = await runUpload(store, signal, ports.run);
      const created = new Set(outcome.created.map(({ id }) => id));
      store.update((state) => removeDrafts(state, created));
      return outcome;
    } finally {
      controller = null;
      store.update((state) => ({ ...state, run: 'idle', progress: new Map() }));
      void keeper?.flush();
    }
  };

  return {
    store,
    previews,
    ready,
    choose: chosen.choose,
    run: (choice) => {
      const run = upload(choice);
      running = run.catch(() => {});
      return run;
    },
    forgetRefused: () => store.update((state) => ({ ...state, refused: [] })),
    edit: (id, change) =>
      store.update((state) => changeDraft(state, id, (draft) => editDraft(draft, change))),
    remove: (id) => store.update((state) => removeDrafts(state, new Set([id]))),
    clear: () => store.update((state) => ({ ...state, drafts: [], refused: [] })),
    cancel: () => controller?.abort(),
    windDown: () => {
      chosen.keepOnly(new Set());
      const ending = controller;
      if (store.get().run === 'creating') setTimeout(() => ending?.abort(), WIND_DOWN_MS);
      else ending?.abort();
    },
    flush: async () => keeper?.flush(),
    settle: async () => {
      await ready;
      await running;
      await chosen.done();
      await keeper?.flush();
      return keeper?.holdsAll() ?? false;
    },
    abandon: () => {
      abandoned = true;
      keeper?.stop();
      controller?.abort();
      previews.keepOnly(new Set());
      chosen.keepOnly(new Set());
    },
  };
}
