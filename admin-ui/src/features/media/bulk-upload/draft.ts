/** Files of a bulk upload on their way to becoming media items (spec §3 Bulk-upload draft; pure). */

import { fileFacts } from '@veldlicht/contract/file-facts';
import { MAX_BULK_FILES, MAX_FOLDER_FILES } from '@veldlicht/contract/limits';
import { stricterPrivacy } from '@veldlicht/contract/location';
import { endsAfterStart, type MediaInput, mediaStatus, mediaType } from '@veldlicht/contract/media';
import { sameName } from '@veldlicht/contract/name';
import { isWordsOnly } from '@veldlicht/contract/position-shapes';
import { reason } from '@veldlicht/contract/reason';
import { type ItemSpecies, MAX_ITEM_SPECIES } from '@veldlicht/contract/species';
import { z } from 'zod';
import {
  blankFields,
  editValues,
  type FieldValues,
  fieldValues,
  randomKey,
  textFaults,
} from '../field-values.ts';
import {
  type FileRefusal,
  nameWithoutExtension,
  refusalOf,
  typeOfFile,
} from '../upload/file-checks.ts';
import type { FileWords } from '../upload/file-words.ts';
import type { UploadPhase, UploadProgress } from '../upload/upload-file.ts';
import { failure } from '../upload/upload-texts.ts';

/** Bytes that arrived, but that the server has not read yet; a reload goes on from there. */
const sentFile = z.object({
  /** The signed address that took them. */
  url: z.string().min(1),
  /** Milliseconds since 1970, by this machine's clock; so below. */
  at: z.number(),
});

/** A file that the server has; it isn't sent again. The type is what the server saw it to be. */
const storedFile = z.object({ objectPath: z.string().min(1), type: mediaType, at: z.number() });

/** When the items will show: the same for all files of a bulk upload. */
const lot = z.object({
  status: mediaStatus,
  publishFrom: z.string().nullable(),
  publishUntil: z.string().nullable(),
});
export type Lot = z.infer<typeof lot>;
const shownAtOnce: Lot = { status: 'published', publishFrom: null, publishUntil: null };

/** A draft as the browser keeps it; what is damaged or of another version is left out where that is possible. */
export const keptDraft = z.object({
  /** For the server: it makes one item of this draft, however often it is asked to (decision 036). */
  key: z.string().min(16).catch(randomKey),
  /** Name, size and modified time: the same file is the same draft. */
  id: z.string().min(1),
  name: z.string().min(1),
  /** Bytes. */
  size: z.number().min(0),
  fields: fieldValues,
  /** The privacy was chosen or copied; another location leaves it alone. */
  privacyIsChosen: z.boolean(),
  /** The date was typed or copied, also when that left it empty: the file's own stays out. */
  dateIsChosen: z.boolean().catch(false),
  /** So with the species. */
  speciesAreChosen: z.boolean().catch(false),
  /** Of the file: keywords that are no tags yet, and fields whose words were cut. */
  notes: fileFacts.pick({ keywords: true, cut: true }).catch({ keywords: [], cut: [] }),
  lot: lot.catch(shownAtOnce),
  sent: sentFile.nullable().catch(null),
  stored: storedFile.nullable().catch(null),
  failure: failure.nullable().catch(null),
});

export interface Draft extends z.infer<typeof keptDraft> {
  /** Null after a reload, when the browser did not keep it. */
  file: File | null;
}

/** The same name, size and modified time: taken for the same file. */
export function draftIdOf(file: Pick<File, 'name' | 'size' | 'lastModified'>): string {
  return `${file.name}|${file.size}|${file.lastModified}`;
}

/** A new draft: title from the file name, type from the MIME type (spec §4 Bulk upload flow). */
export function buildDraft(file: File, lot = shownAtOnce): Draft {
  return {
    key: randomKey(),
    id: draftIdOf(file),
    name: file.name,
    size: file.size,
    file,
    fields: {
      ...blankFields,
      title: nameWithoutExtension(file.name),
      type: typeOfFile(file),
    },
    privacyIsChosen: false,
    dateIsChosen: false,
    speciesAreChosen: false,
    notes: { keywords: [], cut: [] },
    lot,
    sent: null,
    stored: null,
    failure: null,
  };
}

/** When the items of these drafts will show; those chosen later join them. */
export function lotOf([first]: readonly Draft[]): Lot {
  return first?.lot ?? shownAtOnce;
}

/** Why the server would refuse when they are to show; null: it would not. */
export function lotFault({ publishFrom, publishUntil }: Lot): string | null {
  return endsAfterStart(publishFrom, publishUntil) ? null : reason('end_before_start');
}

/** Changes fields by hand. */
export function editDraft(draft: Draft, change: Partial<FieldValues>): Draft {
  const { values: fields, privacyIsChosen } = editValues(
    { values: draft.fields, privacyIsChosen: draft.privacyIsChosen },
    change,
    null,
  );
  const dateIsChosen = draft.dateIsChosen || change.date !== undefined;
  const speciesAreChosen = draft.speciesAreChosen || change.species !== undefined;
  return { ...draft, fields, privacyIsChosen, dateIsChosen, speciesAreChosen };
}

/** As `editDraft`, for many at once: no choice for many tells a place exactly that is more than words. */
export function editAmongMany(draft: Draft, change: Partial<FieldValues>): Draft {
  const { locationPrivacy, ...others } = change;
  const location = change.location ?? draft.fields.location;
  const isTooExact = locationPrivacy === 'exact' && !isWordsOnly(location);
  return editDraft(draft, isTooExact ? others : change);
}

/** Gives a draft some tags and takes others off. */
export function changeTags(draft: Draft, add: readonly string[], remove: readonly string[]): Draft {
  const tags = [...new Set([...draft.fields.tags, ...add])].filter((tag) => !remove.includes(tag));
  return editDraft(draft, { tags });
}

/** Gives a draft some species, as most are seen, and takes others off, by their scientific names. */
export function changeSpecies(
  draft: Draft,
  add: readonly ItemSpecies[],
  remove: readonly string[],
): Draft {
  const named = (list: readonly ItemSpecies[]) =>
    list.map((one): [string, ItemSpecies] => [one.scientificName, one]);
  // How it was seen here stays.
  const species = new Map([...named(draft.fields.species), ...named(add)]);
  for (const [name, one] of named(draft.fields.species)) species.set(name, one);
  for (const name of remove) species.delete(name);
  return editDraft(draft, { species: [...species.values()].slice(0, MAX_ITEM_SPECIES) });
}

/** Nobody has given it another title than the name of its file. */
const hasFileTitle = ({ name, fields }: Draft) => fields.title === nameWithoutExtension(name);

/** Fills what is still empty with what the metadata says (spec §3). */
export function fillFacts(draft: Draft, words: Partial<FileWords>): Draft {
  const { date, location, description, tags, species } = draft.fields;
  const change: Partial<FieldValues> = {};
  if (words.title && hasFileTitle(draft)) change.title = words.title;
  if (words.date && !date) change.date = words.date;
  if (words.location && !location) change.location = words.location;
  if (words.description && !description) change.description = words.description;
  if (words.tags?.length && tags.length === 0) change.tags = words.tags;
  if (words.species?.length && species.length === 0) change.species = words.species;
  const { keywords = [], cut = [] } = words;
  const notes = keywords.length + cut.length > 0 ? { keywords, cut } : draft.notes;
  return { ...editDraft(draft, change), notes };
}

/** Gives a draft a tag that was made of one of its keywords. */
export function addTag(draft: Draft, tag: string): Draft {
  const { fields, notes } = draft;
  const isNamed = notes.keywords.some((word) => sameName(word, tag));
  if (!isNamed || fields.tags.includes(tag)) return draft;
  const keywords = notes.keywords.filter((word) => !sameName(word, tag));
  return { ...editDraft(draft, { tags: [...fields.tags, tag] }), notes: { ...notes, keywords } };
}

/** Fills what the server read, where the draft is empty and was so `before` the file was sent. */
export function fillServerFacts(
  draft: Draft,
  words: Partial<FileWords>,
  before: FieldValues,
): Draft {
  const isOpen = {
    title: before.title === draft.fields.title,
    date: !before.date && !draft.dateIsChosen,
    location: !before.location,
    description: !before.description,
    tags: before.tags.length === 0,
    species: before.species.length === 0 && !draft.speciesAreChosen,
    keywords: true,
    cut: true,
  };
  const open = Object.entries(words).filter(([name]) => isOpen[name as keyof typeof isOpen]);
  return fillFacts(draft, Object.fromEntries(open));
}

/** The choices of 'Confirm Upload' that go on (spec §4 Copy-from-first options). */
export type CopyChoice = 'fill-empty' | 'replace-all' | 'as-is';

/** As the spec lists them: what a picture shows is its own, so species are not among them (decision 069). */
const copiedNames = ['description', 'location', 'date', 'category', 'tags', 'type'] as const;

function isEmpty(value: string | readonly unknown[]): boolean {
  return typeof value === 'string' ? value.trim() === '' : value.length === 0;
}

/**
 * Copies fields from one draft to another. A location brings its privacy along, the stricter of
 * the two (product decisions §2), which later edits of the place then leave alone.
 */
export function copyFields(
  target: Draft,
  first: Draft,
  names: readonly (keyof FieldValues)[],
): Draft {
  const copied: Partial<FieldValues> = Object.fromEntries(
    names.map((name) => [name, structuredClone(first.fields[name])]),
  );
  const fields = { ...target.fields, ...copied };
  const chosen = {
    dateIsChosen: target.dateIsChosen || copied.date !== undefined,
    speciesAreChosen: target.speciesAreChosen || copied.species !== undefined,
  };
  if (isEmpty(copied.location ?? '')) return { ...target, ...chosen, fields };
  const { locationPrivacy } = fields;
  fields.locationPrivacy = stricterPrivacy(first.fields.locationPrivacy, locationPrivacy);
  return { ...target, ...chosen, fields, privacyIsChosen: true };
}

/** Copies from the first draft to all others; titles stay what they are. */
export function copyFromFirst(drafts: readonly Draft[], choice: CopyChoice): readonly Draft[] {
  const [first, ...others] = drafts;
  if (!first || choice === 'as-is') return drafts;
  const isCopied = (name: (typeof copiedNames)[number], { fields }: Draft) =>
    choice === 'replace-all' || (!isEmpty(first.fields[name]) && isEmpty(fields[name]));
  const copy = (draft: Draft) =>
    copyFields(
      draft,
      first,
      copiedNames.filter((name) => isCopied(name, draft)),
    );
  return [first, ...others.map(copy)];
}

/** What is sent to make an item of it; the server's word on the type counts (product decisions §2). */
export function toMediaInput({ key, name, fields, lot, stored }: Draft): MediaInput {
  const type = stored?.type ?? fields.type;
  return { ...fields, ...lot, key, type, imageUrl: stored?.objectPath ?? '', originalName: name };
}

export interface RefusedFile {
  name: string;
  why: FileRefusal | 'tooManyFiles' | 'alreadyChosen';
}

/** Files that fit: as many as the dialog promises, or as come with a folder. */
export function mostFiles(drafts: readonly Draft[], isFolder = false): number {
  return isFolder || drafts.length > MAX_BULK_FILES ? MAX_FOLDER_FILES : MAX_BULK_FILES;
}

/** Drafts with chosen files added; a file that cannot be taken is named with its reason, and the rest goes on. */
export function addFiles(drafts: readonly Draft[], files: readonly File[], isFolder = false) {
  const most = mostFiles(drafts, isFolder);
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const refused: RefusedFile[] = [];
  /** Ids of the drafts that got a file. */
  const taken: string[] = [];
  for (const file of files) {
    const id = draftIdOf(file);
    const known = byId.get(id);
    const isFull = !known && byId.size >= most;
    const why = refusalOf(file) ?? (known?.file ? 'alreadyChosen' : isFull ? 'tooManyFiles' : null);
    if (why) {
      refused.push({ name: file.name, why });
      continue;
    }
    taken.push(id);
    const failure = known?.failure?.stage === 'missing' ? null : known?.failure;
    byId.set(
      id,
      known ? { ...known, file, failure: failure ?? null } : buildDraft(file, lotOf(drafts)),
    );
  }
  return { drafts: [...byId.values()], taken, refused };
}

/** How far the file of a draft is. */
export type FileProgress = UploadProgress | { phase: 'queued'; sent: 0 };

/** `reading`: waits for the metadata of files that were chosen a moment ago. */
export type RunPhase = 'idle' | 'reading' | 'sending' | 'creating';

/** All that the bulk upload shows. */
export interface BulkState {
  drafts: readonly Draft[];
  /** Only of drafts whose file is on its way or waits for its turn. */
  progress: ReadonlyMap<string, FileProgress>;
  run: RunPhase;
  /** Files that were not taken, since the last choice. */
  refused: readonly RefusedFile[];
}

export const emptyState: BulkState = { drafts: [], progress: new Map(), run: 'idle', refused: [] };

type NotReady = 'busy' | 'noTitle' | 'tooLong' | 'noCategory' | 'endsFirst';

/** Looked for once for each change: at every key, a thousand drafts are asked. */
const knownFaults = new WeakMap<FieldValues, readonly unknown[]>();
function faultsOf(fields: FieldValues): readonly unknown[] {
  const faults = knownFaults.get(fields) ?? Object.values(textFaults(fields));
  knownFaults.set(fields, faults);
  return faults;
}

/** What keeps 'Upload All' from being pressed (spec §4), and of how many drafts; null for nothing. */
export function whyNotReady({ drafts, run }: BulkState): { why: NotReady; count: number } | null {
  if (run !== 'idle') return { why: 'busy', count: 0 };
  const faults = drafts.map(({ fields }) => faultsOf(fields));
  const missing = faults.filter((reasons) => reasons.includes('required_fields')).length;
  const tooLong = faults.filter((reasons) => reasons.length > 0).length;
  if (missing > 0) return { why: 'noTitle', count: missing };
  if (tooLong > 0) return { why: 'tooLong', count: tooLong };
  if (lotFault(lotOf(drafts))) return { why: 'endsFirst', count: 0 };
  return drafts[0]?.fields.category ? null : { why: 'noCategory', count: 0 };
}

/** Of several, the one that says most: bytes that move, then what holds them up. */
const phaseOrder = ['uploading', 'retrying', 'offline', 'optimizing'] as const;

/** The figures of the progress panel, for all files together. */
export function runTotals({ drafts, progress, run }: BulkState) {
  const phases = new Set([...progress.values()].map(({ phase }) => phase));
  // Files that were sent ahead may still be on their way while others are read.
  const isRun = run === 'creating' || (run === 'reading' && phases.size === 0);
  const phase: UploadPhase | 'creating' | 'reading' = isRun
    ? run
    : (phaseOrder.find((one) => phases.has(one)) ?? 'uploading');
  // What failed on its way is one of the files, but has no bytes to wait for.
  const totals = { files: drafts.length, stored: 0, sent: 0, bytes: 0, phase };
  for (const { id, stored, size } of drafts) {
    if (!stored && !progress.has(id)) continue;
    totals.bytes += size;
    totals.stored += stored ? 1 : 0;
    totals.sent += stored ? size : (progress.get(id)?.sent ?? 0);
  }
  return totals;
}
