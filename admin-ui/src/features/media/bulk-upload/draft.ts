/** Drafts of the bulk upload and their changes (spec §3 Bulk-upload draft; pure). */
import { pick } from '@veldlicht/contract/by-name';
import {
  type DraftField,
  type DraftLot,
  draftOf,
  SHOWN_AT_ONCE,
  type Draft as StoredDraft,
} from '@veldlicht/contract/draft';
import { editFields, isEmptyField } from '@veldlicht/contract/edited-fields';
import { MAX_BULK_FILES, MAX_FILE_NAME, MAX_FOLDER_FILES } from '@veldlicht/contract/limits';
import { stricterPrivacy } from '@veldlicht/contract/location';
import { endsAfterStart, type MediaInput } from '@veldlicht/contract/media';
import { sameName } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import { oncePer } from '#lib/once-per.ts';
import { randomKey } from '#lib/random-key.ts';
import { type FieldValues, textFaults } from '../field-values.ts';
import { draftNames } from '../fields.ts';
import { listsAfter, nameOf, type RowChange } from '../table/row-change.ts';
import { type FileRefusal, refusalOf } from '../upload/file-checks.ts';
import type { UploadPhase, UploadProgress } from '../upload/upload-file.ts';
import type { Failure } from '../upload/upload-texts.ts';

/** A draft of the server, with its file if it was chosen in this window. */
export interface Draft extends Omit<StoredDraft, 'failure'> {
  failure: Failure | null;
  file: File | null;
}

/** Files with an equal key count as the same file. */
const keyOf = ({ name, size, modified }: Pick<Draft, 'name' | 'size' | 'modified'>) =>
  `${name}|${size}|${modified}`;

/** Builds the payload that creates a draft. */
export function fileOf({ id, name, size, modified, file }: Draft) {
  return { id, name, size, modified: modified ?? 0, mime: file?.type ?? '' };
}

export function buildDraft(file: File, lot = SHOWN_AT_ONCE): Draft {
  const { size, lastModified: modified, type } = file;
  const name = file.name.slice(0, MAX_FILE_NAME);
  return {
    ...draftOf({ id: randomKey(), name, size, modified, mime: type.slice(0, 100) }, lot),
    file,
  };
}

/** Whether its bytes are neither here nor on the server, so that the file has to be chosen again. */
export function isMissing({ file, stored, sent, failure }: Draft): boolean {
  return !file && !stored && !sent && failure?.stage !== 'finalise';
}

/** Status and dates that all drafts share. */
export function lotOf([first]: readonly Draft[]): DraftLot {
  return first?.lot ?? SHOWN_AT_ONCE;
}

/** Returns why the server would refuse the dates, or null. */
export function lotFault({ publishFrom, publishUntil }: DraftLot): string | null {
  return endsAfterStart(publishFrom, publishUntil) ? null : reason('end_before_start');
}

export const editDraft = (draft: Draft, change: Partial<FieldValues>): Draft => ({
  ...draft,
  ...editFields(draft, change, null),
});

/** Changes a draft as a row of the table, alone or among many. */
export function changeDraft(draft: Draft, change: RowChange): Draft {
  const given = draftNames.filter((name) => change[name] !== undefined);
  const edited = given.length > 0 ? editDraft(draft, pick(change, given)) : draft;
  const after = listsAfter(edited.fields, change);
  const moved = (['tags', 'species'] as const).filter(
    (name) => after[name].map(nameOf).join() !== edited.fields[name].map(nameOf).join(),
  );
  return moved.length > 0 ? editDraft(edited, pick(after, moved)) : edited;
}

/** Adds a tag that was made of a keyword to a draft with that keyword. */
export function addTag(draft: Draft, tag: string): Draft {
  const { fields, notes } = draft;
  const isNamed = notes.keywords.some((word) => sameName(word, tag));
  if (!isNamed || fields.tags.includes(tag)) return draft;
  const keywords = notes.keywords.filter((word) => !sameName(word, tag));
  return { ...editDraft(draft, { tags: [...fields.tags, tag] }), notes: { ...notes, keywords } };
}

/** The choices of 'Confirm Upload' but Cancel (spec §4 Copy-from-first options). */
export type CopyChoice = 'fill-empty' | 'replace-all' | 'as-is';

/** By the spec; species are not copied, as they belong to one picture (decision 022). */
const copiedNames = ['description', 'location', 'date', 'category', 'tags', 'type'] as const;

/** Copies fields to a draft. A location brings the stricter of both privacies, as if chosen. */
export function copyFields(target: Draft, first: Draft, names: readonly DraftField[]): Draft {
  const copied: Partial<FieldValues> = structuredClone(pick(first.fields, names));
  const locationPrivacy = stricterPrivacy(
    first.fields.locationPrivacy,
    target.fields.locationPrivacy,
  );
  const isPlaced = !isEmptyField(copied.location ?? '');
  return editDraft(target, { ...copied, ...(isPlaced && { locationPrivacy }) });
}

/** Copies from the first draft to all others, except titles. */
export function copyFromFirst(drafts: readonly Draft[], choice: CopyChoice): readonly Draft[] {
  const [first, ...others] = drafts;
  if (!first || choice === 'as-is') return drafts;
  const isCopied = (name: (typeof copiedNames)[number], { fields }: Draft) =>
    choice === 'replace-all' || (!isEmptyField(first.fields[name]) && isEmptyField(fields[name]));
  const copy = (draft: Draft) =>
    copyFields(
      draft,
      first,
      copiedNames.filter((name) => isCopied(name, draft)),
    );
  return [first, ...others.map(copy)];
}

/** Builds the input of its item. The type read by the server wins. */
export function toMediaInput({ id: key, name, fields, lot, stored }: Draft): MediaInput {
  const type = stored?.type ?? fields.type;
  return { ...fields, ...lot, key, type, imageUrl: stored?.objectPath ?? '', originalName: name };
}

export interface RefusedFile {
  name: string;
  why: FileRefusal | 'tooManyFiles';
}

/** The limit of drafts: that of the dialog, or that of a folder. */
export function mostFiles(drafts: readonly Draft[], isFolder = false): number {
  return isFolder || drafts.length > MAX_BULK_FILES ? MAX_FOLDER_FILES : MAX_BULK_FILES;
}

/**
 * Adds chosen files; files of known drafts without bytes rejoin them. Names refused files with their reasons, and
 * counts those that the list has already.
 */
export function addFiles(drafts: readonly Draft[], files: readonly File[], isFolder = false) {
  const most = mostFiles(drafts, isFolder);
  const next = [...drafts];
  const places = new Map(next.map((draft, index) => [keyOf(draft), index]));
  const refused: RefusedFile[] = [];
  const taken: Draft[] = [];
  let known = 0;
  for (const file of files) {
    const fresh = buildDraft(file, lotOf(drafts));
    const place = places.get(keyOf(fresh));
    const before = place === undefined ? undefined : next[place];
    if (before && (before.file || before.stored)) {
      known += 1;
      continue;
    }
    const isFull = !before && next.length >= most;
    const why = refusalOf(file) ?? (isFull ? 'tooManyFiles' : null);
    if (why) {
      refused.push({ name: file.name, why });
      continue;
    }
    const draft = before ? { ...before, file, failure: null } : fresh;
    taken.push(draft);
    next[place ?? next.length] = draft;
    places.set(keyOf(draft), place ?? next.length - 1);
  }
  return { drafts: next, taken, refused, known };
}

/** Sorts drafts by these ids; others come last. */
export function inOrder(drafts: readonly Draft[], ids: readonly string[]): Draft[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Draft) => places.get(id) ?? ids.length;
  return drafts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export type FileProgress = UploadProgress | { phase: 'queued'; sent: 0 };

export type RunPhase = 'idle' | 'sending' | 'creating';

export interface BulkState {
  drafts: readonly Draft[];
  /** By draft; only files being sent or queued. */
  progress: ReadonlyMap<string, FileProgress>;
  run: RunPhase;
  /** Files refused at the last choice. */
  refused: readonly RefusedFile[];
  /** Of the server's drafts. */
  loading: 'under way' | 'failed' | 'done';
  /** Why changes could not be written; null if they were. */
  notSaved: Error | null;
}

/** Whether only this window has its bytes; refused ones do not count. */
export const holdsBytes = ({ file, stored, failure }: Draft): boolean =>
  file !== null && !stored && failure?.stage !== 'finalise';

export const emptyState: BulkState = {
  drafts: [],
  progress: new Map(),
  run: 'idle',
  refused: [],
  loading: 'under way',
  notSaved: null,
};

export const firstUncategorized = (drafts: readonly Draft[]): Draft | null =>
  drafts.find(({ fields }) => fields.category === '') ?? null;

/** Whether the others are to get their category from the first one (spec §4). */
export const isOnlyFirstFilled = (drafts: readonly Draft[]): boolean =>
  drafts.slice(1).every(({ fields }) => fields.category === '');

type NotReady = 'busy' | 'noTitle' | 'tooLong' | 'noCategory' | 'endsFirst';

/** Cached by the fields: each key press checks a thousand drafts. */
const faultsOf = oncePer((fields: FieldValues): readonly unknown[] =>
  Object.values(textFaults(fields)),
);

/** Why 'Upload All' is disabled (spec §4), and for how many drafts; null if it is not. */
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

/** Of several phases the first is shown. */
const phaseOrder = ['uploading', 'retrying', 'offline', 'optimizing'] as const;

/** Sums up the files for the progress panel; sizes in bytes. */
export function runTotals({ drafts, progress, run }: BulkState) {
  const phases = new Set([...progress.values()].map(({ phase }) => phase));
  const phase: UploadPhase | 'creating' =
    run === 'creating' ? run : (phaseOrder.find((one) => phases.has(one)) ?? 'uploading');
  // A failed file counts, but its bytes do not.
  const totals = { files: drafts.length, stored: 0, sent: 0, bytes: 0, phase };
  for (const { id, stored, size } of drafts) {
    if (!stored && !progress.has(id)) continue;
    totals.bytes += size;
    totals.stored += stored ? 1 : 0;
    totals.sent += stored ? size : (progress.get(id)?.sent ?? 0);
  }
  return totals;
}
