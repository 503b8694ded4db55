/** Uploads one file (spec §7): a signed address, one PUT, then the server reads it. */
import { type StoredUpload, storedUpload } from '@veldlicht/contract/draft';
import { MAX_FILE_NAME } from '@veldlicht/contract/limits';
import { type FinaliseInput, type UploadTicket, uploadTicket } from '@veldlicht/contract/upload';
import type { TextKey } from '#i18n/en.ts';
import { ApiError, callApi, errorOf, serverReason } from '#lib/api.ts';
import {
  browserNetwork,
  failWhenOffline,
  mayPass,
  type Network,
  UPLOAD_RETRY_DELAYS_MS,
  untilAnswered,
} from './network-status.ts';

export type UploadPhase = 'uploading' | 'retrying' | 'offline' | 'optimizing';

export interface UploadProgress {
  phase: UploadPhase;
  /** Bytes. */
  sent: number;
}

/** The three calls; each has its own message of failure (spec §8 Upload messages). */
export const uploadStages = ['ticket', 'put', 'finalise'] as const;
export type UploadStage = (typeof uploadStages)[number];

/** A failed upload. `reason` is the text of the server, ours in English, or null. */
export class UploadError extends Error {
  readonly stage: UploadStage;
  readonly fileName: string;
  readonly reason: string | null;
  /** The status of the refusal, or null without one. */
  readonly status: number | null;

  constructor(stage: UploadStage, fileName: string, reason: string | null, cause?: unknown) {
    super(`Upload failed (${stage}): ${fileName}`, { cause });
    this.name = 'UploadError';
    this.stage = stage;
    this.fileName = fileName;
    this.reason = reason;
    this.status = cause instanceof ApiError ? cause.status : null;
  }
}

function failedWith(error: unknown, stage: UploadStage, ...statuses: number[]): boolean {
  return (
    error instanceof UploadError && error.stage === stage && statuses.includes(error.status ?? 0)
  );
}

/** Whether the server refused the file, so that a retry is useless. */
export function isFileRefused(error: unknown): boolean {
  return failedWith(error, 'finalise', 413, 415, 422);
}

/** Whether the server no longer has the bytes. */
export function isUploadGone(error: unknown): boolean {
  return failedWith(error, 'finalise', 400, 404);
}

/** Milliseconds without progress after which a PUT fails. */
const NO_PROGRESS_MS = 30_000;

interface PutOptions {
  signal: AbortSignal;
  /** Bytes sent so far. */
  onProgress: (sent: number) => void;
  /** Default: `NO_PROGRESS_MS`. */
  silentMs?: number;
}

async function refusalOf(xhr: XMLHttpRequest): Promise<ApiError> {
  const headers = new Headers();
  // Null where CORS of a storage service hides it.
  const wait = xhr.getResponseHeader('retry-after');
  if (wait !== null) headers.set('retry-after', wait);
  const { status } = xhr;
  const error = await errorOf(new Response(xhr.responseText || null, { status, headers }));
  // Without a code the text is that of a storage service; the status is enough.
  return error.code === null ? new ApiError(status, '', null, {}, error.retryAfter) : error;
}

/**
 * Sends the file to a signed address by XMLHttpRequest, as fetch reports no progress. Throws ApiError when refused,
 * TypeError when the network failed, and the signal's reason when stopped.
 */
export function putFile(
  url: string,
  file: File,
  { signal, onProgress, silentMs = NO_PROGRESS_MS }: PutOptions,
) {
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
  return failWhenOffline(signal, send, silentMs);
}

/** The calls that an upload depends on. */
export interface UploadPorts extends Network {
  /** `draft`: id of the draft of the file. */
  requestTicket: (signal: AbortSignal, draft?: string) => Promise<UploadTicket>;
  put: (url: string, file: File, options: PutOptions) => Promise<void>;
  finalise: (input: FinaliseInput, signal: AbortSignal) => Promise<StoredUpload>;
  /** False if the file on the disk is gone or changed. */
  isReadable: (file: File) => Promise<boolean>;
}

const browserPorts: UploadPorts = {
  ...browserNetwork,
  requestTicket: (stop, draft) =>
    failWhenOffline(stop, (signal) =>
      callApi('POST', '/api/objects/upload', {
        ...(draft !== undefined && { payload: { draft } }),
        schema: uploadTicket,
        signal,
      }),
    ),
  put: putFile,
  finalise: (payload, stop) =>
    failWhenOffline(stop, (signal) =>
      callApi('PUT', '/api/media-objects', { payload, schema: storedUpload, signal }),
    ),
  isReadable: async (file) => {
    const head = await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => null);
    return head !== null;
  },
};

type Report = (phase: UploadPhase, sent: number) => void;
type RetryRules = Pick<Parameters<typeof untilAnswered>[1], 'delays' | 'mayRetry' | 'onRetry'>;

interface StepsOptions {
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  /** Id of the draft of the file. */
  draft?: string;
  ports?: UploadPorts;
}

/** The steps of an upload. All throw UploadError, or the signal's reason. */
function stepsOf(file: Pick<File, 'name' | 'size'>, options: StepsOptions) {
  const { signal, onProgress, draft, ports = browserPorts } = options;
  const report: Report = (phase, sent) => onProgress({ phase, sent });
  /** Retries a call until it is answered. */
  async function ask<T>(stage: UploadStage, call: () => Promise<T>, retry?: RetryRules) {
    const onOffline = () => report('offline', 0);
    try {
      return await untilAnswered(call, { signal, network: ports, onOffline, ...retry });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UploadError) throw error;
      throw new UploadError(stage, file.name, serverReason(error), error);
    }
  }

  /** Puts the bytes at an address, once. */
  const putOnce = async (url: string, bytes: File) => {
    report('uploading', 0);
    const onSent = (sent: number) => report('uploading', Math.min(sent, file.size));
    try {
      await ports.put(url, bytes, { signal, onProgress: onSent });
    } catch (error) {
      // An earlier attempt delivered the bytes.
      if (error instanceof ApiError && error.code === 'ticket_used') return;
      // Browsers report an unreadable file as a failed network.
      if (error instanceof TypeError && !(await ports.isReadable(bytes)))
        throw new UploadError('put', file.name, 'fileChanged' satisfies TextKey);
      throw error;
    }
  };
  const rules: RetryRules = {
    // Shared by both addresses.
    delays: [...UPLOAD_RETRY_DELAYS_MS],
    // 409: another PUT to this address is still running.
    mayRetry: (error) =>
      !(error instanceof UploadError) &&
      (mayPass(error) || (error instanceof ApiError && error.status === 409)),
    onRetry: () => report('retrying', 0),
  };
  const sendOnce = async (bytes: File) => {
    const { uploadURL } = await ask('ticket', () => ports.requestTicket(signal, draft));
    await ask('put', () => putOnce(uploadURL, bytes), rules);
    return uploadURL;
  };

  return {
    /** Sends the bytes, to a second address if the first expired. Returns the address. */
    send: (bytes: File) =>
      sendOnce(bytes).catch((error: unknown) => {
        // The address expired (403), or an interrupted PUT still holds it (409).
        if (failedWith(error, 'put', 403, 409)) return sendOnce(bytes);
        throw error;
      }),
    /** Has the server read the stored bytes. */
    finalise: (mediaURL: string) =>
      ask('finalise', () => {
        report('optimizing', file.size);
        return ports.finalise({ mediaURL, name: file.name.slice(0, MAX_FILE_NAME) }, signal);
      }),
  };
}

interface UploadOptions extends StepsOptions {
  /** Address with the bytes of an earlier attempt. */
  sentTo?: string | null;
  /** Called with the address once it has the bytes, before the server reads them. */
  onSent?: (uploadURL: string) => void;
}

/**
 * Uploads one file. The answer's `objectPath` becomes `imageUrl`. Bytes at `sentTo` are sent again only if the server
 * lacks them. Throws UploadError, or the signal's reason when stopped.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<StoredUpload> {
  const { sentTo, onSent } = options;
  const { send, finalise } = stepsOf(file, options);
  if (sentTo) {
    try {
      return await finalise(sentTo);
    } catch (error) {
      if (!isUploadGone(error)) throw error;
    }
  }
  const uploadURL = await send(file);
  onSent?.(uploadURL);
  return finalise(uploadURL);
}

/** Asks the server to read the bytes at `sentTo`, without the file. Throws as `uploadFile`. */
export function resumeUpload(
  file: Pick<File, 'name' | 'size'>,
  sentTo: string,
  options: StepsOptions,
): Promise<StoredUpload> {
  return stepsOf(file, options).finalise(sentTo);
}
