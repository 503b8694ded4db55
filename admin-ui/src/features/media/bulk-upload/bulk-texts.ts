/** What the bulk upload says of a run. */
import i18next from 'i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { failureText } from '#i18n/failure-text.ts';
import { failureWords, percentOf } from '../upload/upload-texts.ts';
import type { RunOutcome } from './bulk-session.ts';
import type { FileProgress, runTotals } from './draft.ts';

export const phaseTexts = {
  queued: 'bulkQueued',
  uploading: 'uploading',
  retrying: 'uploadRetrying',
  offline: 'uploadWaiting',
  optimizing: 'bulkOptimizing',
  creating: 'bulkCreating',
} as const satisfies Record<
  FileProgress['phase'] | ReturnType<typeof runTotals>['phase'],
  PlainTextKey
>;

/** What a card says of its file during a run; `size` in bytes. */
export function progressWords(size: number, { phase, sent }: FileProgress): string {
  if (phase !== 'uploading') return i18next.t(phaseTexts[phase]);
  return i18next.t('uploadPercent', { percent: String(percentOf(sent, size)) });
}

interface RunNotice {
  kind: 'success' | 'error';
  title: string;
  text?: string;
}

/** One toast for the end of a run (spec §8): all, some, or none became items; null for one that was stopped. */
export function noticeOf({ end, created, failed, error }: RunOutcome): RunNotice | null {
  const { t } = i18next;
  if (end === 'stopped') return null;
  if (end === 'noCategory') return { kind: 'error', title: t('error'), text: t('categoryForAll') };
  const number = String(created.length);
  if (failed.length === 0) return { kind: 'success', title: t('itemsCreated', { number }) };
  if (created.length > 0) {
    const titles = failed.map(({ fields }) => fields.title.trim()).join(', ');
    const text = t('partly_created', { created: number, n: String(failed.length), titles });
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
