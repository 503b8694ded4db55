import { zodResolver } from '@hookform/resolvers/zod';
import {
  type MediaInput,
  type MediaItem,
  mediaInput,
  type NewMedia,
} from '@veldlicht/contract/media';
import type { FinaliseAnswer } from '@veldlicht/contract/upload';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api-error.ts';
import { notify } from '#lib/notify.ts';
import { randomKey } from '#lib/random-key.ts';
import { useCreateMedia, useUpdateMedia } from '../media-queries.ts';
import { nameWithoutExtension, typeOfFile } from '../upload/file-checks.ts';
import { readMetadata } from '../upload/metadata.ts';
import {
  type FileFills,
  type FileValues,
  fillFacts,
  type KnownFacts,
  revert,
  startFills,
} from './file-fills.ts';
import { initialValues, patchOf } from './form-values.ts';

export type MediaForm = UseFormReturn<MediaInput, unknown, NewMedia>;

/** The form of one item, and how a file fills it. */
export function useMediaForm(item: MediaItem | null) {
  const form: MediaForm = useForm<MediaInput, unknown, NewMedia>({
    defaultValues: initialValues(item),
    resolver: zodResolver(mediaInput),
  });
  const [fileName, setFileName] = useState<string | null>(null);
  /** The last file that the server took: the one that will be saved. */
  const accepted = useRef<FileFills | null>(null);
  /** The one on its way. */
  const pending = useRef<FileFills | null>(null);

  const read = (): FileValues => {
    const { title, date, location, description, type, locationPrivacy } = form.getValues();
    return {
      title,
      date: date ?? '',
      location: location ?? '',
      description: description ?? '',
      type: type ?? 'photo',
      locationPrivacy: locationPrivacy ?? 'exact',
    };
  };
  const write = (values: Partial<FileValues>) => {
    const now = read();
    // Cast: `keys` forgets the names.
    for (const name of Object.keys(values) as Array<keyof FileValues>) {
      const value = values[name];
      if (value === undefined || value === now[name]) continue;
      form.setValue(name, value, { shouldDirty: true });
      if (value) form.clearErrors(name);
    }
  };
  const setFiles = (files: { accepted: FileFills | null; pending: FileFills | null }) => {
    accepted.current = files.accepted;
    pending.current = files.pending;
    setFileName((files.pending ?? files.accepted)?.name ?? null);
  };
  /** Puts into the form what a file fills in now. */
  const fill = (fills: FileFills, facts: KnownFacts): FileFills => {
    const next = fillFacts(read(), fills, facts, item);
    write(next.added);
    return next.fills;
  };
  /** The type of an item that exists stays. */
  const setType = (fills: FileFills, type: FileValues['type']): FileFills => {
    if (item) return fills;
    write({ type });
    return { ...fills, filled: { ...fills.filled, type } };
  };

  /** The file was refused or stopped: nothing of it stays, and the one before it is the item's again. */
  const forgetFile = () => {
    const fills = pending.current;
    if (!fills) return;
    write(revert(read(), fills, fills.before));
    setFiles({ accepted: accepted.current, pending: null });
  };

  /** A file was chosen: title, type, and what its metadata says (spec §4 Single upload). */
  const fillFromFile = async (file: File) => {
    forgetFile();
    const type = typeOfFile(file);
    const start = startFills(read(), accepted.current, file.name);
    write(start.filled);
    form.clearErrors('imageUrl');
    const title = nameWithoutExtension(file.name);
    setFiles({ accepted: accepted.current, pending: fill(setType(start, type), { title }) });
    if (type === 'video') return;
    const chosen = start.before;
    try {
      const facts = await readMetadata(file);
      // Another file may have been chosen meanwhile, or this one refused.
      for (const files of [pending, accepted])
        if (files.current?.before === chosen) files.current = fill(files.current, facts);
    } catch (error) {
      // Never fatal: the server reads the file too (spec §8).
      console.warn('The metadata could not be read', error);
    }
  };

  /** The file is stored: its address, its true type, and what only the server could read. */
  const fillFromAnswer = (answer: FinaliseAnswer) => {
    form.setValue('imageUrl', answer.objectPath, { shouldDirty: true });
    form.clearErrors('imageUrl');
    if (!pending.current) return;
    const fills = setType(pending.current, answer.type);
    setFiles({ accepted: fill(fills, answer.facts), pending: null });
  };

  /** The privacy was chosen by hand: it stays when a file's place goes. */
  const keepPrivacy = () => {
    for (const files of [pending, accepted])
      if (files.current) files.current = { ...files.current, privacyIsChosen: true };
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

/** Creates a new item, or sends what was changed of one that exists. */
export function useSaveMedia(item: MediaItem | null) {
  const create = useCreateMedia();
  const update = useUpdateMedia();
  const { t } = useTranslation();
  // Saved again after an answer that was lost, it is still one item.
  const [key] = useState(randomKey);
  const save = (
    values: NewMedia,
    outcome: { onSuccess: () => void; onError: (error: unknown) => void },
  ) => {
    if (!item) return create.mutate({ ...values, key }, outcome);
    const { positionAllowed, ...rest } = values;
    // Sent also when it was said before: it is about the positions that are in the texts now.
    const patch = { ...patchOf(item, rest), ...(positionAllowed && { positionAllowed }) };
    if (Object.keys(patch).length > 0) return update.mutate({ item, patch }, outcome);
    // As saved already.
    outcome.onSuccess();
    notify.success(t('mediaItemUpdated'));
  };
  return { save, isPending: create.isPending || update.isPending };
}
