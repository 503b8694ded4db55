/** Stories, by the same rules as items. Trashed ones stay in their table, hidden from the view. */

import { pick } from '@veldlicht/contract/by-name';
import type {
  NewStory,
  StoryItem,
  StoryKind,
  StoryPatch,
  TrashedStory,
} from '@veldlicht/contract/story';
import { readBody } from '@veldlicht/contract/story-body';
import { applyGuard } from '@veldlicht/database/apply-guard';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { checkStories } from '@veldlicht/database/public-texts';
import { stories, storyRows } from '@veldlicht/database/schema';
import { newSlug, slugAfter } from '@veldlicht/database/slug';
import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm';
import { recordAudit } from '#audit/audit.repository.ts';
import { bringBackStories } from '#history/bring-back-site.ts';
import { AppError } from '#http/app-error.ts';
import { toInstant, toInstantOrNull } from '#http/instant.ts';
import { changesOf, requireMatch, type Write } from '#http/write.ts';
import { mediaEtag, nextVersion, windowAfter } from '#media/media.service.ts';
import { toDeletion, undeleted } from '#media/move-to-trash.ts';

type StoryRow = typeof stories.$inferSelect;
type Action = 'create' | 'update' | 'delete' | 'undelete' | 'purge';

export const storyEtag = mediaEtag;

export function toStoryItem(row: StoryRow): StoryItem {
  return {
    ...pick(row, ['id', 'slug', 'title', 'date', 'cover', 'status', 'withheld']),
    body: readBody(row.body),
    publishFrom: toInstantOrNull(row.publishFrom),
    publishUntil: toInstantOrNull(row.publishUntil),
    positionAllowed: row.allowedPositions.length > 0,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  };
}

function read(store: Store, kind: StoryKind, where?: SQL): StoryRow[] {
  return store
    .select()
    .from(stories)
    .where(and(eq(stories.kind, kind), where))
    .orderBy(desc(stories.date), desc(stories.createdAt), stories.id)
    .all();
}

function readTrashed(store: Store, kind: StoryKind, where?: SQL): StoryRow[] {
  return store
    .select()
    .from(storyRows)
    .where(and(eq(storyRows.kind, kind), isNotNull(storyRows.deletedAt), where))
    .orderBy(desc(storyRows.deletedAt))
    .all();
}

/** Newest first. */
export function listStories(store: Store, kind: StoryKind): StoryRow[] {
  return read(store, kind);
}

/** Throws `not_found`, or `changed_meanwhile` for another version. */
export function requireStory(
  store: Store,
  kind: StoryKind,
  id: string,
  ifMatch?: string,
): StoryRow {
  const [row] = read(store, kind, eq(stories.id, id));
  if (!row) throw new AppError('not_found');
  requireMatch(store, ifMatch, storyEtag(row), { entity: kind, entityId: id });
  return row;
}

function audit(store: Store, write: Write, action: Action, row: StoryRow): void {
  const { id: entityId, kind: entity, title: summary } = row;
  recordAudit(store, write, { action, entity, entityId, summary });
}

/** Judges the items of a story again: showing an item beside a guarded one guards it too. */
const guardItemsOf = (store: Store, { id }: Pick<StoryRow, 'id'>) =>
  applyGuard(store, [], { because: [id] });

function update(store: Store, { id }: StoryRow, change: Partial<StoryRow>): void {
  store.update(storyRows).set(change).where(eq(storyRows.id, id)).run();
}

/** Creates a story in an open transaction; a repeated call with the same key updates it, as with items. */
export function addStory(
  store: Store,
  kind: StoryKind,
  input: NewStory,
  write: Write,
  slug?: string | null,
): StoryRow {
  const { key, ...own } = input;
  const [known] = key === undefined ? [] : read(store, kind, eq(stories.creationKey, key));
  if (known) {
    const isUntouched = known.updatedAt === known.createdAt;
    return isUntouched ? editStory(store, kind, known.id, own, write) : known;
  }
  const { body, publishFrom, publishUntil, positionAllowed, ...rest } = own;
  const id = newId();
  const row = {
    ...rest,
    body: JSON.stringify(body),
    ...windowAfter(null, { publishFrom, publishUntil }),
    id,
    kind,
    slug: newSlug(store, rest.title, kind, slug),
    creationKey: key ?? null,
    createdAt: write.now,
    updatedAt: write.now,
  };
  store.insert(storyRows).values(row).run();
  guardItemsOf(store, row);
  checkStories(store, eq(stories.id, id), positionAllowed);
  const made = requireStory(store, kind, id);
  audit(store, write, 'create', made);
  return made;
}

/** Changes a story in an open transaction; writes nothing when nothing differs. */
export function editStory(
  store: Store,
  kind: StoryKind,
  id: string,
  patch: StoryPatch,
  write: Write,
): StoryRow {
  const row = requireStory(store, kind, id, write.ifMatch);
  const { body, publishFrom, publishUntil, positionAllowed, ...rest } = patch;
  const change = changesOf(row, {
    ...rest,
    ...(body && { body: JSON.stringify(body) }),
    ...windowAfter(row, { publishFrom, publishUntil }),
    slug: slugAfter(store, row, rest.title ?? row.title, kind),
  });
  const isEdited = Object.keys(change).length > 0;
  if (isEdited) {
    update(store, row, change);
    guardItemsOf(store, row);
  }
  const isChecked = checkStories(store, eq(stories.id, id), positionAllowed);
  if (!isEdited && !isChecked) return row;
  update(store, row, { updatedAt: nextVersion(row, write) });
  const edited = requireStory(store, kind, id);
  audit(store, write, 'update', edited);
  return edited;
}

/** Moves a story to the trash in an open transaction. */
export function dropStory(store: Store, kind: StoryKind, id: string, write: Write): void {
  const row = requireStory(store, kind, id, write.ifMatch);
  update(store, row, { deletedAt: write.now, deletedBy: write.actor.username, creationKey: null });
  guardItemsOf(store, row);
  audit(store, write, 'delete', row);
}

/** The last deleted first. */
export function listTrashedStories(store: Store, kind: StoryKind): TrashedStory[] {
  return readTrashed(store, kind).map((row) => ({
    ...pick(row, ['id', 'title', 'date']),
    ...toDeletion(row),
  }));
}

function requireTrashed(store: Store, kind: StoryKind, id: string): StoryRow {
  const [row] = readTrashed(store, kind, eq(storyRows.id, id));
  if (!row) throw new AppError('not_found');
  return row;
}

/** Restores a story at its slug, by the rules of today; one that is not in the trash stays as it is. */
export function restoreStory(store: Store, kind: StoryKind, id: string, write: Write): StoryRow {
  const [present] = read(store, kind, eq(stories.id, id));
  if (present) return present;
  const row = requireTrashed(store, kind, id);
  bringBackStories(store, [{ id, want: undeleted, now: undeleted }], write);
  audit(store, write, 'undelete', row);
  return requireStory(store, kind, id);
}

/** Deletes a trashed story for good, in an open transaction. Throws `not_found`. */
export function purgeStory(store: Store, kind: StoryKind, id: string, write: Write): void {
  const row = requireTrashed(store, kind, id);
  store.delete(storyRows).where(eq(storyRows.id, id)).run();
  audit(store, write, 'purge', row);
}
