/** Runs the plug-in on a stub of Lightroom's SDK, in Lua 5.1 as Lightroom has it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import sharp from 'sharp';

const here = import.meta.dirname;
const plugin = path.join(here, '../../../../integrations/lightroom/veldlicht.lrplugin');
const picture = await plainPicture(1, { width: 24, height: 16 });

export interface CataloguePhoto {
  uuid: string;
  title: string;
  caption: string;
  keyword: string;
}

/** Renders a JPEG with the texts of a photo in XMP. */
function render({ uuid, title, caption, keyword }: CataloguePhoto): Promise<Buffer> {
  const text = (name: string, words: string, list = 'Alt') =>
    `<dc:${name}><rdf:${list}><rdf:li>${words}</rdf:li></rdf:${list}></dc:${name}>`;
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="${uuid}" xmlns:dc="http://purl.org/dc/elements/1.1/">
        ${text('title', title)}${text('description', caption)}${text('subject', keyword, 'Bag')}
      </rdf:Description>
    </rdf:RDF>
  </x:xmpmeta>`;
  return sharp(picture).withXmp(xmp).jpeg().toBuffer();
}

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
    connect: (address: string, key?: string, category?: string) =>
      ask('connect', { address, key, category }),
    pace: (pace: number) => ask('pace', { pace }),
    /** Adds or changes photos; `bytes` is the file in place of a picture. */
    photos: async (photos: CataloguePhoto[], bytes?: string) => {
      const files: object[] = [];
      for (const photo of photos) {
        const file = path.join(folder, `${photo.uuid}.jpg`);
        writeFileSync(file, bytes ?? (await render(photo)));
        files.push({ ...photo, file });
      }
      await ask('photos', { photos: files });
    },
    /** `order` "user" is the custom order, which Lightroom sends. */
    collection: (id: number, name: string, photos: string[], rest: object = { order: 'user' }) =>
      ask('collection', { id, name, photos, ...rest }),
    publish: (id: number) => ask('publish', { id }),
    delete: (id: number) => ask('delete', { id }),
    close: () => lua.stdin.end(),
  };
}
