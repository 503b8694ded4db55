import { Toast } from '@base-ui/react/toast';
import { TOAST_HIDE_MS } from '@veldlicht/contract/limits';
import { createNoticeLog, type Notice } from './notice-log.ts';

/** A dismissed toast is removed from memory after this many milliseconds (spec §9). */
const TOAST_REMOVE_DELAY_MS = 1_000_000;

/** Feeds the one toast on the page, also from outside components. */
export const toastManager = Toast.createToastManager();

export const noticeLog = createNoticeLog(TOAST_REMOVE_DELAY_MS, (run, ms) => setTimeout(run, ms));

/** The notice on the page; a new one takes its place (spec §9: one at a time). */
let current: { id: string; kind: Notice['kind'] } | null = null;

function clear(kind?: Notice['kind']): void {
  if (current === null || (kind && current.kind !== kind)) return;
  toastManager.close(current.id);
  current = null;
}

function show(kind: Notice['kind'], title: string, description?: string): void {
  // The same words again refresh the toast that says them.
  const id = [kind, title, description].join('|');
  const words = description === undefined ? { title } : { title, description };
  if (current?.id !== id) clear();
  current = { id, kind };
  noticeLog.shown({ id, kind, ...words });
  toastManager.add({
    id,
    ...words,
    type: kind,
    // Errors stay until they are closed, or until there is newer news.
    timeout: kind === 'error' ? 0 : TOAST_HIDE_MS,
    priority: kind === 'error' ? 'high' : 'low',
    onClose: () => noticeLog.dismissed(id),
  });
}

/** Shows a toast; the texts are translated already. */
export const notify = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('error', title, description),
  /** Takes the notice away: what it is about is over. */
  clear: () => clear(),
  /** The same for an error; a success still stands. */
  clearError: () => clear('error'),
};
