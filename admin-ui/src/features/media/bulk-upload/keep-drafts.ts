/** Writes what changes about the drafts into the browser, so that a reload finds them again. */
import type { BulkState } from './bulk-state.ts';
import type { Draft } from './draft.ts';
import type { DraftDatabase } from './draft-database.ts';
import { type DraftRecord, fromRecords, toRecord } from './draft-record.ts';
import { filesToKeep } from './kept-files.ts';
import type { Store } from './store.ts';

/** Typing is written this long after its first letter, and again as long as it goes on. */
const PAUSE_MS = 250;

/** What the database holds, as far as we wrote or read it. */
interface Kept {
  drafts: readonly Draft[];
  files: ReadonlySet<string>;
}

interface Changes {
  records: DraftRecord[];
  removed: string[];
  addedFiles: Array<{ id: string; file: File }>;
  removedFiles: string[];
}

/** What has to be written for the database to hold `drafts` (pure). */
export function changesSince(kept: Kept, drafts: readonly Draft[]): Changes {
  const ids = new Set(drafts.map(({ id }) => id));
  // The server has the others already: room for those that it lacks.
  const unsent = drafts.flatMap(({ id, file, stored }) =>
    file && !stored ? [{ id, file, size: file.size }] : [],
  );
  const wanted = filesToKeep(unsent);
  return {
    records: drafts.flatMap((draft, index) =>
      kept.drafts[index] === draft ? [] : [toRecord(draft, index)],
    ),
    removed: kept.drafts.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
    addedFiles: unsent.filter(({ id }) => wanted.has(id) && !kept.files.has(id)),
    removedFiles: [...kept.files].filter((id) => !wanted.has(id)),
  };
}

export interface DraftKeeper {
  /** Writes at once what waits; resolves when it is written or could not be. */
  flush: () => Promise<void>;
  /** Whether a reload would find all that the store holds now, files too. */
  holdsAll: () => boolean;
  /** Nothing is written from now on. */
  stop: () => void;
}

/** Reads the drafts of last time. Without a working database there are none; that is only logged. */
export async function readKeptDrafts(database: DraftDatabase, now: number): Promise<Draft[]> {
  try {
    const records = await database.records();
    // Files are the heavy part: a damaged store of them must not take the fields along.
    const files = await database.files().catch((error) => {
      console.warn('The kept files could not be read', error);
      return new Map<string, File>();
    });
    return fromRecords(records, files, now);
  } catch (error) {
    console.warn('The kept drafts could not be read', error);
    return [];
  }
}

/** Keeps `database` at what the store holds from now on; `kept` is what was read from it. */
export function keepDrafts(
  store: Store<BulkState>,
  database: DraftDatabase,
  kept: readonly Draft[],
): DraftKeeper {
  let written: Kept = {
    drafts: kept,
    files: new Set(kept.flatMap(({ id, file }) => (file ? [id] : []))),
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fields = Promise.resolve();
  let files = Promise.resolve();
  let stopped = false;
  /** What found no room, or may not be kept. */
  let recordsAreKept = true;
  const unkeptFiles = new Set<string>();

  const attempt = async (what: string, write: () => Promise<void>): Promise<boolean> => {
    if (stopped) return false;
    try {
      await write();
      return true;
    } catch (error) {
      // No room or no leave: the drafts still live in this window.
      console.warn(`${what} could not be kept`, error);
      return false;
    }
  };
  const writeFields = async () => {
    const { drafts } = store.get();
    const { records, removed } = changesSince(written, drafts);
    if (removed.length > 0) await attempt('Drafts', () => database.removeRecords(removed));
    if (records.length > 0 && !(await attempt('Drafts', () => database.putRecords(records))))
      recordsAreKept = false;
    written = { ...written, drafts };
  };
  const writeFiles = async () => {
    const { addedFiles, removedFiles } = changesSince(written, store.get().drafts);
    const held = new Set(written.files);
    if (removedFiles.length > 0) await attempt('Files', () => database.removeFiles(removedFiles));
    for (const id of removedFiles) held.delete(id);
    written = { ...written, files: held };
    for (const { id, file } of addedFiles) {
      const isWanted = store.get().drafts.some((draft) => draft.id === id && !draft.stored);
      if (!isWanted) continue;
      // One that found no room is not tried again: it would find none the next time either.
      const isKept = await attempt(file.name, () => database.putFile(id, file));
      if (isKept) unkeptFiles.delete(id);
      else unkeptFiles.add(id);
      held.add(id);
    }
  };
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    // Fields are small and wait for no file.
    fields = fields.then(writeFields);
    files = files.then(writeFiles);
    await Promise.all([fields, files]);
  };
  let seen = store.get().drafts;
  store.subscribe(() => {
    const { drafts } = store.get();
    // Progress alone is no news here.
    if (drafts === seen) return;
    seen = drafts;
    if (!stopped) timer ??= setTimeout(flush, PAUSE_MS);
  });
  return {
    flush,
    holdsAll: () =>
      recordsAreKept &&
      store.get().drafts === written.drafts &&
      written.drafts.every(
        ({ id, file, stored }) =>
          !file || stored !== null || (written.files.has(id) && !unkeptFiles.has(id)),
      ),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
