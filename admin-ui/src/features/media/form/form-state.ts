/**
 * The form of one item: what it holds, and how a file fills it, so that the words of one file never
 * stay with another (pure).
 */
import { stricterPrivacy } from '@veldlicht/contract/location';
import {
  type MediaInput,
  type MediaItem,
  type MediaPatch,
  type MediaType,
  mediaInput,
  type NewMedia,
} from '@veldlicht/contract/media';
import { holdsPosition, withoutPositions } from '@veldlicht/contract/position-shapes';
import { reason } from '@veldlicht/contract/reason';
import type { FileFacts, FinaliseAnswer } from '@veldlicht/contract/upload';
import { changedOf } from '#lib/save-merged.ts';
import {
  blankFields,
  editValues,
  type Faults,
  type FieldValues,
  suggestedPrivacy,
} from '../field-values.ts';
import { nameWithoutExtension, typeOfFile } from '../upload/file-checks.ts';

const blank = {
  ...blankFields,
  alt: '',
  status: 'published' as MediaItem['status'],
  publishFrom: null as string | null,
  publishUntil: null as string | null,
  featured: false,
  imageUrl: '',
  focus: { x: 0.5, y: 0.5 },
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

/** The part of the form that a file may fill. */
export type FileValues = Omit<FieldValues, 'category' | 'tags'>;

/** A file that was chosen, and the form around that moment. */
export interface FileFills {
  file: Pick<File, 'name' | 'type'>;
  /** Before it was chosen. */
  before: FileValues;
  /** Without the words of any file. */
  blank: FileValues;
  /** As the file left it. */
  filled: FileValues;
  /** Somebody chose the privacy by hand: it stays when the place goes. */
  privacyIsChosen: boolean;
}

export interface FormState {
  values: FormValues;
  faults: Faults;
  /** After the first try to save, what is typed is checked at once. */
  isChecked: boolean;
  privacyIsChosen: boolean;
  /** The last file that the server took: the one that will be saved. */
  accepted: FileFills | null;
  /** The one on its way. */
  pending: FileFills | null;
}

export function startOf(item: MediaItem | null): FormState {
  const values = initialValues(item);
  const files = { accepted: null, pending: null };
  return { values, faults: {}, isChecked: false, privacyIsChosen: false, ...files };
}

/** The values as they are sent, or the first reason of each field why they can't be. */
export function checkValues(values: FormValues): { checked?: NewMedia; faults: Faults } {
  const { data, error } = mediaInput.safeParse(values);
  if (data) return { checked: data, faults: {} };
  const issues = error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  return { faults: Object.fromEntries(issues.toReversed()) };
}

/** The person changes fields. */
export function editForm(
  state: FormState,
  change: Partial<FormValues>,
  item: MediaItem | null,
): FormState {
  const { values, privacyIsChosen } = editValues(state, change, item);
  const now = state.isChecked ? checkValues(values).faults : {};
  const faults = { ...state.faults };
  for (const name of Object.keys(change)) faults[name] = now[name];
  const keepPrivacy = (fills: FileFills | null) =>
    fills && change.locationPrivacy ? { ...fills, privacyIsChosen: true } : fills;
  const files = { accepted: keepPrivacy(state.accepted), pending: keepPrivacy(state.pending) };
  return { ...state, ...files, values, faults, privacyIsChosen };
}

/** Something other than a hand fills fields; one that is filled lacks nothing any more. */
function write(state: FormState, change: Partial<FormValues>): FormState {
  const faults = { ...state.faults };
  const before = new Map<string, unknown>(Object.entries(state.values));
  for (const [name, value] of Object.entries(change))
    if (value && value !== before.get(name)) delete faults[name];
  return { ...state, faults, values: { ...state.values, ...change } };
}

/** The form with what nobody changed since the file filled it set to `to`. */
export function revert(form: FileValues, fills: FileFills, to: FileValues): FileValues {
  const { filled } = fills;
  const back = <K extends keyof FileValues>(name: K): FileValues[K] =>
    form[name] === filled[name] ? to[name] : form[name];
  const location = back('location');
  let { locationPrivacy } = form;
  if (location !== form.location) {
    if (!fills.privacyIsChosen) locationPrivacy = back('locationPrivacy');
    // A place that comes back is as guarded as it was.
    if (location) locationPrivacy = stricterPrivacy(locationPrivacy, to.locationPrivacy);
  }
  const texts = { title: back('title'), date: back('date'), description: back('description') };
  return { ...texts, location, locationPrivacy, type: back('type') };
}

/** The file was refused or stopped: nothing of it stays, and the one before it is the item's again. */
export function forgetFile(state: FormState): FormState {
  const { pending } = state;
  if (!pending) return state;
  return { ...write(state, revert(state.values, pending, pending.before)), pending: null };
}

type KnownFacts = Partial<FileFacts> & { title?: string; type?: MediaType };

/** What is known of one of the files goes where the form is empty, each field at most once. */
function fill(
  state: FormState,
  which: 'accepted' | 'pending',
  { type, ...facts }: KnownFacts,
  item: MediaItem | null,
): FormState {
  const fills = state[which];
  if (!fills) return state;
  const { values } = state;
  const added: Partial<FileValues> = {};
  for (const name of ['title', 'date', 'location', 'description'] as const) {
    const fact = facts[name];
    const isOpen = values[name].trim() === '' && fills.filled[name] === fills.blank[name];
    if (fact && isOpen) added[name] = fact;
  }
  if (added.location) {
    const suggested = suggestedPrivacy(item, added.location);
    added.locationPrivacy = stricterPrivacy(values.locationPrivacy, suggested);
  }
  // The type of an item that exists stays.
  if (type && !item) added.type = type;
  return { ...write(state, added), [which]: { ...fills, filled: { ...fills.filled, ...added } } };
}

function fileValuesOf({ title, date, location, description, type, locationPrivacy }: FileValues) {
  return { title, date, location, description, type, locationPrivacy };
}

/** A file is chosen over the one that will be saved so far: the words of that one go (spec §4 Single upload). */
export function chooseFile(
  state: FormState,
  file: FileFills['file'],
  item: MediaItem | null,
): FormState {
  const last = forgetFile(state);
  const before = fileValuesOf(last.values);
  const clean = last.accepted ? revert(before, last.accepted, last.accepted.blank) : before;
  const pending = { file, before, blank: clean, filled: clean, privacyIsChosen: false };
  const { imageUrl: _, ...faults } = last.faults;
  const chosen = { ...write(last, clean), faults, pending };
  const facts = { title: nameWithoutExtension(file.name), type: typeOfFile(file) };
  return fill(chosen, 'pending', facts, item);
}

/** The browser has read the file; another may have been chosen meanwhile, or this one refused. */
export function addFacts(
  state: FormState,
  file: FileFills['file'],
  facts: FileFacts,
  item: MediaItem | null,
): FormState {
  const which = (['pending', 'accepted'] as const).find((one) => state[one]?.file === file);
  return which ? fill(state, which, facts, item) : state;
}

/** The file is stored: its address, its true type, and what only the server could read. */
export function acceptFile(
  state: FormState,
  { objectPath, type, facts }: FinaliseAnswer,
  item: MediaItem | null,
): FormState {
  const stored = write(state, { imageUrl: objectPath });
  if (!stored.pending) return stored;
  const filled = fill(stored, 'pending', { ...facts, type }, item);
  return { ...filled, accepted: filled.pending, pending: null };
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

const publicTexts = ['title', 'description', 'alt', 'tags', 'category'] as const;
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
export function withoutPositionsInTexts({ title, description, alt, tags }: FormValues) {
  return {
    title: withoutPositions(title),
    description: withoutPositions(description),
    alt: withoutPositions(alt),
    tags: tags.filter((tag) => !holdsPosition(tag)),
  };
}
