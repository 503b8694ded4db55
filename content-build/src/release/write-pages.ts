/** Renders the planned pages and puts them, compressed, into fresh folders beside what they share. */
import { sha256 } from '../durable-file.ts';
import type { PageRecord } from './manifest.ts';
import type { Staging } from './staging.ts';
import { variantSuffixes } from './variants.ts';

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
  await staging.writeVariants(`${folder}/${page.file}`, page.body);
  const { body, ...facts } = page;
  return { ...facts, sha256: sha256(body), bytes: body.length };
}

/** Shares pages that did not change: hard links cost no copy and no second sync. */
export function linkPages(staging: Staging, from: string, to: string, pages: PageRecord[]): void {
  const names = pages.flatMap(({ file }) => variantSuffixes(file).map((suffix) => file + suffix));
  staging.link(from, to, names);
}
