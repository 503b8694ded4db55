/** State of the form of one item and of the files chosen in it (pure). */
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
import { publicTextFields } from '@veldlicht/contract/item-fields';
import type { MediaInput, MediaItem, MediaType } from '@veldlicht/contract/media';
import { holdsPosition, withoutPositions } from '@veldlicht/contract/position-shapes';
import { reason } from '@veldlicht/contract/reason';
import { type FormValues, initialValues } from '../field-values.ts';

interface ChosenFile {
  file: Pick<File, 'name' | 'type'>;
  type: MediaType;
  /** Null until the server has read it. */
  words: FileWords | null;
  /** Fields that were emptied by hand before: the file fills them; when it is forgotten they are empty again. */
  emptied: string[];
}

export interface FormState extends EditedFields<FormValues> {
  item: MediaItem | null;
  /** Names of the fields that a file filled. */
  filled: string[];
  /** The last stored file, which will be saved. */
  accepted: ChosenFile | null;
  /** Items that may have it already. */
  matches: FileMatches;
  /** The file being uploaded. */
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

/** Returns the reason to show for invalid values: a missing field first, else the first fault. */
export function refusalOfValues(faults: readonly (string | undefined)[]): string {
  const missing = reason('required_fields');
  return faults.includes(missing) ? missing : (faults.find(Boolean) ?? reason('not_valid'));
}

const publicTexts = [...publicTextFields, 'tags', 'category'] as const;
export type PublicText = (typeof publicTexts)[number];
type PublicTexts = Pick<MediaInput, PublicText>;

/** Names of public texts that hold a position, which keeps the item off the site (decision 020). */
export function textsWithPosition(values: PublicTexts): PublicText[] {
  return publicTexts.filter((name) => [values[name] ?? ''].flat().some(holdsPosition));
}

/** Names of texts to ask about before saving: not those whose position was allowed before. */
export function doubtfulTexts(item: MediaItem | null, values: PublicTexts): PublicText[] {
  const isSaid = (name: PublicText) =>
    item?.positionAllowed === true &&
    !item.withheld &&
    JSON.stringify(values[name]) === JSON.stringify(item[name]);
  return textsWithPosition(values).filter((name) => !isSaid(name));
}

/** Removes positions from texts, and tags that hold one; the category stays. */
export function withoutPositionsInTexts(values: FormValues) {
  return {
    ...objectOf(publicTextFields, (name) => withoutPositions(values[name])),
    tags: values.tags.filter((tag) => !holdsPosition(tag)),
  };
}
