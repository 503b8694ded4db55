import { AppError } from '#http/app-error.ts';

interface Rule {
  /** At least `windowBytes` in every window of `windowMs`; all of it within `capMs`. */
  windowMs: number;
  windowBytes: number;
  capMs: number;
}

/** How often it is asked whether the upload may still go on. */
const CHECK_MS = 1000;

/**
 * Watches a running upload and aborts it: `timeout` when it dribbles (threat L5), or whatever
 * `mayGoOn` throws, such as when its user was shut out meanwhile (threat T5).
 */
export function watchUpload(rule: Rule, mayGoOn: () => void) {
  const abort = new AbortController();
  let bytes = 0;
  let bytesBefore = 0;
  const slow = () => abort.abort(new AppError('timeout'));
  const window = setInterval(() => {
    if (bytes - bytesBefore < rule.windowBytes) slow();
    bytesBefore = bytes;
  }, rule.windowMs);
  const cap = setTimeout(slow, rule.capMs);
  const check = setInterval(() => {
    try {
      mayGoOn();
    } catch (reason) {
      abort.abort(reason);
    }
  }, CHECK_MS);
  return {
    signal: abort.signal,
    onBytes: (total: number) => {
      bytes = total;
    },
    stop: () => {
      clearInterval(window);
      clearTimeout(cap);
      clearInterval(check);
    },
  };
}
