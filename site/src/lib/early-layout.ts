/**
 * Makes the browser style and lay out the HTML read so far (decision 019). Inline, since a separate file would wait for
 * the network. No page depends on it.
 */
export const EARLY_LAYOUT = 'document.body.offsetHeight';

/** Hash by which the pages' policy allows it (CSP 3 §2.3.1); changes with the text. */
export const EARLY_LAYOUT_HASH = 'sha256-Quo6ftC2OltQ9XHiKrRdHbupUURV0fezxocSKbsFPRA=';
