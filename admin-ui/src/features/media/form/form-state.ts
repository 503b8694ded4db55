/**
 * What the form of one item holds, and how a file fills it, so that the words of one file never stay with another
 * (pure).
 */
import { objectOf } from '@veldlicht/contract/by-name';
import {
  blankFields,
  type FileMatches,
  type FileWords,
  noMatches,
  type StoredUpload,
  typeOfMime,
} from '@veldlicht/contract/draft';
import {
  type EditedFields,
  editFields,
  filledNames,
  fillFields,
  isEmptyField,
  NO_WORDS,
  wordsOfFile,
} from '@veldlicht/contract/edited-fields';
import { toldTexts } from '@veldlicht/contract/item-fields';
import type { MediaInput, MediaItem, MediaType } from '@veldlicht/contract/media';
import { holdsPosition, withoutPositions } from '@veldlicht/contract/position-shapes';
import { reason } from '@veldlicht/contract/reason';
import { type FormValues, initialValues } from '../field-values.ts';

/** A file that was chosen. */
interface ChosenFile {
  file: Pick<File, 'name' | 'type'>;
  type: MediaType;
  /** Null until the server has read it. */
  words: FileWords | null;
  /** Names of fields that somebody had emptied before: it fills them, and without it they are empty again. */
  emptied: string[];
}

export interface FormState extends EditedFields<FormValues> {
  item: MediaItem | null;
  /** Names of the fields that a file filled. */
  filled: string[];
  /** The last file that the server took: the one that will be saved. */
  accepted: ChosenFile | null;
  /** Items that may have it already. */
  matches: FileMatches;
  /** The file on its way. */
  pending: ChosenFile | null;
}

export function startOf(item: MediaItem | null): FormState {
  return {
    item,
    fields: initialValues(item),
    edited: [],
    filled: [],
    accepted: null,
    matches: noMatches,
    pending: null,
  };
}

/** Fills the form from its newest file, in place of the one before. */
function fillForm(state: FormState): FormState {
  const { item, edited, accepted, pending } = state;
  const chosen = pending ?? accepted;
  const words = chosen ? wordsOfFile(chosen.file.name, chosen.words) : NO_WORDS;
  const next = { ...state, ...fillFields(state, words, item) };
  // The type of an existing item stays.
  if (item || edited.includes('type')) return next;
  return { ...next, fields: { ...next.fields, type: chosen?.type ?? blankFields.type } };
}

/** Changes fields by hand. */
export const editForm = (state: FormState, change: Partial<FormValues>): FormState => ({
  ...state,
  ...editFields(state, change, state.item),
});

/** Chooses a file over the one that would be saved; it fills what is empty (spec §4 Single upload). */
export function chooseFile(state: FormState, file: ChosenFile['file']): FormState {
  const { fields, edited: before } = state;
  const isEmptied = (name: string) =>
    filledNames.some((one) => one === name && isEmptyField(fields[one]));
  const emptied = [...(state.pending?.emptied ?? []), ...before.filter(isEmptied)];
  const edited = before.filter((name) => name !== 'type' && !emptied.includes(name));
  const pending = { file, type: typeOfMime(file.type), words: null, emptied };
  return fillForm({ ...state, edited, pending });
}

/** Forgets a file that was refused or stopped: the one before it is the item's again. */
export function forgetFile(state: FormState): FormState {
  const edited = [...state.edited, ...(state.pending?.emptied ?? [])];
  return fillForm({ ...state, edited, pending: null });
}

/** Takes the stored file: its address, its true type and its words. */
export function acceptFile(state: FormState, answer: StoredUpload): FormState {
  const { pending } = state;
  const originalName = pending?.file.name ?? state.fields.originalName;
  const fields = { ...state.fields, imageUrl: answer.objectPath, originalName };
  if (!pending) return { ...state, fields };
  const edited = state.edited.filter((name) => name !== 'type');
  const { type, words, matches } = answer;
  const accepted = { ...pending, type, words };
  return fillForm({ ...state, fields, edited, accepted, matches, pending: null });
}

/** What the notice says of values that can't be saved, in English: that something is missing, else the first fault. */
export function refusalOfValues(faults: readonly (string | undefined)[]): string {
  const missing = reason('required_fields');
  return faults.includes(missing) ? missing : (faults.find(Boolean) ?? reason('not_valid'));
}

const publicTexts = [...toldTexts, 'tags', 'category'] as const;
export type PublicText = (typeof publicTexts)[number];
type PublicTexts = Pick<MediaInput, PublicText>;

/** The public texts that hold a position: the item stays off the site with them (decision 042). */
export function textsWithPosition(values: PublicTexts): PublicText[] {
  return publicTexts.filter((name) => [values[name] ?? ''].flat().some(holdsPosition));
}

/** Whether saving these values needs a word about them: not if somebody has said to publish these very texts. */
export function doubtfulTexts(item: MediaItem | null, values: PublicTexts): PublicText[] {
  const isSaid = (name: PublicText) =>
    item?.positionAllowed === true &&
    !item.withheld &&
    JSON.stringify(values[name]) === JSON.stringify(item[name]);
  return textsWithPosition(values).filter((name) => !isSaid(name));
}

/** The texts without positions, and without tags that are called after one; a category stays. */
export function withoutPositionsInTexts(values: FormValues) {
  return {
    ...objectOf(toldTexts, (name) => withoutPositions(values[name])),
    tags: values.tags.filter((tag) => !holdsPosition(tag)),
  };
}
