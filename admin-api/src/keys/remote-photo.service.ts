/** Photos that programs send under ids of their own: sent again, a photo is the same item. */

import { pick, without } from '@veldlicht/contract/by-name';
import { type FileWords, nameWithoutExtension } from '@veldlicht/contract/draft';
import { fieldsSaid } from '@veldlicht/contract/edited-fields';
import { fileFacts } from '@veldlicht/contract/file-facts';
import { MAX_FILE_NAME } from '@veldlicht/contract/limits';
import { type MediaPatch, mediaInput } from '@veldlicht/contract/media';
import { cutText, withoutUnseen } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import type { FinaliseAnswer } from '@veldlicht/contract/upload';
import type { SentPhoto } from '@veldlicht/contract/upload-key';
import { inChange } from '@veldlicht/database/change';
import type { Store } from '@veldlicht/database/open';
import { itemPath } from '@veldlicht/database/public/to-public-item';
import { addRemoteDraft, rememberPhoto, remoteDraft } from '#drafts/drafts.service.ts';
import { wordsOf } from '#drafts/file-words.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { parseInput } from '#http/request-body.ts';
import type { Write } from '#http/write.ts';
import { readMedia } from '#media/media.repository.ts';
import { addMedia, editMedia } from '#media/media.service.ts';
import type { MediaRecord } from '#media/to-media-item.ts';
import { finaliseUpload } from '#uploads/finalise.service.ts';
import {
  type Incoming,
  newTicket,
  type RequireStill,
  receiveUpload,
} from '#uploads/uploads.service.ts';
import { findPhotos, hold } from './remote.repository.ts';

interface Remote {
  remoteId: string;
  /** Empty: unknown. */
  fileName: string;
  /** Collection that holds the photo; empty: the library of the program. */
  collection?: string | undefined;
  /** Used where no keyword names a category; empty: the photo waits as a draft. */
  category?: string;
  /** Status of a new item. */
  status?: SentPhoto['status'];
}

/** Returns the last part of a path, without invisible characters. */
export const plainName = (name: string): string =>
  cutText(withoutUnseen(name.split(/[/\\]/).at(-1) ?? '').trim(), MAX_FILE_NAME);

/** Builds the input of a new item from the metadata of its file. */
function itemOf(
  words: FileWords,
  { objectPath, type }: Pick<FinaliseAnswer, 'objectPath' | 'type'>,
  { fileName, remoteId, status = 'draft' }: Remote,
  category: string,
) {
  const { keywords: _, cut: __, ...named } = words;
  return parseInput(mediaInput, {
    ...named,
    category: words.category ?? category,
    type,
    title: words.title ?? (nameWithoutExtension(fileName) || remoteId),
    status,
    imageUrl: objectPath,
    originalName: fileName || null,
  });
}

/** Returns the texts of a new file for the fields that still hold what the previous file said. */
function textsOfFile(
  store: Store,
  { media: row, file, category, tags, species }: MediaRecord,
  { answer, words }: { answer: FinaliseAnswer; words: FileWords },
  remote: Remote,
): MediaPatch {
  const before = wordsOf(store, fileFacts.parse(file.facts));
  const fileName = row.originalName ?? '';
  const said = itemOf(before, answer, { ...remote, fileName }, category);
  const named = { ...remote, fileName: remote.fileName || fileName };
  const wanted = itemOf(words, answer, named, category);
  const held = fieldsSaid({ ...row, category, tags, species }, said);
  // A file that says nothing of species, such as an export without keywords, lifts no guard.
  const isSilent = row.guard !== null && wanted.species.length === 0;
  return pick(wanted, isSilent ? without(held, ['species']) : held);
}

/** Response for a photo, with a path in place of the full URL. */
type Answer = Omit<SentPhoto, 'url'> & { path: string | null };

const toSent = ({ media: row }: MediaRecord): Answer => ({
  ...pick(row, ['id', 'title', 'status']),
  path: itemPath(row),
});

/** A stored photo: an item, or a draft that waits for its category. */
interface Stored {
  photo: Answer;
  isNew: boolean;
}

/** Creates the item or the draft of a remote id, or replaces its file. One that was deleted is created again. */
function storePhoto(store: Store, answer: FinaliseAnswer, remote: Remote, write: Write): Stored {
  const { remoteId, fileName, collection, category = '' } = remote;
  const userId = write.actor.id;
  if (collection !== undefined) hold(store, { userId, remoteId, collection });
  const [mediaId = ''] = findPhotos(store, userId, [remoteId]).mediaIds;
  const item = readMedia(store, mediaId);
  const words = wordsOf(store, answer.facts);
  if (item) {
    const texts = textsOfFile(store, item, { answer, words }, remote);
    const file = { imageUrl: answer.objectPath, ...(fileName && { originalName: fileName }) };
    return { photo: toSent(editMedia(store, mediaId, { ...texts, ...file }, write)), isNew: false };
  }
  const sent = { remoteId, userId, fileName };
  const read = { ...answer, words };
  const draft = remoteDraft(store, sent, read, write.now);
  if (draft) return { photo: draft, isNew: false };
  if (words.category === null && category === '')
    return { photo: addRemoteDraft(store, sent, read, write.now), isNew: true };
  const record = addMedia(store, itemOf(words, answer, remote, category), write);
  rememberPhoto(store, { userId, remoteId, mediaId: record.media.id });
  return { photo: toSent(record), isNew: true };
}

/**
 * Receives a file as the photo of a remote id, and keeps nothing of an incomplete one. Throws what an upload throws,
 * `not_found` where uploads go straight to a bucket, and what `requireStill` throws until the photo is stored.
 */
export async function receivePhoto(
  deps: Deps,
  remote: Remote,
  incoming: Incoming,
  actor: Write['actor'],
  requireStill: RequireStill = () => {},
): Promise<Stored> {
  if (deps.storage.direct) throw new AppError('not_found', reason('bucket_takes_no_programs'));
  const ticket = newTicket(deps, actor.id);
  await receiveUpload(deps, ticket, incoming, requireStill);
  const answer = await finaliseUpload(deps, `/uploads/${ticket.key}`, actor, requireStill);
  const write = { actor, now: deps.now() };
  return inChange(deps.db, write, (tx) => {
    requireStill(tx);
    return storePhoto(tx, answer, remote, write);
  });
}
