/**
 * What the form of one item holds, and how a file fills it, so that the words of one file never stay with another
 * (pure).
 */
import { objectOf } from '@veldlicht/contract/by-name';
import {
  blankFields,
  type FileMatches,
  type FileWords,
  nameWithoutExtension,
  noMatches,
  type StoredUpload,
  typeOfMime,
} from '@veldlicht/contract/draft';
import { toldTexts } from '@veldlicht/contract/item-fields';
import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import type {
  MediaInput,
  MediaItem,
  MediaPatch,
  MediaType,
  NewMedia,
} from '@veldlicht/contract/media';
import { holdsPosition, withoutPositions } from '@veldlicht/contract/position-shapes';
import { reason } from '@veldlicht/contract/reason';
import { changedOf } from '#lib/save-merged.ts';
import { editValues, suggestedPrivacy } from '../field-values.ts';

const blank = {
  ...blankFields,
  status: 'published' as MediaItem['status'],
  publishFrom: null as string | null,
  publishUntil: null as string | null,
  featured: false,
  imageUrl: '',
  focus: { x: 0.5, y: 0.5 },
  originalName: null as string | null,
};
export type FormValues = typeof blank;

/** What the form starts with: an item's own values, or the defaults of a new one. */
export function initialValues(item: MediaItem | null): FormValues {
  const own = new Map(Object.entries(item ?? {}));
  // Cast: `fromEntries` forgets the names.
  return Object.fromEntries(
    Object.entries(blank).map(([name, value]) => [name, own.get(name) ?? value]),
  ) as FormValues;
}

/** A file that was chosen, and what it fills where the form is empty. */
interface FileFills {
  file: Pick<File, 'name' | 'type'>;
  /** Of each field the first that was known. */
  facts: Partial<FileWords>;
  type: MediaType;
  /** Fields that somebody changed by hand since: the file fills them no more. */
  edited: readonly string[];
  /** Chosen by hand for its place. */
  privacy: LocationPrivacy | null;
}

export interface FormState {
  item: MediaItem | null;
  /** What is shown and saved. */
  values: FormValues;
  /** The same without the words of any file. */
  own: FormValues;
  privacyIsChosen: boolean;
  /** The last file that the server took: the one that will be saved. */
  accepted: FileFills | null;
  /** Items that may have it already. */
  matches: FileMatches;
  /** The one on its way. */
  pending: FileFills | null;
}

export function startOf(item: MediaItem | null): FormState {
  const values = initialValues(item);
  const files = { accepted: null, matches: noMatches, pending: null };
  return { item, values, own: values, privacyIsChosen: false, ...files };
}

/** What the form shows: its own values, and in the gaps what is known of the file. */
function shownValues({ item, own, accepted, pending }: FormState): FormValues {
  const fills = pending ?? accepted;
  if (!fills) return own;
  const isOpen = (name: string) => !fills.edited.includes(name);
  const values = { ...own };
  for (const name of ['title', 'date', 'location', 'description'] as const) {
    const fact = fills.facts[name];
    if (fact && isOpen(name) && own[name].trim() === '') values[name] = fact;
  }
  const { title, tags = [], species = [], category } = fills.facts;
  if (!title && isOpen('title') && own.title.trim() === '')
    values.title = nameWithoutExtension(fills.file.name);
  if (category && isOpen('category') && own.category === '') values.category = category;
  if (tags.length > 0 && isOpen('tags') && own.tags.length === 0) values.tags = tags;
  if (species.length > 0 && isOpen('species') && own.species.length === 0) values.species = species;
  if (values.location !== own.location) {
    const suggested = suggestedPrivacy(item, values.location);
    values.locationPrivacy = fills.privacy ?? stricterPrivacy(own.locationPrivacy, suggested);
  }
  // The type of an item that exists stays.
  if (!item && isOpen('type')) values.type = fills.type;
  return values;
}

/** The form after news of its files. */
function withFiles(state: FormState, news: Partial<FormState>): FormState {
  const next = { ...state, ...news };
  return { ...next, values: shownValues(next) };
}

/** The person changes fields. */
export function editForm(state: FormState, change: Partial<FormValues>): FormState {
  const { item, own, accepted, pending } = state;
  const { values, privacyIsChosen } = editValues(state, change, item);
  const { location, locationPrivacy: chosen } = change;
  const isPlace = location !== undefined || chosen !== undefined;
  const locationPrivacy = isPlace ? values.locationPrivacy : own.locationPrivacy;
  const isFilesPlace = state.values.location !== own.location;
  const edit = (fills: FileFills | null): FileFills | null => {
    if (!fills) return null;
    let { privacy } = fills;
    if (chosen && isFilesPlace && fills === (pending ?? accepted)) privacy = chosen;
    // A place that comes back is as guarded as anything chosen since.
    else if (chosen && privacy) privacy = stricterPrivacy(privacy, chosen);
    return { ...fills, privacy, edited: [...fills.edited, ...Object.keys(change)] };
  };
  const files = { accepted: edit(accepted), pending: edit(pending) };
  const next = { ...own, ...change, locationPrivacy };
  return { ...state, ...files, own: next, values, privacyIsChosen };
}

/** A file is chosen over the one that will be saved so far: the words of that one go (spec §4 Single upload). */
export function chooseFile(state: FormState, file: FileFills['file']): FormState {
  const pending = { file, facts: {}, type: typeOfMime(file.type), edited: [], privacy: null };
  return withFiles(state, { pending });
}

/** The file was refused or stopped: nothing of it stays, and the one before it is the item's again. */
export function forgetFile(state: FormState): FormState {
  return withFiles(state, { pending: null });
}

/** The file is stored: its address, its true type, and what it says of itself. */
export function acceptFile(state: FormState, answer: StoredUpload): FormState {
  const { pending } = state;
  const originalName = pending?.file.name ?? state.own.originalName;
  const own = { ...state.own, imageUrl: answer.objectPath, originalName };
  if (!pending) return withFiles(state, { own });
  const edited = pending.edited.filter((name) => name !== 'type');
  const accepted = { ...pending, facts: answer.words, type: answer.type, edited };
  return withFiles(state, { own, accepted, matches: answer.matches, pending: null });
}

/** What was changed. A place and what may be known of it go together: no choice holds for another text. */
export function patchOf(item: MediaItem, values: NewMedia): MediaPatch {
  const patch: MediaPatch = changedOf(item, values);
  const { location, locationPrivacy } = values;
  const isPlace = 'location' in patch || 'locationPrivacy' in patch;
  return isPlace ? { ...patch, location, locationPrivacy } : patch;
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
