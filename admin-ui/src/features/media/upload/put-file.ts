/** One PUT of a raw file with progress, which fetch cannot report. */
import { errorOf } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';

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
export function putFile(url: string, file: File, options: PutOptions): Promise<void> {
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
    const fail = (error: unknown) => {
      xhr.onload = null;
      xhr.onerror = null;
      xhr.abort();
      finish(() => reject(error));
    };
    const onAbort = () => fail(signal.reason);
    // A body that has been sent whole raises no error when the network drops.
    const onOffline = () => fail(new TypeError('The network is down'));
    const onAlive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(new TypeError('No progress')), NO_PROGRESS_MS);
    };

    xhr.upload.onprogress = (event) => {
      onAlive();
      onProgress(event.loaded);
    };
    xhr.onload = () =>
      finish(() => (xhr.status < 300 ? resolve() : void refusalOf(xhr).then(reject, reject)));
    xhr.onerror = () => fail(new TypeError('The network failed'));
    signal.addEventListener('abort', onAbort);
    window.addEventListener('offline', onOffline);

    xhr.open('PUT', url);
    xhr.setRequestHeader('content-type', file.type || 'application/octet-stream');
    onAlive();
    if (signal.aborted) onAbort();
    else xhr.send(file);
  });
}
