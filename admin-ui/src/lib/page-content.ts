/** The frame's main element, which takes the focus when the control that had it is gone. */
export const pageContent = (): HTMLElement | null => document.getElementById('content');

export const focusPage = (): void => pageContent()?.focus({ preventScroll: true });
