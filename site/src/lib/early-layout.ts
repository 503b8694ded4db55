/**
 * Has the browser style and lay out what it has read so far (decision 019). An inline script: one of its
 * own file would wait for the line. No page depends on it.
 */
export const EARLY_LAYOUT = 'document.body.offsetHeight';

/** What the policy of the pages names it by (CSP 3 §2.3.1): a change of the text needs a new one. */
export const EARLY_LAYOUT_HASH = 'sha256-Quo6ftC2OltQ9XHiKrRdHbupUURV0fezxocSKbsFPRA=';
