/**
 * True for what Chromium reports, as an error of the page, when it drops a transition between two pages
 * because one of them was late. The visitor just arrives, and no script can catch it.
 */
export function isDroppedTransition(error: Error): boolean {
  return /^Transition was (aborted|skipped)/.test(error.message);
}
