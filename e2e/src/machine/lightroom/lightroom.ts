/** Lightroom with our plug-in, as far as a machine without Lightroom can have it: its Lua on a stub of the SDK. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';

const here = import.meta.dirname;
const plugin = path.join(here, '../../../../integrations/lightroom/veldlicht.lrplugin');

export interface CataloguePhoto {
  uuid: string;
  title: string;
  caption: string;
  keywords: string[];
  date: string;
  isNoPicture?: boolean;
}

export interface Collection {
  id: number;
  name: string;
  isDefault: boolean;
  photos: string[];
  /** `user`: put in order by hand, which the server is told. */
  order: 'user' | 'date';
}

interface Answer {
  told: {
    text?: string;
    because?: string;
    key?: string;
    photos?: { uuid: string; url: string }[];
    url?: string;
    due?: number;
  };
  /** What Lightroom would list as photos that could not be published. */
  failures: string[];
  messages: string[];
  /** The sentence that ended what it was doing; empty: it came to its end. */
  error: string;
}

/** A catalogue; `pace` is how long a second of the plug-in takes. */
export async function openCatalogue(name: string, folder: string, language = 'en') {
  const env = { ...process.env, CATALOGUE: name, LANGUAGE_OF_LIGHTROOM: language, TMPDIR: folder };
  const lua: ChildProcessWithoutNullStreams = spawn(
    'lua5.1',
    [path.join(here, 'lightroom.lua'), here, plugin],
    { env },
  );
  let complaints = '';
  lua.stderr.on('data', (data: Buffer) => {
    complaints += data;
  });
  const lines = createInterface({ input: lua.stdout })[Symbol.asyncIterator]();
  const ask = async (act: string, rest: object = {}): Promise<Answer> => {
    lua.stdin.write(`${JSON.stringify({ act, ...rest })}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the plug-in broke:\n${complaints}`);
    return JSON.parse(value);
  };
  const base = path.join(folder, 'base.jpg');
  writeFileSync(base, await plainPicture(1, { width: 24, height: 16 }));
  await ask('start', { base });
  return {
    connect: (address: string, key?: string, rest: object = {}) =>
      ask('connect', { address, ...(key !== undefined && { key }), ...rest }),
    pace: (pace: number) => ask('pace', { pace }),
    photos: (photos: CataloguePhoto[]) => ask('photos', { photos }),
    collection: (collection: Collection) => ask('collection', collection),
    publish: (id: number) => ask('publish', { id }),
    rename: (id: number, name: string) => ask('rename', { id, name }),
    delete: (id: number) => ask('delete', { id }),
    published: async (id: number) => (await ask('published', { id })).told,
    close: () => lua.stdin.end(),
  };
}
export type Catalogue = Awaited<ReturnType<typeof openCatalogue>>;
