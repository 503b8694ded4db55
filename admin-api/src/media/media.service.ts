/** Creates, changes and removes one item. */

import type { AuditFacts } from '@veldlicht/contract/audit';
import { hashOfObjectPath, objectPath } from '@veldlicht/contract/ladder';
import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import type { MediaPatch, NewMedia } from '@veldlicht/contract/media';
import { foldName } from '@veldlicht/contract/name';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { reason } from '@veldlicht/contract/reason';
import { applyGuard, decidesGuard } from '@veldlicht/database/apply-guard';
import type { PublishWindow } from '@veldlicht/database/is-public';
import { addressTitle } from '@veldlicht/database/keep-addresses';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import { media, mediaRows, protectedPlaces } from '@veldlicht/database/schema';
import { newSlug, slugAfter } from '@veldlicht/database/slug';
import { eq } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import { AppError, invalidField } from '#http/app-error.ts';
import { toInstant } from '#http/instant.ts';
import { changesOf, requireMatch, type Write } from '#http/write.ts';
import { setSpecies } from '#species/species.repository.ts';
import {
  findFile,
  findMedia,
  listNames,
  readMedia,
  setTags,
  updateMedia,
} from './media.repository.ts';
import { moveToTrash } from './move-to-trash.ts';
import type { FileRow, MediaRecord, MediaRow } from './to-media-item.ts';

type Action = 'create' | 'update' | 'delete' | 'renew-address';

function audit(
  store: Store,
  write: Write,
  action: Action,
  { id: entityId, title: summary }: MediaRow,
  facts?: AuditFacts,
): void {
  recordAudit(store, write, {
    action,
    entity: 'media',
    entityId,
    summary,
    ...(facts && { facts }),
  });
}

/** Title of the home page's large picture; empty without one. */
const heroTitle = (store: Store) =>
  store.select({ title: media.title }).from(media).where(eq(media.hero, true)).get()?.title ?? '';

/** The version of an item: `updatedAt` rises with every change, also within a millisecond. */
export const mediaEtag = ({ updatedAt }: Pick<MediaRow, 'updatedAt'>) =>
  `"${toInstant(updatedAt)}"`;

/** Dismisses the notice of protected places, for all users. */
export function dismissProtectedPlaces(store: Store, write: Write): void {
  store.delete(protectedPlaces).run();
  const facts = { notice: 'protected-places' } as const;
  recordAudit(store, write, { action: 'update', entity: 'media', facts });
}

/** Throws `not_found`, or `changed_meanwhile` for another version. */
function requireMedia(store: Store, id: string, ifMatch?: string): MediaRow {
  const row = findMedia(store, id);
  if (!row) throw new AppError('not_found');
  requireMatch(store, ifMatch, mediaEtag(row), { entity: 'media', entityId: id });
  return row;
}

/** An item with everything that its response needs. Throws `not_found`. */
export function requireRecord(store: Store, id: string): MediaRecord {
  const record = readMedia(store, id);
  if (!record) throw new AppError('not_found');
  return record;
}

/**
 * Stores a new item in an open transaction; the file decides its type. The caller records it. If a call with the same
 * key created the item before, this updates and records it, unless it was edited since: it may have been taken off the
 * site, or its place hidden.
 */
export function storeMedia(store: Store, input: NewMedia, write: Write, slug?: string | null) {
  const { key, ...rest } = input;
  const hasKey = key === undefined ? undefined : eq(media.creationKey, key);
  const made = hasKey && store.select().from(media).where(hasKey).get();
  if (made) {
    const isUntouched = made.updatedAt === made.createdAt;
    const record = isUntouched
      ? editMedia(store, made.id, rest, write)
      : requireRecord(store, made.id);
    return { record, isNew: false };
  }
  return { record: insertItem(store, input, write.now, slug), isNew: true };
}

function insertItem(store: Store, input: NewMedia, now: number, slug?: string | null): MediaRecord {
  const {
    key,
    category,
    tags,
    species,
    imageUrl,
    type: _claimed,
    focus,
    publishFrom,
    publishUntil,
    positionAllowed,
    ...rest
  } = input;
  const categoryId = requireCategoryId(store, category);
  const tagIds = requireTagIds(store, tags);
  const file = requireFile(store, imageUrl);
  const values = {
    ...rest,
    ...placeAfter(null, rest),
    ...windowAfter(null, { publishFrom, publishUntil }),
    id: newId(),
    creationKey: key ?? null,
    slug: newSlug(store, rest.title, file.type, slug),
    type: file.type,
    categoryId,
    fileHash: file.hash,
    focusX: focus.x,
    focusY: focus.y,
    createdAt: now,
    updatedAt: now,
  };
  const row = store.insert(mediaRows).values(values).returning().get();
  setTags(store, row.seq, tagIds);
  setSpecies(store, [row.seq], species);
  applyGuard(store, [row.seq]);
  checkPublicTexts(store, eq(media.seq, row.seq), positionAllowed);
  return requireRecord(store, row.id);
}

/** Creates an item in an open transaction. */
export function addMedia(store: Store, input: NewMedia, write: Write): MediaRecord {
  const { record, isNew } = storeMedia(store, input, write);
  if (isNew) audit(store, write, 'create', record.media);
  return record;
}

/** The file columns of a replacement: visitors see the old file until the new one is ready. */
function replacement(store: Store, row: MediaRow, imageUrl: string | undefined) {
  if (imageUrl === undefined) return {};
  const file = requireFile(store, imageUrl);
  if (file.hash === row.fileHash) return {};
  if (file.type !== row.type) throw new AppError('type_mismatch');
  const oldIsReady = findFile(store, row.fileHash)?.processing === 'ready';
  const shown = oldIsReady ? row.fileHash : row.previousFileHash;
  return {
    fileHash: file.hash,
    previousFileHash: file.processing === 'ready' ? null : shown,
  };
}

/** The next `updatedAt`, which is the version: later than the last one, also within a millisecond. */
export const nextVersion = (row: Pick<MediaRow, 'updatedAt'>, { now }: Pick<Write, 'now'>) =>
  Math.max(now, row.updatedAt + 1);

/** Changes an item in an open transaction; writes nothing when nothing differs. */
export function editMedia(store: Store, id: string, patch: MediaPatch, write: Write): MediaRecord {
  const row = requireMedia(store, id, write.ifMatch);
  const {
    category,
    tags,
    species,
    imageUrl,
    type: _claimed,
    focus,
    publishFrom,
    publishUntil,
    positionAllowed,
    ...rest
  } = patch;
  const files = replacement(store, row, imageUrl);
  const change = changesOf(row, {
    ...rest,
    ...placeAfter(row, rest),
    ...windowAfter(row, { publishFrom, publishUntil }),
    ...files,
    slug: slugAfter(store, row, rest.title ?? row.title, row.type),
    categoryId: category === undefined ? row.categoryId : requireCategoryId(store, category),
    ...(focus && { focusX: focus.x, focusY: focus.y }),
  });
  const heroBefore = change.hero === undefined ? null : heroTitle(store);
  const isTagged = tags !== undefined && setTags(store, row.seq, requireTagIds(store, tags));
  const isEdited = Object.keys(change).length > 0;
  if (isEdited) updateMedia(store, row.seq, change);
  const isNamed = species !== undefined && setSpecies(store, [row.seq], species).length > 0;
  const isTextOnly = !isNamed && !decidesGuard(change);
  if (isNamed || isTagged || isEdited) applyGuard(store, [row.seq], { isTextOnly });
  const isChecked = checkPublicTexts(store, eq(media.seq, row.seq), positionAllowed);
  if (!isTagged && !isNamed && !isEdited && !isChecked) return requireRecord(store, id);
  updateMedia(store, row.seq, { updatedAt: nextVersion(row, write) });
  const record = requireRecord(store, id);
  const hero = heroBefore === null ? null : { before: heroBefore, after: heroTitle(store) };
  audit(store, write, 'update', record.media, hero ? { hero } : undefined);
  return record;
}

/** Gives an item a new slug in an open transaction; a public address answers 410 from the next publish on. */
export function renewAddress(store: Store, id: string, write: Write): MediaRecord {
  const row = requireMedia(store, id, write.ifMatch);
  const { species } = requireRecord(store, id);
  const title = row.guard === null ? row.title : addressTitle(store, row, species);
  const slug = newSlug(store, title, row.type);
  updateMedia(store, row.seq, { slug, updatedAt: nextVersion(row, write) });
  const record = requireRecord(store, id);
  audit(store, write, 'renew-address', record.media);
  return record;
}

/** Moves an item to the trash in an open transaction. */
export function dropMedia(store: Store, id: string, write: Write): void {
  const row = requireMedia(store, id, write.ifMatch);
  moveToTrash(store, [id], write);
  audit(store, write, 'delete', row);
}

type Place = Pick<MediaRow, 'location' | 'locationPrivacy'>;

function privacyAfter(before: Place | null, location: string | null): LocationPrivacy {
  const standard = defaultLocationPrivacy(location);
  if (location === before?.location) return before.locationPrivacy;
  return before ? stricterPrivacy(before.locationPrivacy, standard) : standard;
}

/**
 * How exactly visitors may know the place after a write. A privacy in the call counts. Without one a new item gets the
 * default, and a new location text the stricter of default and current: "exact" chosen for one text does not hold for
 * the next. `exactChosen`: the default is stricter, so "exact" was somebody's choice, which stricter rules of a later
 * version keep.
 */
export function placeAfter(
  before: Place | null,
  change: { location?: string | null | undefined; locationPrivacy?: LocationPrivacy | undefined },
): Place & Pick<MediaRow, 'exactChosen'> {
  const location = change.location === undefined ? (before?.location ?? null) : change.location;
  const locationPrivacy = change.locationPrivacy ?? privacyAfter(before, location);
  const exactChosen = locationPrivacy === 'exact' && defaultLocationPrivacy(location) !== 'exact';
  return { location, locationPrivacy, exactChosen };
}

/** Undefined keeps a bound, null removes it. */
interface WindowChange {
  publishFrom?: string | null | undefined;
  publishUntil?: string | null | undefined;
}

function boundAfter(before: number | null, sent: string | null | undefined): number | null {
  if (sent === undefined) return before;
  return sent === null ? null : Date.parse(sent);
}

/**
 * The window in which an item is public after a write. Throws `invalid_input` when it would end
 * before it begins.
 */
export function windowAfter(before: PublishWindow | null, change: WindowChange): PublishWindow {
  const publishFrom = boundAfter(before?.publishFrom ?? null, change.publishFrom);
  const publishUntil = boundAfter(before?.publishUntil ?? null, change.publishUntil);
  if (publishFrom !== null && publishUntil !== null && publishUntil <= publishFrom)
    throw invalidField('publishUntil', reason('end_before_start'));
  return { publishFrom, publishUntil };
}

/** The id of a category by its name. Throws `invalid_input`. */
export function requireCategoryId(store: Store, name: string): string {
  const found = listNames(store).find(
    (row) => row.type === 'category' && foldName(row.name) === foldName(name),
  );
  if (!found) throw invalidField('category', reason('unknown_category', { name }));
  return found.id;
}

/** The distinct ids of tags by their names. Throws `invalid_input` for the first unknown name. */
export function requireTagIds(store: Store, names: string[]): string[] {
  if (names.length === 0) return [];
  const byName = new Map(
    listNames(store)
      .filter((row) => row.type === 'tag')
      .map((row) => [foldName(row.name), row.id]),
  );
  const ids = names.map((name) => {
    const id = byName.get(foldName(name));
    if (id === undefined) throw invalidField('tags', reason('unknown_tag', { name }));
    return id;
  });
  return [...new Set(ids)];
}

/** The stored file of an `imageUrl`. Throws `invalid_input` for any other URL. */
function requireFile(store: Store, imageUrl: string): FileRow {
  const hash = hashOfObjectPath(imageUrl);
  const file = hash === null ? undefined : findFile(store, hash);
  if (!file || objectPath(file.hash, file.type) !== imageUrl)
    throw invalidField('imageUrl', reason('no_such_file'));
  return file;
}
