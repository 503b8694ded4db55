import type { FileNotes, StoredUpload } from '@veldlicht/contract/draft';
import {
  type MediaInput,
  type MediaItem,
  mediaInput,
  type NewMedia,
} from '@veldlicht/contract/media';
import { useCallback, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFields } from '#components/form-fields.tsx';
import { serverText } from '#i18n/failure-text.ts';
import { notify } from '#lib/notify.ts';
import type { FormValues } from '../field-values.ts';
import {
  acceptFile,
  chooseFile,
  editForm,
  type FormState,
  forgetFile,
  refusalOfValues,
  startOf,
} from './form-state.ts';

export type MediaForm = ReturnType<typeof useMediaForm>;

const NO_NOTES: FileNotes = { keywords: [], cut: [] };

type Save = Parameters<typeof useFields<MediaInput, NewMedia>>[0]['save'];

/** The form of one item, filled by its files. */
export function useMediaForm(item: MediaItem | null, save: Save) {
  const { t } = useTranslation();
  const [start] = useState(() => startOf(item));
  const [state, setState] = useState(start);
  const latest = useRef(start);
  const element = useRef<HTMLFormElement>(null);

  /** Shows why the values are refused, and focuses the first invalid field. */
  const refuse = (errors: FieldErrors<MediaInput>) => {
    const reasons = Object.values(errors).map((error) => error?.message);
    notify.error(t('error'), serverText(refusalOfValues(reasons)));
    // After the fields have rendered as invalid.
    setTimeout(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid]:not([type=file])')?.focus(),
    );
  };
  const form = useFields<MediaInput, NewMedia>({
    schema: mediaInput,
    start: start.fields,
    save,
    onInvalid: refuse,
  });
  const { setValue, clearErrors } = form;
  const { errors, isDirty, isSubmitted } = form.formState;
  const isChecked = useRef(isSubmitted);
  isChecked.current = isSubmitted;

  const change = useCallback(
    (to: (last: FormState) => FormState) => {
      const before = new Map<string, unknown>(Object.entries(latest.current.fields));
      latest.current = to(latest.current);
      setState(latest.current);
      for (const [name, value] of Object.entries(latest.current.fields))
        if (value !== before.get(name))
          // Casts: entries forget their names.
          setValue(name as keyof MediaInput, value as never, {
            shouldDirty: true,
            shouldValidate: isChecked.current,
          });
    },
    [setValue],
  );

  /** Fills title and type; the metadata comes with the answer (spec §4 Single upload). */
  const fillFromFile = (file: File) => {
    clearErrors('imageUrl');
    change((last) => chooseFile(last, file));
  };

  return {
    ...state,
    ...form,
    element,
    isDirty,
    faults: Object.fromEntries(
      Object.entries(errors).map(([name, error]) => [name, error?.message]),
    ),
    edit: useCallback(
      (edited: Partial<FormValues>) => change((last) => editForm(last, edited)),
      [change],
    ),
    fillFromFile,
    fillFromAnswer: (answer: StoredUpload) => change((last) => acceptFile(last, answer)),
    notes: (state.pending ?? state.accepted)?.words ?? NO_NOTES,
    addTag: useCallback(
      (tag: string) => change((last) => editForm(last, { tags: [...last.fields.tags, tag] })),
      [change],
    ),
    forgetFile: () => change(forgetFile),
  };
}
