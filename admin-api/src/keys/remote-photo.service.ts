/** Photos that programs send under ids of their own: sent again, a photo is the same item. */

import { isDeepStrictEqual } from 'node:util';
import { pick } from '@veldlicht/contract/by-name';
import { type FileWords, nameWithoutExtension } from '@veldlicht/contract/draft';
import { filledNames } from '@veldlicht/contract/edited-fields';
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
import { remotePhotos } from '@veldlicht/database/schema';
import { and, eq } from 'drizzle-orm';
import { addRemoteDraft, rememberPhoto, remoteDraft } from '#drafts/drafts.service.ts';
import { wordsOf } from '#drafts/file-words.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { parseInput } from '#http/request-body.ts';
import type { Write } from '#http/write.ts';
import { findMedia } from '#media/media.repository.ts';
import { addMedia, editMedia, requireRecord } from '#media/media.service.ts';
import type { MediaRecord } from '#media/to-media-item.ts';
import { finaliseUpload } from '#uploads/finalise.service.ts';
import {
  type Incoming,
  newTicket,
  type RequireStill,
  receiveUpload,
} from '#uploads/uploads.service.ts';
import { hold } from './remote.repository.ts';

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

type Filled = Pick<MediaPatch, (typeof filledNames)[number]>;

/** Normalises a field for comparison: tags and species are equal in any order. */
function comparable(field: Filled[keyof Filled]): unknown {
  if (!Array.isArray(field)) return field;
  const texts = field.map((one) =>
    typeof one === 'string' ? one : [one.scientificName, one.kind, one.lifeStage, one.nest].join(),
  );
  return texts.sort();
}

/** Returns the texts that a new file changes: only those that still match the metadata of the previous file. */
function textsOfFile(
  store: Store,
  record: MediaRecord,
  { answer, words }: { answer: FinaliseAnswer; words: FileWords },
  remote: Remote,
): Filled {
  const { media: row, file, category, tags, species } = record;
  const before = wordsOf(store, fileFacts.parse(file.facts));
  const then = { ...remote, fileName: row.originalName ?? '' };
  const now = { ...remote, fileName: remote.fileName || then.fileName };
  const given: Filled = itemOf(before, answer, then, category);
  const wanted: Filled = itemOf(words, answer, now, category);
  const present: Filled = { ...row, category, tags, species };
  const isSame = (a: Filled, b: Filled, name: keyof Filled) =>
    isDeepStrictEqual(comparable(a[name]), comparable(b[name]));
  // One that says nothing of species, such as an export without keywords, lifts no guard.
  const isSilent = row.guard !== null && wanted.species?.length === 0;
  const changed = filledNames.filter(
    (name) =>
      isSame(present, given, name) &&
      !isSame(given, wanted, name) &&
      !(name === 'species' && isSilent),
  );
  return pick(wanted, changed);
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
  if (collection !== undefined) hold(store, { userId, remoteId }, collection);
  const isThis = and(eq(remotePhotos.userId, userId), eq(remotePhotos.remoteId, remoteId));
  const known = store.select().from(remotePhotos).where(isThis).get();
  const item = known && findMedia(store, known.mediaId);
  const words = wordsOf(store, answer.facts);
  if (item) {
    const texts = textsOfFile(store, requireRecord(store, item.id), { answer, words }, remote);
    const file = { imageUrl: answer.objectPath, ...(fileName && { originalName: fileName }) };
    const edited = editMedia(store, item.id, { ...texts, ...file }, write);
    return { photo: toSent(edited), isNew: false };
  }
  const sent = { remoteId, userId, fileName };
  const read = { ...answer, words };
  const asDraft = (draft: { id: string; title: string }): Answer => ({
    ...draft,
    status: 'draft',
    path: null,
  });
  const draft = remoteDraft(store, sent, read, write.now);
  if (draft) return { photo: asDraft(draft), isNew: false };
  if (words.category === null && category === '')
    return { photo: asDraft(addRemoteDraft(store, sent, read, write.now)), isNew: true };
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
