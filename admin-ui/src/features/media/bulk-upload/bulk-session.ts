/** The bulk upload of one person in this tab: it outlives the dialog, and its drafts outlive a reload. */
import type { MediaInput } from '@veldlicht/contract/media';
import type { FileFacts } from '@veldlicht/contract/upload';
import pLimit from 'p-limit';
import { useSyncExternalStore } from 'react';
import { serverReason } from '#lib/api-error.ts';
import type { FieldValues } from '../field-values.ts';
import { needsServer, typeOfFile } from '../upload/file-checks.ts';
import { UploadError, type uploadFile } from '../upload/upload-file.ts';
import type { Failure } from '../upload/upload-texts.ts';
import {
  type BulkState,
  draftOf,
  emptyState,
  type FileProgress,
  sortChosen,
} from './bulk-state.ts';
import type { CreateOutcome } from './create-items.ts';
import {
  buildDraft,
  type CopyChoice,
  copyFromFirst,
  type Draft,
  editDraft,
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

/** Some draft has no category when the run begins (spec §5). */
export class CategoryMissingError extends Error {}

/** The outside world of a session. */
interface SessionPorts {
  storage: DraftStorage;
  readFacts: (file: File) => Promise<FileFacts>;
  upload: typeof uploadFile;
  create: (items: MediaInput[], signal: AbortSignal) => Promise<CreateOutcome>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface RunOutcome {
  created: Draft[];
  failed: Draft[];
  /** The call that makes items failed as a whole. */
  error: unknown;
}

export type BulkSession = ReturnType<typeof createBulkSession>;

function failureOf(error: unknown): Failure {
  if (error instanceof UploadError) return { stage: error.stage, reason: error.reason };
  return { stage: 'put', reason: serverReason(error) };
}

/** Rejects with the reason of the signal, once it has one. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** A draft has its file again. */
function withFile(draft: Draft, file: File | undefined): Draft {
  if (!file) return draft;
  const failure = draft.failure?.stage === 'missing' ? null : draft.failure;
  return { ...draft, file, failure };
}

export function createBulkSession(ports: SessionPorts) {
  let state = emptyState;
  const listeners = new Set<() => void>();
  const reading = pLimit(READ_AT_ONCE);
  const sending = pLimit(UPLOADS_AT_ONCE);
  /** Files that are sent before 'Upload All'. */
  const ahead = new Map<string, AbortController>();
  /** All files that were chosen have been read, here or by the server. */
  let described: Promise<unknown> = Promise.resolve();
  let running: Promise<unknown> = Promise.resolve();
  let stopRun: AbortController | null = null;
  let keeper: DraftKeeper | null = null;
  let ended = false;

  const stopAhead = (isWanted: (id: string) => boolean) => {
    for (const [id, stop] of ahead) {
      if (isWanted(id)) continue;
      stop.abort();
      ahead.delete(id);
    }
  };
  const update = (change: Partial<BulkState>) => {
    const before = state.drafts.length;
    state = { ...state, ...change };
    if (state.drafts.length < before) stopAhead((id) => draftOf(state, id) !== undefined);
    keeper?.onChange();
    for (const listener of listeners) listener();
  };
  /** The drafts, with some of them changed. */
  const changed = (ids: readonly string[], change: (draft: Draft) => Draft) => {
    const meant = new Set(ids);
    return state.drafts.map((draft) => (meant.has(draft.id) ? change(draft) : draft));
  };
  const progressWith = (id: string, now: FileProgress | null) => {
    const progress = new Map(state.progress);
    if (now) progress.set(id, now);
    else progress.delete(id);
    return progress;
  };
  /** The file of a draft has arrived or failed. */
  const arrive = (id: string, change: (draft: Draft) => Draft) =>
    update({ drafts: changed([id], change), progress: progressWith(id, null) });
  const fail = (id: string, failure: Failure, lost: { stored?: null } = {}) =>
    arrive(id, (draft) => ({ ...draft, failure, ...lost }));

  /** Never fatal: the server reads the file too (spec §8). */
  const read = async (id: string, file: File) => {
    try {
      const facts = await ports.readFacts(file);
      update({ drafts: changed([id], (draft) => fillFacts(draft, facts)) });
    } catch (error) {
      console.warn('The metadata could not be read', error);
    }
  };

  /** Sends the file of one draft; a failure stays with the draft. Throws the reason of the signal. */
  const sendFile = async (draft: Draft, signal: AbortSignal, isAhead: boolean) => {
    signal.throwIfAborted();
    const { id, file, fields } = draft;
    if (!file) return fail(id, { stage: 'missing', reason: null });
    try {
      const { objectPath, type, facts } = await ports.upload(file, {
        signal,
        sentTo: draft.sent?.url ?? null,
        onSent: (url) => {
          const sent = { url, at: ports.now() };
          update({ drafts: changed([id], (now) => ({ ...now, sent })) });
        },
        onProgress: (progress) => {
          // What still moves after a stop is nothing to wait for.
          if (!signal.aborted) update({ progress: progressWith(id, progress) });
        },
      });
      // During a run nobody would see a place, or what visitors learn of it, before the item exists.
      const seen = isAhead ? facts : { date: facts.date, location: null, description: null };
      const stored = { objectPath, type, at: ports.now() };
      arrive(id, (now) => ({ ...fillServerFacts(now, seen, fields), sent: null, stored }));
    } catch (error) {
      signal.throwIfAborted();
      fail(id, failureOf(error));
    }
  };
  const sendAhead = async (id: string, stop: AbortController) => {
    const draft = draftOf(state, id);
    try {
      if (draft && !draft.stored) await sendFile(draft, stop.signal, true);
    } catch {
      // Removed, or the session has ended.
      update({ progress: progressWith(id, null) });
    } finally {
      if (ahead.get(id) === stop) ahead.delete(id);
    }
  };
  /** Sends the files that only the server can show, once all others have been read. */
  const startAhead = (drafts: readonly Draft[]) => {
    const first = described;
    for (const { id, file, stored } of drafts) {
      if (!file || stored || ahead.has(id) || !needsServer(file)) continue;
      const stop = new AbortController();
      ahead.set(id, stop);
      const sent = first.then(() => sending(() => sendAhead(id, stop)));
      described = Promise.all([described, sent]);
    }
  };

  const ready = readKeptDrafts(ports.storage, ports.now()).then((kept) => {
    if (ended) return;
    const ids = new Set(kept.map(({ id }) => id));
    // What was chosen meanwhile comes behind the drafts of last time.
    update({ drafts: [...kept, ...state.drafts.filter(({ id }) => !ids.has(id))] });
    keeper = keepDrafts(() => state.drafts, ports.storage, kept);
    startAhead(kept);
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
        // The clean-up was faster: the next try sends the file again.
        const lost = reason === 'no_such_file' ? { stored: null } : {};
        if (reason) fail(id, { stage: 'create', reason }, lost);
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
    try {
      // A copy fills what is empty: first let the files say what they know.
      update({ run: 'reading' });
      await Promise.race([described, rejection(signal)]);
      update({ drafts: copyFromFirst(state.drafts, choice) });
      if (state.drafts.some(({ fields }) => fields.category === ''))
        throw new CategoryMissingError();
      const unsent = state.drafts.filter(({ stored }) => !stored);
      const queued = { phase: 'queued', sent: 0 } as const;
      update({
        run: 'sending',
        // What failed before gets another try.
        drafts: state.drafts.map((draft) => (draft.failure ? { ...draft, failure: null } : draft)),
        progress: new Map(unsent.map(({ id }) => [id, queued])),
      });
      await sending.map(unsent, (draft) => sendFile(draft, signal, false));
      signal.throwIfAborted();
      const error = await createStored(signal);
      const failed = state.drafts.filter(({ failure }) => failure);
      const created = state.drafts.filter(({ failure, stored }) => stored && !failure);
      update({ drafts: state.drafts.filter((draft) => !created.includes(draft)) });
      return { created, failed, error };
    } finally {
      stopRun = null;
      update({ run: 'idle', progress: new Map() });
      void keeper?.flush();
    }
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
      const { added, found, refused } = sortChosen(files, state.drafts);
      const before = state.drafts.map((draft) => withFile(draft, found.get(draft.id)));
      const drafts = added.map(buildDraft);
      update({ drafts: [...before, ...drafts], refused });
      for (const { id, file } of drafts) {
        if (!file || typeOfFile(file) === 'video') continue;
        described = Promise.all([described, reading(() => read(id, file))]);
      }
      const chosen = new Set([...drafts.map(({ id }) => id), ...found.keys()]);
      startAhead(state.drafts.filter(({ id }) => chosen.has(id)));
    },
    edit: (ids: readonly string[], change: Partial<FieldValues>) =>
      update({ drafts: changed(ids, (draft) => editDraft(draft, change)) }),
    remove: (id: string) => update({ drafts: state.drafts.filter((draft) => draft.id !== id) }),
    clear: () => update({ drafts: [], refused: [] }),
    forgetRefused: () => update({ refused: [] }),
    /**
     * Copies from the first draft and uploads; what became an item leaves the drafts. Throws
     * CategoryMissingError, or the reason of `cancel`.
     */
    run: (choice: CopyChoice) => {
      const run = upload(choice);
      running = run.catch(() => {});
      return run;
    },
    /** Ends a run, wherever it is: items that are being made may be there already, and are not made again. */
    cancel: () => stopRun?.abort(),
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
      stopRun?.abort();
      stopAhead(() => false);
    },
  };
}

export function useBulk(session: BulkSession): BulkState {
  return useSyncExternalStore(session.subscribe, session.get);
}
