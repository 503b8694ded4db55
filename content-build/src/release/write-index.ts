/** The files of the library index: named by their content, added to, never changed. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ContentSource } from '../snapshot/content-source.ts';
import { indexChunk } from '../snapshot/index-chunk.ts';
import { compressVariants } from './compress.ts';
import { exists, sha256 } from './durable-file.ts';
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
  for (const chunk of plan.writeChunks) {
    const json = Buffer.from(JSON.stringify(indexChunk(source, chunk.entries)));
    const name = `${sha256(json).slice(0, 16)}.json`;
    plan.chunks.set(chunk.number, { key: chunk.key, name, items: chunk.entries.length });
    if (await exists(path.join(folder, `${name}.gz`))) continue;
    const variants = await compressVariants(json);
    for (const [suffix, bytes] of variants) {
      await staging.place(path.join(folder, name + suffix), bytes);
      written += bytes.length;
    }
  }
  return written;
}
