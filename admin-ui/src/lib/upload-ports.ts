/** The outside world of an upload: calls, the raw PUT, waiting, the line. */
import {
  type FinaliseAnswer,
  finaliseAnswer,
  type UploadTicket,
  uploadTicket,
} from '@veldlicht/contract/upload';
import { callApi } from './api.ts';
import { frameOfFilm } from './film-frame.ts';
import { type PutOptions, putFile } from './put-file.ts';
import type { PutOutcome } from './upload-rules.ts';

export interface UploadPorts {
  requestTicket: (signal: AbortSignal) => Promise<UploadTicket>;
  put: (url: string, file: File, options: PutOptions) => Promise<PutOutcome>;
  /** `poster` decides the still of a film that wants one. */
  finalise: (
    mediaURL: string,
    signal: AbortSignal,
    poster?: string | null,
  ) => Promise<FinaliseAnswer>;
  /** A frame of a film as a JPEG; null when there is none. */
  frameOf: (file: File, signal: AbortSignal) => Promise<File | null>;
  /** Rejects with the signal's reason. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  isOnline: () => boolean;
  /** Resolves when there is a line again. */
  online: (signal: AbortSignal) => Promise<void>;
}

/** Resolves when `start`'s callback is called, rejects on abort; `start` answers how to stop. */
function abortable(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      stop();
      reject(signal.reason);
    };
    const stop = start(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** The server answers within a minute, also while it still reads a file; after this it is gone. */
const NO_ANSWER_MS = 90_000;

/** Makes a call that ends with the line: a request that is out raises no error when it drops. */
async function overLine<T>(
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const line = new AbortController();
  const drop = () => line.abort(new TypeError('The line is down'));
  const timer = setTimeout(drop, NO_ANSWER_MS);
  window.addEventListener('offline', drop);
  try {
    return await call(AbortSignal.any([signal, line.signal]));
  } finally {
    clearTimeout(timer);
    window.removeEventListener('offline', drop);
  }
}

export const browserPorts: UploadPorts = {
  requestTicket: (stop) =>
    overLine(stop, (signal) =>
      callApi('POST', '/api/objects/upload', { schema: uploadTicket, signal }),
    ),
  put: putFile,
  frameOf: frameOfFilm,
  finalise: (mediaURL, stop, poster) =>
    overLine(stop, (signal) => {
      const payload = poster === undefined ? { mediaURL } : { mediaURL, poster };
      return callApi('PUT', '/api/media-objects', { payload, schema: finaliseAnswer, signal });
    }),
  wait: (ms, signal) =>
    abortable(signal, (done) => {
      const timer = setTimeout(done, ms);
      return () => clearTimeout(timer);
    }),
  isOnline: () => navigator.onLine !== false,
  online: (signal) =>
    abortable(signal, (done) => {
      window.addEventListener('online', done, { once: true });
      return () => window.removeEventListener('online', done);
    }),
};
