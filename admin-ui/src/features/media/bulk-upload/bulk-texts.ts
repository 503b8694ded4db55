import i18next from 'i18next';
import { failureText } from '#i18n/failure-text.ts';
import { notify } from '#lib/notify.ts';
import { failureWords } from '../upload/upload-texts.ts';
import type { RunOutcome } from './bulk-session.ts';

interface RunNotice {
  kind: 'success' | 'error';
  title: string;
  text?: string;
}

/** Says in one line that chosen files were in the list already. */
export function sayChosen({ added, known }: { added: number; known: number }): void {
  if (known === 0) return;
  const inList = i18next.t('inListAlready', { count: known });
  if (added === 0) notify.success(inList);
  else notify.success(i18next.t('filesAdded', { count: added }), inList);
}

/** The toast at the end of a run (spec §8); null for a stopped one. */
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
