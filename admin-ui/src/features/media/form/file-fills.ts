/** What a file fills into the form, so that its words never stay with another file (pure). */
import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import type { MediaItem, MediaType } from '@veldlicht/contract/media';
import type { FileFacts } from '@veldlicht/contract/upload';
import { suggestedPrivacy } from './form-values.ts';

/** The part of the form that a file may fill. */
export interface FileValues {
  title: string;
  date: string;
  location: string;
  description: string;
  type: MediaType;
  locationPrivacy: LocationPrivacy;
}

/** A file that was chosen, and the form around that moment. */
export interface FileFills {
  name: string;
  /** Before it was chosen. */
  before: FileValues;
  /** Without the words of any file. */
  blank: FileValues;
  /** As the file left it. */
  filled: FileValues;
  /** Somebody chose the privacy by hand: it stays when the place goes. */
  privacyIsChosen: boolean;
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

/** A file is chosen over the one that will be saved so far. The words of that one go. */
export function startFills(form: FileValues, last: FileFills | null, name: string): FileFills {
  const blank = last ? revert(form, last, last.blank) : form;
  return { name, before: form, blank, filled: blank, privacyIsChosen: false };
}

export type KnownFacts = Partial<FileFacts> & { title?: string };

/** What is known of the file goes where the form is empty, each field at most once. */
export function fillFacts(
  form: FileValues,
  fills: FileFills,
  facts: KnownFacts,
  item: Pick<MediaItem, 'location' | 'locationPrivacy'> | null,
): { fills: FileFills; added: Partial<FileValues> } {
  const added: Partial<FileValues> = {};
  for (const name of ['title', 'date', 'location', 'description'] as const) {
    const fact = facts[name];
    const isOpen = form[name].trim() === '' && fills.filled[name] === fills.blank[name];
    if (fact && isOpen) added[name] = fact;
  }
  if (added.location) {
    const suggested = suggestedPrivacy(item, added.location);
    added.locationPrivacy = stricterPrivacy(form.locationPrivacy, suggested);
  }
  return { fills: { ...fills, filled: { ...fills.filled, ...added } }, added };
}
