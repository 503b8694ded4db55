import type { MediaType } from '@veldlicht/contract/media';
import type { FinaliseAnswer } from '@veldlicht/contract/upload';
import { ACCEPTED_TEXT } from '@veldlicht/contract/upload';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#i18n/failure-text.ts';
import { listText } from '#i18n/list-text.ts';
import { serverText } from '#i18n/server-text.ts';
import { notify } from '#lib/notify.ts';
import { MAX_FILE_TEXT, refusalOf, typeOfFile } from '../upload/file-checks.ts';
import {
  isFileRefused,
  UploadError,
  type UploadProgress,
  type UploadStage,
  uploadFile,
} from '../upload/upload-file.ts';

export type UploadState =
  | { is: 'idle' }
  | { is: 'busy'; file: File; progress: UploadProgress }
  /** With a file: another try with it may help. */
  | { is: 'failed'; file: File | null; message: string }
  | { is: 'done'; file: File };

const stageText = {
  ticket: 'failedToGetUploadUrl',
  put: 'failedToUpload',
  finalise: 'failedToProcess',
} as const satisfies Record<UploadStage, string>;

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

  const messageOf = (error: unknown): string => {
    if (!(error instanceof UploadError)) return reasonText(error);
    const what = t(stageText[error.stage], { file: error.fileName });
    return error.reason ? `${what}: ${serverText(error.reason)}` : what;
  };

  const start = async (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    // What was refused is over with a new try.
    notify.clearError();
    const { signal } = controller;
    const show = (next: UploadState) => !signal.aborted && setState(next);
    show({ is: 'busy', file, progress: { phase: 'uploading', sent: 0 } });
    try {
      const onProgress = (progress: UploadProgress) => show({ is: 'busy', file, progress });
      const answer = await uploadFile(file, { signal, onProgress });
      if (type && answer.type !== type) {
        show({ is: 'failed', file: null, message: t('serverTypeMismatch') });
        onRefused();
        notify.error(t('error'), t('failedToUploadFile'));
        return;
      }
      show({ is: 'done', file });
      onDone(answer);
      notify.success(t('fileUploaded'));
    } catch (error) {
      if (signal.aborted) return;
      const message = messageOf(error);
      const refused = isFileRefused(error);
      show({ is: 'failed', file: refused ? null : file, message });
      if (refused) onRefused();
      // Why stands beside the file.
      notify.error(t('error'), t('failedToUploadFile'));
    }
  };

  /** Starts with a file that passes the checks; answers whether it does. */
  const choose = (file: File): boolean => {
    const refusal = refusalOf(file);
    const message = refusal
      ? t(refusal, { size: MAX_FILE_TEXT, formats: listText(ACCEPTED_TEXT, t('or')) })
      : type && typeOfFile(file) !== type && t('serverTypeMismatch');
    if (message) {
      running.current?.abort();
      setState({ is: 'failed', file: null, message });
      notify.error(t('error'), t('failedToUploadFile'));
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
