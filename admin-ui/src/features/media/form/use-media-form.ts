import { zodResolver } from '@hookform/resolvers/zod';
import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import {
  type MediaInput,
  type MediaItem,
  mediaInput,
  type NewMedia,
} from '@veldlicht/contract/media';
import type { FileFacts, FinaliseAnswer } from '@veldlicht/contract/upload';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#lib/api-error.ts';
import { nameWithoutExtension, typeOfFile } from '../upload/file-checks.ts';
import { readMetadata } from '../upload/metadata.ts';
import {
  type FileFills,
  type FileHistory,
  type FilledField,
  noFiles,
  privacyAfterRefusal,
  privacyWithout,
  shownFile,
  staleFields,
  textsAfterRefusal,
  typeAfterRefusal,
} from './file-fills.ts';
import { initialValues, suggestedPrivacy } from './form-values.ts';

const factFields = ['date', 'location', 'description'] as const;
const dirty = { shouldDirty: true };

/** The form of one item, and how a file fills it. */
export function useMediaForm(item: MediaItem | null) {
  const form = useForm<MediaInput, unknown, NewMedia>({
    defaultValues: initialValues(item),
    resolver: zodResolver(mediaInput),
  });
  const [fileName, setFileName] = useState<string | null>(null);
  const files = useRef(noFiles);

  const setFiles = (next: FileHistory) => {
    files.current = next;
    setFileName(shownFile(next)?.name ?? null);
  };
  const texts = () => {
    const [title, date, location, description] = form.getValues([
      'title',
      'date',
      'location',
      'description',
    ]);
    return {
      title,
      date: date ?? '',
      location: location ?? '',
      description: description ?? '',
    };
  };
  const privacy = () => form.getValues('locationPrivacy') ?? 'exact';
  const setPrivacy = (next: LocationPrivacy) => form.setValue('locationPrivacy', next, dirty);
  const fill = (fills: FileFills, name: FilledField, value: string) => {
    fills.texts[name] = value;
    form.setValue(name, value, dirty);
    if (value) form.clearErrors(name);
  };

  /** Fills what is empty, each field at most once per file. */
  const fillFacts = (facts: FileFacts, fills: FileFills) => {
    for (const name of factFields) {
      const fact = facts[name];
      if (!fact || name in fills.texts || form.getValues(name)) continue;
      fill(fills, name, fact);
      if (name !== 'location') continue;
      const before = privacy();
      const since = stricterPrivacy(before, suggestedPrivacy(item, fact));
      fills.privacy = { before, since };
      setPrivacy(since);
    }
  };

  /** A file was chosen: title, type, and what its metadata says (spec §4 Single upload). */
  const fillFromFile = async (file: File) => {
    const last = shownFile(files.current);
    const stale = staleFields(last, texts());
    for (const name of stale) form.setValue(name, '', dirty);
    if (stale.includes('location')) setPrivacy(privacyWithout(last, privacy()));
    const type = typeOfFile(file);
    const fills: FileFills = { name: file.name, type, texts: {} };
    setFiles({ ...files.current, current: fills });
    form.clearErrors('imageUrl');
    if (!item) form.setValue('type', type, dirty);
    if (!form.getValues('title').trim()) fill(fills, 'title', nameWithoutExtension(file.name));
    if (type === 'video') return;
    try {
      const facts = await readMetadata(file);
      // Another file may have been chosen meanwhile, or this one refused.
      if (shownFile(files.current) === fills) fillFacts(facts, fills);
    } catch (error) {
      // Never fatal: the server reads the file too (spec §8).
      console.warn('The metadata could not be read', error);
    }
  };

  /** The file is stored: its address, its true type, and what only the server could read. */
  const fillFromAnswer = (answer: FinaliseAnswer) => {
    const { current } = files.current;
    const accepted = current && { ...current, type: answer.type };
    setFiles({ accepted, current: null });
    form.setValue('imageUrl', answer.objectPath, dirty);
    form.clearErrors('imageUrl');
    if (!item) form.setValue('type', answer.type, dirty);
    if (accepted) fillFacts(answer.facts, accepted);
  };

  /** The file was refused or stopped: nothing of it stays, and the one before it is the item's again. */
  const forgetFile = () => {
    if (!files.current.current) return;
    const back = textsAfterRefusal(files.current, texts());
    // Cast: `entries` forgets the names.
    for (const [name, text] of Object.entries(back) as [FilledField, string][])
      form.setValue(name, text, dirty);
    if (back.location !== undefined)
      setPrivacy(privacyAfterRefusal(files.current, privacy(), back.location));
    const type = form.getValues('type');
    if (!item && type) form.setValue('type', typeAfterRefusal(files.current, type), dirty);
    setFiles({ ...files.current, current: null });
  };

  /** The privacy was chosen by hand: it stays when a file's place goes. */
  const keepPrivacy = () => {
    delete files.current.accepted?.privacy;
    delete files.current.current?.privacy;
  };

  /** Puts what the server says of single fields beside them. */
  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    const names = Object.keys(form.getValues());
    for (const [name, message] of Object.entries(error.fields)) {
      // Cast: checked to be one of the form's own names.
      if (names.includes(name)) form.setError(name as keyof MediaInput, { message });
    }
  };

  return { form, fileName, fillFromFile, fillFromAnswer, forgetFile, keepPrivacy, showRefusal };
}
