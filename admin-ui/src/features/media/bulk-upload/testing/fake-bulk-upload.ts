/** A bulk session without a browser and a server, for tests. */
import {
  type DraftPatch,
  draftOf,
  type FileWords,
  noMatches,
  type Draft as StoredDraft,
} from '@veldlicht/contract/draft';
import type { MediaInput } from '@veldlicht/contract/media';
import { speciesByName } from '@veldlicht/contract/species-words';
import { afterEach, beforeEach, vi } from 'vitest';
import type { KnownWords } from '#features/species/known-words.ts';
import { aSpecies } from '#testing/builders.ts';
import type { FieldValues } from '../../field-values.ts';
import { UploadError } from '../../upload/upload-file.ts';
import { createBulkSession, type PageWatch } from '../bulk-session.ts';
import type { CreateOutcome } from '../create-items.ts';
import type { DraftsPort } from '../drafts-port.ts';

export const noWords: FileWords = {
  title: null,
  description: null,
  date: null,
  location: null,
  category: null,
  keywords: [],
  cut: [],
  tags: [],
  species: [],
};
export const species = {
  egel: aSpecies('Erinaceus europaeus', 'Egel'),
  vos: aSpecies('Vulpes vulpes', 'Vos'),
  vlinder: aSpecies('Aglais urticae', 'Kleine vos'),
};
/** What keywords may be. */
export const known: KnownWords = {
  species: speciesByName(Object.values(species)),
  declined: [],
};
/** What somebody chooses: a video if its name says so, else a photo. */
export const chosenFile = (name: string) =>
  new File([name], name, {
    type: name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg',
    lastModified: 1,
  });

/** The server's drafts, which outlive a session. */
export function fakeServer() {
  const server = {
    drafts: [] as StoredDraft[],
    /** The line is cut while this is true. */
    isDown: false,
    calls: [] as string[],
    /** What was changed. */
    patches: [] as DraftPatch[],
    find: (id: string) => server.drafts.find((draft) => draft.id === id),
    set: (id: string, change: Partial<StoredDraft>) => {
      server.drafts = server.drafts.map((draft) =>
        draft.id === id ? { ...draft, ...change } : draft,
      );
      return server.find(id) ?? null;
    },
    names: () => server.drafts.map(({ name }) => name),
  };
  async function answer<T>(call: string, make: () => T): Promise<T> {
    if (server.isDown) throw new TypeError('Failed to fetch');
    server.calls.push(call);
    // As over a line: never the same objects.
    return structuredClone(make());
  }
  const port: DraftsPort = {
    list: () => answer('list', () => server.drafts),
    create: (files, lot) =>
      answer('create', () => {
        const fresh = files.filter(({ id }) => !server.find(id));
        server.drafts = [...server.drafts, ...fresh.map((file) => draftOf(file, lot))];
        return server.drafts.filter(({ id }) => files.some((file) => file.id === id));
      }),
    change: (patches) =>
      answer('change', () => {
        server.patches.push(...patches);
        return patches.flatMap(({ id, fields, edited, notes, lot }) => {
          const draft = server.find(id);
          if (!draft) return [id];
          const change = {
            ...(edited && { edited }),
            ...(notes && { notes }),
            ...(lot && { lot }),
          };
          server.set(id, { ...change, fields: { ...draft.fields, ...fields } });
          return [];
        });
      }),
    discard: (ids) =>
      answer('discard', () => {
        server.drafts = server.drafts.filter(({ id }) => !ids.includes(id));
      }),
  };
  return Object.assign(server, { port });
}

/** A session of a server that takes every file and makes every item, unless told otherwise. */
export function fakeBulkUpload(server = fakeServer()) {
  let hold = Promise.resolve();
  let running = 0;
  const fake = {
    server,
    /** Names of the files that the server got. */
    sent: [] as string[],
    calls: [] as MediaInput[][],
    /** Files, by name, that fail. */
    broken: new Map<string, Error>(),
    /** What files say, by name. */
    words: new Map<string, Partial<FileWords>>(),
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
  /** The server reads a file, and fills its draft where nobody chose otherwise. */
  const read = (name: string, id: string) => {
    const draft = server.find(id);
    const words = { ...noWords, ...fake.words.get(name) };
    const stored = {
      objectPath: `/media/${name}`,
      type: name.endsWith('.mp4') ? ('video' as const) : ('photo' as const),
    };
    const { keywords, cut, category, ...others } = words;
    const filled = Object.entries({ ...others, category }).filter(
      ([field, word]) => word?.length && !draft?.edited.includes(field),
    );
    const fields = draft && { ...draft.fields, ...Object.fromEntries(filled) };
    return {
      ...stored,
      width: 1,
      height: 1,
      words,
      matches: noMatches,
      draft: server.set(id, {
        stored,
        sent: null,
        failure: null,
        notes: { keywords, cut },
        ...(fields && { fields }),
      }),
    };
  };
  const session = createBulkSession({
    drafts: server.port,
    watchPage: (page) => {
      fake.page = page;
      return () => {
        fake.page = null;
      };
    },
    upload: async ({ name, size }, { signal, onProgress, sentTo, onSent, draft = '' }) => {
      running += 1;
      fake.mostAtOnce = Math.max(fake.mostAtOnce, running);
      onProgress({ phase: 'uploading', sent: 1 });
      await hold;
      running -= 1;
      signal.throwIfAborted();
      onProgress({ phase: 'optimizing', sent: size });
      const error = fake.broken.get(name);
      if (error instanceof UploadError && error.stage === 'finalise') {
        server.set(draft, { sent: '/up/1' });
        onSent?.('/up/1');
      }
      if (error) throw error;
      fake.sent.push(sentTo ? `${name} from ${sentTo}` : name);
      return read(name, draft);
    },
    resume: async ({ name }, sentTo, { draft = '' }) => {
      const error = fake.broken.get(name);
      if (error) throw error;
      fake.sent.push(`${name} from ${sentTo}`);
      return read(name, draft);
    },
    create: async (items, signal) => {
      fake.calls.push(items);
      const outcome = await fake.create(items);
      const made = items.filter((_, index) => outcome[index] === null);
      server.drafts = server.drafts.filter(({ id }) => !made.some(({ key }) => key === id));
      signal.throwIfAborted();
      return outcome;
    },
  });
  const idOf = (name: string) =>
    session.get().drafts.find((draft) => draft.name === name)?.id ?? name;
  const edit = (name: string, change: Partial<FieldValues>) =>
    session.changeRows([{ ids: [idOf(name)], change }]);
  /** Waits until nothing is on its way and the server has all that is shown. */
  const settle = async (): Promise<void> => {
    for (let n = 0; n < 200; n += 1) {
      const isWritten = await session.flush();
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (isWritten && session.get().progress.size === 0 && (await session.flush())) return;
    }
    throw new Error('The session does not come to rest');
  };
  /** Chooses files; the first gets a category. */
  const choose = async (...names: string[]): Promise<void> => {
    await session.load();
    await session.choose(names.map(chosenFile));
    edit(names[0] ?? '', { category: 'fauna' });
  };
  return Object.assign(fake, {
    session,
    choose,
    edit,
    idOf,
    settle,
    drafts: () => session.get().drafts,
  });
}

/** Before each test a session of an empty server. */
export function useFakeBulkUpload() {
  const bench = {
    server: fakeServer(),
    fake: fakeBulkUpload(),
    /** Starts a session as a reloaded page does, with the drafts of the server. */
    reload: async (): Promise<void> => {
      bench.fake.session.end();
      bench.fake = fakeBulkUpload(bench.server);
      await bench.fake.session.load();
    },
    failAt: (stage: 'put' | 'finalise', name: string, reason: string | null = null) =>
      bench.fake.broken.set(name, new UploadError(stage, name, reason)),
    failures: () => bench.fake.drafts().map(({ name, failure }) => [name, failure]),
  };
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    bench.server = fakeServer();
    bench.fake = fakeBulkUpload(bench.server);
  });
  afterEach(() => bench.fake.session.end());
  return bench;
}
