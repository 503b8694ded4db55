/** One file of a bulk upload on its way to becoming an item (spec §3 Bulk-upload draft). */
import { MAX_DESCRIPTION, MAX_LOCATION, MAX_TITLE } from '@veldlicht/contract/limits';
import type { LocationPrivacy } from '@veldlicht/contract/location';
import type { MediaInput, MediaType } from '@veldlicht/contract/media';
import { isWordsOnly } from '@veldlicht/contract/position-shapes';
import type { FileFacts } from '@veldlicht/contract/upload';
import { randomKey } from '#lib/random-key.ts';
import type { UploadStage } from '#lib/upload-file.ts';
import { nameWithoutExtension, typeOfFile } from '../form/file-checks.ts';
import { suggestedPrivacy } from '../form/form-values.ts';

/** What the person fills in. */
export interface DraftFields {
  title: string;
  description: string;
  location: string;
  locationPrivacy: LocationPrivacy;
  /** yyyy-mm-dd, or empty. */
  date: string;
  /** Empty: not chosen yet. */
  category: string;
  tags: string[];
  type: MediaType;
}

/** Longest texts of an item, in characters. */
export const longest = { title: MAX_TITLE, description: MAX_DESCRIPTION, location: MAX_LOCATION };

/** Whether a text is longer than the server takes it. */
export function isTooLong(name: keyof typeof longest, text: string): boolean {
  return text.trim().length > longest[name];
}

/** Takes a change of some fields; the same function for the life of a card. */
export type OnEdit = (change: Partial<DraftFields>) => void;

/** A file that the server has; it isn't sent again. */
export interface StoredFile {
  objectPath: string;
  /** What the server saw it to be. */
  type: MediaType;
  /** Milliseconds since 1970, by this machine's clock. */
  at: number;
}

/** Bytes that arrived, but that the server has not read yet; a reload goes on from there. */
export interface SentFile {
  /** The signed address that took them. */
  url: string;
  /** Milliseconds since 1970, by this machine's clock. */
  at: number;
}

/** Why it is not an item yet. `missing`: the file has to be chosen again. */
export interface DraftFailure {
  stage: UploadStage | 'create' | 'missing';
  /** The server's text, when it gave one. */
  reason: string | null;
}

export interface Draft {
  /** For the server: it makes one item of this draft, however often it is asked to (decision 036). */
  key: string;
  /** Name, size and modified time: the same file is the same draft. */
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
  /** Null after a reload, when the browser did not keep it. */
  file: File | null;
  fields: DraftFields;
  /** The privacy was chosen or copied; another location leaves it alone. */
  privacyIsChosen: boolean;
  /** The date was typed or copied, also when that left it empty: the file's own stays out. */
  dateIsChosen: boolean;
  sent: SentFile | null;
  stored: StoredFile | null;
  failure: DraftFailure | null;
}

type FileIdentity = Pick<File, 'name' | 'size' | 'lastModified'>;

/** The same name, size and modified time: taken for the same file. */
export function draftIdOf({ name, size, lastModified }: FileIdentity): string {
  return `${name}|${size}|${lastModified}`;
}

/** A new draft: title from the file name, type from the MIME type (spec §4 Bulk upload flow). */
export function buildDraft(file: File): Draft {
  return {
    key: randomKey(),
    id: draftIdOf(file),
    name: file.name,
    size: file.size,
    modified: file.lastModified,
    file,
    fields: {
      title: nameWithoutExtension(file.name),
      description: '',
      location: '',
      locationPrivacy: 'exact',
      date: '',
      category: '',
      tags: [],
      type: typeOfFile(file),
    },
    privacyIsChosen: false,
    dateIsChosen: false,
    sent: null,
    stored: null,
    failure: null,
  };
}

/**
 * Changes fields by hand. A location proposes its privacy, unless one has been chosen; "exact" was
 * chosen for the text that stood there.
 */
export function editDraft(draft: Draft, change: Partial<DraftFields>): Draft {
  const fields = { ...draft.fields, ...change };
  const isForOther =
    change.location !== undefined &&
    fields.locationPrivacy === 'exact' &&
    !isWordsOnly(change.location);
  const privacyIsChosen =
    change.locationPrivacy !== undefined || (draft.privacyIsChosen && !isForOther);
  if (change.location !== undefined && !privacyIsChosen)
    fields.locationPrivacy = suggestedPrivacy(null, change.location);
  const dateIsChosen = draft.dateIsChosen || change.date !== undefined;
  return { ...draft, fields, privacyIsChosen, dateIsChosen };
}

/** What the metadata says goes where nothing stands yet (spec §3). */
export function fillFacts(draft: Draft, facts: FileFacts): Draft {
  const { date, location, description } = draft.fields;
  const change: Partial<DraftFields> = {};
  if (facts.date && !date) change.date = facts.date;
  if (facts.location && !location) change.location = facts.location;
  if (facts.description && !description) change.description = facts.description;
  return editDraft(draft, change);
}

/**
 * What the server read of a file that was sent ahead, while the draft is still looked at: goes where nothing
 * stands, and nothing stood when the file went.
 */
export function fillServerFacts(draft: Draft, facts: FileFacts, before: DraftFields): Draft {
  return fillFacts(draft, {
    date: before.date || draft.dateIsChosen ? null : facts.date,
    location: before.location ? null : facts.location,
    description: before.description ? null : facts.description,
  });
}

/**
 * The capture date that only the server could read, as of AVIF and films, where there is none. Its
 * place stays out: nobody would see it, or what visitors learn of it, before the item exists.
 */
export function fillServerDate(draft: Draft, { date }: FileFacts): Draft {
  if (!date || draft.fields.date || draft.dateIsChosen) return draft;
  return { ...draft, fields: { ...draft.fields, date } };
}

/** What is sent to make an item of it; the server's word on the type counts (product decisions §2). */
export function toMediaInput({ key, fields, stored }: Draft): MediaInput {
  return {
    ...fields,
    key,
    type: stored?.type ?? fields.type,
    imageUrl: stored?.objectPath ?? '',
  };
}
