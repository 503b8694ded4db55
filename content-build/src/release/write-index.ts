/** The files of the library index: named by their content, added to, never changed. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ContentSource } from '../snapshot/content-source.ts';
import { indexFiles } from '../snapshot/index-chunk.ts';
import { compressVariants } from './compress.ts';
import { exists } from './durable-file.ts';
import type { ReleasePlan } from './plan-release.ts';
import type { Staging } from './staging.ts';

/** Stages the planned chunks and fills their names into `plan.chunks`. Returns the bytes written. */
export async function writeIndex(
  source: ContentSource,
  plan: ReleasePlan,
  staging: Staging,
  folder: string,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  let written = 0;
  /** Two chunks of the same words have one search file. */
  const staged = new Set<string>();
  for (const { number, key, entries } of plan.writeChunks) {
    const { search, view } = indexFiles(source, entries);
    plan.chunks.set(number, { key, search: search.name, view: view.name, items: entries.length });
    for (const { name, json } of [search, view]) {
      if (staged.has(name) || (await exists(path.join(folder, `${name}.gz`)))) continue;
      staged.add(name);
      const variants = await compressVariants(json);
      for (const [suffix, bytes] of variants) {
        await staging.place(path.join(folder, name + suffix), bytes);
        written += bytes.length;
      }
    }
  }
  return written;
}
