/** The bulk upload of one person in this tab: it outlives the dialog, and its drafts outlive a reload. */
import type { MediaInput } from '@veldlicht/contract/media';
import type { FileFacts } from '@veldlicht/contract/upload';
import pLimit from 'p-limit';
import { useSyncExternalStore } from 'react';
import { serverReason } from '#lib/api-error.ts';
import { needsServer, typeOfFile } from '../upload/file-checks.ts';
import { UploadError, type uploadFile } from '../upload/upload-file.ts';
import type { Failure } from '../upload/upload-texts.ts';
import {
  type BulkAction,
  type BulkState,
  bulkReducer,
  draftOf,
  emptyState,
  sortChosen,
} from './bulk-state.ts';
import type { CreateOutcome } from './create-items.ts';
import { buildDraft, type CopyChoice, type Draft, toMediaInput } from './draft.ts';
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
export interface SessionPorts {
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

export interface BulkSession {
  get: () => BulkState;
  /** Answers how to stop. */
  subscribe: (listener: () => void) => () => void;
  send: (action: BulkAction) => void;
  /** Resolves when the drafts of last time are there. */
  ready: Promise<void>;
  /** Makes drafts of files, reads what they say of themselves, and sends those that only the server can show. */
  choose: (files: readonly File[]) => void;
  /**
   * Copies from the first draft and uploads; what became an item leaves the drafts. Throws
   * CategoryMissingError, or the reason of `cancel`.
   */
  run: (choice: CopyChoice) => Promise<RunOutcome>;
  /** Ends a run, wherever it is: items that are being made may be there already, and are not made again. */
  cancel: () => void;
  flush: () => Promise<void>;
  /** Waits for what is under way and writes it; answers whether a reload would find everything. */
  settle: () => Promise<boolean>;
  /** Another tab may have the drafts from now on: nothing is sent or written any more. */
  end: () => void;
}

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

export function createBulkSession(ports: SessionPorts): BulkSession {
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
  const send = (action: BulkAction) => {
    const before = state.drafts.length;
    state = bulkReducer(state, action);
    if (state.drafts.length < before) stopAhead((id) => draftOf(state, id) !== undefined);
    keeper?.onChange();
    for (const listener of listeners) listener();
  };

  /** Never fatal: the server reads the file too (spec §8). */
  const read = async (id: string, file: File) => {
    try {
      send({ do: 'read', id, facts: await ports.readFacts(file) });
    } catch (error) {
      console.warn('The metadata could not be read', error);
    }
  };

  /** Sends the file of one draft; a failure stays with the draft. Throws the reason of the signal. */
  const sendFile = async (draft: Draft, signal: AbortSignal, isAhead: boolean) => {
    signal.throwIfAborted();
    const { id, file, fields } = draft;
    if (!file) return send({ do: 'failed', id, failure: { stage: 'missing', reason: null } });
    try {
      const { objectPath, type, facts } = await ports.upload(file, {
        signal,
        sentTo: draft.sent?.url ?? null,
        onSent: (url) => send({ do: 'sent', id, sent: { url, at: ports.now() } }),
        onProgress: (progress) => {
          // What still moves after a stop is nothing to wait for.
          if (!signal.aborted) send({ do: 'progress', id, progress });
        },
      });
      // During a run nobody would see a place, or what visitors learn of it, before the item exists.
      const seen = isAhead ? facts : { date: facts.date, location: null, description: null };
      const stored = { objectPath, type, at: ports.now() };
      send({ do: 'stored', id, stored, facts: seen, before: fields });
    } catch (error) {
      signal.throwIfAborted();
      send({ do: 'failed', id, failure: failureOf(error) });
    }
  };
  const sendAhead = async (id: string, stop: AbortController) => {
    const draft = draftOf(state, id);
    try {
      if (draft && !draft.stored) await sendFile(draft, stop.signal, true);
    } catch {
      // Removed, or the session has ended.
      send({ do: 'progress', id, progress: null });
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
    send({ do: 'restore', drafts: kept });
    keeper = keepDrafts(() => state.drafts, ports.storage, kept);
    startAhead(kept);
    return keeper.flush();
  });

  /** Makes items of the drafts that the server has the files of; answers why that failed as a whole. */
  const createStored = async (signal: AbortSignal): Promise<unknown> => {
    const stored = state.drafts.filter((draft) => draft.stored);
    if (stored.length === 0) return null;
    const fail = (id: string, reason: string | null) => {
      // The clean-up was faster: the next try sends the file again.
      const isLost = reason === 'no_such_file';
      const failure: Failure = { stage: 'create', reason };
      send({ do: 'failed', id, failure, ...(isLost && { stored: null }) });
    };
    send({ do: 'run', phase: 'creating' });
    try {
      const outcome = await ports.create(stored.map(toMediaInput), signal);
      for (const [index, { id }] of stored.entries()) {
        const reason = outcome[index];
        if (reason) fail(id, reason);
      }
      return null;
    } catch (error) {
      signal.throwIfAborted();
      for (const { id } of stored) fail(id, serverReason(error));
      return error;
    }
  };

  const upload = async (choice: CopyChoice): Promise<RunOutcome> => {
    stopRun = new AbortController();
    const { signal } = stopRun;
    try {
      // A copy fills what is empty: first let the files say what they know.
      send({ do: 'run', phase: 'reading' });
      await Promise.race([described, rejection(signal)]);
      send({ do: 'copy', choice });
      if (state.drafts.some(({ fields }) => fields.category === ''))
        throw new CategoryMissingError();
      send({ do: 'run', phase: 'sending' });
      const unsent = state.drafts.filter(({ stored }) => !stored);
      await sending.map(unsent, (draft) => sendFile(draft, signal, false));
      signal.throwIfAborted();
      const error = await createStored(signal);
      const created = state.drafts.filter(({ failure, stored }) => stored && !failure);
      const failed = state.drafts.filter(({ failure }) => failure);
      send({ do: 'remove', ids: created.map(({ id }) => id) });
      return { created, failed, error };
    } finally {
      stopRun = null;
      send({ do: 'run', phase: 'idle' });
      void keeper?.flush();
    }
  };

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    ready,
    choose: (files) => {
      const { added, found, refused } = sortChosen(files, state.drafts);
      const drafts = added.map(buildDraft);
      send({ do: 'add', drafts, found, refused });
      for (const { id, file } of drafts) {
        if (!file || typeOfFile(file) === 'video') continue;
        described = Promise.all([described, reading(() => read(id, file))]);
      }
      const chosen = new Set([...drafts.map(({ id }) => id), ...found.keys()]);
      startAhead(state.drafts.filter(({ id }) => chosen.has(id)));
    },
    run: (choice) => {
      const run = upload(choice);
      running = run.catch(() => {});
      return run;
    },
    cancel: () => stopRun?.abort(),
    flush: async () => keeper?.flush(),
    settle: async () => {
      await ready;
      await running;
      await described;
      await keeper?.flush();
      return keeper?.holdsAll() ?? false;
    },
    end: () => {
      ended = true;
      keeper?.stop();
      stopRun?.abort();
      stopAhead(() => false);
    },
  };
}

/** A part of the state; `select` must answer the same object while that part is the same. */
export function useBulk<Part>(session: BulkSession, select: (state: BulkState) => Part): Part {
  return useSyncExternalStore(session.subscribe, () => select(session.get()));
}
