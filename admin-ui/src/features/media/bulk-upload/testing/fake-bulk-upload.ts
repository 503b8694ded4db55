/** A bulk session without a browser and a server, for tests. */
import { NO_FACTS } from '@veldlicht/contract/file-facts';
import type { MediaInput } from '@veldlicht/contract/media';
import { speciesByName } from '@veldlicht/contract/species-words';
import { z } from 'zod';
import { aSpecies } from '#testing/builders.ts';
import type { FieldValues } from '../../field-values.ts';
import type { KnownWords } from '../../upload/file-words.ts';
import { UploadError } from '../../upload/upload-file.ts';
import { createBulkSession, type PageWatch } from '../bulk-session.ts';
import type { CreateOutcome } from '../create-items.ts';
import { draftIdOf, keptDraft } from '../draft.ts';
import type { DraftStorage, Table } from '../draft-storage.ts';

/** The time in tests, in milliseconds since 1970. */
export const now = 1_700_000_000_000;
/** What the server reads in a HEIC. */
export const serverFacts = {
  ...NO_FACTS,
  date: '2024-05-04',
  location: '52.131200, 5.860400',
  description: 'Bosuil',
  keywords: ['Uil', 'Nacht'],
};
export const species = {
  egel: aSpecies('Erinaceus europaeus', 'Egel'),
  vos: aSpecies('Vulpes vulpes', 'Vos'),
  vlinder: aSpecies('Aglais urticae', 'Kleine vos'),
};
/** What keywords may be. */
export const known: KnownWords = {
  tags: [],
  species: speciesByName(Object.values(species)),
  declined: [],
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
    entries: async () => [...held],
    write: async (put, remove) => {
      for (const id of remove) held.delete(id);
      for (const [id, value] of put) held.set(id, value);
    },
  };
}

/** What a browser keeps, without the browser. */
export function memoryStorage() {
  const drafts = memoryTable();
  const files = memoryTable();
  /** The names of the drafts and of the files that are kept. */
  const names = () => {
    const ids = z.array(z.string()).catch([]).parse(drafts.held.get('drafts'));
    return [
      ids.map((id) => keptDraft.parse(drafts.held.get(id)).name),
      [...files.held.keys()].map((id) => id.split('|')[0]),
    ];
  };
  return { drafts, files, names };
}

/** A server that takes every file and makes every item, unless told otherwise. */
export function fakeBulkUpload(storage: DraftStorage = memoryStorage()) {
  let hold = Promise.resolve();
  let running = 0;
  const fake = {
    /** Names of the files that the server got. */
    sent: [] as string[],
    calls: [] as MediaInput[][],
    /** Files, by name, that fail. */
    broken: new Map<string, Error>(),
    mostAtOnce: 0,
    /** What the page watches; null once the session has ended. */
    page: null as PageWatch | null,
    create: async (items: MediaInput[]): Promise<CreateOutcome> => items.map(() => null),
    /** Uploads wait from now on; answers how to let them go. */
    holdUploads: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return resolve;
    },
  };
  const session = createBulkSession({
    storage,
    now: () => now,
    watchPage: (page) => {
      fake.page = page;
      return () => {
        fake.page = null;
      };
    },
    knownWords: async () => known,
    readFacts: async ({ name }) => {
      if (name.startsWith('kapot')) throw new Error('Unknown file format');
      if (name === 'egel.jpg') return { ...NO_FACTS, keywords: ['EGEL', 'Nacht'] };
      return name === 'eerste.jpg' ? { ...NO_FACTS, date: '2024-05-04' } : NO_FACTS;
    },
    upload: async ({ name, size }, { signal, onProgress, sentTo, onSent }) => {
      running += 1;
      fake.mostAtOnce = Math.max(fake.mostAtOnce, running);
      onProgress({ phase: 'uploading', sent: 1 });
      await hold;
      running -= 1;
      signal.throwIfAborted();
      onProgress({ phase: 'optimizing', sent: size });
      const error = fake.broken.get(name);
      if (error instanceof UploadError && error.stage === 'finalise') onSent?.('/up/1');
      if (error) throw error;
      fake.sent.push(sentTo ? `${name} from ${sentTo}` : name);
      const type = name.endsWith('.mp4') ? 'video' : 'photo';
      const read = { '.heic': serverFacts, '.avif': { ...serverFacts, date: '2023-02-01' } };
      const facts = Object.entries(read).find(([ending]) => name.endsWith(ending))?.[1] ?? NO_FACTS;
      return { objectPath: `/media/${name}`, type, width: 1, height: 1, facts };
    },
    create: async (items, signal) => {
      fake.calls.push(items);
      const outcome = await fake.create(items);
      signal.throwIfAborted();
      return outcome;
    },
  });
  const edit = (name: string, change: Partial<FieldValues>) => session.edit([idOf(name)], change);
  /** Chooses files; the first gets a category. */
  const choose = async (...names: string[]): Promise<void> => {
    await session.ready;
    session.choose(names.map(chosenFile));
    edit(names[0] ?? '', { category: 'fauna' });
  };
  return Object.assign(fake, { session, choose, edit, drafts: () => session.get().drafts });
}
