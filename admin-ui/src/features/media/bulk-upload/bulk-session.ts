/** The bulk upload of one person in this tab: it outlives the dialog, and its drafts outlive a reload. */

import type { FileFacts } from '@veldlicht/contract/file-facts';
import type { MediaInput } from '@veldlicht/contract/media';
import pLimit from 'p-limit';
import { useSyncExternalStore } from 'react';
import { serverReason } from '#lib/api-error.ts';
import type { FieldValues } from '../field-values.ts';
import { needsServer, typeOfFile } from '../upload/file-checks.ts';
import { wordsOf } from '../upload/file-words.ts';
import { UploadError, type uploadFile } from '../upload/upload-file.ts';
import type { Failure } from '../upload/upload-texts.ts';
import type { CreateOutcome } from './create-items.ts';
import {
  addFiles,
  addTag,
  type BulkState,
  type CopyChoice,
  copyFromFirst,
  type Draft,
  editDraft,
  emptyState,
  type FileProgress,
  fillFacts,
  fillServerFacts,
  toMediaInput,
} from './draft.ts';
import {
  type DraftKeeper,
  type DraftStorage,
  keepDrafts,
  readKeptDrafts,
} from './draft-storage.ts';

/** Files on the way at once (spec §9). */
const UPLOADS_AT_ONCE = 3;
/** Metadata read at once; each reads only the head of its file. */
const READ_AT_ONCE = 2;

/** The outside world of a session. */
interface SessionPorts {
  storage: DraftStorage;
  readFacts: (file: File) => Promise<FileFacts>;
  /** The names of all tags. */
  tagNames: () => Promise<readonly string[]>;
  upload: typeof uploadFile;
  create: (items: MediaInput[], signal: AbortSignal) => Promise<CreateOutcome>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** What became of a run: some draft had no category (spec §5), somebody stopped it, or all was tried. */
export interface RunOutcome {
  end: 'noCategory' | 'stopped' | 'done';
  created: Draft[];
  failed: Draft[];
  /** The call that makes items failed as a whole. */
  error: unknown;
}

export type BulkSession = ReturnType<typeof createBulkSession>;

export function createBulkSession(ports: SessionPorts) {
  let state = emptyState;
  const listeners = new Set<() => void>();
  const reading = pLimit(READ_AT_ONCE);
  const sending = pLimit(UPLOADS_AT_ONCE);
  /** How to stop the files that are on their way or wait for their turn, by draft. */
  const sends = new Map<string, AbortController>();
  /** All files that were chosen have been read, here or by the server. */
  let described: Promise<unknown> = Promise.resolve();
  let running: Promise<unknown> = Promise.resolve();
  let stopRun: AbortController | null = null;
  let keeper: DraftKeeper | null = null;
  let ended = false;

  const update = (change: Partial<BulkState>) => {
    state = { ...state, ...change };
    keeper?.onChange();
    for (const listener of listeners) listener();
  };
  const draftOf = (id: string) => state.drafts.find((draft) => draft.id === id);
  const change = (ids: readonly string[], by: (draft: Draft) => Draft) => {
    const meant = new Set(ids);
    update({ drafts: state.drafts.map((draft) => (meant.has(draft.id) ? by(draft) : draft)) });
  };
  const fail = (id: string, failure: Failure) => change([id], (draft) => ({ ...draft, failure }));
  const keepOnly = (isKept: (draft: Draft) => boolean) => {
    const drafts = state.drafts.filter(isKept);
    const ids = new Set(drafts.map(({ id }) => id));
    update({ drafts, progress: new Map([...state.progress].filter(([id]) => ids.has(id))) });
    for (const [id, stop] of sends) {
      if (ids.has(id)) continue;
      stop.abort();
      sends.delete(id);
    }
  };
  const progressOf = (id: string, now: FileProgress | null) => {
    const progress = new Map(state.progress);
    if (now) progress.set(id, now);
    else if (!progress.delete(id)) return;
    update({ progress });
  };

  /** Never fatal: the server reads the file too (spec §8). */
  const read = async (id: string, file: File) => {
    try {
      const words = wordsOf(await ports.readFacts(file), await ports.tagNames());
      change([id], (draft) => fillFacts(draft, words));
    } catch (error) {
      console.warn('The metadata could not be read', error);
    }
  };

  /** Sends the file of one draft; a failure stays with the draft. */
  const sendFile = async (id: string, { signal }: AbortController) => {
    const draft = draftOf(id);
    if (signal.aborted || !draft || draft.stored) return;
    if (!draft.file) return fail(id, { stage: 'missing', reason: null });
    try {
      const { objectPath, type, facts } = await ports.upload(draft.file, {
        signal,
        sentTo: draft.sent?.url ?? null,
        onSent: (url) => {
          const sent = { url, at: ports.now() };
          change([id], (now) => ({ ...now, sent }));
        },
        onProgress: (progress) => {
          // What still moves after a stop is nothing to wait for.
          if (!signal.aborted) progressOf(id, progress);
        },
      });
      // While a run sends, nobody would see a place, or what visitors learn of it, before the item exists.
      const words = wordsOf(facts, await ports.tagNames());
      const { date } = words;
      const stored = { objectPath, type, at: ports.now() };
      change([id], (now) => ({
        ...fillServerFacts(now, state.run === 'sending' ? { date } : words, draft.fields),
        sent: null,
        stored,
      }));
    } catch (error) {
      if (signal.aborted) return;
      const isUpload = error instanceof UploadError;
      const reason = isUpload ? error.reason : serverReason(error);
      fail(id, { stage: isUpload ? error.stage : 'put', reason });
    }
  };
  const send = async (id: string, after?: Promise<unknown>) => {
    const stop = new AbortController();
    sends.set(id, stop);
    await after;
    await sending(() => sendFile(id, stop));
    if (sends.get(id) !== stop) return;
    sends.delete(id);
    progressOf(id, null);
  };
  const stopSends = () => {
    for (const stop of sends.values()) stop.abort();
    sends.clear();
  };
  /** Sends the files that only the server can show, once all others have been read. */
  const sendAhead = (drafts: readonly Draft[]) => {
    const first = described;
    for (const { id, file, stored } of drafts) {
      if (!file || stored || sends.has(id) || !needsServer(file)) continue;
      described = Promise.all([described, send(id, first)]);
    }
  };

  const ready = readKeptDrafts(ports.storage, ports.now()).then((kept) => {
    if (ended) return;
    const ids = new Set(kept.map(({ id }) => id));
    // What was chosen meanwhile comes behind the drafts of last time.
    update({ drafts: [...kept, ...state.drafts.filter(({ id }) => !ids.has(id))] });
    keeper = keepDrafts(() => state.drafts, ports.storage, kept);
    sendAhead(kept);
    return keeper.flush();
  });

  /** Makes items of the drafts that the server has the files of; answers why that failed as a whole. */
  const createStored = async (signal: AbortSignal): Promise<unknown> => {
    const stored = state.drafts.filter((draft) => draft.stored);
    if (stored.length === 0) return null;
    update({ run: 'creating' });
    try {
      const outcome = await ports.create(stored.map(toMediaInput), signal);
      for (const [index, { id }] of stored.entries()) {
        const reason = outcome[index];
        if (reason) fail(id, { stage: 'create', reason });
        // The clean-up was faster: the next try sends the file again.
        if (reason === 'no_such_file') change([id], (draft) => ({ ...draft, stored: null }));
      }
      return null;
    } catch (error) {
      signal.throwIfAborted();
      for (const { id } of stored) fail(id, { stage: 'create', reason: serverReason(error) });
      return error;
    }
  };

  const upload = async (choice: CopyChoice): Promise<RunOutcome> => {
    stopRun = new AbortController();
    const { signal } = stopRun;
    const nothing = { created: [], failed: [], error: null };
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      // A copy fills what is empty: first let the files say what they know.
      update({ run: 'reading' });
      await Promise.race([described, stopped]);
      update({ drafts: copyFromFirst(state.drafts, choice) });
      if (state.drafts.some(({ fields }) => fields.category === ''))
        return { end: 'noCategory', ...nothing };
      const unsent = state.drafts.filter(({ stored }) => !stored);
      const queued = { phase: 'queued', sent: 0 } as const;
      update({
        run: 'sending',
        // What failed before gets another try.
        drafts: state.drafts.map((draft) => (draft.failure ? { ...draft, failure: null } : draft)),
        progress: new Map(unsent.map(({ id }) => [id, queued])),
      });
      await Promise.all(unsent.map(({ id }) => send(id)));
      signal.throwIfAborted();
      const error = await createStored(signal);
      const { drafts } = state;
      keepOnly(({ stored, failure }) => !stored || failure !== null);
      const created = drafts.filter((draft) => !state.drafts.includes(draft));
      return { end: 'done', created, failed: drafts.filter(({ failure }) => failure), error };
    } catch (error) {
      if (!signal.aborted) throw error;
      return { end: 'stopped', ...nothing };
    } finally {
      stopRun = null;
      update({ run: 'idle', progress: new Map() });
      void keeper?.flush();
    }
  };
  /** Ends a run, wherever it is: items that are being made may be there already, and are not made again. */
  const cancel = () => {
    stopRun?.abort();
    if (state.run === 'sending') stopSends();
  };

  return {
    get: () => state,
    /** Answers how to stop. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Resolves when the drafts of last time are there. */
    ready,
    /** Makes drafts of files, reads what they say of themselves, and sends those that only the server can show. */
    choose: (files: readonly File[]) => {
      const known = new Set(state.drafts.map(({ id }) => id));
      const { drafts, taken, refused } = addFiles(state.drafts, files);
      update({ drafts, refused });
      const chosen = drafts.filter(({ id }) => taken.includes(id));
      for (const { id, file } of chosen) {
        if (!file || known.has(id) || typeOfFile(file) === 'video') continue;
        described = Promise.all([described, reading(() => read(id, file))]);
      }
      sendAhead(chosen);
    },
    edit: (ids: readonly string[], fields: Partial<FieldValues>) =>
      change(ids, (draft) => editDraft(draft, fields)),
    /** Gives a new tag to all drafts whose files have it among their keywords. */
    addTag: (tag: string) => update({ drafts: state.drafts.map((draft) => addTag(draft, tag)) }),
    /** Sends the file of one draft; answers where the server keeps it, or null when it failed or a run took it over. */
    sendNow: async (id: string) => {
      if (!draftOf(id)?.stored) await send(id);
      return state.run === 'idle' ? (draftOf(id)?.stored?.objectPath ?? null) : null;
    },
    remove: (id: string) => keepOnly((draft) => draft.id !== id),
    clear: () => {
      keepOnly(() => false);
      update({ refused: [] });
    },
    forgetRefused: () => update({ refused: [] }),
    /** Copies from the first draft and uploads; what became an item leaves the drafts. */
    run: (choice: CopyChoice) => {
      const run = upload(choice);
      running = run.catch(() => {});
      return run;
    },
    cancel,
    flush: async () => keeper?.flush(),
    /** Waits for what is under way and writes it; answers whether a reload would find everything. */
    settle: async () => {
      await ready;
      await running;
      await described;
      await keeper?.flush();
      return keeper?.holdsAll() ?? false;
    },
    /** Another tab may have the drafts from now on: nothing is sent or written any more. */
    end: () => {
      ended = true;
      keeper?.stop();
      cancel();
      stopSends();
    },
  };
}

export function useBulk(session: BulkSession): BulkState {
  return useSyncExternalStore(session.subscribe, session.get);
}
