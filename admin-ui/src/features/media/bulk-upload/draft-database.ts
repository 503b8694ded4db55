/** Where the browser keeps drafts and their files (IndexedDB). Every call may fail: no room, no leave. */
import type { DraftRecord } from './draft-record.ts';

export interface DraftDatabase {
  records: () => Promise<unknown[]>;
  files: () => Promise<Map<string, File>>;
  putRecords: (records: DraftRecord[]) => Promise<void>;
  putFile: (id: string, file: File) => Promise<void>;
  removeRecords: (ids: string[]) => Promise<void>;
  removeFiles: (ids: string[]) => Promise<void>;
}

const RECORDS = 'records';
const FILES = 'files';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(RECORDS, { keyPath: 'id' });
    request.result.createObjectStore(FILES);
  };
  return done(request);
}

/** The drafts of one person: another who signs in on this browser does not see them. */
export function openDraftDatabase(userId: string): DraftDatabase {
  let opened: Promise<IDBDatabase> | null = null;
  const database = () => {
    opened ??= open(`veldlicht-drafts-${userId}`);
    return opened;
  };
  const write = async (name: string, change: (store: IDBObjectStore) => void) => {
    const transaction = (await database()).transaction(name, 'readwrite');
    change(transaction.objectStore(name));
    // Nothing more comes. Without this word the browser drops what a page writes as it goes.
    transaction.commit();
    await committed(transaction);
  };
  const read = async (name: string) =>
    (await database()).transaction(name, 'readonly').objectStore(name);
  return {
    records: async () => done((await read(RECORDS)).getAll()),
    files: async () => {
      const store = await read(FILES);
      const [keys, files] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      const entries = keys.map((key, index): [string, unknown] => [String(key), files[index]]);
      return new Map(entries.filter((entry): entry is [string, File] => entry[1] instanceof File));
    },
    putRecords: (records) =>
      write(RECORDS, (store) => {
        for (const record of records) store.put(record);
      }),
    putFile: (id, file) => write(FILES, (store) => store.put(file, id)),
    removeRecords: (ids) =>
      write(RECORDS, (store) => {
        for (const id of ids) store.delete(id);
      }),
    removeFiles: (ids) =>
      write(FILES, (store) => {
        for (const id of ids) store.delete(id);
      }),
  };
}
