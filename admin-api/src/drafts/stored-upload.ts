import { noMatches, type StoredUpload } from '@veldlicht/contract/draft';
import { hashOfObjectPath } from '@veldlicht/contract/ladder';
import type { FinaliseInput } from '@veldlicht/contract/upload';
import type { Actor } from '#audit/audit.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { findFile } from '#media/media.repository.ts';
import { finaliseUpload, uploadKeyOf } from '#uploads/finalise.service.ts';
import type { RequireStill } from '#uploads/uploads.service.ts';
import { fillDraft, noteRefused } from './drafts.service.ts';
import { readMatches } from './file-matches.ts';
import { wordsOf } from './file-words.ts';

/** Whether the file itself is at fault, so that sending it again would not help. */
const isFileRefused = (error: unknown): error is AppError =>
  error instanceof AppError && [413, 415, 422].includes(error.status);

/** Finalises an upload and fills its draft. Throws as `finaliseUpload`. */
export async function storeUpload(
  deps: Deps,
  { mediaURL, name }: FinaliseInput,
  actor: Actor,
  requireStill: RequireStill,
): Promise<StoredUpload> {
  const { db, now } = deps;
  const key = uploadKeyOf(deps, mediaURL);
  const answer = await finaliseUpload(deps, mediaURL, actor, requireStill).catch(
    (error: unknown) => {
      if (key !== null && isFileRefused(error)) noteRefused(db, key, error.reason);
      throw error;
    },
  );
  const { facts, ...stored } = answer;
  const words = wordsOf(db, facts);
  const read = { ...stored, words };
  const draft = key && inTransaction(db, (tx) => fillDraft(tx, key, read, now()));
  const fileHash = hashOfObjectPath(stored.objectPath);
  const size = (fileHash && findFile(db, fileHash)?.bytes) || 0;
  const [matches = noMatches] = readMatches(db, [
    { name: name ?? null, size, type: answer.type, fileHash },
  ]);
  return { ...read, matches, draft: draft || null };
}
