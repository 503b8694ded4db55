/** A bulk session without a browser and a server, for tests. */
import type { MediaInput } from '@veldlicht/contract/media';
import type { FieldValues } from '../../field-values.ts';
import { UploadError } from '../../upload/upload-file.ts';
import { createBulkSession } from '../bulk-session.ts';
import type { CreateOutcome } from '../create-items.ts';
import { draftIdOf } from '../draft.ts';
import type { DraftStorage, Table } from '../draft-storage.ts';

/** The time in tests, in milliseconds since 1970. */
export const now = 1_700_000_000_000;
const none = { date: null, location: null, description: null };
/** What the server reads in a HEIC. */
export const serverFacts = {
  date: '2024-05-04',
  location: '52.131200, 5.860400',
  description: 'Bosuil',
};
/** What somebody chooses: a video if its name says so, else a photo. */
export const chosenFile = (name: string) =>
  new File([name], name, {
    type: name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg',
    lastModified: 1,
  });
export const idOf = (name: string) => draftIdOf(chosenFile(name));

function memoryTable(): Table & { held: Map<string, unknown> } {
  const held = new Map<string, unknown>();
  return {
    held,
    entries: async () => structuredClone([...held]),
    write: async (put, remove) => {
      for (const id of remove) held.delete(id);
      for (const [id, value] of put)
        held.set(id, value instanceof File ? value : { ...Object(value) });
    },
  };
}

/** What a browser keeps, without the browser. */
export function memoryStorage() {
  const drafts = memoryTable();
  const files = memoryTable();
  files.entries = async () => [...files.held];
  /** The names of what is kept. */
  const names = () =>
    [drafts, files].map(({ held }) => [...held.keys()].map((id) => id.split('|')[0]));
  return { drafts, files, names };
}

/** A server that takes every file and makes every item, unless told otherwise. */
export function fakeBulkUpload(storage: DraftStorage = memoryStorage()) {
  const fake = {
    /** Names of the files that the server got. */
    sent: [] as string[],
    calls: [] as MediaInput[][],
    /** Files, by name, that fail. */
    broken: new Map<string, Error>(),
    mostAtOnce: 0,
    /** Uploads wait for it. */
    hold: Promise.resolve(),
    create: async (items: MediaInput[]): Promise<CreateOutcome> => items.map(() => null),
  };
  let running = 0;
  const session = createBulkSession({
    storage,
    now: () => now,
    readFacts: async ({ name }) => {
      if (name.startsWith('kapot')) throw new Error('Unknown file format');
      return name === 'eerste.jpg' ? { ...none, date: '2024-05-04' } : none;
    },
    upload: async ({ name, size }, { signal, onProgress, sentTo, onSent }) => {
      running += 1;
      fake.mostAtOnce = Math.max(fake.mostAtOnce, running);
      onProgress({ phase: 'uploading', sent: 1 });
      await fake.hold;
      running -= 1;
      signal.throwIfAborted();
      onProgress({ phase: 'optimizing', sent: size });
      const error = fake.broken.get(name);
      if (error instanceof UploadError && error.stage === 'finalise') onSent?.('/up/1');
      if (error) throw error;
      fake.sent.push(sentTo ? `${name} from ${sentTo}` : name);
      const type = name.endsWith('.mp4') ? 'video' : 'photo';
      const facts = name.endsWith('.heic') ? serverFacts : { ...none, date: '2023-02-01' };
      const isRead = name.endsWith('.heic') || name.endsWith('.avif');
      const answer = { objectPath: `/media/${name}`, type, width: 1, height: 1 } as const;
      return { ...answer, facts: isRead ? facts : none };
    },
    create: async (items, signal) => {
      fake.calls.push(items);
      const outcome = await fake.create(items);
      signal.throwIfAborted();
      return outcome;
    },
  });
  /** Chooses files; the first gets a category. */
  const choose = async (...names: string[]): Promise<void> => {
    await session.ready;
    session.choose(names.map(chosenFile));
    edit(names[0] ?? '', { category: 'fauna' });
  };
  const edit = (name: string, change: Partial<FieldValues>) => session.edit([idOf(name)], change);
  const drafts = () => session.get().drafts;
  return Object.assign(fake, { session, choose, edit, drafts });
}

/** A promise, and the function that ends it. */
export function holding() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { held: promise, letGo: resolve };
}
