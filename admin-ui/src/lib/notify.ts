import { Toast } from '@base-ui/react/toast';
import { createStore, useStore } from './store.ts';

/** Shared with the toaster; works outside components. */
export const toastManager = Toast.createToastManager();

type Notice = Parameters<typeof toastManager.add>[0];

/** The first notice, which waits until the toaster has loaded. */
const waiting = createStore<Notice | null>(null);
let isShown = false;

export const useFirstNotice = (): Notice | null => useStore(waiting);

/** Called by the toaster on mounting. */
export function showWaiting(): void {
  isShown = true;
  const notice = waiting.get();
  if (notice) toastManager.add(notice);
}

/** How long a notice with a button stays, in milliseconds. */
const ACTION_HIDE_MS = 12_000;

type Kind = 'success' | 'error';

/** The visible notice; a new one replaces it (spec §9: one at a time). */
let current: { id: string; kind: Kind } | null = null;

function clear(kind?: Kind): void {
  if (current === null || (kind && current.kind !== kind)) return;
  toastManager.close(current.id);
  current = null;
}

/** A button in a notice, such as Undo. */
interface NoticeAction {
  label: string;
  onPress: () => void;
}

function show(kind: Kind, title: string, description?: string, action?: NoticeAction): void {
  // The same text refreshes its toast.
  const id = [kind, title, description].join('|');
  if (current?.id !== id) clear();
  current = { id, kind };
  const notice: Notice = {
    id,
    title,
    description,
    type: kind,
    // Errors stay until they are closed or replaced; the toaster has the default of others.
    timeout: kind === 'error' ? 0 : action && ACTION_HIDE_MS,
    ...(action && { actionProps: { children: action.label, onClick: action.onPress } }),
    priority: kind === 'error' ? 'high' : 'low',
  };
  if (isShown) toastManager.add(notice);
  else waiting.set(notice);
}

/** Shows a toast with translated texts. */
export const notify = {
  success: (title: string, description?: string, action?: NoticeAction) =>
    show('success', title, description, action),
  error: (title: string, description?: string) => show('error', title, description),
  clear: () => clear(),
  /** Clears an error only. */
  clearError: () => clear('error'),
};
