/** The drafts of one person in this window: they outlive the dialog, and a reload. */
import type { FileFacts } from '@veldlicht/contract/upload';
import { createTaskQueue } from '#lib/upload-queue.ts';
import { typeOfFile } from '../form/file-checks.ts';
import { readMetadata } from '../form/metadata.ts';
import { type BulkState, changeDraft, emptyState, removeDrafts } from './bulk-state.ts';
import { sortChosen } from './chosen-files.ts';
import { type CopyChoice, copyFromFirst } from './copy-rules.ts';
import { buildDraft, type DraftFields, editDraft, fillFacts } from './draft.ts';
import { type DraftDatabase, openDraftDatabase } from './draft-database.ts';
import { type DraftKeeper, keepDrafts, readKeptDrafts } from './keep-drafts.ts';
import { createPreviews, type Previews } from './previews.ts';
import { browserRunPorts, type RunOutcome, type RunPorts, runUpload } from './run-upload.ts';
import { createStore, type Store } from './store.ts';

/** Metadata read at once; each reads only the head of its file. */
const READ_AT_ONCE = 2;

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
  cancel: () => void;
  flush: () => Promise<void>;
}

export interface SessionPorts {
  database: DraftDatabase;
  readFacts: (file: File) => Promise<FileFacts>;
  run: RunPorts;
  now: () => number;
}

export function createBulkSession(ports: SessionPorts): BulkSession {
  const { database, readFacts, now } = ports;
  const store = createStore<BulkState>(emptyState);
  const previews = createPreviews();
  const reading = createTaskQueue(READ_AT_ONCE);
  let facts: Promise<unknown> = Promise.resolve();
  let controller: AbortController | null = null;
  let keeper: DraftKeeper | null = null;

  const ready = readKeptDrafts(database, now()).then((kept) => {
    // What was chosen meanwhile stands behind what there was.
    store.update((state) => {
      const ids = new Set(kept.map(({ id }) => id));
      return { ...state, drafts: [...kept, ...state.drafts.filter(({ id }) => !ids.has(id))] };
    });
    keeper = keepDrafts(store, database, kept);
    return keeper.flush();
  });
  let pictured: BulkState['drafts'] = [];
  store.subscribe(() => {
    const { drafts } = store.get();
    // Typing and progress remove nothing.
    if (drafts.length < pictured.length) previews.keepOnly(new Set(drafts.map(({ id }) => id)));
    pictured = drafts;
  });

  /** Never fatal: a file that can't be read describes itself to nobody (spec §8). */
  const fill = async (id: string, file: File) => {
    try {
      const found = await readFacts(file);
      store.update((state) => changeDraft(state, id, (draft) => fillFacts(draft, found)));
    } catch (error) {
      console.warn('The metadata could not be read', error);
    }
  };

  const choose = (files: readonly File[]) => {
    const { added, found, refused } = sortChosen(files, store.get().drafts);
    const foundFiles = new Map(found.map(({ id, file }) => [id, file]));
    const drafts = added.map(buildDraft);
    store.update((state) => ({
      ...state,
      refused,
      drafts: [
        ...state.drafts.map((draft) => {
          const file = foundFiles.get(draft.id);
          if (!file) return draft;
          const failure = draft.failure?.stage === 'missing' ? null : draft.failure;
          return { ...draft, file, failure };
        }),
        ...drafts,
      ],
    }));
    for (const { id, file } of drafts) {
      if (!file || typeOfFile(file) === 'video') continue;
      const read = reading.add(() => fill(id, file));
      facts = Promise.all([facts, read]);
    }
  };

  const run = async (choice: CopyChoice): Promise<RunOutcome> => {
    const stopper = new AbortController();
    const { signal } = stopper;
    controller = stopper;
    try {
      // A copy fills what is empty: first let the files say what they know.
      store.update((state) => ({ ...state, run: 'reading' }));
      await facts;
      signal.throwIfAborted();
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
    choose,
    run,
    forgetRefused: () => store.update((state) => ({ ...state, refused: [] })),
    edit: (id, change) =>
      store.update((state) => changeDraft(state, id, (draft) => editDraft(draft, change))),
    remove: (id) => store.update((state) => removeDrafts(state, new Set([id]))),
    clear: () => store.update((state) => ({ ...state, drafts: [], refused: [] })),
    cancel: () => {
      // Items that are being made are made.
      if (store.get().run !== 'creating') controller?.abort();
    },
    flush: async () => keeper?.flush(),
  };
}

let current: { userId: string; session: BulkSession } | null = null;

/** The session of the person who is signed in; another person gets another one. */
export function bulkSessionOf(userId: string): BulkSession {
  if (current?.userId === userId) return current.session;
  const session = createBulkSession({
    database: openDraftDatabase(userId),
    readFacts: readMetadata,
    run: browserRunPorts,
    now: () => Date.now(),
  });
  current = { userId, session };
  return session;
}
