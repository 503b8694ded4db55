/** One PUT of a raw file with progress, which fetch cannot tell. */
import { z } from 'zod';
import type { PutOutcome } from './upload-rules.ts';

/** Without progress for this long the line counts as dead. */
export const NO_PROGRESS_MS = 30_000;

export interface PutOptions {
  signal: AbortSignal;
  /** Bytes sent so far. */
  onProgress: (sent: number) => void;
}

const refusal = z.object({ error: z.string(), code: z.string().nullable().catch(null) });

function answerOf(xhr: XMLHttpRequest): PutOutcome {
  let message: string | null = null;
  let code: string | null = null;
  try {
    ({ error: message, code } = refusal.parse(JSON.parse(xhr.responseText)));
  } catch {
    // A storage service of others answers in its own words; the status is enough.
  }
  // A storage of others may not show the header: then there is none.
  const wait = xhr.getResponseHeader('retry-after') ?? '';
  const retryAfter = /^\d{1,9}$/.test(wait) ? Number(wait) : null;
  return { kind: 'answer', status: xhr.status, code, message, retryAfter };
}

/** Sends the file to a signed address. Throws the signal's reason when the person stops it. */
export function putFile(url: string, file: File, options: PutOptions): Promise<PutOutcome> {
  const { signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;

    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      window.removeEventListener('offline', onOffline);
      settle();
    };
    // Ends the request first, so that its own events find nobody listening.
    const giveUp = (settle: () => void) => {
      xhr.onload = null;
      xhr.onerror = null;
      xhr.abort();
      finish(settle);
    };
    const onAbort = () => giveUp(() => reject(signal.reason));
    // A body that has been sent whole raises no error when the line drops.
    const onOffline = () => giveUp(() => resolve({ kind: 'offline' }));
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp(() => resolve({ kind: 'timeout' })), NO_PROGRESS_MS);
    };

    xhr.upload.onprogress = (event) => {
      alive();
      onProgress(event.loaded);
    };
    xhr.onload = () => finish(() => resolve(answerOf(xhr)));
    xhr.onerror = () =>
      finish(() => resolve({ kind: navigator.onLine === false ? 'offline' : 'network' }));
    signal.addEventListener('abort', onAbort);
    window.addEventListener('offline', onOffline);

    xhr.open('PUT', url);
    xhr.setRequestHeader('content-type', file.type || 'application/octet-stream');
    alive();
    if (signal.aborted) onAbort();
    else xhr.send(file);
  });
}
