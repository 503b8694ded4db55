/** Files that were just chosen: they become drafts, and then say what they know of themselves. */
import type { FileFacts } from '@veldlicht/contract/upload';
import { createTaskQueue } from '#lib/upload-queue.ts';
import { needsServer, typeOfFile } from '../form/file-checks.ts';
import { type BulkState, changeDraft, draftOf, setProgress } from './bulk-state.ts';
import { sortChosen } from './chosen-files.ts';
import { buildDraft, type Draft, fillFacts, fillServerFacts } from './draft.ts';
import { type RunPorts, sendFile } from './run-upload.ts';
import type { Store } from './store.ts';

/** Metadata read at once; each reads only the head of its file. */
const READ_AT_ONCE = 2;

/** Files sent before 'Upload All' at once. */
const SENT_AHEAD_AT_ONCE = 2;

/** A draft has its file again. */
function withFile(draft: Draft, file: File): Draft {
  const failure = draft.failure?.stage === 'missing' ? null : draft.failure;
  return { ...draft, file, failure };
}

export interface ChosenReader {
  choose: (files: readonly File[]) => void;
  /** Sends the files ahead that only the server can show, and that it does not have yet. */
  sendAhead: (drafts: readonly Draft[]) => void;
  /** Ends that for drafts other than these. */
  keepOnly: (ids: ReadonlySet<string>) => void;
  /** Resolves when every picture that was chosen has been read, here or by the server. */
  done: () => Promise<void>;
}

/** Puts chosen files into the store; what their metadata says follows. */
export function createChosenReader(
  store: Store<BulkState>,
  readFacts: (file: File) => Promise<FileFacts>,
  ports: RunPorts,
): ChosenReader {
  const sending = createTaskQueue(SENT_AHEAD_AT_ONCE);
  const ahead = new Map<string, AbortController>();
  const reading = createTaskQueue(READ_AT_ONCE);
  let all: Promise<unknown> = Promise.resolve();

  /** Never fatal: a file that can't be read describes itself to nobody (spec §8). */
  const fill = async (id: string, file: File) => {
    try {
      const facts = await readFacts(file);
      store.update((state) => changeDraft(state, id, (draft) => fillFacts(draft, facts)));
    } catch (error) {
      console.warn('The metadata could not be read', error);
    }
  };
  const send = async (id: string, stop: AbortController) => {
    const draft = draftOf(store.get(), id);
    if (!draft || stop.signal.aborted) return;
    try {
      await sendFile(store, draft, stop.signal, ports, (now, facts) =>
        fillServerFacts(now, facts, draft.fields),
      );
    } catch {
      // Removed, or another tab has the drafts now.
      store.update((state) => setProgress(state, id, null));
    } finally {
      if (ahead.get(id) === stop) ahead.delete(id);
    }
  };
  const sendAhead = (drafts: readonly Draft[], first: Promise<unknown> = Promise.resolve()) => {
    for (const { id, file, stored } of drafts) {
      if (!file || stored || ahead.has(id) || !needsServer(file)) continue;
      const stop = new AbortController();
      ahead.set(id, stop);
      const sent = first.then(() => sending.add(() => send(id, stop)));
      all = Promise.all([all, sent]);
    }
  };
  return {
    sendAhead,
    keepOnly: (ids) => {
      for (const [id, stop] of ahead) {
        if (ids.has(id)) continue;
        stop.abort();
        ahead.delete(id);
      }
    },
    choose: (files) => {
      const { added, found, refused } = sortChosen(files, store.get().drafts);
      const foundFiles = new Map(found.map(({ id, file }) => [id, file]));
      const drafts = added.map(buildDraft);
      store.update((state) => ({
        ...state,
        refused,
        drafts: [
          ...state.drafts.map((draft) => {
            const file = foundFiles.get(draft.id);
            return file ? withFile(draft, file) : draft;
          }),
          ...drafts,
        ],
      }));
      for (const { id, file } of drafts) {
        if (!file || typeOfFile(file) === 'video') continue;
        all = Promise.all([all, reading.add(() => fill(id, file))]);
      }
      // What the browser can read comes first.
      const ids = new Set([...drafts, ...found].map(({ id }) => id));
      sendAhead(
        store.get().drafts.filter(({ id }) => ids.has(id)),
        all,
      );
    },
    done: async () => void (await all),
  };
}
