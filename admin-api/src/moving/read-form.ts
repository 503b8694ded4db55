/** Reads a folder in the form that libraries move in by. Whatever is wrong with it is a sentence, with its line. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileFacts, factsOf, fileFacts } from '@veldlicht/contract/file-facts';
import { xmpBlock } from '@veldlicht/contract/metadata-text';
import {
  formFiles,
  formMark,
  keyOf,
  type MovedItem,
  type MovedSeries,
  movedItem,
  movedSeries,
  type NoteFacts,
} from '@veldlicht/contract/moving';
import { type SpeciesInput, speciesInput } from '@veldlicht/contract/species';
import { type Block, blocksWith } from '@veldlicht/contract/story-body';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { type Redirect, readRedirects } from '@veldlicht/database/redirects';
import { ifMissing } from '@veldlicht/database/system-errors';
import { CsvError, parse } from 'csv-parse/sync';
import exifr from 'exifr';
import { z } from 'zod';
import { readNote } from './story-markdown.ts';

/** More lines are no library that we take in at once. */
export const MAX_ITEMS = 100_000;

/** A message of a visitor with what was answered, as it was stored. */
const movedMessage = z.looseObject({
  id: z.string().min(1).max(100),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  submittedAt: z.int(),
  replies: z.array(z.looseObject({ id: z.string().min(1).max(100) })).default([]),
});
export type MovedMessage = z.output<typeof movedMessage>;

export interface MovedNote {
  facts: NoteFacts;
  /** Pictures by the keys of their items. */
  blocks: Block[];
}

export interface Form {
  folder: string;
  items: MovedItem[];
  notes: MovedNote[];
  series: MovedSeries[];
  species: SpeciesInput[];
  messages: MovedMessage[];
  redirects: Redirect[];
  /** Sentences about what can't be read; with one of them nothing is taken in. */
  faults: string[];
  /** Sentences about what stays behind while the rest comes. */
  left: string[];
}

export const whyOf = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('; ')
    : error instanceof Error
      ? error.message
      : String(error);

/** Reads each line by a schema, and says of the others what is wrong. */
function readLines<Schema extends z.ZodType>(
  name: string,
  text: string,
  schema: Schema,
  faults: string[],
): z.output<Schema>[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((line, n): z.output<Schema>[] => {
      if (line.trim() === '') return [];
      try {
        return [schema.parse(JSON.parse(line))];
      } catch (error) {
        faults.push(`${name}, line ${n + 1}: ${whyOf(error)}.`);
        return [];
      }
    });
}

const lists = ['keywords', 'oldAddresses'];
const numbers = ['lat', 'lon'];

/** A cell as the value that a line of JSON has; an empty one is not known. */
function cellValue(name: string, cell: string): unknown {
  if (numbers.includes(name)) return Number(cell.replace(',', '.'));
  const parts = () => cell.split(';').flatMap((part) => part.trim() || []);
  if (lists.includes(name)) return parts();
  if (name === 'species') return parts().map((scientificName) => ({ scientificName }));
  return cell.replace(/^'(?=[=+\-@\t\r])/, '');
}

/** Reads a table whose first line names the fields. */
function readTable(text: string, faults: string[]): MovedItem[] {
  const options = { bom: true, columns: true, skip_empty_lines: true, info: true as const };
  const [head = ''] = text.split('\n', 1);
  const [delimiter] = [',', ';', '\t'].toSorted(
    (a, b) => head.split(b).length - head.split(a).length,
  );
  let rows: { record: Record<string, string>; info: { lines: number } }[] = [];
  try {
    // Cast: the types of the library forget `columns` beside `info`.
    rows = parse(text, { ...options, delimiter }) as unknown as typeof rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faults.push(`${formFiles.table}: ${error.message}.`);
  }
  return rows.flatMap(({ record, info }): MovedItem[] => {
    const cells = Object.entries(record).filter(([, cell]) => cell.trim() !== '');
    const { data, error } = movedItem.safeParse(
      Object.fromEntries(cells.map(([name, cell]) => [name, cellValue(name, cell.trim())])),
    );
    if (data) return [data];
    faults.push(`${formFiles.table}, line ${info.lines}: ${whyOf(error)}.`);
    return [];
  });
}

async function readNotes(folder: string, items: readonly MovedItem[], faults: string[]) {
  const keys = new Map(items.map((item) => [item.file, keyOf(item)]));
  const notes: MovedNote[] = [];
  const names = await readdir(path.join(folder, formFiles.stories)).catch(ifMissing([]));
  for (const name of names.filter((one) => one.endsWith('.md')).sort()) {
    const file = `${formFiles.stories}/${name}`;
    try {
      const { facts, blocks } = readNote(await readFile(path.join(folder, file), 'utf8'));
      const missing = blocks.flatMap((block) =>
        'media' in block ? block.media.filter((one) => !keys.has(one)) : [],
      );
      if (missing.length > 0) throw new Error(`no item has the file ${missing[0]}`);
      notes.push({ facts, blocks: blocksWith(blocks, (one) => keys.get(one)) });
    } catch (error) {
      faults.push(`${file}: ${whyOf(error)}.`);
    }
  }
  return notes;
}

const duplicates = (names: readonly string[]) =>
  names.filter((name, n) => names.indexOf(name) !== n && names.lastIndexOf(name) === n);

/** Reads a folder in the form. Throws `TerminalError` for one that is not. */
export async function readForm(folder: string): Promise<Form> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').catch(ifMissing(null));
  const faults: string[] = [];
  const [listed, table] = [await read(formFiles.items), await read(formFiles.table)];
  if (listed === null && table === null)
    throw new TerminalError(
      `There is no ${formFiles.items} and no ${formFiles.table} in ${folder}.`,
    );
  const mark = await read(formFiles.mark);
  if (mark !== null && readLines(formFiles.mark, mark, formMark, []).length !== 1)
    throw new TerminalError(
      `${formFiles.mark} is of another version of Veldlicht: update this one.`,
    );
  const items =
    listed === null
      ? readTable(table ?? '', faults)
      : readLines(formFiles.items, listed, movedItem, faults);
  if (items.length > MAX_ITEMS) throw new TerminalError(`More than ${MAX_ITEMS} items at once.`);
  for (const key of duplicates(items.map(keyOf))) faults.push(`${key} is there twice.`);
  for (const { file } of items)
    if (!existsSync(path.join(folder, file))) faults.push(`The file ${file} is not there.`);
  const lines = async <Schema extends z.ZodType>(name: string, schema: Schema) =>
    readLines(name, (await read(name)) ?? '', schema, faults);
  const old = readRedirects((await read(formFiles.redirects)) ?? '');
  faults.push(...old.faults.map((fault) => `${formFiles.redirects}: ${fault}`));
  return {
    folder,
    items,
    notes: await readNotes(folder, items, faults),
    series: await lines(formFiles.series, movedSeries),
    species: await lines(formFiles.species, speciesInput),
    messages: await lines(formFiles.messages, movedMessage),
    redirects: old.redirects,
    faults,
    left: [],
  };
}

/** Reads the XMP beside a file: `ree.jpg.xmp`, or `ree.xmp`; null without one. */
export async function readSidecar(folder: string, file: string): Promise<FileFacts | null> {
  const { dir, name } = path.parse(file);
  for (const beside of [`${file}.xmp`, path.join(dir, `${name}.xmp`)]) {
    const text = await readFile(path.join(folder, beside), 'utf8').catch(ifMissing(null));
    if (text !== null) return factsOf(xmpBlock(exifr, text));
  }
  return null;
}

const NOTHING = fileFacts.parse({});

/** What is known of an item: its line first, then the sidecar, then the file itself. */
export function factsOfItem(
  item: MovedItem,
  sidecar: FileFacts | null,
  embedded: FileFacts = NOTHING,
): FileFacts {
  const known = sidecar ?? NOTHING;
  const first = <Name extends 'title' | 'description' | 'location' | 'city'>(name: Name) =>
    known[name] ?? embedded[name];
  const isPlaced = [item.lat, item.lon, item.place].some((part) => part !== undefined);
  const place =
    item.lat != null && item.lon != null && !(item.lat === 0 && item.lon === 0)
      ? `${item.lat.toFixed(6)}, ${item.lon.toFixed(6)}`
      : (item.place ?? null);
  const at = item.takenAt?.split(/[TZ.]/) ?? [];
  const last = { date: at[0] ?? null, time: at[1] ?? null, offset: at[1] ? '+00:00' : null };
  const dated = [known, embedded].find((facts) => facts.date !== null) ?? last;
  const [date = null, time = null] = item.takenLocal?.split('T') ?? [];
  return {
    ...embedded,
    title: item.title === undefined ? first('title') : item.title,
    description: item.description === undefined ? first('description') : item.description,
    keywords: item.keywords ?? (known.keywords.length > 0 ? known.keywords : embedded.keywords),
    ...(item.takenLocal === undefined
      ? { date: dated.date, time: dated.time, offset: dated.offset }
      : { date, time, offset: item.offset ?? null }),
    location: isPlaced ? place : first('location'),
    city: isPlaced ? null : first('city'),
    cut: [],
  };
}
