import type { MediaType } from '@veldlicht/contract/media';
import type { FinaliseAnswer } from '@veldlicht/contract/upload';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#i18n/failure-text.ts';
import { notify } from '#lib/notify.ts';
import { refusalOf, typeOfFile } from '../upload/file-checks.ts';
import {
  isFileRefused,
  UploadError,
  type UploadProgress,
  uploadFile,
} from '../upload/upload-file.ts';
import { failureWords, limitWords } from '../upload/upload-texts.ts';

export type UploadState =
  | { is: 'idle' }
  | { is: 'busy'; file: File; progress: UploadProgress }
  /** With a file: another try with it may help. */
  | { is: 'failed'; file: File | null; message: string }
  | { is: 'done'; file: File };

interface UploadEvents {
  /** The type that an existing item has and keeps. */
  type: MediaType | null;
  onDone: (answer: FinaliseAnswer) => void;
  /** The server does not want this file. */
  onRefused: () => void;
}

/** The one upload of the dialog: starts at once, can be stopped, ends with the dialog. */
export function useMediaUpload({ type, onDone, onRefused }: UploadEvents) {
  const { t } = useTranslation();
  const [state, setState] = useState<UploadState>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const fail = (file: File | null, message: string) => {
    setState({ is: 'failed', file, message });
    // Why is said beside the file.
    notify.error(t('error'), t('failedToUploadFile'));
  };
  const start = async (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    // What was refused is over with a new try.
    notify.clearError();
    const { signal } = controller;
    const onProgress = (progress: UploadProgress) => {
      if (!signal.aborted) setState({ is: 'busy', file, progress });
    };
    onProgress({ phase: 'uploading', sent: 0 });
    try {
      const answer = await uploadFile(file, { signal, onProgress });
      if (type && answer.type !== type) {
        fail(null, t('type_mismatch'));
        onRefused();
        return;
      }
      setState({ is: 'done', file });
      onDone(answer);
      notify.success(t('fileUploaded'));
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = isFileRefused(error);
      const message =
        error instanceof UploadError ? failureWords(file.name, error) : reasonText(error);
      fail(isRefused ? null : file, message);
      if (isRefused) onRefused();
    }
  };

  /** Starts with a file that passes the checks; answers whether it does. */
  const choose = (file: File): boolean => {
    const refusal = refusalOf(file);
    const message = refusal
      ? limitWords(refusal)
      : type && typeOfFile(file) !== type && t('type_mismatch');
    if (message) {
      running.current?.abort();
      fail(null, message);
      return false;
    }
    void start(file);
    return true;
  };

  const cancel = () => {
    running.current?.abort();
    setState({ is: 'idle' });
  };

  return { state, choose, cancel };
}
