/** The last step of an upload: the worker reads the file and says what it is (architecture §4). */
import { rm } from 'node:fs/promises';
import { hashOfObjectPath, objectPath } from '@veldlicht/contract/ladder';
import { type FinaliseAnswer, finaliseAnswer, inspectRefusal } from '@veldlicht/contract/upload';
import { enqueueJob, getJob, type Job } from '@veldlicht/database/jobs';
import { type Actor, recordAudit } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { keyOfUploadUrl } from './ticket.ts';
import {
  deleteUpload,
  findFile,
  findInspectJob,
  findUpload,
  moveUpload,
  type UploadRow,
} from './uploads.repository.ts';
import { incomingFile } from './uploads.service.ts';

/** Before all other work: somebody waits for it. */
const INSPECT_PRIORITY = 10;
/** How soon the end of the job is noticed. */
const NOTICE_MS = 20;

/** The user's own upload behind an address. Throws `invalid_input` or `upload_missing`. */
function requireUpload(deps: Deps, mediaUrl: string, userId: string): UploadRow {
  const key = keyOfUploadUrl(mediaUrl, deps.environment.publicOrigin);
  if (key === null) throw new AppError('invalid_input', 'This is not an upload address of ours');
  const upload = findUpload(deps.db, key);
  if (upload?.userId !== userId) throw new AppError('upload_missing');
  if (upload.state === 'issued' || upload.state === 'receiving')
    throw new AppError('upload_missing');
  return upload;
}

/** The answer of an upload that was finalised before, from what is stored of its file. */
function answerAgain(deps: Deps, upload: UploadRow): FinaliseAnswer {
  const file = upload.fileHash === null ? undefined : findFile(deps.db, upload.fileHash);
  if (!file) throw new AppError('upload_missing');
  const { type, width, height, takenDate, takenLocation, takenDescription } = file;
  return {
    objectPath: objectPath(file.hash, type),
    type,
    width,
    height,
    facts: { date: takenDate, location: takenLocation, description: takenDescription },
  };
}

function isOpen(job: Job | undefined): boolean {
  return job?.state === 'waiting' || job?.state === 'running';
}

/** Waits until the job has ended, by watching the database. Throws `media_busy` after a while. */
function waitForJob(deps: Deps, id: number): Promise<Job | undefined> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      stop();
      clearTimeout(timer);
      settle();
    };
    const look = () => {
      const job = getJob(deps.db, id);
      if (!isOpen(job)) end(() => resolve(job));
    };
    const busy = () => end(() => reject(new AppError('media_busy', undefined, { retryAfter: 5 })));
    const stop = deps.watch(NOTICE_MS, look);
    const timer = setTimeout(busy, deps.limits.finaliseMs);
    look();
  });
}

/** A reading that goes on or has ended since an earlier call counts; else a new one is asked for. */
function inspectionOf(deps: Deps, key: string): number {
  const { db, now } = deps;
  return db.transaction(
    (tx) =>
      findInspectJob(tx, key)?.id ??
      enqueueJob(tx, { kind: 'inspect', subject: key, priority: INSPECT_PRIORITY, now: now() }),
    { behavior: 'immediate' },
  );
}

/** Forgets an upload that was refused; the file must be sent anew. */
async function refuse(deps: Deps, key: string, job: Job | undefined): Promise<never> {
  await rm(incomingFile(deps, key), { force: true });
  deleteUpload(deps.db, key);
  const refusal = inspectRefusal.safeParse(job?.result);
  if (!refusal.success) throw new AppError('unreadable_file');
  throw new AppError(refusal.data.code, job?.error ?? undefined);
}

/**
 * Has an upload read and answers what it is; asked again it answers the same. Throws
 * `invalid_input`, `upload_missing`, `media_busy` (the upload is kept), or the worker's refusal.
 */
export async function finaliseUpload(
  deps: Deps,
  mediaUrl: string,
  actor: Actor,
): Promise<FinaliseAnswer> {
  const upload = requireUpload(deps, mediaUrl, actor.id);
  const { key } = upload;
  if (upload.state === 'finalised') return answerAgain(deps, upload);
  const job = await waitForJob(deps, inspectionOf(deps, key));
  if (job?.state !== 'done') return refuse(deps, key, job);
  const answer = finaliseAnswer.parse(job.result);
  const fileHash = hashOfObjectPath(answer.objectPath) ?? undefined;
  deps.db.transaction((tx) => {
    if (!moveUpload(tx, key, 'received', 'finalised', fileHash)) return;
    recordAudit(tx, {
      at: deps.now(),
      actor,
      action: 'upload',
      entity: 'file',
      entityId: fileHash ?? null,
      summary: answer.objectPath,
    });
  });
  return answer;
}
