/** A photo that a program knows by an id of its own: sent again it is the same item (next.md §4). */

import { type FileWords, nameWithoutExtension } from '@veldlicht/contract/draft';
import { MAX_FILE_NAME } from '@veldlicht/contract/limits';
import { mediaInput } from '@veldlicht/contract/media';
import type { FinaliseAnswer } from '@veldlicht/contract/upload';
import type { SentPhoto } from '@veldlicht/contract/upload-key';
import { inChange } from '@veldlicht/database/change';
import type { Store } from '@veldlicht/database/open';
import { remotePhotos } from '@veldlicht/database/schema';
import { and, eq } from 'drizzle-orm';
import { addRemoteDraft, rememberPhoto, remoteDraft } from '#drafts/drafts.service.ts';
import { wordsOf } from '#drafts/file-words.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { parseInput } from '#http/request-body.ts';
import type { Write } from '#http/write.ts';
import { findMedia } from '#media/media.repository.ts';
import { addMedia, editMedia } from '#media/media.service.ts';
import type { MediaRecord } from '#media/to-media-item.ts';
import { finaliseUpload } from '#uploads/finalise.service.ts';
import {
  type Incoming,
  newTicket,
  type RequireStill,
  receiveUpload,
} from '#uploads/uploads.service.ts';

interface Remote {
  remoteId: string;
  /** What the file is called; empty when nobody said. */
  fileName: string;
}

/** The last part of a name that may be a path, without what nobody can see. */
export const plainName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim().slice(0, MAX_FILE_NAME);

/** An item that visitors don't see, of a file whose keywords name its category. */
function itemOf(words: FileWords, { objectPath, type }: FinaliseAnswer, remote: Remote) {
  const { keywords: _, cut: __, ...named } = words;
  const { fileName, remoteId } = remote;
  return {
    ...named,
    type,
    title: words.title ?? (nameWithoutExtension(fileName) || remoteId),
    status: 'draft',
    imageUrl: objectPath,
    originalName: fileName || null,
  };
}

const toSent = ({ media: { id, title, status } }: MediaRecord): SentPhoto => ({
  id,
  title,
  status,
});

/** What became of a photo: an item, or a draft that waits for its category. */
interface Stored {
  photo: SentPhoto;
  isNew: boolean;
}

/**
 * The item or the draft of a remote id, made or with its file replaced; one that was deleted or discarded meanwhile is
 * made again.
 */
function storePhoto(store: Store, answer: FinaliseAnswer, remote: Remote, write: Write): Stored {
  const { remoteId, fileName } = remote;
  const userId = write.actor.id;
  const isThis = and(eq(remotePhotos.userId, userId), eq(remotePhotos.remoteId, remoteId));
  const known = store.select().from(remotePhotos).where(isThis).get();
  const item = known && findMedia(store, known.mediaId);
  if (item) {
    const change = { imageUrl: answer.objectPath, ...(fileName && { originalName: fileName }) };
    return { photo: toSent(editMedia(store, item.id, change, write)), isNew: false };
  }
  const sent = { remoteId, userId, fileName };
  const words = wordsOf(store, answer.facts);
  const read = { ...answer, words };
  const draft = remoteDraft(store, sent, read, write.now);
  if (draft) return { photo: draft, isNew: false };
  if (words.category === null)
    return { photo: addRemoteDraft(store, sent, read, write.now), isNew: true };
  const record = addMedia(store, parseInput(mediaInput, itemOf(words, answer, remote)), write);
  rememberPhoto(store, { userId, remoteId, mediaId: record.media.id });
  return { photo: toSent(record), isNew: true };
}

/**
 * Receives a file and makes it the photo of a remote id. Nothing is kept of a file that does not arrive whole.
 * Throws what an upload throws; `not_found` where uploads go straight to a bucket; and what `requireStill` throws
 * until the photo is stored.
 */
export async function receivePhoto(
  deps: Deps,
  remote: Remote,
  incoming: Incoming,
  actor: Write['actor'],
  requireStill: RequireStill = () => {},
): Promise<Stored> {
  if (deps.storage.direct) throw new AppError('not_found');
  const ticket = newTicket(deps, actor.id);
  await receiveUpload(deps, ticket, incoming, requireStill);
  const answer = await finaliseUpload(deps, `/uploads/${ticket.key}`, actor, requireStill);
  const write = { actor, now: deps.now() };
  return inChange(deps.db, write, (tx) => {
    requireStill(tx);
    return storePhoto(tx, answer, remote, write);
  });
}
