/** The bulk upload of one person in this tab: it outlives the dialog, and its drafts outlive a reload. */

import type { FileFacts } from '@veldlicht/contract/file-facts';
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import type { MediaInput } from '@veldlicht/contract/media';
import pLimit from 'p-limit';
import { serverReason } from '#lib/api.ts';
import type { FieldValues } from '../field-values.ts';
import { needsServer, typeOfFile } from '../upload/file-checks.ts';
import { type KnownWords, wordsOf } from '../upload/file-words.ts';
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
  type Lot,
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
  /** What keywords may be. */
  knownWords: () => Promise<KnownWords>;
  upload: typeof uploadFile;
  create: (items: MediaInput[], signal: AbortSignal) => Promise<CreateOutcome>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Registers what leaving the page would lose; returns a function that stops watching. */
  watchPage: (watch: PageWatch) => () => void;
}

export interface PageWatch {
  /** Writes what waits. */
  flush: () => Promise<void>;
  /** Whether some file lives in this page alone. */
  holdsOnlyCopy: () => boolean;
}

/** What became of a run: some draft had no category (spec §5), somebody stopped it, or all was tried. */
export interface RunOutcome {
  end: 'noCategory' | 'stopped' | 'done';
  created: Draft[];
  failed: Draft[];
  /** The call that makes items failed as a whole. */
  error: unknown;
}

/** Told of every change; `isLetter`: its field shows it already, all else may follow. */
type Listener = (isLetter: boolean) => void;

export type BulkSession = ReturnType<typeof createBulkSession>;

export function createBulkSession(ports: SessionPorts) {
  let state = emptyState;
  const listeners = new Set<Listener>();
  const reading = pLimit(READ_AT_ONCE);
  const sending = pLimit(UPLOADS_AT_ONCE);
  /** Files that are on their way or wait for their turn, by draft. */
  const sends = new Map<string, { stop: AbortController; done: Promise<void> }>();
  /** All files that were chosen have been read: here, or by the server where only it can. */
  let described: Promise<unknown> = Promise.resolve();
  let running: Promise<unknown> = Promise.resolve();
  let stopRun: AbortController | null = null;
  let keeper: DraftKeeper | null = null;
  let ended = false;

  const update = (change: Partial<BulkState>, isLetter = false) => {
    state = { ...state, ...change };
    keeper?.onChange();
    for (const listener of listeners) listener(isLetter);
  };
  const draftOf = (id: string) => state.drafts.find((draft) => draft.id === id);
  const change = (ids: readonly string[], by: (draft: Draft) => Draft, isLetter = false) => {
    const meant = new Set(ids);
    const drafts = state.drafts.map((draft) => (meant.has(draft.id) ? by(draft) : draft));
    update({ drafts }, isLetter);
  };
  const fail = (ids: readonly string[], failure: Failure | null) =>
    change(ids, (draft) => ({ ...draft, failure }));
  const keepOnly = (isKept: (draft: Draft) => boolean) => {
    const drafts = state.drafts.filter(isKept);
    const ids = new Set(drafts.map(({ id }) => id));
    update({ drafts, progress: new Map([...state.progress].filter(([id]) => ids.has(id))) });
    for (const [id, { stop }] of sends) {
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

  /** Tags that were made here of keywords: a list that was asked for before lacks them. */
  const made: string[] = [];
  const knownWords = async () => {
    const known = await ports.knownWords();
    return { ...known, tags: [...known.tags, ...made] };
  };

  /** Never fatal: the server reads the file too (spec §8). */
  const readFile = async (id: string, file: File) => {
    try {
      const words = wordsOf(await ports.readFacts(file), await knownWords());
      change([id], (draft) => fillFacts(draft, words));
    } catch (error) {
      console.warn('The metadata could not be read', error);
    }
  };

  /** Sends the file of one draft; a failure stays with the draft. */
  const sendFile = async (id: string, stop: AbortController) => {
    const { signal } = stop;
    try {
      const draft = draftOf(id);
      if (signal.aborted || !draft || draft.stored) return;
      if (!draft.file) return fail([id], { stage: 'missing', reason: null });
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
      const words = wordsOf(facts, await knownWords());
      const { date } = words;
      const stored = { objectPath, type, at: ports.now() };
      change([id], (now) => ({
        ...fillServerFacts(now, state.run === 'sending' ? { date } : words, draft.fields),
        sent: null,
        stored,
        failure: null,
      }));
    } catch (error) {
      if (signal.aborted) return;
      const isUpload = error instanceof UploadError;
      const reason = isUpload ? error.reason : serverReason(error);
      fail([id], { stage: isUpload ? error.stage : 'put', reason });
    } finally {
      if (sends.get(id)?.stop === stop) {
        sends.delete(id);
        progressOf(id, null);
      }
    }
  };
  /** Sends one file when its turn comes, after its words have been read here. */
  const send = (id: string, read?: Promise<unknown>): Promise<void> => {
    const known = sends.get(id);
    if (known) return known.done;
    const stop = new AbortController();
    const start = async () => {
      await read;
      await sending(() => sendFile(id, stop));
    };
    const done = start();
    sends.set(id, { stop, done });
    return done;
  };
  /** Sends what the server lacks; the metadata of `unread` is read first. */
  const sendAll = (drafts: readonly Draft[], unread: ReadonlySet<string> = new Set()) => {
    const unsent = drafts.filter(({ id, stored }) => !stored && !sends.has(id));
    const queued = unsent.map(({ id }) => [id, { phase: 'queued', sent: 0 } as const] as const);
    update({ progress: new Map([...state.progress, ...queued]) });
    const whenRead = unsent.map(({ id, file }) => {
      const isToRead = file && unread.has(id) && typeOfFile(file) !== 'video';
      const read = isToRead ? reading(() => readFile(id, file)) : Promise.resolve();
      const sent = send(id, read);
      return file && needsServer(file) ? sent : read;
    });
    described = Promise.all([described, ...whenRead]);
  };
  const stopSends = () => {
    for (const { stop } of sends.values()) stop.abort();
    sends.clear();
    update({ progress: new Map() });
  };

  const ready = readKeptDrafts(ports.storage, ports.now()).then((kept) => {
    if (ended) return;
    const ids = new Set(kept.map(({ id }) => id));
    // What was chosen meanwhile comes behind the drafts of last time.
    update({ drafts: [...kept, ...state.drafts.filter(({ id }) => !ids.has(id))] });
    keeper = keepDrafts(() => state.drafts, ports.storage, kept);
    // What the server refused is not sent again unasked.
    sendAll(kept.filter(({ file, failure }) => file && failure?.stage !== 'finalise'));
    return keeper.flush();
  });

  const flush = async () => keeper?.flush();
  /** The session outlives the dialog, so this can't be the dialog's to see to. */
  const unwatch = ports.watchPage({
    flush,
    holdsOnlyCopy: () => !(keeper?.holdsFiles() ?? state.drafts.length === 0),
  });

  /** Makes items of the drafts that the server has the files of; answers why that failed as a whole. */
  const createStored = async (signal: AbortSignal): Promise<unknown> => {
    const stored = state.drafts.filter((draft) => draft.stored);
    if (stored.length > 0) update({ run: 'creating' });
    for (let at = 0; at < stored.length; at += MAX_BULK_FILES) {
      const some = stored.slice(at, at + MAX_BULK_FILES);
      try {
        const outcome = await ports.create(some.map(toMediaInput), signal);
        for (const [index, { id }] of some.entries()) {
          const reason = outcome[index];
          if (reason) fail([id], { stage: 'create', reason });
          // The clean-up was faster: the next try sends the file again.
          if (reason === 'no_such_file') change([id], (draft) => ({ ...draft, stored: null }));
        }
      } catch (error) {
        signal.throwIfAborted();
        const ids = stored.slice(at).map(({ id }) => id);
        fail(ids, { stage: 'create', reason: serverReason(error) });
        return error;
      }
    }
    return null;
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
      update({ run: 'sending' });
      // What failed before gets another try.
      fail(
        state.drafts.filter(({ failure }) => failure).map(({ id }) => id),
        null,
      );
      sendAll(state.drafts);
      await Promise.all([...sends.values()].map(({ done }) => done));
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
      update({ run: 'idle' });
      void keeper?.flush();
    }
  };
  /** Ends a run, wherever it is: items that are being made may be there already, and are not made again. */
  const cancel = () => {
    stopRun?.abort();
    if (state.run !== 'creating') stopSends();
  };

  return {
    get: () => state,
    draft: draftOf,
    /** Answers how to stop. */
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Resolves when the drafts of last time are there. */
    ready,
    /** Makes drafts of files, reads what they say of themselves, and sends them. */
    choose: (files: readonly File[], isFolder = false) => {
      const known = new Set(state.drafts.map(({ id }) => id));
      const { drafts, taken, refused } = addFiles(state.drafts, files, isFolder);
      update({ drafts, refused });
      const chosen = new Set(taken);
      const unread = new Set(taken.filter((id) => !known.has(id)));
      sendAll(
        drafts.filter(({ id }) => chosen.has(id)),
        unread,
      );
    },
    /** A letter in a field of one draft. */
    type: (id: string, fields: Partial<FieldValues>) =>
      change([id], (draft) => editDraft(draft, fields), true),
    edit: (ids: readonly string[], fields: Partial<FieldValues>) =>
      change(ids, (draft) => editDraft(draft, fields)),
    /** Changes many at once; answers how to take that back, where nothing else has changed since. */
    changeMany: (ids: readonly string[], by: (draft: Draft) => Draft) => {
      const before = new Map(state.drafts.map((draft) => [draft.id, draft]));
      change(ids, by);
      const after = new Map(state.drafts.map(({ id, fields }) => [id, fields]));
      return () =>
        change(ids, (draft) => {
          const was = before.get(draft.id);
          if (!was || draft.fields !== after.get(draft.id)) return draft;
          const { fields, privacyIsChosen, dateIsChosen, speciesAreChosen } = was;
          return { ...draft, fields, privacyIsChosen, dateIsChosen, speciesAreChosen };
        });
    },
    /** Says of all drafts when their items will show. */
    setLot: (part: Partial<Lot>) =>
      update({
        drafts: state.drafts.map((draft) => ({ ...draft, lot: { ...draft.lot, ...part } })),
      }),
    /** Gives a new tag to all drafts whose files have it among their keywords. */
    addTag: (tag: string) => {
      made.push(tag);
      update({ drafts: state.drafts.map((draft) => addTag(draft, tag)) });
    },
    /** Sends the file of one draft; answers where the server keeps it, or null when it failed or a run took it over. */
    sendNow: async (id: string) => {
      const draft = draftOf(id);
      if (draft && !draft.stored) {
        fail([id], null);
        sendAll([draft]);
        await sends.get(id)?.done;
      }
      return state.run === 'idle' ? (draftOf(id)?.stored?.objectPath ?? null) : null;
    },
    remove: (ids: readonly string[]) => {
      const gone = new Set(ids);
      keepOnly(({ id }) => !gone.has(id));
    },
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
    /** Waits for what is under way and writes it; answers whether a reload would find everything. */
    settle: async () => {
      await ready;
      await running;
      await keeper?.flush();
      await Promise.all([...sends.values()].map(({ done }) => done));
      await keeper?.flush();
      return keeper?.holdsAll() ?? false;
    },
    /** Another tab may have the drafts from now on: nothing is sent or written any more. */
    end: () => {
      ended = true;
      unwatch();
      keeper?.stop();
      cancel();
      stopSends();
    },
  };
}
