/** Creates, changes and removes many items in one call. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditAction, AuditFacts } from '@veldlicht/contract/audit';
import { type PublicTextField, publicTextFields } from '@veldlicht/contract/item-fields';
import { MAX_TITLE } from '@veldlicht/contract/limits';
import { type MediaBulkFailure, type MediaBulkUpdate, mediaInput } from '@veldlicht/contract/media';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { reason } from '@veldlicht/contract/reason';
import { among } from '@veldlicht/database/among';
import { applyGuard, decidesGuard } from '@veldlicht/database/apply-guard';
import { inChange } from '@veldlicht/database/change';
import type { Database, Store } from '@veldlicht/database/open';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import { media, mediaRows, mediaTags } from '@veldlicht/database/schema';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import {
  type Actor,
  amendAudit,
  factsOfMany,
  type NewEntry,
  recordAudit,
} from '#audit/audit.repository.ts';
import { becomeItem, draftOfItem, noteNotCreated } from '#drafts/drafts.service.ts';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { toAppError } from '#http/error-handler.ts';
import { inPortions, PORTION } from '#http/in-portions.ts';
import { parseInput } from '#http/request-body.ts';
import { changesOf, type Write } from '#http/write.ts';
import type { RemotePhoto } from '#keys/remote.repository.ts';
import { placeInSeries } from '#keys/remote-series.service.ts';
import { addSpecies, removeSpeciesFrom, setSpecies } from '#species/species.repository.ts';
import {
  placeAfter,
  requireCategoryId,
  requireTagIds,
  storeMedia,
  windowAfter,
} from './media.service.ts';
import { moveToTrash } from './move-to-trash.ts';
import type { MediaRecord } from './to-media-item.ts';

/** Records one entry for the whole call. */
function audit(store: Store, write: Write, action: AuditAction, facts: AuditFacts): number {
  return recordAudit(store, write, { action, entity: 'media', facts });
}

/** The title in unchecked input; '' without one. */
function titleOf(item: unknown): string {
  if (typeof item !== 'object' || item === null || !('title' in item)) return '';
  return typeof item.title === 'string' ? item.title.trim().slice(0, MAX_TITLE) : '';
}

/** The message when items failed (spec §8); one without a title is named by its number. */
export function bulkReason(created: number, failed: MediaBulkFailure[]): string {
  const titles = failed.map(({ index, title }) => title.replace(/\s+/g, ' ') || `#${index + 1}`);
  return reason('partly_created', { created, n: failed.length, titles: titles.join(', ') });
}

/**
 * Creates items in the given order, each in its own transaction, so that other requests run in between. An item
 * replaces its draft, and joins its series if a program sent it. An invalid item fails alone, and its error is stored
 * with its draft. Throws server errors (such as `disk_full`) only while nothing is created: after that, the caller must
 * learn what was. `slugs` are the wanted ones.
 */
export async function createManyMedia(
  deps: Deps,
  items: unknown[],
  actor: Actor,
  slugs: readonly (string | null | undefined)[] = [],
) {
  const created: MediaRecord[] = [];
  const failed: MediaBulkFailure[] = [];
  /** Titles of new items, and their audit entry. */
  let named: string[] = [];
  let entry: number | undefined;
  /** One change for the whole call. */
  let change: number | null = null;
  const placed: RemotePhoto[] = [];
  const createOne = (item: unknown, slug?: string | null) => {
    const input = parseInput(mediaInput, item);
    const write = { actor, now: deps.now() };
    const create = (tx: Store, inside: number) => {
      const draft = draftOfItem(tx, input, actor.id);
      const originalName = input.originalName ?? draft?.name;
      const { record, isNew } = storeMedia(tx, { ...input, originalName }, write, slug);
      const photo = draft ? becomeItem(tx, draft, record.media.id) : null;
      if (!isNew) return { record, titles: named, id: entry, inside, photo };
      const titles = [...named, record.media.title];
      const facts = factsOfMany(titles);
      const id = entry ?? audit(tx, write, 'create', facts);
      if (entry !== undefined) amendAudit(tx, entry, facts);
      return { record, titles, id, inside, photo };
    };
    return inChange(deps.db, write, create, change);
  };
  for (const [index, item] of items.entries()) {
    try {
      const { record, titles, id, inside, photo } = createOne(item, slugs[index]);
      created.push(record);
      if (photo) placed.push(photo);
      named = titles;
      entry = id;
      change = inside;
    } catch (error) {
      const refusal = toAppError(error, deps.log);
      if (created.length === 0 && refusal.status >= 500) throw refusal;
      if (refusal.status < 500) noteNotCreated(deps.db, item, actor.id, refusal.reason);
      failed.push({ index, title: titleOf(item), error: refusal.message, reason: refusal.reason });
    }
    await nextTurn();
  }
  try {
    const write = { actor, now: deps.now() };
    if (placed.length > 0)
      inChange(deps.db, write, (tx) => placeInSeries(tx, placed, write), change);
  } catch (error) {
    // The items exist; the next call for their series adds them.
    toAppError(error, deps.log);
  }
  return { created, failed };
}

/** Moves items to the trash, in an open transaction; ignores unknown ids. Returns how many were moved. */
export function dropManyMedia(store: Store, ids: string[], write: Write): number {
  const titles = moveToTrash(store, ids, write);
  if (titles.length > 0) audit(store, write, 'delete', factsOfMany(titles));
  return titles.length;
}

/** Replaces, adds and removes tags, in this order; returns the changed items. */
function changeTags(store: Store, seqs: number[], data: MediaBulkUpdate['data']): number[] {
  const idsOf = (names: string[] | undefined) => names && requireTagIds(store, names);
  const [all, added, removed] = [idsOf(data.tags), idsOf(data.addTags), idsOf(data.removeTags)];
  return [
    ...(all ? untagItems(store, seqs, all, 'except') : []),
    ...tagItems(store, seqs, all ?? added ?? []),
    ...(removed ? untagItems(store, seqs, removed) : []),
  ];
}

/**
 * Edits items as one change. Returns the `seq` of each known item in the order given, and the id of the change. An item
 * that already has these values is not touched. Throws `not_found` when none is known, and `invalid_input` before
 * anything is written.
 */
export async function editManyMedia(
  db: Database,
  { ids, data }: MediaBulkUpdate,
  write: Write,
): Promise<{ seqs: number[]; change: number | null }> {
  const seqs = findSeqs(db, ids);
  if (seqs.length === 0) throw new AppError('not_found');
  requireWindows(db, seqs, data);
  let count = 0;
  const edit = (tx: Store, portion: number[]): NewEntry | null => {
    count += editPortion(tx, portion, data, write);
    const facts = { count, fields: Object.keys(data) };
    return count > 0 ? { action: 'update', entity: 'media', facts } : null;
  };
  // One portion where the guard is affected: each portion would judge the library.
  const size = decidesGuard(data) ? seqs.length : PORTION;
  return { seqs, change: await inPortions(db, write, seqs, edit, size) };
}

/** Throws `invalid_input` when the window of an item would end before it begins. */
function requireWindows(store: Store, seqs: number[], data: MediaBulkUpdate['data']): void {
  if (data.publishFrom === undefined && data.publishUntil === undefined) return;
  const { publishFrom, publishUntil } = media;
  const rows = store.select({ publishFrom, publishUntil }).from(media);
  for (const row of rows.where(among(media.seq, seqs)).all()) windowAfter(row, data);
}

/** Returns the number of changed items. */
function editPortion(
  store: Store,
  seqs: number[],
  data: MediaBulkUpdate['data'],
  write: Write,
): number {
  const { category, tags: _, addTags: __, removeTags: ___, ...others } = data;
  const { species, addSpecies: added, removeSpecies: removed, ...values } = others;
  const categoryId = category === undefined ? undefined : requireCategoryId(store, category);
  const changed = new Set([
    ...setColumns(store, seqs, { categoryId, ...values }),
    ...changeTags(store, seqs, data),
    ...(species ? setSpecies(store, seqs, species) : []),
    ...(added ? addSpecies(store, seqs, added) : []),
    ...(removed ? removeSpeciesFrom(store, seqs, removed) : []),
  ]);
  if (changed.size > 0) {
    applyGuard(store, [...changed], { isTextOnly: !decidesGuard(data) });
    // Only names from before names with positions were refused hold one.
    const texts: { [Name in PublicTextField]?: string | null | undefined } = data;
    const told = [
      data.category,
      data.tags,
      data.addTags,
      publicTextFields.map((name) => texts[name]),
    ];
    const isDoubtful = told.flat().some((text) => text != null && holdsPosition(text));
    const which = and(
      among(media.seq, [...changed]),
      isDoubtful ? undefined : eq(media.withheld, true),
    );
    checkPublicTexts(store, which);
    setUpdatedAt(store, [...changed], write.now);
  }
  return changed.size;
}

/** The `seq` of each known id, once, in the given order. */
function findSeqs(store: Store, ids: string[]): number[] {
  const rows = store.all<{ seq: number }>(sql`
    SELECT ${media.seq} AS seq FROM json_each(${JSON.stringify(ids)}) AS named
    JOIN ${media} ON ${media.id} = named.value
    GROUP BY ${media.seq} ORDER BY min(named.key)`);
  return rows.map(({ seq }) => seq);
}

type Values = Omit<
  MediaBulkUpdate['data'],
  'category' | 'tags' | 'addTags' | 'removeTags' | 'species' | 'addSpecies' | 'removeSpecies'
>;

/**
 * Writes only items that differ, since every write of these columns publishes; returns them. Place and privacy are
 * decided item by item, as for a single edit.
 */
function setColumns(
  store: Store,
  seqs: number[],
  { categoryId, ...values }: Values & { categoryId: string | undefined },
): number[] {
  const { publishFrom, publishUntil, location, locationPrivacy, ...plain } = values;
  // Looking for positions in ten thousand places takes longer than writing them.
  const isPlaced = location !== undefined || locationPrivacy !== undefined;
  const rows = store.select().from(media).where(among(media.seq, seqs)).all();
  const changes = rows.map((row) => ({
    seq: row.seq,
    change: changesOf(row, {
      ...plain,
      categoryId,
      ...windowAfter(row, { publishFrom, publishUntil }),
      ...(isPlaced && placeAfter(row, { location, locationPrivacy })),
    }),
  }));
  // One statement per distinct change.
  const alike = Map.groupBy(changes, ({ change }) => JSON.stringify(change));
  const changed = [...alike.values()].filter(([first]) => Object.keys(first?.change ?? {}).length);
  for (const group of changed) {
    const which = group.map(({ seq }) => seq);
    store
      .update(mediaRows)
      .set(group[0]?.change ?? {})
      .where(among(mediaRows.seq, which))
      .run();
  }
  return changed.flat().map(({ seq }) => seq);
}

/** Adds every tag to every item; returns the changed items. */
function tagItems(store: Store, seqs: number[], tagIds: string[]): number[] {
  const rows = store.all<{ seq: number }>(sql`
    INSERT INTO ${mediaTags} (media_seq, tag_id)
    SELECT item.value, tag.value
    FROM json_each(${JSON.stringify(seqs)}) AS item, json_each(${JSON.stringify(tagIds)}) AS tag
    WHERE NOT EXISTS (SELECT 1 FROM ${mediaTags} WHERE media_seq = item.value AND tag_id = tag.value)
    RETURNING media_seq AS seq`);
  return rows.map(({ seq }) => seq);
}

/** Removes these tags from the items, or with `except` all others; returns the changed items. */
function untagItems(
  store: Store,
  seqs: number[],
  tagIds: string[],
  which: 'these' | 'except' = 'these',
): number[] {
  const meant = which === 'these' ? inArray : notInArray;
  const rows = store
    .delete(mediaTags)
    .where(and(among(mediaTags.mediaSeq, seqs), meant(mediaTags.tagId, tagIds)))
    .returning({ seq: mediaTags.mediaSeq })
    .all();
  return rows.map(({ seq }) => seq);
}

/** Raises the version of these items. */
function setUpdatedAt(store: Store, seqs: number[], updatedAt: number): void {
  const later = sql`max(${updatedAt}, ${mediaRows.updatedAt} + 1)`;
  store.update(mediaRows).set({ updatedAt: later }).where(among(mediaRows.seq, seqs)).run();
}
