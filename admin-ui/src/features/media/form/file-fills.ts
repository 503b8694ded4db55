/** What files filled into the form, so that one file's words never stay with another. */

import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import type { MediaType } from '@veldlicht/contract/media';

export type FilledField = 'title' | 'date' | 'location' | 'description';

/** A file, the type it set and the texts it filled in. */
export interface FileFills {
  name: string;
  type: MediaType;
  texts: Partial<Record<FilledField, string>>;
  /** What visitors may know of the place: before the file filled in its own, and since. */
  privacy?: { before: LocationPrivacy; since: LocationPrivacy };
}

export interface FileHistory {
  /** The last file that the server took: the one that will be saved. */
  accepted: FileFills | null;
  /** The one on its way. */
  current: FileFills | null;
}

export const noFiles: FileHistory = { accepted: null, current: null };

/** The file whose words are in the form now. */
export function shownFile({ accepted, current }: FileHistory): FileFills | null {
  return current ?? accepted;
}

type Texts = Record<FilledField, string>;

function fieldsOf(fills: FileFills | null): [FilledField, string][] {
  // Cast: `entries` forgets the names.
  return Object.entries(fills?.texts ?? {}) as [FilledField, string][];
}

/** The texts to empty: those of a file that nobody has changed since. */
export function staleFields(fills: FileFills | null, form: Texts): FilledField[] {
  return fieldsOf(fills)
    .filter(([name, text]) => form[name] === text)
    .map(([name]) => name);
}

/**
 * The texts to set when the file on its way is refused or stopped: its own go, and those of the
 * file before it, which is still the item's, come back where nothing else stands.
 */
export function textsAfterRefusal({ accepted, current }: FileHistory, form: Texts): Partial<Texts> {
  const stale = staleFields(current, form);
  const emptied = Object.fromEntries(stale.map((name) => [name, '']));
  const back = fieldsOf(accepted).filter(([name]) => stale.includes(name) || form[name] === '');
  return { ...emptied, ...Object.fromEntries(back) };
}

/** The privacy once a file's place is emptied: as it was before, unless somebody chose another since. */
export function privacyWithout(fills: FileFills | null, form: LocationPrivacy): LocationPrivacy {
  return fills?.privacy?.since === form ? fills.privacy.before : form;
}

/** The privacy to set with the `location` of `textsAfterRefusal`: a place that comes back is as guarded as it was. */
export function privacyAfterRefusal(
  { accepted, current }: FileHistory,
  form: LocationPrivacy,
  location: string,
): LocationPrivacy {
  const without = privacyWithout(current, form);
  return location && accepted?.privacy ? stricterPrivacy(without, accepted.privacy.since) : without;
}

/**
 * The type to set then: what somebody chose over it stays, else it is that of the file before it, or of
 * an empty form.
 */
export function typeAfterRefusal({ accepted, current }: FileHistory, form: MediaType): MediaType {
  return form === current?.type ? (accepted?.type ?? 'photo') : form;
}
