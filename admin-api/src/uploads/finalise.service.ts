/** Finalises an upload: the worker inspects the file (architecture §4). */
import { fileFacts } from '@veldlicht/contract/file-facts';
import { hashOfObjectPath, objectPath } from '@veldlicht/contract/ladder';
import { reason } from '@veldlicht/contract/reason';
import { type FinaliseAnswer, finaliseAnswer, inspectRefusal } from '@veldlicht/contract/upload';
import { enqueueJob, type Job } from '@veldlicht/database/jobs';
import { jobs, uploads } from '@veldlicht/database/schema';
import { incomingName } from '@veldlicht/database/storage/stored-name';
import { and, desc, eq } from 'drizzle-orm';
import { type Actor, recordAudit } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { STORAGE_RETRY_SECONDS } from '#http/error-handler.ts';
import { inTransaction } from '#http/write.ts';
import { waitForJob } from '#jobs/wait-for-job.ts';
import { findFile } from '#media/media.repository.ts';
import { findUpload, moveUpload, type UploadRow } from './uploads.repository.ts';
import { keyOfUploadUrl, type RequireStill, requireFreeSpace } from './uploads.service.ts';

/** Above all other jobs: a request waits. */
const INSPECT_PRIORITY = 10;

/**
 * Accepts a file that went straight to the bucket; checks its size here, since a presigned URL can't limit it (threat
 * T21). Throws `upload_missing`, `file_too_large`, `file_empty` or `disk_full`.
 */
async function receiveDirect(deps: Deps, { key }: UploadRow): Promise<void> {
  const name = deps.storage.direct && incomingName(key);
  const size = name && (await deps.storage.size(name));
  if (!name || size === null) throw new AppError('upload_missing');
  if (size === 0 || size > deps.limits.fileBytes) {
    await deps.storage.remove(name);
    throw new AppError(size === 0 ? 'file_empty' : 'file_too_large');
  }
  // The worker downloads it to this disk.
  await requireFreeSpace(deps);
  moveUpload(deps.db, key, 'issued', 'received');
}

/** The key of an upload URL, ours or the bucket's; null for any other. */
export function uploadKeyOf({ environment, storage }: Deps, mediaUrl: string): string | null {
  const own = keyOfUploadUrl(mediaUrl, environment.publicOrigin);
  return own ?? storage.direct?.keyOf(mediaUrl) ?? null;
}

/** The user's own upload by its URL. Throws `invalid_input`, `upload_missing`, or as `receiveDirect`. */
async function requireUpload(deps: Deps, mediaUrl: string, userId: string): Promise<UploadRow> {
  const key = uploadKeyOf(deps, mediaUrl);
  if (key === null) throw new AppError('invalid_input', reason('ticket_foreign'));
  const upload = findUpload(deps.db, key);
  if (upload?.userId !== userId) throw new AppError('upload_missing');
  if (upload.state === 'receiving') throw new AppError('upload_missing');
  if (upload.state === 'issued') await receiveDirect(deps, upload);
  return upload;
}

/** Repeats the answer of a finalised upload, from its stored file. */
function answerAgain(deps: Deps, upload: UploadRow): FinaliseAnswer {
  const file = upload.fileHash === null ? undefined : findFile(deps.db, upload.fileHash);
  if (!file) throw new AppError('upload_missing');
  const { type, width, height } = file;
  return {
    objectPath: objectPath(file.hash, type),
    type,
    width,
    height,
    facts: fileFacts.parse(file.facts),
  };
}

function refusalOf(job: Job | undefined) {
  return inspectRefusal.safeParse(job?.result).data?.code ?? 'unreadable_file';
}

/** Whether the worker could not get at the bytes: the upload is kept, and the next call inspects it again. */
function wasUnread(job: Job): boolean {
  return (
    job.state === 'failed' &&
    ['storage_failed', 'disk_full', 'data_read_only'].includes(refusalOf(job))
  );
}

/** The job of an earlier call, or a new one where there is none or it could not get at the bytes. */
function inspectionOf(deps: Deps, key: string): number {
  const { db, now } = deps;
  return inTransaction(db, (tx) => {
    const isReading = and(eq(jobs.kind, 'inspect'), eq(jobs.subject, key));
    const last = tx.select().from(jobs).where(isReading).orderBy(desc(jobs.id)).limit(1).get();
    if (last && !wasUnread(last)) return last.id;
    const job = {
      kind: 'inspect',
      subject: key,
      priority: INSPECT_PRIORITY,
      now: now(),
    } as const;
    return enqueueJob(tx, job);
  });
}

/** Deletes a refused upload and throws, unless the bytes were unavailable: then it can be retried. */
async function refuse(deps: Deps, key: string, job: Job | undefined): Promise<never> {
  const code = refusalOf(job);
  if (job && wasUnread(job))
    throw new AppError(code, undefined, { retryAfter: STORAGE_RETRY_SECONDS });
  const name = incomingName(key);
  if (name)
    await deps.storage.remove(name).catch((error: unknown) => {
      // The worker also removes it, and sweeps leftovers.
      deps.log.warn({ err: error }, 'a refused upload was not removed');
    });
  deps.db.delete(uploads).where(eq(uploads.key, key)).run();
  const isToldWhy = inspectRefusal.safeParse(job?.result).success;
  throw new AppError(code, isToldWhy ? (job?.error ?? undefined) : undefined);
}

/**
 * Has the worker inspect an upload and returns what it found; idempotent. Throws `invalid_input`, `upload_missing`,
 * `media_busy` or `StorageError` (the upload is kept), the worker's refusal, or as `requireStill`.
 */
export async function finaliseUpload(
  deps: Deps,
  mediaUrl: string,
  actor: Actor,
  requireStill: RequireStill = () => {},
): Promise<FinaliseAnswer> {
  const upload = await requireUpload(deps, mediaUrl, actor.id);
  const { key } = upload;
  if (upload.state === 'finalised') return answerAgain(deps, upload);
  const job = await waitForJob(deps, inspectionOf(deps, key), deps.limits.finaliseMs);
  if (job?.state !== 'done') return refuse(deps, key, job);
  const answer = finaliseAnswer.parse(job.result);
  const fileHash = hashOfObjectPath(answer.objectPath) ?? undefined;
  inTransaction(deps.db, (tx) => {
    requireStill(tx);
    const isMoved = moveUpload(tx, key, 'received', 'finalised', fileHash);
    // Gone with its user's right to upload, or a parallel call was first.
    if (!isMoved && !findUpload(tx, key)) throw new AppError('upload_missing');
    if (!isMoved) return;
    const entry = { action: 'upload', entity: 'file', summary: answer.objectPath } as const;
    recordAudit(tx, { actor, now: deps.now() }, { ...entry, entityId: fileHash ?? null });
  });
  return answer;
}
