/** Drafts of the bulk upload: created when files are chosen, filled from the files, replaced by items. */
import { pick, without } from '@veldlicht/contract/by-name';
import {
  type Draft,
  type DraftFailure,
  type DraftPatch,
  draftFields,
  draftOf,
  type FileWords,
  type NewDrafts,
} from '@veldlicht/contract/draft';
import { fieldsSaid, fillFields, wordsOfFile } from '@veldlicht/contract/edited-fields';
import { fileFacts } from '@veldlicht/contract/file-facts';
import { hashOfObjectPath } from '@veldlicht/contract/ladder';
import { MAX_FOLDER_FILES } from '@veldlicht/contract/limits';
import { foldName } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import type { FinaliseAnswer } from '@veldlicht/contract/upload';
import { among } from '@veldlicht/database/among';
import { countRows } from '@veldlicht/database/count-rows';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { drafts, mediaRows, remotePhotos, uploads } from '@veldlicht/database/schema';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import { findFile } from '#media/media.repository.ts';
import {
  type DraftRow,
  fieldsOf,
  findDraft,
  readDrafts,
  readNames,
  seenBy,
} from './drafts.repository.ts';
import { wordsOf } from './file-words.ts';

type Values = Omit<typeof drafts.$inferInsert, 'seq' | 'createdAt' | 'updatedAt'>;
type Names = ReturnType<typeof readNames>;

/** The id of a category or tag; undefined for a name that no longer exists. */
function idOf({ rows }: Names, type: 'category' | 'tag', name: string): string | undefined {
  const key = foldName(name);
  return rows.find((row) => row.type === type && foldName(row.name) === key)?.id;
}

/** The stored form of fields: categories and tags by id. */
function storedFields(names: Names, { category, tags, ...rest }: Partial<Draft['fields']>) {
  const tagIds = tags?.flatMap((tag) => idOf(names, 'tag', tag) ?? []);
  return {
    ...(category !== undefined && { categoryId: idOf(names, 'category', category) ?? null }),
    fields: { ...rest, ...(tagIds && { tagIds }) },
  };
}

const plainFields = without(draftFields.keyof().options, ['category', 'tags']);

function toRow(draft: Draft, userId: string): Values {
  const file = pick(draft, ['id', 'name', 'size', 'modified', 'edited', 'notes', 'lot']);
  return { ...file, userId, fields: { ...pick(draft.fields, plainFields), tagIds: [] } };
}

/**
 * Creates a draft per file, after the existing ones; skips files that have become items. Returns the drafts. Throws
 * `invalid_input` at the limit.
 */
export function createDrafts(
  store: Store,
  { drafts: chosen, lot }: NewDrafts,
  userId: string,
  now: number,
): Draft[] {
  const ids = chosen.map(({ id }) => id);
  const { creationKey } = mediaRows;
  const present = store.select({ id: drafts.id }).from(drafts).where(among(drafts.id, ids)).all();
  const made = store
    .select({ id: creationKey })
    .from(mediaRows)
    .where(among(creationKey, ids))
    .all();
  const known = new Set([...present, ...made].map(({ id }) => id));
  const fresh = chosen.filter(({ id }) => !known.has(id));
  const isPanels = and(eq(drafts.userId, userId), isNull(drafts.remoteId));
  const own = countRows(store, drafts, isPanels);
  if (own + fresh.length > MAX_FOLDER_FILES)
    throw new AppError('invalid_input', reason('send_fewer', { n: MAX_FOLDER_FILES }));
  for (const file of fresh) {
    const row = toRow(draftOf(file, lot), userId);
    store
      .insert(drafts)
      .values({ ...row, createdAt: now, updatedAt: now })
      .run();
  }
  return readDrafts(store, and(among(drafts.id, ids), seenBy(userId)));
}

/** Changes drafts; returns the ids that no longer exist. */
export function changeDrafts(
  store: Store,
  patches: readonly DraftPatch[],
  userId: string,
  updatedAt: number,
): string[] {
  const names = readNames(store);
  const change = ({ id, fields: typed = {}, edited, notes, lot }: DraftPatch): string[] => {
    const row = findDraft(store, id, userId);
    if (!row) return [id];
    const { fields, ...category } = storedFields(names, typed);
    store
      .update(drafts)
      .set({
        ...category,
        ...(edited && { edited }),
        ...(notes && { notes }),
        ...(lot && { lot }),
        fields: { ...row.fields, ...fields },
        updatedAt,
      })
      .where(eq(drafts.seq, row.seq))
      .run();
    return [];
  };
  return patches.flatMap(change);
}

/** Deletes drafts, without trash, and ends their uploads; their files go with the orphans. */
export function discardDrafts(store: Store, ids: readonly string[], userId: string): void {
  const gone = store
    .delete(drafts)
    .where(and(among(drafts.id, ids), seenBy(userId)))
    .returning({ key: drafts.uploadKey })
    .all();
  const keys = gone.flatMap(({ key }) => key ?? []);
  store
    .delete(uploads)
    .where(and(among(uploads.key, keys), ne(uploads.state, 'finalised')))
    .run();
}

/** Ties an upload to its draft. Throws `not_found`. */
export function expectUpload(store: Store, id: string, uploadKey: string, userId: string): void {
  const { changes } = store
    .update(drafts)
    .set({ uploadKey, failure: null })
    .where(and(eq(drafts.id, id), seenBy(userId)))
    .run();
  if (changes === 0) throw new AppError('not_found');
}

const ofUpload = (key: string) => eq(drafts.uploadKey, key);

/** Stores with the draft why the file of its upload was refused. */
export function noteRefused(store: Store, uploadKey: string, why: string): void {
  const failure: DraftFailure = { stage: 'finalise', reason: why };
  store.update(drafts).set({ failure, uploadKey: null }).where(ofUpload(uploadKey)).run();
}

/**
 * Fills the fields of a draft from the words of its file, where they are empty or still hold what the previous file
 * `said` (spec §3).
 */
function filled(names: Names, row: DraftRow, words: FileWords, said: FileWords | null) {
  const before = wordsOfFile(row.name, said);
  const fields = fieldsOf(row, names);
  const last = { fields, edited: row.edited, filled: fieldsSaid(fields, before) };
  // A new version of the file, such as an export without keywords, clears no title, category or species.
  const now = {
    ...words,
    title: words.title ?? before.title,
    category: words.category ?? before.category,
    species: words.species.length > 0 ? words.species : before.species,
  };
  const { fields: after, edited } = fillFields(last, now, null);
  return { ...storedFields(names, after), edited, notes: pick(words, ['keywords', 'cut']) };
}

/** A stored file and its metadata. */
interface ReadFile extends Pick<FinaliseAnswer, 'objectPath' | 'type'> {
  words: FileWords;
}

/** Sets the file of a draft, and fills its fields from the file. */
export function giveFile(
  store: Store,
  row: DraftRow,
  { objectPath, type, words }: ReadFile,
  updatedAt: number,
): void {
  const fileHash = hashOfObjectPath(objectPath);
  if (row.fileHash === fileHash) return;
  const said = row.fileHash ? findFile(store, row.fileHash) : undefined;
  const before = said ? wordsOf(store, fileFacts.parse(said.facts)) : null;
  const change = filled(readNames(store), row, words, before);
  const fields = { ...row.fields, ...change.fields, type };
  const size = (fileHash && findFile(store, fileHash)?.bytes) || row.size;
  store
    .update(drafts)
    .set({ ...change, fields, fileHash, size, failure: null, updatedAt })
    .where(eq(drafts.seq, row.seq))
    .run();
}

/** As `giveFile`, for the draft of an upload; returns it, or null if there is none. */
export function fillDraft(store: Store, uploadKey: string, read: ReadFile, now: number) {
  const row = store.select().from(drafts).where(ofUpload(uploadKey)).get();
  if (!row) return null;
  giveFile(store, row, read, now);
  return readDrafts(store, eq(drafts.seq, row.seq))[0] ?? null;
}

/** A photo that a program sent. */
interface Sent {
  userId: string;
  remoteId: string;
  /** '' if not sent. */
  fileName: string;
}

function toSent(store: Store, seq: number) {
  const row = store.select().from(drafts).where(eq(drafts.seq, seq)).get();
  const draft = { status: 'draft', path: null } as const;
  return { ...draft, id: row?.id ?? '', title: row?.fields.title ?? '' };
}

/** Creates a draft from a program's photo without a category (docs/lightroom.md). */
export function addRemoteDraft(store: Store, sent: Sent, read: ReadFile, now: number) {
  const { userId, remoteId, fileName } = sent;
  const file = { id: newId(), name: fileName || remoteId, size: 0, modified: 0, mime: '' };
  const values = { ...toRow(draftOf(file), userId), remoteId, modified: null };
  const row = store
    .insert(drafts)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning()
    .get();
  giveFile(store, row, read, now);
  return toSent(store, row.seq);
}

/** Updates the draft of a program's photo with a new file; null if there is none. */
export function remoteDraft(store: Store, sent: Sent, read: ReadFile, now: number) {
  const { userId, remoteId, fileName } = sent;
  const isThis = and(eq(drafts.userId, userId), eq(drafts.remoteId, remoteId));
  const row = store.select().from(drafts).where(isThis).get();
  if (!row) return null;
  if (fileName) store.update(drafts).set({ name: fileName }).where(eq(drafts.seq, row.seq)).run();
  giveFile(store, row, read, now);
  return toSent(store, row.seq);
}

interface Named {
  key?: unknown;
  imageUrl?: unknown;
}

/** The draft of an unchecked item: by its key, else the first with the same file. */
export function draftOfItem(store: Store, item: unknown, userId: string): DraftRow | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { key, imageUrl }: Named = item;
  if (typeof key === 'string') return findDraft(store, key, userId);
  const hash = typeof imageUrl === 'string' ? hashOfObjectPath(imageUrl) : null;
  if (hash === null) return undefined;
  const hasFile = and(eq(drafts.fileHash, hash), seenBy(userId));
  return store.select().from(drafts).where(hasFile).orderBy(asc(drafts.seq)).get();
}

/** Replaces a draft by its item. Returns the program's photo that it came from, or null. */
export function becomeItem(store: Store, draft: DraftRow, mediaId: string) {
  const { seq, userId, remoteId } = draft;
  store.delete(drafts).where(eq(drafts.seq, seq)).run();
  if (userId === null || remoteId === null) return null;
  rememberPhoto(store, { userId, remoteId, mediaId });
  return { userId, remoteId };
}

/** Maps a program's photo id to an item. */
export function rememberPhoto(store: Store, photo: typeof remotePhotos.$inferInsert): void {
  const { mediaId } = photo;
  store
    .insert(remotePhotos)
    .values(photo)
    .onConflictDoUpdate({ target: [remotePhotos.userId, remotePhotos.remoteId], set: { mediaId } })
    .run();
}

/** Stores with a draft why its item could not be created. */
export function noteNotCreated(store: Store, item: unknown, userId: string, why: string): void {
  const draft = draftOfItem(store, item, userId);
  const failure: DraftFailure = { stage: 'create', reason: why };
  if (draft) store.update(drafts).set({ failure }).where(eq(drafts.seq, draft.seq)).run();
}
