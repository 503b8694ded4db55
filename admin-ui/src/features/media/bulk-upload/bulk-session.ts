/** Runs the bulk upload of one person in this window. It outlives the dialog; its drafts are on the server. */
import type { StoredUpload } from '@veldlicht/contract/draft';
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import type { MediaInput } from '@veldlicht/contract/media';
import pLimit from 'p-limit';
import { serverReason } from '#lib/api.ts';
import type { FieldValues } from '../field-values.ts';
import type { Edit } from '../table/row-change.ts';
import {
  isUploadGone,
  type resumeUpload,
  UploadError,
  type uploadFile,
} from '../upload/upload-file.ts';
import type { Failure } from '../upload/upload-texts.ts';
import type { CreateOutcome } from './create-items.ts';
import {
  addFiles,
  addTag,
  type BulkState,
  type CopyChoice,
  changeDraft,
  copyFromFirst,
  type Draft,
  editDraft,
  emptyState,
  type FileProgress,
  holdsBytes,
  inOrder,
  toMediaInput,
} from './draft.ts';
import { keepDrafts } from './draft-keeper.ts';
import type { DraftsPort } from './drafts-port.ts';

/** Files sent at once (spec §9). */
const UPLOADS_AT_ONCE = 3;

/** Handlers for the end of the page. */
export interface PageWatch {
  leave: () => void;
  /** Whether the page has bytes or texts that the server lacks. */
  holdsOnlyCopy: () => boolean;
}

/** The calls and events that a session depends on. */
interface SessionPorts {
  drafts: DraftsPort;
  upload: typeof uploadFile;
  resume: typeof resumeUpload;
  create: (items: MediaInput[], signal: AbortSignal) => Promise<CreateOutcome>;
  /** Returns a function that stops watching. */
  watchPage: (watch: PageWatch) => () => void;
}

/** Result of a run: refused for a missing category (spec §5), stopped by hand, or tried to the end. */
export interface RunOutcome {
  end: 'noCategory' | 'stopped' | 'done';
  created: Draft[];
  failed: Draft[];
  /** Error of the call that creates items; null if it answered. */
  error: unknown;
}

/** Called on every change; `isLetter`: the field shows it already, and other rendering may wait. */
type Listener = (isLetter: boolean) => void;

export type BulkSession = ReturnType<typeof createBulkSession>;

export function createBulkSession(ports: SessionPorts) {
  let state = emptyState;
  const listeners = new Set<Listener>();
  const sending = pLimit(UPLOADS_AT_ONCE);
  /** Files being sent or queued, by draft. */
  const sends = new Map<string, { stop: AbortController; done: Promise<void> }>();
  let stopRun: AbortController | null = null;
  let reloading = Promise.resolve();
  /** Tags made of keywords here: words of files that were read before lack them. */
  const madeTags: string[] = [];

  const update = (change: Partial<BulkState>, isLetter = false) => {
    const { drafts } = state;
    state = { ...state, ...change };
    if (state.drafts !== drafts) keeper.onChange();
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
  const remove = (ids: readonly string[]) => {
    const gone = new Set(ids);
    keepOnly(({ id }) => !gone.has(id));
  };
  const progressOf = (id: string, now: FileProgress | null) => {
    const progress = new Map(state.progress);
    if (now) progress.set(id, now);
    else if (!progress.delete(id)) return;
    update({ progress });
  };

  const keeper = keepDrafts({
    current: () => state.drafts,
    port: ports.drafts,
    onMade: (made) => {
      const byId = new Map(made.map((draft) => [draft.id, draft]));
      change([...byId.keys()], (draft) => {
        const { matches = draft.matches } = byId.get(draft.id) ?? {};
        return { ...draft, matches };
      });
    },
    onGone: remove,
    onTrouble: (notSaved) => {
      if (notSaved !== state.notSaved) update({ notSaved });
    },
  });
  // Not in the dialog, which the session outlives.
  const unwatch = ports.watchPage({
    leave: keeper.leave,
    holdsOnlyCopy: () =>
      state.drafts.some(holdsBytes) || (state.notSaved !== null && keeper.isBehind()),
  });

  /** Takes over a draft as the server filled it; null: discarded in the meantime. */
  const takeFile = (id: string, { draft: stored }: StoredUpload) => {
    if (!stored) return remove([id]);
    const learnt = keeper.learn(draftOf(id), stored);
    const drawn = madeTags.reduce(addTag, learnt);
    change([id], () => ({ ...drawn, failure: null }));
  };
  /** Sends the file of one draft, or asks the server to read stored bytes; notes a failure in the draft. */
  const sendFile = async (id: string, stop: AbortController) => {
    const { signal } = stop;
    const onProgress = (progress: FileProgress) => {
      // Events may arrive after a stop.
      if (!signal.aborted) progressOf(id, progress);
    };
    try {
      await keeper.whenMade(id, signal);
      const draft = draftOf(id);
      if (signal.aborted || !draft || draft.stored) return;
      const { file, sent, name, size } = draft;
      const onSent = (url: string) => change([id], (now) => ({ ...now, sent: url }));
      const options = { signal, onProgress, draft: id };
      if (file) takeFile(id, await ports.upload(file, { ...options, sentTo: sent, onSent }));
      else if (sent) takeFile(id, await ports.resume({ name, size }, sent, options));
      else fail([id], { stage: 'missing', reason: null });
    } catch (error) {
      if (signal.aborted) return;
      const { stage, reason } =
        error instanceof UploadError
          ? error
          : { stage: 'put' as const, reason: serverReason(error) };
      const isLost = !draftOf(id)?.file && isUploadGone(error);
      if (isLost) change([id], (now) => ({ ...now, sent: null }));
      fail([id], isLost ? { stage: 'missing', reason: null } : { stage, reason });
    } finally {
      if (sends.get(id)?.stop === stop) {
        sends.delete(id);
        progressOf(id, null);
      }
    }
  };
  /** Queues the files that the server lacks. */
  const sendAll = (drafts: readonly Draft[]) => {
    const unsent = drafts.filter(({ id, stored }) => !stored && !sends.has(id));
    const queued = unsent.map(({ id }) => [id, { phase: 'queued', sent: 0 } as const] as const);
    update({ progress: new Map([...state.progress, ...queued]) });
    for (const { id } of unsent) {
      const stop = new AbortController();
      sends.set(id, { stop, done: sending(() => sendFile(id, stop)) });
    }
  };
  const stopSends = () => {
    for (const { stop } of sends.values()) stop.abort();
    sends.clear();
    update({ progress: new Map() });
  };

  /** Loads the drafts of the server: of an earlier visit, another window and programs. */
  const reload = async () => {
    update({ loading: state.loading === 'done' ? 'done' : 'under way' });
    try {
      const stored = await ports.drafts.list();
      const listed = new Set(stored.map(({ id }) => id));
      const shown = new Map(state.drafts.map((draft) => [draft.id, draft]));
      const drafts = stored.map((draft) => {
        const before = shown.get(draft.id);
        const { failure } = before ?? {};
        const isOurs = failure?.stage === 'put' || failure?.stage === 'ticket';
        return { ...keeper.learn(before, draft), ...(isOurs && failure && { failure }) };
      });
      // A draft that the server does not list was deleted there if it was known, else it is being created.
      const fresh = state.drafts.filter(({ id }) => !listed.has(id) && !keeper.has(id));
      const gone = state.drafts.filter(({ id }) => !listed.has(id) && keeper.has(id));
      keeper.forget(gone.map(({ id }) => id));
      update({ drafts: [...drafts, ...fresh], loading: 'done' });
      keepOnly(() => true);
      sendAll(state.drafts.filter(({ sent, file, failure }) => sent && !file && !failure));
    } catch (error) {
      console.warn('The drafts could not be loaded', error);
      update({ loading: state.loading === 'done' ? 'done' : 'failed' });
    }
  };

  /** Creates items of drafts with stored files; adds their ids to `made`. Returns the error of a call, or null. */
  const createStored = async (signal: AbortSignal, made: Set<string>): Promise<unknown> => {
    const stored = state.drafts.filter((draft) => draft.stored);
    if (stored.length > 0) update({ run: 'creating' });
    for (let at = 0; at < stored.length; at += MAX_BULK_FILES) {
      const some = stored.slice(at, at + MAX_BULK_FILES);
      try {
        const outcome = await ports.create(some.map(toMediaInput), signal);
        for (const [index, { id }] of some.entries()) {
          const reason = outcome[index];
          if (reason) fail([id], { stage: 'create', reason });
          else made.add(id);
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

  /** Returns an undo that skips drafts changed since. */
  const changeMany = (ids: readonly string[], by: (draft: Draft) => Draft) => {
    const before = new Map(state.drafts.map((draft) => [draft.id, draft]));
    change(ids, by);
    const after = new Map(state.drafts.map(({ id, fields }) => [id, fields]));
    return () =>
      change(ids, (draft) => {
        const was = before.get(draft.id);
        if (!was || draft.fields !== after.get(draft.id)) return draft;
        return { ...draft, fields: was.fields, edited: was.edited };
      });
  };
  const order = (ids: readonly string[]) => {
    const before = state.drafts.map(({ id }) => id);
    update({ drafts: inOrder(state.drafts, ids) });
    return () => void order(before);
  };
  /** Makes new drafts of removed ones, in their old places, and sends their files again. */
  const putBack = async (gone: readonly Draft[], before: readonly Draft[]) => {
    // The server must delete the old rows before it takes new ones with the same ids.
    await keeper.flush();
    const fresh = gone
      .filter(({ id }) => !draftOf(id))
      .map((draft) => ({ ...draft, stored: null, sent: null, failure: null }));
    update({ drafts: [...state.drafts, ...fresh] });
    order(before.map(({ id }) => id));
    sendAll(fresh);
    void keeper.flush();
  };

  const upload = async (choice: CopyChoice): Promise<RunOutcome> => {
    const nothing = { created: [], failed: [], error: null };
    if (copyFromFirst(state.drafts, choice).some(({ fields }) => fields.category === ''))
      return { end: 'noCategory', ...nothing };
    stopRun = new AbortController();
    const { signal } = stopRun;
    try {
      update({ run: 'sending' });
      // Retries failed drafts, except files that the server refused: those must be chosen again.
      const again = state.drafts.filter(
        ({ failure, file, stored }) => failure && (file || stored || failure.stage !== 'finalise'),
      );
      for (const { id } of again) fail([id], null);
      sendAll(state.drafts.filter((draft) => draft.failure === null));
      await Promise.all([...sends.values()].map(({ done }) => done));
      signal.throwIfAborted();
      // After sending: the words of the files fill fields before copies do.
      update({ drafts: copyFromFirst(state.drafts, choice) });
      const made = new Set<string>();
      const { drafts } = state;
      const error = await createStored(signal, made);
      const created = drafts.filter(({ id }) => made.has(id));
      keeper.forget([...made]);
      keepOnly(({ id }) => !made.has(id));
      const failed = state.drafts.filter(({ failure }) => failure);
      return { end: 'done', created, failed, error };
    } catch (error) {
      if (!signal.aborted) throw error;
      // The server may have created items of some drafts.
      if (state.run === 'creating') void reload();
      return { end: 'stopped', ...nothing };
    } finally {
      stopRun = null;
      update({ run: 'idle' });
      void keeper.flush();
    }
  };
  /** Stops a run. The server may still finish a creation under way; keys prevent a second one. */
  const cancel = () => {
    stopRun?.abort();
    if (state.run !== 'creating') stopSends();
  };

  return {
    get: () => state,
    draft: draftOf,
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Reloads the drafts, except during a run. */
    load: async () => {
      if (state.run === 'idle') reloading = reload();
      await reloading;
    },
    /** Adds files once the list has loaded, and sends them. Returns how many were added and how many it had. */
    choose: async (files: readonly File[], isFolder = false) => {
      if (state.loading === 'under way') await reloading;
      const { drafts, taken, refused, known } = addFiles(state.drafts, files, isFolder);
      update({ drafts, refused });
      sendAll(taken);
      void keeper.flush();
      return { added: taken.length, known };
    },
    /** Changes a text of one draft, letter by letter. */
    type: (id: string, fields: Partial<FieldValues>) =>
      change([id], (draft) => editDraft(draft, fields), true),
    changeMany,
    /** Changes drafts as rows of the table. */
    changeRows: (edits: readonly Edit[]) => {
      const changes = new Map(edits.flatMap((edit) => edit.ids.map((id) => [id, edit.change])));
      const by = (draft: Draft) => changeDraft(draft, changes.get(draft.id) ?? {});
      return { takeBack: changeMany([...changes.keys()], by), isDone: Promise.resolve(true) };
    },
    /** Reorders the drafts, and so the items that they become; returns an undo. */
    order,
    /** Sets the status and dates of all drafts. */
    setLot: (part: Partial<Draft['lot']>) =>
      update({
        drafts: state.drafts.map((draft) => ({ ...draft, lot: { ...draft.lot, ...part } })),
      }),
    /** Adds a new tag to all drafts with that keyword. */
    addTag: (tag: string) => {
      madeTags.push(tag);
      update({ drafts: state.drafts.map((draft) => addTag(draft, tag)) });
    },
    /** Sends the file of one draft. Returns its object path, or null after a failure or during a run. */
    sendNow: async (id: string) => {
      const draft = draftOf(id);
      if (draft && !draft.stored) {
        fail([id], null);
        sendAll([draft]);
        await sends.get(id)?.done;
      }
      return state.run === 'idle' ? (draftOf(id)?.stored?.objectPath ?? null) : null;
    },
    /** Removes drafts. The returned undo restores those whose file is still in this window. */
    remove: (ids: readonly string[]) => {
      const before = state.drafts;
      const meant = new Set(ids);
      remove(ids);
      void keeper.flush();
      return () =>
        putBack(
          before.filter(({ id, file }) => meant.has(id) && file),
          before,
        );
    },
    clear: () => {
      keepOnly(() => false);
      update({ refused: [] });
      void keeper.flush();
    },
    forgetRefused: () => update({ refused: [] }),
    /** Copies from the first draft, sends all files and creates items; drafts with an item are removed. */
    run: upload,
    cancel,
    /** Writes pending changes; resolves to whether the server has them all. */
    flush: keeper.flush,
    /** Stops sending and writing, for another person signed in. */
    end: () => {
      unwatch();
      keeper.end();
      cancel();
      stopSends();
    },
  };
}
