/** Checks what an item refers to: its category, its tags, its file. */
import { hashOfObjectPath, objectPath } from '@veldlicht/contract/ladder';
import { foldName } from '@veldlicht/contract/name';
import type { Store } from '@veldlicht/database/open';
import { invalidField } from '#http/app-error.ts';
import { findFile, listNames } from './media.repository.ts';
import type { FileRow } from './to-media-item.ts';

/** The id of a category by its name. Throws `invalid_input` with the name. */
export function requireCategoryId(store: Store, name: string): string {
  const found = listNames(store).find(
    (row) => row.type === 'category' && foldName(row.name) === foldName(name),
  );
  if (!found) throw invalidField('category', `There is no category ${name}`);
  return found.id;
}

/** The ids of tags by their names, each once. Throws `invalid_input` with the first unknown name. */
export function requireTagIds(store: Store, names: string[]): string[] {
  if (names.length === 0) return [];
  const byName = new Map(
    listNames(store)
      .filter((row) => row.type === 'tag')
      .map((row) => [foldName(row.name), row.id]),
  );
  const ids = names.map((name) => {
    const id = byName.get(foldName(name));
    if (id === undefined) throw invalidField('tags', `There is no tag ${name}`);
    return id;
  });
  return [...new Set(ids)];
}

/** The stored file behind an `imageUrl`. Throws `invalid_input` when it is none of ours. */
export function requireFile(store: Store, imageUrl: string): FileRow {
  const hash = hashOfObjectPath(imageUrl);
  const file = hash === null ? undefined : findFile(store, hash);
  if (!file || objectPath(file.hash, file.type) !== imageUrl)
    throw invalidField('imageUrl', 'There is no such file; upload it first');
  return file;
}
