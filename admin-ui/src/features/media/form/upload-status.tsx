import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import type { UploadPhase } from '../upload/upload-file.ts';
import { percentOf } from '../upload/upload-texts.ts';
import type { UploadState } from './use-media-upload.ts';

interface UploadStatusProps {
  state: UploadState;
  onCancel: () => void;
  onRetry: (file: File) => void;
}

const phaseText = {
  uploading: 'uploading',
  retrying: 'uploadRetrying',
  offline: 'uploadWaiting',
  optimizing: 'uploadProcessing',
} as const satisfies Record<UploadPhase, string>;

/** Progress and outcome of the upload, below the picture. */
export function UploadStatus({ state, onCancel, onRetry }: UploadStatusProps) {
  const { t } = useTranslation();
  const busy = state.is === 'busy' ? state.progress : null;
  const percent = state.is === 'busy' ? percentOf(state.progress.sent, state.file.size) : 0;
  const failedFile = state.is === 'failed' ? state.file : null;
  const words = busy
    ? busy.phase === 'uploading'
      ? t('uploadPercent', { percent: String(percent) })
      : t(phaseText[busy.phase])
    : null;
  return (
    <div className="flex flex-col gap-2">
      {busy && (
        <>
          <div
            role="progressbar"
            aria-label={t('uploading')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={words ?? undefined}
            className="h-1 overflow-hidden rounded-full bg-hairline"
          >
            <div
              className="h-full origin-left rounded-full bg-moss transition-transform duration-150"
              style={{ transform: `scaleX(${percent / 100})` }}
            />
          </div>
          <div className="flex items-center justify-between gap-2">
            <span className="text-[0.8125rem] text-muted tabular-nums">{words}</span>
            <Button look="quiet" size="sm" onClick={onCancel}>
              {t('cancelUpload')}
            </Button>
          </div>
        </>
      )}
      {/* Spoken at the turns of an upload, not at each percent. */}
      <span role="status" className="sr-only">
        {busy ? t(phaseText[busy.phase]) : state.is === 'done' ? t('uploadDone') : ''}
      </span>
      {state.is === 'failed' && (
        <div role="alert" className="flex flex-col items-start gap-2 text-[0.8125rem] text-danger">
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
