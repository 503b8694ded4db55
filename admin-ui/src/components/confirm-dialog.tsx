import { firstOpen } from './on-demand.tsx';

/** Asks before something that can't be taken back. */
export const ConfirmDialog = firstOpen(async () => (await import('./ui/dialog.tsx')).ConfirmDialog);
