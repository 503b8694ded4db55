/** Words for what happens to files. */
import { MAX_BULK_FILES } from '@veldlicht/contract/limits';
import { ACCEPTED_TEXT } from '@veldlicht/contract/upload';
import i18next from 'i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { failureText } from '#i18n/failure-text.ts';
import { listText } from '#i18n/list-text.ts';
import { serverText } from '#i18n/server-text.ts';
import { MAX_FILE_TEXT } from '../form/file-checks.ts';
import type { FileProgress, RunTotals } from './bulk-state.ts';
import type { RefusedFile } from './chosen-files.ts';
import type { Draft, DraftFailure } from './draft.ts';
import type { RunOutcome } from './run-upload.ts';

const stageText = {
  ticket: 'failedToGetUploadUrl',
  put: 'failedToUpload',
  finalise: 'failedToProcess',
} as const;

/** Why a draft is no item yet (spec §8 Upload messages). */
export function failureWords(name: string, { stage, reason }: DraftFailure): string {
  if (stage === 'missing') return i18next.t('fileMissing');
  const what =
    stage === 'create'
      ? i18next.t('failedToCreateMediaItems')
      : i18next.t(stageText[stage], { file: name });
  return reason ? `${what}: ${serverText(reason)}` : what;
}

export function refusalWords({ why }: RefusedFile): string {
  return i18next.t(why, {
    size: MAX_FILE_TEXT,
    most: String(MAX_BULK_FILES),
    formats: listText(ACCEPTED_TEXT, i18next.t('or')),
  });
}

/** 12345678 → '11.8' in the language of the panel; a small file is not nothing. */
export function megabytes(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const size = Math.max(bytes / 1024 / 1024, bytes > 0 ? 0.1 : 0);
  return new Intl.NumberFormat(i18next.language, digits).format(size);
}

export const phaseTexts = {
  queued: 'bulkQueued',
  uploading: 'uploading',
  retrying: 'uploadRetrying',
  offline: 'uploadWaiting',
  optimizing: 'bulkOptimizing',
  creating: 'bulkCreating',
  reading: 'bulkReading',
} as const satisfies Record<FileProgress['phase'] | RunTotals['phase'], PlainTextKey>;

interface RunNotice {
  kind: 'success' | 'error';
  title: string;
  text?: string;
}

/** One toast for the end of a run (spec §8): all, some, or none became items. */
export function noticeOf({ created, failed, error }: RunOutcome): RunNotice {
  const { t } = i18next;
  const number = String(created.length);
  if (failed.length === 0) return { kind: 'success', title: t('itemsCreated', { number }) };
  if (created.length > 0) {
    const titles = failed.map(({ fields }) => fields.title.trim()).join(', ');
    const text = t('serverPartlyCreated', { created: number, n: String(failed.length), titles });
    return { kind: 'error', title: t('partialSuccess'), text };
  }
  const title = t('error');
  if (error) return { kind: 'error', title, text: failureText('failedToCreateMediaItems', error) };
  const [only] = failed;
  if (failed.length === 1 && only?.failure)
    return { kind: 'error', title, text: failureWords(only.name, only.failure) };
  const atCreation = failed.every(({ failure }) => failure?.stage === 'create');
  const text = t(atCreation ? 'failedToCreateMediaItems' : 'failedToUploadFiles');
  return { kind: 'error', title, text };
}

/** The part of a file that has been sent, in percent. */
export function percentOf(sent: number, total: number): number {
  return Math.min(100, Math.floor((100 * sent) / Math.max(total, 1)));
}

/** What a card says of its file during a run. */
export function progressWords({ size }: Draft, { phase, sent }: FileProgress): string {
  if (phase !== 'uploading') return i18next.t(phaseTexts[phase]);
  return i18next.t('uploadPercent', { percent: String(percentOf(sent, size)) });
}
