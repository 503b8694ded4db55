import { Toast } from '@base-ui/react/toast';
import { TOAST_HIDE_MS } from '@veldlicht/contract/limits';

/** Feeds the one toast on the page, also from outside components. */
export const toastManager = Toast.createToastManager();

type Kind = 'success' | 'error';

/** The notice on the page; a new one takes its place (spec §9: one at a time). */
let current: { id: string; kind: Kind } | null = null;

function clear(kind?: Kind): void {
  if (current === null || (kind && current.kind !== kind)) return;
  toastManager.close(current.id);
  current = null;
}

function show(kind: Kind, title: string, description?: string): void {
  // The same words again refresh the toast that says them.
  const id = [kind, title, description].join('|');
  if (current?.id !== id) clear();
  current = { id, kind };
  toastManager.add({
    id,
    title,
    description,
    type: kind,
    // Errors stay until they are closed, or until there is newer news.
    timeout: kind === 'error' ? 0 : TOAST_HIDE_MS,
    priority: kind === 'error' ? 'high' : 'low',
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
