/** Runs the plug-in on a stub of Lightroom's SDK, in Lua 5.1 as Lightroom has it. */
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
  /** `user`: custom order, which Lightroom sends. */
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
  /** Sentences of photos that failed. */
  failures: string[];
  messages: string[];
  /** Sentence that aborted the request; empty after success. */
  error: string;
}

/** Starts a catalogue; `pace` is the length of a second in the plug-in. */
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
