import { zodResolver } from '@hookform/resolvers/zod';
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
import { nameWithoutExtension, typeOfFile } from './file-checks.ts';
import { initialValues, suggestedPrivacy } from './form-values.ts';
import { readMetadata } from './metadata.ts';

const factFields = ['date', 'location', 'description'] as const;
type FilledField = 'title' | (typeof factFields)[number];
const dirty = { shouldDirty: true };

/** The form of one item, and how a file fills it. */
export function useMediaForm(item: MediaItem | null) {
  const form = useForm<MediaInput, unknown, NewMedia>({
    defaultValues: initialValues(item),
    resolver: zodResolver(mediaInput),
  });
  const [fileName, setFileName] = useState<string | null>(null);

  // What the last file filled in, so that another file does not inherit its title or its place.
  const fromFile = useRef(new Map<FilledField, string>());
  const fill = (name: FilledField, value: string) => {
    fromFile.current.set(name, value);
    form.setValue(name, value, dirty);
  };
  const forgetLastFile = () => {
    for (const [name, value] of fromFile.current)
      if (form.getValues(name) === value) form.setValue(name, '', dirty);
    fromFile.current.clear();
  };

  /** Fills what is empty, each field at most once per file. */
  const fillFacts = (facts: FileFacts, filled: Set<string>) => {
    for (const name of factFields) {
      const fact = facts[name];
      if (!fact || filled.has(name) || form.getValues(name)) continue;
      filled.add(name);
      fill(name, fact);
      if (name === 'location')
        form.setValue('locationPrivacy', suggestedPrivacy(item, fact), dirty);
    }
  };

  /** A file was chosen: title, type, and what its metadata says (spec §4 Single upload). */
  const fillFromFile = async (file: File, filled: Set<string>) => {
    setFileName(file.name);
    forgetLastFile();
    form.clearErrors('imageUrl');
    const type = typeOfFile(file);
    if (!item) form.setValue('type', type, dirty);
    if (!form.getValues('title').trim()) {
      fill('title', nameWithoutExtension(file.name));
      form.clearErrors('title');
    }
    if (type === 'video') return;
    try {
      fillFacts(await readMetadata(file), filled);
    } catch (error) {
      // Never fatal: the server reads the file too (spec §8).
      console.warn('The metadata could not be read', error);
    }
  };

  /** The file is stored: its address, its true type, and what only the server could read. */
  const fillFromAnswer = (answer: FinaliseAnswer, filled: Set<string>) => {
    form.setValue('imageUrl', answer.objectPath, dirty);
    form.clearErrors('imageUrl');
    if (!item) form.setValue('type', answer.type, dirty);
    fillFacts(answer.facts, filled);
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

  return { form, fileName, fillFromFile, fillFromAnswer, showRefusal };
}
