import type { FinaliseAnswer, UploadTicket } from '@veldlicht/contract/upload';
import { en } from '#i18n/en.ts';
import { ApiError, serverWords } from './api-error.ts';
import { persist, waitForLine } from './line.ts';
import { browserPorts, type UploadPorts } from './upload-ports.ts';
import { type Attempts, forgetsUpload, nextStep } from './upload-rules.ts';

/** Where an upload stands, for the person who waits. */
export type UploadPhase = 'uploading' | 'retrying' | 'offline' | 'optimizing';

export interface UploadProgress {
  phase: UploadPhase;
  /** Bytes. */
  sent: number;
  total: number;
}

/** Which of the three calls failed; each has a message of its own (spec §8 Upload messages). */
export type UploadStage = 'ticket' | 'put' | 'finalise';

/** An upload that did not succeed. `reason` is the server's text, when it gave one, or ours, in English. */
export class UploadError extends Error {
  readonly stage: UploadStage;
  readonly fileName: string;
  readonly reason: string | null;

  constructor(stage: UploadStage, fileName: string, reason: string | null, cause?: unknown) {
    super(`Upload failed (${stage}): ${fileName}`, { cause });
    this.name = 'UploadError';
    this.stage = stage;
    this.fileName = fileName;
    this.reason = reason;
  }
}

interface UploadOptions {
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  /** The address that took the bytes in an earlier try, if any. */
  sentTo?: string | null;
  /** The bytes are at this address; the server has not read them yet. */
  onSent?: (uploadURL: string) => void;
  ports?: UploadPorts;
}

/** One upload on its way: the file, and what every step of it needs. */
interface Run {
  file: File;
  signal: AbortSignal;
  ports: UploadPorts;
  report: (phase: UploadPhase, sent: number) => void;
}

/** Passes an abort on as it is; everything else becomes an UploadError. */
function failed(stage: UploadStage, run: Run, error: unknown): never {
  run.signal.throwIfAborted();
  throw new UploadError(stage, run.file.name, serverWords(error), error);
}

/** How to wait for the line, and tell of it. */
function lineOf({ ports, signal, report }: Run) {
  return { ports, signal, onOffline: () => report('offline', 0) };
}

/** Makes a call until it is answered. Throws UploadError, or the signal's reason. */
async function ask<T>(run: Run, stage: UploadStage, call: () => Promise<T>): Promise<T> {
  try {
    return await persist(call, lineOf(run));
  } catch (error) {
    return failed(stage, run, error);
  }
}

function askTicket(run: Run): Promise<UploadTicket> {
  return ask(run, 'ticket', () => run.ports.requestTicket(run.signal));
}

/** Sends the bytes until the server has them; answers the address that took them. */
async function sendBytes(run: Run): Promise<string> {
  const { file, ports, report, signal } = run;
  const attempts: Attempts = { retries: 0, renewed: false };
  let { uploadURL } = await askTicket(run);
  for (;;) {
    await waitForLine(lineOf(run));
    report('uploading', 0);
    const onProgress = (sent: number) => report('uploading', Math.min(sent, file.size));
    const outcome = await ports.put(uploadURL, file, { signal, onProgress });
    // A browser says of a file that it can't read any more only that the network failed.
    if (outcome.kind === 'network' && !(await ports.isReadable(file)))
      throw new UploadError('put', file.name, en.fileChanged);
    const step = nextStep(outcome, attempts);
    if (step.do === 'finalise') return uploadURL;
    if (step.do === 'fail') throw new UploadError('put', file.name, step.reason);
    if (step.do === 'renew') {
      attempts.renewed = true;
      ({ uploadURL } = await askTicket(run));
    }
    if (step.do === 'retry') {
      attempts.retries += 1;
      report('retrying', 0);
      await ports.wait(step.delayMs, signal);
    }
  }
}

/** Has the server read the stored bytes. */
function finalise(run: Run, uploadURL: string, poster?: string | null): Promise<FinaliseAnswer> {
  return ask(run, 'finalise', () => {
    run.report('optimizing', run.file.size);
    return run.ports.finalise(uploadURL, run.signal, poster);
  });
}

/** Has the server read bytes of an earlier try; null when it does not have them any more. */
async function finaliseSent(run: Run, uploadURL: string): Promise<FinaliseAnswer | null> {
  try {
    return await finalise(run, uploadURL);
  } catch (error) {
    const cause = error instanceof UploadError ? error.cause : null;
    if (cause instanceof ApiError && forgetsUpload(cause.status)) return null;
    throw error;
  }
}

/** Sends a frame of the film as an upload of its own; answers its path, or null without one. */
async function sendStill({ file, ports, report, signal }: Run): Promise<string | null> {
  try {
    const still = await ports.frameOf(file, signal);
    if (!still) return null;
    const quietly: Run = {
      ...{ file: still, ports, signal },
      // The film has arrived: whoever waits sees that it is being looked at.
      report: (phase) => report(phase === 'uploading' ? 'optimizing' : phase, file.size),
    };
    return (await finalise(quietly, await sendBytes(quietly))).objectPath;
  } catch {
    signal.throwIfAborted();
    // A film goes on without a still of its own.
    return null;
  }
}

/** A server without ffmpeg asks who drops the film for a still (decision 019). */
async function addStill(run: Run, uploadURL: string, answer: FinaliseAnswer) {
  const poster = await sendStill(run);
  try {
    return await finalise(run, uploadURL, poster);
  } catch {
    run.signal.throwIfAborted();
    // The film is stored; the server makes a plain still after a while.
    return answer;
  }
}

/**
 * Uploads one file (spec §7): a signed address, one PUT, then the server reads it. The answer's
 * `objectPath` becomes `imageUrl`. Bytes that `sentTo` took are sent again only when the server lacks
 * them. Throws UploadError, or the signal's reason when stopped.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<FinaliseAnswer> {
  const { signal, onProgress, sentTo = null, onSent, ports = browserPorts } = options;
  const report = (phase: UploadPhase, sent: number) =>
    onProgress({ phase, sent, total: file.size });
  const run: Run = { file, signal, ports, report };
  const finish = (uploadURL: string, answer: FinaliseAnswer) =>
    answer.wantsPoster ? addStill(run, uploadURL, answer) : answer;
  if (sentTo !== null) {
    const answer = await finaliseSent(run, sentTo);
    if (answer) return finish(sentTo, answer);
  }
  const uploadURL = await sendBytes(run);
  onSent?.(uploadURL);
  return finish(uploadURL, await finalise(run, uploadURL));
}
