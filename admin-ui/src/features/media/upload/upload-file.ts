/** One file on its way to the server (spec §7): a signed address, one PUT, then the server reads it. */
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

/** Where an upload is, for the person who waits. */
export type UploadPhase = 'uploading' | 'retrying' | 'offline' | 'optimizing';

export interface UploadProgress {
  phase: UploadPhase;
  /** Bytes. */
  sent: number;
}

/** Which of the three calls failed; each has a message of its own (spec §8 Upload messages). */
export const uploadStages = ['ticket', 'put', 'finalise'] as const;
export type UploadStage = (typeof uploadStages)[number];

/** An upload that did not succeed. `reason` is the server's text, when it gave one, or ours, in English. */
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

/** Whether the server has refused the file itself: the same file again gets the same answer. */
export function isFileRefused(error: unknown): boolean {
  return failedWith(error, 'finalise', 413, 415, 422);
}

/** Whether the server has no such bytes any more. */
export function isUploadGone(error: unknown): boolean {
  return failedWith(error, 'finalise', 400, 404);
}

/** Without progress for this long the network counts as dead. */
const NO_PROGRESS_MS = 30_000;

interface PutOptions {
  signal: AbortSignal;
  /** Bytes sent so far. */
  onProgress: (sent: number) => void;
  /** How long nothing may be heard; without it `NO_PROGRESS_MS`. */
  silentMs?: number;
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
 * Sends the file to a signed address, with progress, which fetch cannot report. Throws ApiError when it is
 * refused, TypeError when the network failed, and the signal's reason when the person stops it.
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

/** The outside world of an upload. */
export interface UploadPorts extends Network {
  /** `draft`: the one that the file is of. */
  requestTicket: (signal: AbortSignal, draft?: string) => Promise<UploadTicket>;
  put: (url: string, file: File, options: PutOptions) => Promise<void>;
  finalise: (input: FinaliseInput, signal: AbortSignal) => Promise<StoredUpload>;
  /** False once the file on the disk is gone or is another than the one that was chosen. */
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
  /** The draft that the file is of. */
  draft?: string;
  ports?: UploadPorts;
}

/** The steps that take one file to the server. All throw UploadError, or the signal's reason. */
function stepsOf(file: Pick<File, 'name' | 'size'>, options: StepsOptions) {
  const { signal, onProgress, draft, ports = browserPorts } = options;
  const report: Report = (phase, sent) => onProgress({ phase, sent });
  /** Makes a call until it is answered. */
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

  /** One try to put the bytes at an address. */
  const putOnce = async (url: string, bytes: File) => {
    report('uploading', 0);
    const onSent = (sent: number) => report('uploading', Math.min(sent, file.size));
    try {
      await ports.put(url, bytes, { signal, onProgress: onSent });
    } catch (error) {
      // The bytes arrived in an earlier try.
      if (error instanceof ApiError && error.code === 'ticket_used') return;
      // A browser says of a file that it can't read any more only that the network failed.
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
    /** Sends the bytes until the server has them; answers the address that took them. */
    send: (bytes: File) =>
      sendOnce(bytes).catch((error: unknown) => {
        // The address has expired (403), or a PUT that a dead network cut off still holds it (409).
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
  /** The address that took the bytes in an earlier try, if any. */
  sentTo?: string | null;
  /** The bytes are at this address; the server has not read them yet. */
  onSent?: (uploadURL: string) => void;
}

/**
 * Uploads one file. The answer's `objectPath` becomes `imageUrl`. Bytes that `sentTo` took are sent again only
 * when the server lacks them. Throws UploadError, or the signal's reason when stopped.
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

/** Has the server read what `sentTo` took of a file that is no longer here. Throws as `uploadFile`. */
export function resumeUpload(
  file: Pick<File, 'name' | 'size'>,
  sentTo: string,
  options: StepsOptions,
): Promise<StoredUpload> {
  return stepsOf(file, options).finalise(sentTo);
}
