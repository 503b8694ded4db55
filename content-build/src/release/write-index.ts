/** The files of the library index: named by their content, added to, never changed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ContentSource } from '../snapshot/content-source.ts';
import { searchFile, viewFile } from '../snapshot/index-chunk.ts';
import type { ReleasePlan } from './plan-release.ts';
import type { ChunkPlan } from './site-routes.ts';
import type { Staging } from './staging.ts';

/**
 * Stages planned chunks and fills their names into `plan.chunks`; one instance per release. Each
 * call answers the bytes it wrote.
 */
export function indexWriter(
  source: ContentSource,
  plan: ReleasePlan,
  staging: Staging,
  folder: string,
): (chunk: ChunkPlan) => Promise<number> {
  staging.folder(folder);
  /** Two chunks of the same words have one search file. */
  const staged = new Set<string>();
  return async ({ number, key, viewKey, entries }) => {
    const live = plan.chunks.get(number);
    const view = live?.viewKey === viewKey ? null : viewFile(source, entries);
    const search = searchFile(source, entries);
    plan.chunks.set(number, {
      ...{ key, viewKey, items: entries.length },
      ...{ search: search.name, view: view?.name ?? live?.view ?? '' },
    });
    const made = view ? [search, view] : [search];
    const missing = made.filter(({ name }) => {
      if (staged.has(name) || existsSync(path.join(folder, name))) return false;
      staged.add(name);
      return true;
    });
    const sizes = missing.map(({ name, json }) =>
      staging.placeVariants(path.join(folder, name), json),
    );
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  };
}
