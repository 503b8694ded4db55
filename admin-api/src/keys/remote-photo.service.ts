/** A photo that a program knows by an id of its own: sent again it is the same item (next.md §4). */

import { MAX_FILE_NAME } from '@veldlicht/contract/limits';
import { mediaInput } from '@veldlicht/contract/media';
import { foldName } from '@veldlicht/contract/name';
import { MAX_ITEM_SPECIES } from '@veldlicht/contract/species';
import { speciesByName, speciesOfKeyword } from '@veldlicht/contract/species-words';
import type { FinaliseAnswer } from '@veldlicht/contract/upload';
import type { SentPhoto } from '@veldlicht/contract/upload-key';
import { inChange } from '@veldlicht/database/change';
import type { Store } from '@veldlicht/database/open';
import { categories, remotePhotos, species } from '@veldlicht/database/schema';
import { and, asc, eq } from 'drizzle-orm';
import { listDeclinedKeywords } from '#categories/categories.service.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { parseInput } from '#http/request-body.ts';
import type { Write } from '#http/write.ts';
import { findMedia } from '#media/media.repository.ts';
import { addMedia, editMedia } from '#media/media.service.ts';
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

const withoutExtension = (name: string) => name.replace(/\.[^.]*$/, '');

/** Names of the tags that these keywords are. */
function tagsAmong(store: Store, keywords: readonly string[]): string[] {
  const wanted = new Set(keywords.map(foldName));
  const isTag = eq(categories.type, 'tag');
  const tags = store.select({ name: categories.name }).from(categories).where(isTag).all();
  return tags.map(({ name }) => name).filter((name) => wanted.has(foldName(name)));
}

/** Scientific names of the species that these keywords surely are; words that somebody turned down are none. */
function speciesAmong(store: Store, keywords: readonly string[]): string[] {
  // Thousands of names are read only when there is a word to look for.
  if (keywords.length === 0) return [];
  const { scientificName, dutchName, englishName, synonyms } = species;
  const rows = store
    .select({ scientificName, dutchName, englishName, synonyms })
    .from(species)
    .all();
  const byName = speciesByName(rows);
  const declined = listDeclinedKeywords(store);
  const named = keywords.flatMap((word) => speciesOfKeyword(byName, word, declined) ?? []);
  return [...new Set(named.map((one) => one.scientificName))].slice(0, MAX_ITEM_SPECIES);
}

/** A draft of the first category, which its owner looks through before anyone sees it. */
function draftOf(store: Store, { objectPath, type, facts }: FinaliseAnswer, remote: Remote) {
  const isCategory = eq(categories.type, 'category');
  const first = store
    .select({ name: categories.name })
    .from(categories)
    .where(isCategory)
    .orderBy(asc(categories.sortOrder))
    .get();
  return parseInput(mediaInput, {
    title: facts.title ?? (withoutExtension(remote.fileName) || remote.remoteId),
    description: facts.description,
    date: facts.date,
    location: facts.location ?? facts.city,
    tags: tagsAmong(store, facts.keywords),
    species: speciesAmong(store, facts.keywords),
    category: first?.name,
    status: 'draft',
    type,
    imageUrl: objectPath,
    originalName: remote.fileName || null,
  });
}

/** The item of a remote id, made or with its file replaced; one that was deleted meanwhile is made anew. */
function storePhoto(store: Store, answer: FinaliseAnswer, remote: Remote, write: Write) {
  const { remoteId, fileName } = remote;
  const userId = write.actor.id;
  const isThis = and(eq(remotePhotos.userId, userId), eq(remotePhotos.remoteId, remoteId));
  const known = store.select().from(remotePhotos).where(isThis).get();
  const item = known && findMedia(store, known.mediaId);
  if (item) {
    const change = { imageUrl: answer.objectPath, ...(fileName && { originalName: fileName }) };
    return { record: editMedia(store, item.id, change, write), isNew: false };
  }
  const record = addMedia(store, draftOf(store, answer, remote), write);
  const { id: mediaId } = record.media;
  store
    .insert(remotePhotos)
    .values({ userId, remoteId, mediaId })
    .onConflictDoUpdate({ target: [remotePhotos.userId, remotePhotos.remoteId], set: { mediaId } })
    .run();
  return { record, isNew: true };
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
): Promise<{ photo: SentPhoto; isNew: boolean }> {
  if (deps.storage.direct) throw new AppError('not_found');
  const ticket = newTicket(deps, actor.id);
  await receiveUpload(deps, ticket, incoming, requireStill);
  const answer = await finaliseUpload(deps, `/uploads/${ticket.key}`, actor, requireStill);
  const write = { actor, now: deps.now() };
  const { record, isNew } = inChange(deps.db, write, (tx) => {
    requireStill(tx);
    return storePhoto(tx, answer, remote, write);
  });
  const { id, title, status } = record.media;
  return { photo: { id, title, status }, isNew };
}
