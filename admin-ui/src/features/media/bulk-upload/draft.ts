/** Files of a bulk upload on their way to becoming media items (spec §3 Bulk-upload draft; pure). */

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

/** A draft as this window has it: the server's, and the file where it was chosen here. */
export interface Draft extends Omit<StoredDraft, 'failure'> {
  failure: Failure | null;
  file: File | null;
}

/** The same name, size and modified time: taken for the same file. */
const keyOf = ({ name, size, modified }: Pick<Draft, 'name' | 'size' | 'modified'>) =>
  `${name}|${size}|${modified}`;

/** The facts of a file that the server makes a draft of. */
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

/** Its bytes are neither here nor on the server: the file has to be chosen again. */
export function isMissing({ file, stored, sent, failure }: Draft): boolean {
  return !file && !stored && !sent && failure?.stage !== 'finalise';
}

/** When the items of these drafts will show; those chosen later join them. */
export function lotOf([first]: readonly Draft[]): DraftLot {
  return first?.lot ?? SHOWN_AT_ONCE;
}

/** Why the server would refuse when they are to show; null: it would not. */
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

/** Gives a draft a tag that was made of one of its keywords. */
export function addTag(draft: Draft, tag: string): Draft {
  const { fields, notes } = draft;
  const isNamed = notes.keywords.some((word) => sameName(word, tag));
  if (!isNamed || fields.tags.includes(tag)) return draft;
  const keywords = notes.keywords.filter((word) => !sameName(word, tag));
  return { ...editDraft(draft, { tags: [...fields.tags, tag] }), notes: { ...notes, keywords } };
}

/** The choices of 'Confirm Upload' that go on (spec §4 Copy-from-first options). */
export type CopyChoice = 'fill-empty' | 'replace-all' | 'as-is';

/** As the spec lists them: what a picture shows is its own, so species are not among them (decision 069). */
const copiedNames = ['description', 'location', 'date', 'category', 'tags', 'type'] as const;

/**
 * Copies fields from one draft to another. A location brings its privacy along, the stricter of
 * the two (product decisions §2), which later edits of the place then leave alone.
 */
export function copyFields(target: Draft, first: Draft, names: readonly DraftField[]): Draft {
  const copied: Partial<FieldValues> = structuredClone(pick(first.fields, names));
  const locationPrivacy = stricterPrivacy(
    first.fields.locationPrivacy,
    target.fields.locationPrivacy,
  );
  const isPlaced = !isEmptyField(copied.location ?? '');
  return editDraft(target, { ...copied, ...(isPlaced && { locationPrivacy }) });
}

/** Copies from the first draft to all others; titles stay what they are. */
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

/** What is sent to make an item of it; the server's word on the type counts (product decisions §2). */
export function toMediaInput({ id: key, name, fields, lot, stored }: Draft): MediaInput {
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
  const next = [...drafts];
  const places = new Map(next.map((draft, index) => [keyOf(draft), index]));
  const refused: RefusedFile[] = [];
  const taken: Draft[] = [];
  for (const file of files) {
    const fresh = buildDraft(file, lotOf(drafts));
    const place = places.get(keyOf(fresh));
    const known = place === undefined ? undefined : next[place];
    const isHere = known && (known.file || known.stored);
    const isFull = !known && next.length >= most;
    const why = refusalOf(file) ?? (isHere ? 'alreadyChosen' : isFull ? 'tooManyFiles' : null);
    if (why) {
      refused.push({ name: file.name, why });
      continue;
    }
    const draft = known ? { ...known, file, failure: null } : fresh;
    taken.push(draft);
    next[place ?? next.length] = draft;
    places.set(keyOf(draft), place ?? next.length - 1);
  }
  return { drafts: next, taken, refused };
}

/** Sorts drafts by these ids; others come last. */
export function inOrder(drafts: readonly Draft[], ids: readonly string[]): Draft[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Draft) => places.get(id) ?? ids.length;
  return drafts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** How far the file of a draft is. */
export type FileProgress = UploadProgress | { phase: 'queued'; sent: 0 };

export type RunPhase = 'idle' | 'sending' | 'creating';

/** All that the bulk upload shows. */
export interface BulkState {
  drafts: readonly Draft[];
  /** Only of drafts whose file is on its way or waits for its turn. */
  progress: ReadonlyMap<string, FileProgress>;
  run: RunPhase;
  /** Files that were not taken, since the last choice. */
  refused: readonly RefusedFile[];
  /** Whether the drafts of last time are there. */
  loading: 'under way' | 'failed' | 'done';
  /** Why the server does not have what is shown here; null: it has. */
  notSaved: Error | null;
}

/** Whether its bytes are in this window alone; those that the server has refused are no loss. */
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

type NotReady = 'busy' | 'noTitle' | 'tooLong' | 'noCategory' | 'endsFirst';

/** Cached by the fields: each key press checks a thousand drafts. */
const faultsOf = oncePer((fields: FieldValues): readonly unknown[] =>
  Object.values(textFaults(fields)),
);

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
  const phase: UploadPhase | 'creating' =
    run === 'creating' ? run : (phaseOrder.find((one) => phases.has(one)) ?? 'uploading');
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
