import { firstOpen } from './on-demand.tsx';

/** `ConfirmDialog` of ui/dialog, loaded when it first opens. */
export const ConfirmDialog = firstOpen(async () => (await import('./ui/dialog.tsx')).ConfirmDialog);
