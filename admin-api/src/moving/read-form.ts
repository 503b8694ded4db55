/** Reads a folder in the form that libraries move in by, with a fault for each line that is not right. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { metadataText } from '@veldlicht/contract/metadata-text';
import {
  formFiles,
  formMark,
  keyOf,
  type MovedItem,
  type MovedStory,
  movedItem,
  movedSeries,
} from '@veldlicht/contract/moving';
import { isReasonCode, readReason, reason, reasonOf } from '@veldlicht/contract/reason';
import { type SpeciesInput, speciesInput } from '@veldlicht/contract/species';
import { blocksWith, shownInBlocks } from '@veldlicht/contract/story-body';
import { csvRows } from '@veldlicht/database/csv-rows';
import { addressKey, type Redirect, readRedirects } from '@veldlicht/database/redirects';
import { ifMissing } from '@veldlicht/database/system-errors';
import { CsvError } from 'csv-parse/sync';
import { z } from 'zod';
import { AppError } from '#http/app-error.ts';
import { readNote } from './story-markdown.ts';

/** More are not taken in at once. */
const MAX_ITEMS = 100_000;

/** A message of a visitor with its answers, as the tables store them. */
const movedMessage = z.looseObject({
  id: z.string().min(1).max(100),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  submittedAt: z.int(),
  replies: z.array(z.looseObject({ id: z.string().min(1).max(100) })).default([]),
});

export interface Form {
  folder: string;
  items: MovedItem[];
  stories: MovedStory[];
  species: SpeciesInput[];
  messages: z.output<typeof movedMessage>[];
  redirects: Redirect[];
  /** Addresses of what stays behind. */
  gone: string[];
  /** Reasons (contract/reason); with one of them nothing is taken in. */
  faults: string[];
  /** Reasons: what was found, and what stays behind while the rest comes. */
  left: string[];
}

export const emptyForm = (folder: string): Form => ({
  folder,
  items: [],
  stories: [],
  species: [],
  messages: [],
  redirects: [],
  gone: [],
  faults: [],
  left: [],
});

/** Everything in a form that has a key and old addresses. */
export const subjectsOf = ({ items, stories }: Pick<Form, 'items' | 'stories'>) => [
  ...items,
  ...stories.map(({ facts }) => facts),
];

/** All old addresses of a form. */
export const addressesOf = (form: Form) => [
  ...subjectsOf(form).flatMap((one) => one.oldAddresses),
  ...form.gone,
];

/** Throws `invalid_input` for a form with too many items. */
export function requireFewItems({ items }: Form): void {
  if (items.length > MAX_ITEMS)
    throw new AppError('invalid_input', reason('import_too_many_items', { n: MAX_ITEMS }));
}

/** Why something can't be read: the reason that was thrown, or the names of the fields that a schema refuses. */
export function whyOf(error: unknown): string {
  if (error instanceof SyntaxError) return reason('import_no_json');
  if (error instanceof CsvError) return reason('import_no_table');
  if (!(error instanceof z.ZodError)) return reasonOf(error);
  const said = error.issues.find(({ message }) => isReasonCode(readReason(message).code));
  const names = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : issue.path.join('.'),
  );
  return said?.message ?? reason('import_fields', { names: [...new Set(names)].join(', ') });
}

/** Lets other requests run now and then during a long loop. */
const breathe = async (n: number) => n % 1000 === 0 && setImmediate();

/** Reads numbered values by a schema, with a fault for each that it refuses. */
async function parseAll<Schema extends z.ZodType>(
  file: string,
  values: readonly { line: number; value: () => unknown }[],
  schema: Schema,
  faults: string[],
): Promise<z.output<Schema>[]> {
  const read: z.output<Schema>[] = [];
  for (const { line, value } of values) {
    await breathe(line);
    try {
      read.push(schema.parse(value()));
    } catch (error) {
      faults.push(reason('import_line', { file, line, why: whyOf(error) }));
    }
  }
  return read;
}

const jsonLines = (text: string) =>
  text.split('\n').flatMap((json, n) => {
    const value = (): unknown => JSON.parse(json);
    return json.trim() === '' ? [] : { line: n + 1, value };
  });

/** A cell as the value that a line of JSON has. */
function cellValue(name: string, cell: string): unknown {
  const parts = () => cell.split(';').flatMap((part) => part.trim() || []);
  if (name === 'lat' || name === 'lon') return Number(cell.replace(',', '.'));
  if (name === 'keywords' || name === 'oldAddresses') return parts();
  if (name === 'species') return parts().map((scientificName) => ({ scientificName }));
  // The export puts an apostrophe before what a spreadsheet takes for a formula.
  return cell.replace(/^'(?=[=+\-@\t\r])/, '');
}

/** Reads a table whose first line names the fields; an empty cell is an absent field. */
function tableRows(text: string) {
  const [head = ''] = text.split('\n', 1);
  const [delimiter = ','] = [',', ';', '\t'].toSorted(
    (a, b) => head.split(b).length - head.split(a).length,
  );
  const [names, ...rows] = csvRows(text, delimiter);
  return rows.map(({ line, cells }) => {
    const fields = cells.flatMap((cell, n) => {
      const name = names?.cells[n] ?? `column ${n + 1}`;
      return cell === '' ? [] : [[name, cellValue(name, cell)] as const];
    });
    return { line, value: () => Object.fromEntries(fields) };
  });
}

/** Reads the notes; their pictures are named by the files of items. */
async function readNotes(folder: string, items: readonly MovedItem[], faults: string[]) {
  const keys = new Map(items.map((item) => [item.file, keyOf(item)]));
  const notes: MovedStory[] = [];
  const names = await readdir(path.join(folder, formFiles.stories)).catch(ifMissing([]));
  for (const name of names.filter((one) => one.endsWith('.md')).sort()) {
    const file = `${formFiles.stories}/${name}`;
    try {
      const { facts, blocks } = readNote(metadataText(await readFile(path.join(folder, file))));
      const missing = shownInBlocks(blocks).find((one) => !keys.has(one));
      if (missing !== undefined) throw new Error(reason('import_note_picture', { file: missing }));
      notes.push({ kind: 'note', facts, blocks: blocksWith(blocks, (one) => keys.get(one)) });
    } catch (error) {
      faults.push(reason('import_file', { file, why: whyOf(error) }));
    }
  }
  return notes;
}

/** Finds keys that stand twice, files that are not there, and addresses that can't lead here. */
async function faultsOf(form: Form): Promise<string[]> {
  const byKey = Map.groupBy(form.items, keyOf);
  const twice = [...byKey].filter(([, items]) => items.length > 1);
  const faults = twice.map(([key]) => reason('import_twice', { key }));
  for (const [n, subject] of subjectsOf(form).entries()) {
    await breathe(n);
    if ('file' in subject && !existsSync(path.join(form.folder, subject.file)))
      faults.push(reason('import_file_missing', { file: subject.file }));
    for (const address of subject.oldAddresses)
      try {
        addressKey(address);
      } catch (error) {
        faults.push(reason('import_file', { file: keyOf(subject), why: whyOf(error) }));
      }
  }
  return faults;
}

/**
 * Reads a folder in the form; a table may be of Windows-1252, as spreadsheets save it. Throws `invalid_input` for one of
 * a newer Veldlicht, or with too many items.
 */
export async function readForm(folder: string): Promise<Form> {
  const form = emptyForm(folder);
  const { faults } = form;
  const read = async (name: string) =>
    metadataText(await readFile(path.join(folder, name)).catch(ifMissing(Buffer.alloc(0))));
  const mark = await read(formFiles.mark);
  const marks = await parseAll(formFiles.mark, jsonLines(mark), formMark, []);
  if (mark !== '' && marks.length !== 1)
    throw new AppError('invalid_input', reason('import_version', { file: formFiles.mark }));
  const refuse = (file: string) => (error: unknown) => {
    faults.push(reason('import_file', { file, why: whyOf(error) }));
    return [];
  };
  const lines = async <Schema extends z.ZodType>(name: string, schema: Schema) =>
    parseAll(name, jsonLines(await read(name)), schema, faults);
  const table = async (file: string) =>
    parseAll(file, tableRows(await read(file)), movedItem, faults);
  form.items = existsSync(path.join(folder, formFiles.items))
    ? await lines(formFiles.items, movedItem)
    : await table(formFiles.table).catch(refuse(formFiles.table));
  requireFewItems(form);
  const series = await lines(formFiles.series, movedSeries);
  form.stories = [
    ...(await readNotes(folder, form.items, faults)),
    ...series.map(({ blocks, ...facts }) => ({ kind: 'series' as const, facts, blocks })),
  ];
  form.species = await lines(formFiles.species, speciesInput);
  form.messages = await lines(formFiles.messages, movedMessage);
  const old = readRedirects(await read(formFiles.redirects), formFiles.redirects);
  form.redirects = old.redirects;
  faults.push(...(await faultsOf(form)), ...old.faults);
  return form;
}
