import type { MediaItem } from '@veldlicht/contract/media';
import { ACCEPTED_TEXT } from '@veldlicht/contract/upload';
import { ImageUp } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { listText } from '#i18n/list-text.ts';
import { classNames } from '#lib/class-names.ts';
import { MAX_FILE_TEXT, PICKER_ACCEPT } from '../upload/file-checks.ts';
import { FilePreview } from './file-preview.tsx';
import { UploadStatus } from './upload-status.tsx';
import type { UploadState } from './use-media-upload.ts';

interface FileFieldProps {
  state: UploadState;
  item: MediaItem | null;
  storedUrl: string | null;
  error: string | undefined;
  /** A file hovers over the dialog. */
  dropping: boolean;
  onChoose: (file: File) => void;
  onCancel: () => void;
}

/** The file: choose, see, watch it go up, replace. */
export function FileField(props: FileFieldProps) {
  const { state, item, storedUrl, error, dropping, onChoose } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const file = state.is === 'busy' || state.is === 'done' ? state.file : null;
  const shown = file !== null || item !== null || storedUrl !== null;
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
          // Choosing the same file again must be noticed too.
          event.target.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
      <div
        className={classNames(
          'relative aspect-[4/3] overflow-hidden rounded-lg border bg-ground transition-colors duration-150',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-moss',
          shown ? 'border-hairline' : 'border-dashed border-edge',
          error && 'border-danger',
        )}
      >
        {shown ? (
          <FilePreview file={file} item={item} storedUrl={storedUrl} />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            onClick={open}
            className="flex size-full flex-col items-center justify-center gap-1 px-4 text-muted hover:bg-moss-wash/50"
          >
            <ImageUp aria-hidden="true" className="mb-2 size-7 text-moss" />
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
        className={classNames('text-[0.8125rem]', error ? 'text-danger' : 'text-muted')}
      >
        {error ?? t('fileHint', { size: MAX_FILE_TEXT, formats: listText(ACCEPTED_TEXT, t('or')) })}
      </div>
      <UploadStatus state={state} onCancel={props.onCancel} onRetry={onChoose} />
      {shown && state.is !== 'busy' && (
        <Button look="secondary" size="sm" className="self-start" onClick={open}>
          {t('replaceFile')}
        </Button>
      )}
    </div>
  );
}
