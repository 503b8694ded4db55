import { ACCEPTED_TEXT } from '@veldlicht/contract/error-texts';
import { MAX_BULK_FILES, MAX_FOLDER_FILES } from '@veldlicht/contract/limits';
import i18next from 'i18next';
import { z } from 'zod';
import { listText, serverText } from '#i18n/failure-text.ts';
import { type FileRefusal, MAX_FILE_TEXT } from './file-checks.ts';
import { type UploadPhase, uploadStages } from './upload-file.ts';

/** Why a draft is no item yet. `missing`: its file has to be chosen again. */
export const failure = z.object({
  stage: z.enum([...uploadStages, 'create', 'missing']),
  /** Text of the server, if any. */
  reason: z.string().nullable(),
});
export type Failure = z.infer<typeof failure>;

const stageTexts = {
  ticket: 'failedToGetUploadUrl',
  put: 'failedToUpload',
  finalise: 'failedToProcess',
  create: 'failedToCreateMediaItems',
} as const;

/** Why a file failed (spec §8 Upload messages). */
export function failureWords(file: string, { stage, reason }: Failure): string {
  if (stage === 'missing') return i18next.t('fileMissing');
  const what = i18next.t(stageTexts[stage], { file });
  return reason ? `${what}: ${serverText(reason)}` : what;
}

/** A text that names the limits of files. */
export function limitWords(key: FileRefusal | 'tooManyFiles' | 'bulkFormats' | 'fileHint'): string {
  return i18next.t(key, {
    size: MAX_FILE_TEXT,
    most: String(MAX_BULK_FILES),
    folder: String(MAX_FOLDER_FILES),
    formats: listText(ACCEPTED_TEXT, i18next.t('or')),
  });
}

/** 12345678 → '11.8' in the language of the panel; at least 0.1 for any bytes. */
export function megabytes(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const size = Math.max(bytes / 1024 / 1024, bytes > 0 ? 0.1 : 0);
  return new Intl.NumberFormat(i18next.language, digits).format(size);
}

export function percentOf(sent: number, total: number): number {
  return Math.min(100, Math.floor((100 * sent) / Math.max(total, 1)));
}

export const phaseTexts = {
  queued: 'bulkQueued',
  uploading: 'uploading',
  retrying: 'uploadRetrying',
  offline: 'uploadWaiting',
  optimizing: 'bulkOptimizing',
  creating: 'bulkCreating',
} as const satisfies Record<UploadPhase | 'queued' | 'creating', string>;

/** Progress of a file; `size` in bytes. */
export function progressWords(
  size: number,
  { phase, sent }: { phase: UploadPhase | 'queued'; sent: number },
): string {
  if (phase !== 'uploading') return i18next.t(phaseTexts[phase]);
  return i18next.t('uploadPercent', { percent: String(percentOf(sent, size)) });
}
