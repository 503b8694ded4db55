import type { MediaItem, NewMedia } from '@veldlicht/contract/media';
import type { FinaliseAnswer } from '@veldlicht/contract/upload';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { serverText } from '#i18n/failure-text.ts';
import { ApiError } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { typeOfFile } from '../upload/file-checks.ts';
import type { FileNotes } from '../upload/file-notes.tsx';
import { useKnownWords, wordsOf } from '../upload/file-words.ts';
import { readMetadata } from '../upload/metadata.ts';
import {
  acceptFile,
  addFacts,
  checkValues,
  chooseFile,
  editForm,
  type FormValues,
  forgetFile,
  refusalOfValues,
  startOf,
} from './form-state.ts';

export type MediaForm = ReturnType<typeof useMediaForm>;

const NO_NOTES: FileNotes = { keywords: [], cut: [] };
const notesOf = (facts: Partial<FileNotes> = {}): FileNotes => ({ ...NO_NOTES, ...facts });

/** The form of one item. */
export function useMediaForm(item: MediaItem | null) {
  const { t } = useTranslation();
  const [start] = useState(() => startOf(item));
  const [state, setState] = useState(start);
  const element = useRef<HTMLFormElement>(null);
  const words = useKnownWords();
  const known = useRef(words);
  known.current = words;

  /** A file was chosen: title, type, and what its metadata says (spec §4 Single upload). */
  const fillFromFile = async (file: File) => {
    setState((last) => chooseFile(last, file));
    if (typeOfFile(file) === 'video') return;
    try {
      const facts = await readMetadata(file);
      setState((last) => addFacts(last, file, wordsOf(facts, known.current)));
    } catch (error) {
      // Never fatal: the server reads the file too (spec §8).
      console.warn('The metadata could not be read', error);
    }
  };

  /** The values as they are sent; null when they can't be: that is said, and the first wrong field has the focus. */
  const check = (values: FormValues): NewMedia | null => {
    const { checked, faults } = checkValues(values);
    flushSync(() => setState((last) => ({ ...last, faults, isChecked: true })));
    if (checked) return checked;
    notify.error(t('error'), serverText(refusalOfValues(Object.values(faults))));
    element.current?.querySelector<HTMLElement>('[aria-invalid]:not([type=file])')?.focus();
    return null;
  };

  /** Puts what the server says of single fields beside them. */
  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    const fields = Object.entries(error.fields).filter(([name]) => name in start.values);
    setState((last) => ({ ...last, faults: { ...last.faults, ...Object.fromEntries(fields) } }));
  };

  return {
    ...state,
    element,
    isDirty: JSON.stringify(state.values) !== JSON.stringify(start.values),
    edit: useCallback(
      (change: Partial<FormValues>) => setState((last) => editForm(last, change)),
      [],
    ),
    fillFromFile,
    fillFromAnswer: (answer: FinaliseAnswer) =>
      setState((last) => acceptFile(last, answer, known.current)),
    notes: notesOf((state.pending ?? state.accepted)?.facts),
    addTag: useCallback(
      (tag: string) => setState((last) => editForm(last, { tags: [...last.values.tags, tag] })),
      [],
    ),
    forgetFile: () => setState(forgetFile),
    check,
    showRefusal,
  };
}
