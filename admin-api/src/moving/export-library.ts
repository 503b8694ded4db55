/** Everything of the owner's as a folder that other programs read, and that another Veldlicht takes in (decision 126). */
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
import type { Borrowed, Storage } from '@veldlicht/database/storage/storage';
import { originalName } from '@veldlicht/database/storage/stored-name';
import { stringify } from 'csv-stringify/sync';
import { asc, eq } from 'drizzle-orm';
import { readMediaBySeqs } from '#media/media.repository.ts';
import type { MediaRecord } from '#media/to-media-item.ts';
import { filePaths } from './file-paths.ts';
import { sidecarOf } from './sidecar.ts';
import { writeNote } from './story-markdown.ts';
import { hasPrivatePlace, OWN, toMovedItem, toMovedSeries, toMovedStory } from './to-moved.ts';
import { writeXmp } from './written-copy.ts';

/** Items that are read at a time. */
const PORTION = 200;

/** Where an export goes: a folder, or a ZIP file. */
export interface Sink {
  text: (file: string, text: string | Buffer) => Promise<void>;
  /** Copies an original. Returns the SHA-256 of its bytes. */
  original: (file: string, lent: Borrowed) => Promise<string>;
  /** Shows an original again in its series. */
  again: (file: string, of: string) => Promise<void>;
}

export interface ExportOutcome {
  items: number;
  /** Files that were left out, each with the reason. */
  leftOut: { name: string; why: 'privatePlace' | 'missing' | 'damaged' }[];
}

interface ExportOptions {
  /** With places that visitors don't know, and originals that hold them. */
  privatePlaces: boolean;
  /** With a second copy of each JPEG that has its texts in it. */
  writtenCopies?: boolean;
  onProgress?: (done: number, all: number) => void;
}

const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function originsOf(store: Store) {
  const rows = store.select().from(movedIn).all();
  const bySubject = new Map(rows.map((row) => [row.subjectId, row]));
  const addresses = Map.groupBy(store.select().from(movedAddresses).all(), (row) => row.movedKey);
  return (id: string) => {
    const row = bySubject.get(id);
    const key = row?.key ?? `${OWN}:${id}`;
    return {
      key,
      wish: row?.wish ?? null,
      waits: row?.waits ?? false,
      oldAddresses: (addresses.get(key) ?? []).map(({ path }) => path),
    };
  };
}

/** Columns of `items.csv`: what a spreadsheet shows of an item. */
const columns = [
  ...(['file', 'title', 'description', 'alt', 'takenLocal', 'lat', 'lon', 'place'] as const),
  ...(['category', 'keywords', 'species', 'visibility', 'publishedAt', 'license'] as const),
  ...(['privacy', 'source', 'sourceId', 'sha256'] as const),
];

/** A cell; spreadsheets take a text that begins so for a formula. */
const cell = (value: unknown) => {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '');
  return /^[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text;
};

const tableOf = (items: readonly MovedItem[]) =>
  stringify(
    items.map(({ species = [], ...item }) => {
      const row = { ...item, species: species.map(({ scientificName }) => scientificName) };
      return columns.map((name) => cell(row[name]));
    }),
    { header: true, columns: [...columns], bom: true },
  );

/** Copies one original, with its sidecar; null where it can't come along. */
async function copyOriginal(
  record: MediaRecord,
  { storage, sink, outcome, options, originOf, pathOf }: Export,
): Promise<MovedItem | null> {
  const { media: row, file } = record;
  const name = row.originalName ?? `${row.slug}.${file.extension}`;
  const leave = (why: ExportOutcome['leftOut'][number]['why']) => {
    outcome.leftOut.push({ name, why });
    return null;
  };
  if (!options.privatePlaces && hasPrivatePlace(record)) return leave('privatePlace');
  const lent = await storage.borrow(originalName(file.hash, file.extension));
  if (!lent) return leave('missing');
  try {
    const to = pathOf(name, file.extension, row.date);
    const sha256 = await sink.original(to, lent);
    if (!sha256.startsWith(file.hash)) return leave('damaged');
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

interface Export {
  store: Store;
  storage: Storage;
  sink: Sink;
  options: ExportOptions;
  outcome: ExportOutcome;
  originOf: ReturnType<typeof originsOf>;
  pathOf: ReturnType<typeof filePaths>;
}

async function exportItems(all: Export): Promise<Map<string, MovedItem>> {
  const { store, sink, outcome, options } = all;
  const seqs = store.select({ seq: media.seq }).from(media).orderBy(asc(media.seq)).all();
  const items = new Map<string, MovedItem>();
  let done = 0;
  for (let from = 0; from < seqs.length; from += PORTION) {
    const portion = seqs.slice(from, from + PORTION).map(({ seq }) => seq);
    const records = readMediaBySeqs(store, portion).toSorted((a, b) => a.media.seq - b.media.seq);
    for (const record of records) {
      options.onProgress?.(done++, seqs.length);
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
  const keyOfItem = (id: string) => {
    const item = items.get(id);
    return item && keyOf(item);
  };
  const fileOfItem = (id: string) => items.get(id)?.file;
  for (const row of rows.filter(({ kind }) => kind === 'note')) {
    const { facts, blocks } = toMovedStory(row, originOf(row.id), fileOfItem, keyOfItem);
    await sink.text(`${formFiles.stories}/${row.slug}.md`, writeNote(facts, blocks));
  }
  const series = rows.filter(({ kind }) => kind === 'series');
  const moved = series.map((row) => toMovedSeries(row, originOf(row.id), keyOfItem, keyOfItem));
  await sink.text(formFiles.series, lines(moved));
  const files = new Map([...items.values()].map((item) => [keyOf(item), item.file]));
  for (const { slug, title, blocks } of moved) {
    const shown = blocks.flatMap((block) => ('media' in block ? block.media : []));
    for (const [n, key] of shown.entries()) {
      const of = files.get(key) ?? '';
      const name = `${String(n + 1).padStart(3, '0')} ${of.split('/').at(-1)}`;
      await sink.again(`series/${slug ?? title}/${name}`, of);
    }
  }
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
  const own = store
    .select()
    .from(species)
    .where(eq(species.own, true))
    .orderBy(species.scientificName)
    .all();
  const keyOfPicture = (id: string | null) => {
    const item = id === null ? undefined : items.get(id);
    return item ? keyOf(item) : null;
  };
  await sink.text(
    formFiles.species,
    lines(
      own.map(({ groupName: group, picture, ...row }) => ({
        ...pick(row, ['scientificName', 'dutchName', 'englishName', 'family', 'words']),
        group,
        picture: keyOfPicture(picture),
      })),
    ),
  );
  const answers = Map.groupBy(store.select().from(replies).all(), (row) => row.contactId);
  const messages = store.select().from(contacts).orderBy(asc(contacts.submittedAt)).all();
  await sink.text(
    formFiles.messages,
    lines(messages.map((row) => ({ ...row, replies: answers.get(row.id) ?? [] }))),
  );
  const old = store.select().from(redirects).orderBy(asc(redirects.path)).all();
  await sink.text(formFiles.redirects, stringify(old.map(({ path, target }) => [path, target])));
  // Last: with it the folder is whole.
  await sink.text(formFiles.mark, `${JSON.stringify({ form: OWN, version: 1 })}\n`);
  return outcome;
}
