/** Writes the library as a folder that other programs read, and that another Veldlicht takes in (decision 029). */
import { readFile } from 'node:fs/promises';
import { pick } from '@veldlicht/contract/by-name';
import { formFiles, keyOf, type MovedItem } from '@veldlicht/contract/moving';
import type { Store } from '@veldlicht/database/open';
import {
  contacts,
  media,
  movedAddresses,
  movedIn,
  redirects,
  replies,
  species,
  stories,
} from '@veldlicht/database/schema';
import { sha256OfFile } from '@veldlicht/database/sha256';
import type { Borrowed, Storage } from '@veldlicht/database/storage/storage';
import { originalName } from '@veldlicht/database/storage/stored-name';
import { stringify } from 'csv-stringify/sync';
import { asc, eq } from 'drizzle-orm';
import { readMediaBySeqs } from '#media/media.repository.ts';
import type { MediaRecord } from '#media/to-media-item.ts';
import { filePaths } from './file-paths.ts';
import { sidecarOf } from './sidecar.ts';
import { writeNote } from './story-markdown.ts';
import { hasPrivatePlace, type Origin, OWN, toMovedItem, toMovedStory } from './to-moved.ts';
import { writeXmp } from './written-copy.ts';

/** Items that are read at a time. */
const PORTION = 200;

/** Destination of an export: a folder, or a ZIP file. */
export interface Sink {
  text: (file: string, text: string | Buffer) => Promise<void>;
  original: (file: string, lent: Borrowed) => Promise<void>;
  /** Shows an original that was written in the folder of its series too. */
  again: (file: string, of: string) => Promise<void>;
}

const reasons = {
  privatePlace: 'has a private place',
  missing: 'its file is missing',
  damaged: 'its file is damaged',
} as const;

interface LeftOut {
  name: string;
  why: keyof typeof reasons;
}

export interface ExportOutcome {
  items: number;
  leftOut: LeftOut[];
}

export const leftOutSentence = ({ name, why }: LeftOut) => `Left out: ${name} ${reasons[why]}.`;

interface ExportOptions {
  /** Includes places that visitors don't know, and the originals that hold them. */
  privatePlaces: boolean;
  /** Adds a copy of each JPEG with its texts in its metadata. */
  writtenCopies?: boolean;
  onProgress?: (done: number, all: number) => void;
}

interface Export {
  store: Store;
  storage: Storage;
  sink: Sink;
  options: ExportOptions;
  outcome: ExportOutcome;
  originOf: (id: string) => Origin;
  pathOf: ReturnType<typeof filePaths>;
}

const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function originsOf(store: Store): (id: string) => Origin {
  const rows = store.select().from(movedIn).all();
  const bySubject = new Map(rows.map((row) => [row.subjectId, row]));
  const addresses = Map.groupBy(store.select().from(movedAddresses).all(), (row) => row.movedKey);
  return (id) => {
    const { key = `${OWN}:${id}`, wish = null, waits = false } = bySubject.get(id) ?? {};
    const oldAddresses = (addresses.get(key) ?? []).map(({ path }) => path);
    return { key, wish, waits, oldAddresses };
  };
}

/** Columns of `items.csv`. */
const columns = [
  ...(['file', 'title', 'description', 'alt', 'takenLocal', 'offset', 'lat', 'lon'] as const),
  ...(['place', 'category', 'keywords', 'species', 'visibility', 'publishedAt'] as const),
  ...(['license', 'privacy', 'source', 'sourceId', 'sha256', 'oldAddresses'] as const),
];

/** A cell; an apostrophe keeps a spreadsheet from taking a text for a formula. */
function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '');
  return /^[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text;
}

function tableOf(items: readonly MovedItem[]): string {
  const rows = items.map(({ species = [], ...item }) => {
    const row = { ...item, species: species.map(({ scientificName }) => scientificName) };
    return columns.map((name) => cell(row[name]));
  });
  return stringify(rows, { header: true, columns: [...columns], bom: true });
}

/** Copies an original with its sidecar; null for one that is left out. */
async function copyOriginal(record: MediaRecord, all: Export): Promise<MovedItem | null> {
  const { storage, sink, outcome, options, originOf, pathOf } = all;
  const { media: row, file } = record;
  const name = row.originalName ?? `${row.slug}.${file.extension}`;
  const leave = (why: LeftOut['why']) => {
    outcome.leftOut.push({ name, why });
    return null;
  };
  if (!options.privatePlaces && hasPrivatePlace(record)) return leave('privatePlace');
  const lent = await storage.borrow(originalName(file.hash, file.extension));
  if (!lent) return leave('missing');
  try {
    const sha256 = await sha256OfFile(lent.file);
    if (!sha256.startsWith(file.hash)) return leave('damaged');
    const to = pathOf(name, file.extension, row.date);
    await sink.original(to, lent);
    const item = toMovedItem(record, originOf(row.id), { file: to, sha256 });
    const xmp = sidecarOf(item);
    await sink.text(`${to}.xmp`, xmp);
    const isWritten = options.writtenCopies && file.extension === 'jpg';
    const copy = isWritten ? writeXmp(await readFile(lent.file), xmp) : null;
    if (copy) await sink.text(`with-texts/${to}`, copy);
    return item;
  } finally {
    await lent.giveBack();
  }
}

/** Writes the items. Returns those that came along, by their ids here. */
async function exportItems(all: Export): Promise<Map<string, MovedItem>> {
  const { store, sink, outcome, options } = all;
  const seqs = store.select({ seq: media.seq }).from(media).orderBy(asc(media.seq)).all();
  const items = new Map<string, MovedItem>();
  let done = 0;
  for (let from = 0; from < seqs.length; from += PORTION) {
    const portion = seqs.slice(from, from + PORTION).map(({ seq }) => seq);
    const records = readMediaBySeqs(store, portion).toSorted((a, b) => a.media.seq - b.media.seq);
    for (const record of records) {
      options.onProgress?.(++done, seqs.length);
      const item = await copyOriginal(record, all);
      if (item) items.set(record.media.id, item);
    }
  }
  outcome.items = items.size;
  await sink.text(formFiles.items, lines([...items.values()]));
  await sink.text(formFiles.table, tableOf([...items.values()]));
  return items;
}

async function exportStories(
  { store, sink, originOf }: Export,
  items: ReadonlyMap<string, MovedItem>,
): Promise<void> {
  const rows = store.select().from(stories).orderBy(asc(stories.date), asc(stories.slug)).all();
  const series: unknown[] = [];
  for (const row of rows) {
    const { facts, shown, blocksBy } = toMovedStory(row, originOf(row.id), items);
    if (row.kind === 'note') {
      const note = writeNote(
        facts,
        blocksBy(({ file }) => file),
      );
      await sink.text(`${formFiles.stories}/${row.slug}.md`, note);
      continue;
    }
    series.push({ ...facts, blocks: blocksBy(keyOf) });
    for (const [n, { file }] of shown.entries()) {
      const name = `${String(n + 1).padStart(3, '0')} ${file.split('/').at(-1)}`;
      await sink.again(`series/${row.slug}/${name}`, file);
    }
  }
  await sink.text(formFiles.series, lines(series));
}

/** Writes the species that the owner added or changed. */
async function exportSpecies(
  { store, sink }: Export,
  items: ReadonlyMap<string, MovedItem>,
): Promise<void> {
  const isOwn = eq(species.own, true);
  const rows = store.select().from(species).where(isOwn).orderBy(species.scientificName).all();
  const own = rows.map(({ groupName: group, picture, ...row }) => {
    const item = items.get(picture ?? '');
    return {
      ...pick(row, ['scientificName', 'dutchName', 'englishName', 'family', 'words']),
      group,
      picture: item ? keyOf(item) : null,
    };
  });
  await sink.text(formFiles.species, lines(own));
}

/** Writes everything to a sink. Rejects with what the sink or the storage throws. */
export async function exportLibrary(
  { db: store, storage }: { db: Store; storage: Storage },
  sink: Sink,
  options: ExportOptions,
): Promise<ExportOutcome> {
  const outcome: ExportOutcome = { items: 0, leftOut: [] };
  const pathOf = filePaths();
  const all = { store, storage, sink, options, outcome, originOf: originsOf(store), pathOf };
  const items = await exportItems(all);
  await exportStories(all, items);
  await exportSpecies(all, items);
  const answers = Map.groupBy(store.select().from(replies).all(), (row) => row.contactId);
  const messages = store.select().from(contacts).orderBy(asc(contacts.submittedAt)).all();
  const answered = messages.map((row) => ({ ...row, replies: answers.get(row.id) ?? [] }));
  await sink.text(formFiles.messages, lines(answered));
  const old = store.select().from(redirects).orderBy(asc(redirects.path)).all();
  await sink.text(formFiles.redirects, stringify(old.map(({ path, target }) => [path, target])));
  // The name of a file may tell the place that is kept from its reader.
  const lost = outcome.leftOut.filter(({ why }) => why !== 'privatePlace').map(leftOutSentence);
  if (lost.length > 0) await sink.text('left-out.txt', `${lost.join('\n')}\n`);
  // Last: a folder with it is whole.
  await sink.text(formFiles.mark, `${JSON.stringify({ form: OWN, version: 1 })}\n`);
  return outcome;
}
