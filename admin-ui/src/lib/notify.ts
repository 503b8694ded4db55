import { Toast } from '@base-ui/react/toast';
import { createStore, useStore } from './store.ts';

/** Feeds the one toast on the page, also from outside components. */
export const toastManager = Toast.createToastManager();

type Notice = Parameters<typeof toastManager.add>[0];

/** The toaster is loaded for the first notice, which waits for it. */
const waiting = createStore<Notice | null>(null);
let isShown = false;

/** The notice that waits for the toaster. */
export const useFirstNotice = (): Notice | null => useStore(waiting);

/** Called once the toaster has mounted. */
export function showWaiting(): void {
  isShown = true;
  const notice = waiting.get();
  if (notice) toastManager.add(notice);
}

/** Time to read what happened and to take it back, in milliseconds. */
const ACTION_HIDE_MS = 12_000;

type Kind = 'success' | 'error';

/** The notice on the page; a new one takes its place (spec §9: one at a time). */
let current: { id: string; kind: Kind } | null = null;

function clear(kind?: Kind): void {
  if (current === null || (kind && current.kind !== kind)) return;
  toastManager.close(current.id);
  current = null;
}

/** A button in a notice, such as the one that takes back what was done. */
interface NoticeAction {
  label: string;
  onPress: () => void;
}

function show(kind: Kind, title: string, description?: string, action?: NoticeAction): void {
  // The same words again refresh the toast that says them.
  const id = [kind, title, description].join('|');
  if (current?.id !== id) clear();
  current = { id, kind };
  const notice: Notice = {
    id,
    title,
    description,
    type: kind,
    // Errors stay until they are closed, or until there is newer news; the toaster knows how long others do.
    timeout: kind === 'error' ? 0 : action && ACTION_HIDE_MS,
    ...(action && { actionProps: { children: action.label, onClick: action.onPress } }),
    priority: kind === 'error' ? 'high' : 'low',
  };
  if (isShown) toastManager.add(notice);
  else waiting.set(notice);
}

/** Shows a toast; the texts are translated already. */
export const notify = {
  success: (title: string, description?: string, action?: NoticeAction) =>
    show('success', title, description, action),
  error: (title: string, description?: string) => show('error', title, description),
  /** Takes the notice away: what it is about is over. */
  clear: () => clear(),
  /** The same for an error; a success still stands. */
  clearError: () => clear('error'),
};
