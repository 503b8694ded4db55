import { pick } from '@veldlicht/contract/by-name';
import { type Draft, noMatches } from '@veldlicht/contract/draft';
import { objectPath } from '@veldlicht/contract/ladder';
import type { Store } from '@veldlicht/database/open';
import { drafts, files, type StoredFields, uploads } from '@veldlicht/database/schema';
import { and, asc, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { listNames } from '#media/media.repository.ts';
import { readMatches } from './file-matches.ts';

export type DraftRow = typeof drafts.$inferSelect;

/** Drafts that a user sees: their own, those of deleted users, and those that programs sent. */
export const seenBy = (userId: string) =>
  or(eq(drafts.userId, userId), isNull(drafts.userId), isNotNull(drafts.remoteId));

/** Categories and tags, and their names by id. */
export function readNames(store: Store) {
  const rows = listNames(store);
  return { rows, nameOf: new Map(rows.map(({ id, name }) => [id, name])) };
}

type Names = ReturnType<typeof readNames>;

/** Fields with the names of their category and tags. */
export function fieldsOf({ fields, categoryId }: DraftRow, { nameOf }: Names): Draft['fields'] {
  const { tagIds, ...rest }: StoredFields = fields;
  return {
    ...rest,
    category: nameOf.get(categoryId ?? '') ?? '',
    tags: tagIds.flatMap((id) => nameOf.get(id) ?? []),
  };
}

/** Drafts in the order in which their files were chosen. */
export function readDrafts(store: Store, where: SQL | undefined): Draft[] {
  const rows = store
    .select({ draft: drafts, type: files.type, state: uploads.state })
    .from(drafts)
    .leftJoin(files, eq(files.hash, drafts.fileHash))
    .leftJoin(uploads, eq(uploads.key, drafts.uploadKey))
    .where(where)
    .orderBy(asc(drafts.seq))
    .all();
  const names = readNames(store);
  const looked = rows.map(({ draft, type }) => ({ ...draft, type: type ?? draft.fields.type }));
  const matches = readMatches(store, looked);
  return rows.map(({ draft, type, state }, n) => {
    const { fileHash, uploadKey } = draft;
    const stored = fileHash && type ? { objectPath: objectPath(fileHash, type), type } : null;
    // 'issued' counts too: a file in a bucket is only looked for at finalising.
    const isSent = !stored && uploadKey && state && state !== 'receiving';
    return {
      ...pick(draft, ['id', 'name', 'size', 'modified', 'edited', 'notes', 'lot', 'failure']),
      fields: fieldsOf(draft, names),
      stored,
      sent: isSent ? `/uploads/${uploadKey}` : null,
      matches: matches[n] ?? noMatches,
    };
  });
}

/** A draft that the user sees. */
export function findDraft(store: Store, id: string, userId: string): DraftRow | undefined {
  return store
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), seenBy(userId)))
    .get();
}
