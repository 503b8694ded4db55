/** One PUT of a raw file with progress, which fetch cannot report. */
import { errorOf } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { failWhenOffline } from './network-status.ts';

/** Without progress for this long the network counts as dead. */
const NO_PROGRESS_MS = 30_000;

export interface PutOptions {
  signal: AbortSignal;
  /** Bytes sent so far. */
  onProgress: (sent: number) => void;
}

async function refusalOf(xhr: XMLHttpRequest): Promise<ApiError> {
  const headers = new Headers();
  // A storage service may not show the header.
  const wait = xhr.getResponseHeader('retry-after');
  if (wait !== null) headers.set('retry-after', wait);
  const { status } = xhr;
  const error = await errorOf(new Response(xhr.responseText || null, { status, headers }));
  // Without a code these are the words of a storage service: the status is enough.
  return error.code === null ? new ApiError(status, '', null, {}, error.retryAfter) : error;
}

/**
 * Sends the file to a signed address. Throws ApiError when it is refused, TypeError when the network failed,
 * and the signal's reason when the person stops it.
 */
export function putFile(url: string, file: File, { signal, onProgress }: PutOptions) {
  const send = (stop: AbortSignal, onAlive: () => void) =>
    new Promise<void>((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      stop.throwIfAborted();
      stop.addEventListener('abort', () => {
        xhr.abort();
        reject(stop.reason);
      });
      xhr.upload.onprogress = ({ loaded }) => {
        onAlive();
        onProgress(loaded);
      };
      xhr.onload = () => (xhr.status < 300 ? resolve() : void refusalOf(xhr).then(reject, reject));
      xhr.onerror = () => reject(new TypeError('The network failed'));
      xhr.open('PUT', url);
      xhr.setRequestHeader('content-type', file.type || 'application/octet-stream');
      xhr.send(file);
    });
  return failWhenOffline(signal, send, NO_PROGRESS_MS);
}
