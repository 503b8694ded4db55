/** A bulk session without a browser and a server, for tests. */
import type { MediaInput } from '@veldlicht/contract/media';
import { UploadError } from '#lib/upload-file.ts';
import { type BulkSession, createBulkSession } from './bulk-session.ts';
import type { CreateOutcome } from './create-items.ts';
import { draftIdOf } from './draft.ts';
import type { DraftDatabase } from './draft-database.ts';
import type { DraftRecord } from './draft-record.ts';

/** The time in the world, in milliseconds since 1970. */
export const now = 1_700_000_000_000;
const none = { date: null, location: null, description: null };
/** What the server reads in a HEIC. */
export const serverFacts = {
  date: '2024-05-04',
  location: '52.131200, 5.860400',
  description: 'Bosuil',
};
/** What somebody chooses: a film if its name says so, else a photo. */
export const chosenFile = (name: string) =>
  new File([name], name, {
    type: name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg',
    lastModified: 1,
  });

/** What a browser keeps, without the browser. */
export function memoryDatabase(): DraftDatabase & {
  held: Map<string, DraftRecord>;
  heldFiles: string[];
} {
  const held = new Map<string, DraftRecord>();
  const files = new Map<string, File>();
  return {
    held,
    get heldFiles() {
      return [...files.values()].map(({ name }) => name);
    },
    records: async () => structuredClone([...held.values()]),
    files: async () => new Map(files),
    putRecords: async (records) => {
      for (const record of records) held.set(record.id, structuredClone(record));
    },
    putFile: async (id, one) => void files.set(id, one),
    removeRecords: async (ids) => {
      for (const id of ids) held.delete(id);
    },
    removeFiles: async (ids) => {
      for (const id of ids) files.delete(id);
    },
  };
}

/** A server that takes every file and makes every item, unless told otherwise. */
export function createWorld(database: DraftDatabase = memoryDatabase()) {
  const sent: string[] = [];
  const calls: MediaInput[][] = [];
  const broken = new Map<string, Error>();
  let running = 0;
  let most = 0;
  let create = async (items: MediaInput[]): Promise<CreateOutcome> => items.map(() => null);
  let hold: Promise<void> | null = null;
  const session = createBulkSession({
    database,
    now: () => now,
    readFacts: async (one) => {
      await Promise.resolve();
      if (one.name.startsWith('kapot')) throw new Error('Unknown file format');
      return one.name === 'eerste.jpg' ? { ...none, date: '2024-05-04' } : none;
    },
    run: {
      now: () => now,
      upload: async (one, { signal, onProgress, sentTo, onSent }) => {
        running += 1;
        most = Math.max(most, running);
        onProgress({ phase: 'uploading', sent: 1, total: one.size });
        await (hold ?? Promise.resolve());
        running -= 1;
        signal.throwIfAborted();
        const trouble = broken.get(one.name);
        if (trouble instanceof UploadError && trouble.stage === 'finalise') onSent?.('/up/1');
        if (trouble) throw trouble;
        sent.push(sentTo ? `${one.name} from ${sentTo}` : one.name);
        const type = one.name.endsWith('.mp4') ? 'video' : 'photo';
        const facts = one.name.endsWith('.avif')
          ? { ...none, date: '2023-02-01' }
          : one.name.endsWith('.heic')
            ? serverFacts
            : none;
        return { objectPath: `/media/${one.name}`, type, width: 1, height: 1, facts };
      },
      create: async (items, signal) => {
        calls.push(items);
        const outcome = await create(items);
        signal.throwIfAborted();
        return outcome;
      },
    },
  });
  /** The session with these files, the first of which has a category. */
  const withFiles = async (...list: string[]): Promise<BulkSession> => {
    await session.ready;
    session.choose(list.map(chosenFile));
    session.edit(idOf(list[0] ?? ''), { category: 'fauna' });
    return session;
  };
  return {
    session,
    withFiles,
    sent,
    calls,
    broken,
    database,
    mostAtOnce: () => most,
    creates: (next: typeof create) => {
      create = next;
    },
    holds: (next: Promise<void> | null) => {
      hold = next;
    },
  };
}

export const draftsOf = (session: BulkSession) => session.store.get().drafts;
export const idOf = (name: string) => draftIdOf(chosenFile(name));
