/** The file of an item: its picker, preview and upload. */
import { type StoredUpload, typeOfMime } from '@veldlicht/contract/draft';
import { objectPosition } from '@veldlicht/contract/focus';
import type { MediaItem, MediaType } from '@veldlicht/contract/media';
import { Download, FileImage, ImageUp } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { classNames } from '#lib/class-names.ts';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { notify } from '#lib/notify.ts';
import { itemPath } from '../media-items.ts';
import { PICKER_ACCEPT, refusalOf } from '../upload/file-checks.ts';
import { ProgressBar } from '../upload/progress-bar.tsx';
import {
  isFileRefused,
  UploadError,
  type UploadProgress,
  uploadFile,
} from '../upload/upload-file.ts';
import {
  failureWords,
  limitWords,
  percentOf,
  phaseTexts,
  progressWords,
} from '../upload/upload-texts.ts';
import { useFileUrl } from '../upload/use-file-url.ts';
import { FocusPicture, MIDDLE } from './focus-picture.tsx';

type UploadState =
  | { is: 'idle' }
  | { is: 'busy'; file: File; progress: UploadProgress }
  /** With a file: retrying may help. */
  | { is: 'failed'; file: File | null; message: string }
  | { is: 'done'; file: File };

interface UploadEvents {
  /** Type of an existing item, which the file must have. */
  type: MediaType | null;
  onDone: (answer: StoredUpload) => void;
  /** The server or a check refused the file. */
  onRefused: () => void;
}

/** Uploads one file at a time; aborts on unmount. */
export function useMediaUpload({ type, onDone, onRefused }: UploadEvents) {
  const { t } = useTranslation();
  const [state, setState] = useState<UploadState>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const fail = (file: File | null, message: string) => {
    setState({ is: 'failed', file, message });
    // The reason stands beside the file.
    notify.error(t('error'), t('failedToUploadFile'));
  };
  const start = async (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    // A new attempt clears the last error.
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

  /** Uploads a file that passes the checks; returns whether it does. */
  const choose = (file: File): boolean => {
    const refusal = refusalOf(file);
    const message = refusal
      ? limitWords(refusal)
      : type && typeOfMime(file.type) !== type && t('type_mismatch');
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

interface FilePreviewProps {
  /** The chosen file; shown in place of the stored one. */
  file: File | null;
  item: MediaItem | null;
  /** A picture by the server, for formats that the browser can't decode. */
  storedUrl: string | null;
  focus: MediaItem['focus'];
  /** Id of the text on the focus point. */
  hint: string;
  onFocus: (focus: MediaItem['focus']) => void;
}

function FilePreview({ file, item, storedUrl, focus, hint, onFocus }: FilePreviewProps) {
  const { t } = useTranslation();
  const fileUrl = useFileUrl(file);
  const [broken, setBroken] = useState<string[]>([]);
  const shown = (url: string) => ({
    src: url,
    onError: () => setBroken((urls) => [...urls, url]),
  });
  if (file && fileUrl && typeOfMime(file.type) === 'video' && !broken.includes(fileUrl))
    return (
      <video
        {...shown(fileUrl)}
        muted
        controls
        playsInline
        preload="metadata"
        className="size-full object-contain"
      />
    );
  const stored = storedUrl ?? (file ? null : item && thumbnailUrl(item, 800));
  const url = [fileUrl, stored].find((one) => one && !broken.includes(one));
  if (url)
    return <FocusPicture {...shown(url)} key={url} focus={focus} hint={hint} onChange={onFocus} />;
  return (
    <div className="grid size-full place-items-center text-center text-small text-muted">
      <span className="flex flex-col items-center gap-2 px-4">
        <FileImage className="size-7" />
        {file?.name}
        <span>{t('noPreview')}</span>
      </span>
    </div>
  );
}

interface UploadStatusProps {
  state: UploadState;
  onCancel: () => void;
  onRetry: (file: File) => void;
}

/** Progress and outcome of the upload, below the picture. */
function UploadStatus({ state, onCancel, onRetry }: UploadStatusProps) {
  const { t } = useTranslation();
  const phase = state.is === 'busy' ? state.progress.phase : null;
  const percent = state.is === 'busy' ? percentOf(state.progress.sent, state.file.size) : 0;
  const words = state.is === 'busy' ? progressWords(state.file.size, state.progress) : null;
  const failedFile = state.is === 'failed' ? state.file : null;
  return (
    <div className="flex flex-col gap-2">
      {words !== null && (
        <>
          <ProgressBar label={t('uploading')} percent={percent} text={words} />
          <div className="flex items-center justify-between gap-2">
            <span className="text-small text-muted tabular-nums">{words}</span>
            <Button look="quiet" size="sm" onClick={onCancel}>
              {t('cancelUpload')}
            </Button>
          </div>
        </>
      )}
      {/* Spoken when the phase changes, not at each percent. */}
      <span role="status" className="sr-only">
        {phase ? t(phaseTexts[phase]) : state.is === 'done' ? t('uploadDone') : ''}
      </span>
      {state.is === 'failed' && (
        <div role="alert" className="flex flex-col items-start gap-2 text-small text-danger">
          <span className="wrap-anywhere">{state.message}</span>
          {failedFile && (
            <Button look="secondary" size="sm" onClick={() => onRetry(failedFile)}>
              {t('tryAgain')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface FileFieldProps {
  state: UploadState;
  item: MediaItem | null;
  storedUrl: string | null;
  error: string | undefined;
  focus: MediaItem['focus'];
  onFocus: (focus: MediaItem['focus']) => void;
  /** A file hovers over the dialog. */
  dropping: boolean;
  onChoose: (file: File) => void;
  onCancel: () => void;
}

export function FileField(props: FileFieldProps) {
  const { state, item, storedUrl, error, dropping, focus, onFocus, onChoose } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const file = state.is === 'busy' || state.is === 'done' ? state.file : null;
  const isShown = file !== null || item !== null || storedUrl !== null;
  const isPicture = isShown && !(file && typeOfMime(file.type) === 'video');
  const open = () => input.current?.click();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={`${id}-input`} className="font-medium">
        {t('file')}
        <span aria-hidden="true" className="ml-0.5 text-muted">
          *
        </span>
      </label>
      <input
        ref={input}
        id={`${id}-input`}
        type="file"
        accept={PICKER_ACCEPT}
        aria-describedby={`${id}-hint`}
        aria-invalid={error ? true : undefined}
        className="peer sr-only"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // Else choosing the same file again fires no event.
          event.target.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
      <div
        className={classNames(
          'relative aspect-4/3 w-full overflow-hidden max-lg:max-w-96 rounded-lg border bg-ground transition-colors duration-150',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-moss',
          isShown ? 'border-hairline' : 'border-dashed border-edge',
          error && 'border-danger',
        )}
      >
        {isShown ? (
          <FilePreview
            file={file}
            item={item}
            storedUrl={storedUrl}
            focus={focus}
            hint={`${id}-focus`}
            onFocus={onFocus}
          />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            onClick={open}
            className="flex size-full flex-col items-center justify-center gap-1 px-4 text-muted hover:bg-moss-wash/50"
          >
            <ImageUp className="mb-2 size-7 text-moss" />
            <span className="font-medium text-ink">{t('chooseFile')}</span>
            <span className="max-sm:hidden">{t('dropFileHere')}</span>
          </button>
        )}
        {dropping && (
          <div className="absolute inset-0 grid place-items-center bg-moss/90 font-medium text-on-moss">
            {t('dropToUpload')}
          </div>
        )}
      </div>
      <div
        id={`${id}-hint`}
        className={classNames('text-small', error ? 'text-danger' : 'text-muted')}
      >
        {error ?? limitWords('fileHint')}
      </div>
      <UploadStatus state={state} onCancel={props.onCancel} onRetry={onChoose} />
      {isPicture && (
        <p id={`${id}-focus`} className="text-small text-muted">
          {t('focusHint')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isShown && state.is !== 'busy' && (
          <Button look="secondary" size="sm" onClick={open}>
            {t('replaceFile')}
          </Button>
        )}
        {item && (
          <a
            href={`${itemPath(item.id)}/original`}
            download
            className={buttonClass('secondary', 'sm')}
          >
            <Download className="size-4" />
            {t('downloadOriginal')}
          </a>
        )}
        {objectPosition(focus) !== '' && (
          <Button look="secondary" size="sm" onClick={() => onFocus(MIDDLE)}>
            {t('focusMiddle')}
          </Button>
        )}
      </div>
    </div>
  );
}
