/** Renders the planned pages and puts them, compressed, into fresh folders beside what they share. */
import { link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { compressVariants, variantSuffixes } from './compress.ts';
import { sha256, writeSynced } from './durable-file.ts';
import type { PageRecord } from './manifest.ts';

export interface RenderedPage {
  path: string;
  file: string;
  key: string;
  media: string | null;
  html: Buffer;
}

/** Writes one page with its compressed forms; all on disk when it resolves, unless `sync` is false. */
export async function writePage(
  folder: string,
  page: RenderedPage,
  sync: boolean,
): Promise<PageRecord> {
  const variants = await compressVariants(page.html);
  await Promise.all(
    variants.map(([suffix, bytes]) =>
      writeSynced(path.join(folder, page.file + suffix), bytes, sync),
    ),
  );
  const { html, ...facts } = page;
  return { ...facts, sha256: sha256(html), bytes: html.length };
}

/** Shares pages that did not change: hard links cost no copy and no second sync. */
export async function linkPages(from: string, to: string, files: string[]): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const file of files)
    for (const suffix of variantSuffixes)
      await link(path.join(from, file + suffix), path.join(to, file + suffix));
}
