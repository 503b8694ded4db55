/** Runs the plug-in on a stub of Lightroom's SDK, in Lua 5.1 as Lightroom has it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';

const here = import.meta.dirname;
const plugin = path.join(here, '../../../../integrations/lightroom/veldlicht.lrplugin');

/** Name of the file of a photo, which becomes its title. */
export const nameOf = (n: number) => `Foto ${String(n).padStart(5, '0')}`;
const uuidOf = (n: number) => `uuid-${n}`;

interface Answer {
  told: { text?: string; because?: string; key?: string; url?: string; photoUrl?: string };
  /** Photos of the collection that are to be published. */
  due: number;
  /** Sentences of photos that failed. */
  failures: string[];
  messages: string[];
  /** Sentence that aborted the request; empty after success. */
  error: string;
}

/** Starts a catalogue with a folder of its own; `pace` is the length of a second in the plug-in. */
export async function openCatalogue(parent: string, language = 'en') {
  const folder = mkdtempSync(path.join(parent, 'catalogue-'));
  const env = { ...process.env, CATALOGUE_FOLDER: folder, LANGUAGE_OF_LIGHTROOM: language };
  const lua = spawn('lua5.1', [path.join(here, 'lightroom.lua'), here, plugin], { env });
  let complaints = '';
  lua.stderr.on('data', (data: Buffer) => {
    complaints += data;
  });
  const lines = createInterface({ input: lua.stdout })[Symbol.asyncIterator]();
  const ask = async (act: string, rest: object): Promise<Answer> => {
    lua.stdin.write(`${JSON.stringify({ act, ...rest })}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the plug-in broke:\n${complaints}`);
    return JSON.parse(value);
  };
  return {
    connect: (address: string, key?: string, rest: object = {}) =>
      ask('connect', { address, key, ...rest }),
    pace: (pace: number) => ask('pace', { pace }),
    /** Adds or changes photos; one without a caption is no picture. */
    photos: async (numbers: number[], captionOf = (_: number) => 'Zoals toen') => {
      for (const n of numbers) {
        const description = captionOf(n);
        const bytes = await plainPicture(n, { width: 24, height: 16, description });
        writeFileSync(path.join(folder, `${uuidOf(n)}.jpg`), description ? bytes : 'no picture');
      }
      const photoOf = (n: number) => ({ uuid: uuidOf(n), name: nameOf(n), caption: captionOf(n) });
      await ask('photos', { photos: numbers.map(photoOf) });
    },
    /** `order` "user" is the custom order, which Lightroom sends. */
    collection: (id: number, name: string, numbers: number[], rest: object = { order: 'user' }) =>
      ask('collection', { id, name, photos: numbers.map(uuidOf), ...rest }),
    publish: (id: number) => ask('publish', { id }),
    delete: (id: number) => ask('delete', { id }),
    close: () => lua.stdin.end(),
  };
}
