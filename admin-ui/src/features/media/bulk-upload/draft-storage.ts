/** Keeps the drafts and their files in the browser (IndexedDB), so that a reload finds them again. */
import { stricterPrivacy } from '@veldlicht/contract/location';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { createStore, entries, promisifyRequest } from 'idb-keyval';
import pLimit from 'p-limit';
import { z } from 'zod';
import { type Draft, keptDraft } from './draft.ts';

/** Values by key. Every call may fail: no room, no permission. */
export interface Table {
  entries: () => Promise<Array<[string, unknown]>>;
  write: (put: ReadonlyArray<[string, unknown]>, remove: readonly string[]) => Promise<void>;
}

export interface DraftStorage {
  /** Drafts by their ids, and these in their order: a letter typed rewrites one of a thousand. */
  drafts: Table;
  /** Files by the id of their draft: the heavy part, which no draft waits for. */
  files: Table;
}

function openTable(name: string): Table {
  const inStore = createStore(name, 'entries');
  return {
    entries: async () => entries<string>(inStore),
    write: async (put, remove) =>
      inStore('readwrite', (store) => {
        for (const id of remove) store.delete(id);
        for (const [id, value] of put) store.put(value, id);
        // Without this the browser drops what a page writes as it unloads.
        store.transaction.commit();
        return promisifyRequest(store.transaction);
      }),
  };
}

/** The drafts of one person: another who signs in on this browser does not see them. */
export function openDraftStorage(userId: string): DraftStorage {
  return {
    drafts: openTable(`veldlicht-bulk-drafts-${userId}`),
    files: openTable(`veldlicht-bulk-files-${userId}`),
  };
}

/** The key of all ids in their order. */
const ORDER_KEY = 'drafts';
const order = z.array(z.string()).catch([]);

/** The server drops after 24 hours what was sent and what no item refers to. */
const STORED_FOR_MS = 23 * 60 * 60 * 1000;

/** An upload is remembered for as long as the server surely keeps it. */
function stillStored<T extends { at: number }>(upload: T | null, now: number): T | null {
  return upload && upload.at <= now && now - upload.at < STORED_FOR_MS ? upload : null;
}

/** A suggestion of an older version may have told more than today's. */
function privacyNow({ fields, privacyIsChosen }: Pick<Draft, 'fields' | 'privacyIsChosen'>) {
  const { location, locationPrivacy } = fields;
  if (privacyIsChosen) return locationPrivacy;
  return stricterPrivacy(locationPrivacy, defaultLocationPrivacy(location));
}

/**
 * Reads the drafts of last time; `now` in milliseconds since 1970. A record of another shape, such as an
 * older version wrote, is left out. Without a working database there are none; that is only logged.
 */
export async function readKeptDrafts(storage: DraftStorage, now: number): Promise<Draft[]> {
  const read = (what: string, table: Table) =>
    table.entries().then(
      (found) => new Map(found),
      (error) => {
        console.warn(`${what} could not be read`, error);
        return new Map<string, unknown>();
      },
    );
  const records = await read('Drafts', storage.drafts);
  // A damaged store of files must not take the fields along.
  const files = await read('Files', storage.files);
  return order
    .parse(records.get(ORDER_KEY))
    .flatMap((id) => keptDraft.safeParse(records.get(id)).data ?? [])
    .map((record) => {
      const file = files.get(record.id);
      return {
        ...record,
        fields: { ...record.fields, locationPrivacy: privacyNow(record) },
        sent: stillStored(record.sent, now),
        stored: stillStored(record.stored, now),
        file: file instanceof File ? file : null,
      };
    });
}

/** Bytes that are kept in all: 500 MB. */
export const KEPT_FILES_BYTES = 500 * 1024 * 1024;

/**
 * The files to keep, in their order, as many as fit; the server has the others already. A large one that does
 * not fit leaves room for smaller ones after it.
 */
export function filesToKeep(
  drafts: ReadonlyArray<Pick<Draft, 'id' | 'file' | 'size' | 'stored'>>,
): Map<string, File> {
  const kept = new Map<string, File>();
  let total = 0;
  for (const { id, file, size, stored } of drafts) {
    if (!file || stored || total + size > KEPT_FILES_BYTES) continue;
    total += size;
    kept.set(id, file);
  }
  return kept;
}

/** Typing is written this long after its first letter, and again as long as it goes on. */
const PAUSE_MS = 250;

export type DraftKeeper = ReturnType<typeof keepDrafts>;

/** Keeps `storage` at what `current` answers; `kept` is what was read from it. */
export function keepDrafts(
  current: () => readonly Draft[],
  storage: DraftStorage,
  kept: readonly Draft[],
) {
  let written = kept;
  const keptFiles = new Set(kept.flatMap(({ id, file }) => (file ? [id] : [])));
  /** They found no room, and would find none the next time either. */
  const refusedFiles = new Set<string>();
  const draftsTurn = pLimit(1);
  const filesTurn = pLimit(1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const attempt = async (what: string, write: () => Promise<void>): Promise<boolean> => {
    if (stopped) return false;
    try {
      await write();
      return true;
    } catch (error) {
      // No room or no permission: the drafts still live in this window.
      console.warn(`${what} could not be kept`, error);
      return false;
    }
  };
  const writeDrafts = async () => {
    const drafts = current();
    if (drafts === written) return;
    const before = new Set(written);
    const ids = drafts.map(({ id }) => id);
    const isSameOrder =
      ids.length === written.length && ids.every((id, index) => id === written[index]?.id);
    const now = new Set(ids);
    const gone = written.flatMap(({ id }) => (now.has(id) ? [] : id));
    const changed = drafts
      .filter((draft) => !before.has(draft))
      .map(({ file: _file, ...record }): [string, unknown] => [record.id, record]);
    // A thousand ids are not copied again for a letter.
    const order: Array<[string, unknown]> = isSameOrder ? [] : [[ORDER_KEY, ids]];
    const write = () => storage.drafts.write([...changed, ...order], gone);
    if (await attempt('Drafts', write)) written = drafts;
  };
  const writeFiles = async () => {
    const wanted = filesToKeep(current());
    const gone = [...keptFiles].filter((id) => !wanted.has(id));
    if (gone.length > 0) await attempt('Files', () => storage.files.write([], gone));
    for (const id of gone) keptFiles.delete(id);
    for (const [id, file] of wanted) {
      if (keptFiles.has(id) || refusedFiles.has(id)) continue;
      // Stored or removed while others were written.
      if (!current().some((draft) => draft.id === id && !draft.stored)) continue;
      const isKept = await attempt(file.name, () => storage.files.write([[id, file]], []));
      (isKept ? keptFiles : refusedFiles).add(id);
    }
  };
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    await Promise.all([draftsTurn(writeDrafts), filesTurn(writeFiles)]);
  };
  const holdsFiles = () =>
    current().every(({ id, file, stored }) => !file || stored || keptFiles.has(id));
  return {
    /** The drafts have changed, perhaps. */
    onChange: () => {
      // Progress alone is no news here.
      if (current() !== written && !stopped) timer ??= setTimeout(flush, PAUSE_MS);
    },
    /** Writes at once what waits; resolves when it is written or could not be. */
    flush,
    /** Whether a reload would find all drafts as they are now, files too. */
    holdsAll: () => current() === written && holdsFiles(),
    /** Whether a reload, or the server, has all files. */
    holdsFiles,
    /** Nothing is written from now on. */
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
