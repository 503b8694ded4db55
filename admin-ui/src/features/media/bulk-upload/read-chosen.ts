/** Files that were just chosen: they become drafts, and then say what they know of themselves. */
import type { FileFacts } from '@veldlicht/contract/upload';
import { createTaskQueue } from '#lib/upload-queue.ts';
import { typeOfFile } from '../form/file-checks.ts';
import { type BulkState, changeDraft } from './bulk-state.ts';
import { sortChosen } from './chosen-files.ts';
import { buildDraft, type Draft, fillFacts } from './draft.ts';
import type { Store } from './store.ts';

/** Metadata read at once; each reads only the head of its file. */
const READ_AT_ONCE = 2;

/** A draft has its file again. */
function withFile(draft: Draft, file: File): Draft {
  const failure = draft.failure?.stage === 'missing' ? null : draft.failure;
  return { ...draft, file, failure };
}

export interface ChosenReader {
  choose: (files: readonly File[]) => void;
  /** Resolves when every picture that was chosen has been read. */
  done: () => Promise<void>;
}

/** Puts chosen files into the store; what their metadata says follows. */
export function createChosenReader(
  store: Store<BulkState>,
  readFacts: (file: File) => Promise<FileFacts>,
): ChosenReader {
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
  return {
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
    },
    done: async () => void (await all),
  };
}
