/** Renders the planned pages and puts them, compressed, into fresh folders beside what they share. */
import { linkSync, mkdirSync } from 'node:fs';
import { variantSuffixes, variantsOf } from './compress.ts';
import { sha256 } from './durable-file.ts';
import type { PageRecord } from './manifest.ts';
import type { Staging } from './staging.ts';

export interface RenderedPage {
  path: string;
  file: string;
  key: string;
  media: string | null;
  body: Buffer;
}

/** Writes one page with its compressed forms into a folder that is being staged. */
export async function writePage(
  staging: Staging,
  folder: string,
  page: RenderedPage,
): Promise<PageRecord> {
  const variants = await variantsOf(page.file, page.body);
  for (const [suffix, bytes] of variants) staging.write(`${folder}/${page.file}${suffix}`, bytes);
  const { body, ...facts } = page;
  return { ...facts, sha256: sha256(body), bytes: body.length };
}

/**
 * Shares pages that did not change: hard links cost no copy and no second sync. Synchronous, since
 * a link takes microseconds and a trip through the thread pool ten times that.
 */
export function linkPages(from: string, to: string, files: string[]): void {
  mkdirSync(to, { recursive: true });
  for (const file of files)
    for (const suffix of variantSuffixes(file))
      linkSync(`${from}/${file}${suffix}`, `${to}/${file}${suffix}`);
}
