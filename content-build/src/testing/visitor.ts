/** Follows references of pages and chunks: pages, renditions, scripts. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { INDEX_PATH, searchChunkPath, viewChunkPath } from '@veldlicht/contract/index-paths';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { fileAt } from '../publish/site-folder.ts';

/** File of an address. */
export function fileBehind({ publicSite, publicMedia }: DataFolder, address: string): string {
  const [, place = '', rest = ''] = address.split(/^\/(media|_astro)\//);
  if (place === 'media') return path.join(publicMedia, rest);
  return place === '_astro' ? path.join(publicSite, address) : fileAt(publicSite, address);
}

/** Addresses in a page of `plainSite` or in a chunk. */
export function namedIn(text: string): string[] {
  const named = [...text.matchAll(/"(\/[^"\s\\]*)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => address !== INDEX_PATH);
  const [, chunks] = /"chunks":\[([\d,]+)\]/.exec(text) ?? [];
  for (const number of chunks?.split(',').map(Number) ?? [])
    named.push(searchChunkPath(number), viewChunkPath(number));
  // A chunk names renditions by hash only.
  const [, hashes = ''] = /"slug":\[[^\]]*\],"hash":\[([^\]]*)\]/.exec(text) ?? [];
  for (const [, hash] of hashes.matchAll(/"([0-9a-f]{32})/g)) named.push(`/media/${hash}`);
  return named;
}

/** Broken references reachable from some addresses, as `page → reference`. */
export function missesFrom(folder: DataFolder, starts: Iterable<string>): string[] {
  const seen = new Set(starts);
  const misses: string[] = [];
  for (const address of seen) {
    const file = fileBehind(folder, address);
    if (!existsSync(file) || address.startsWith('/media/')) continue;
    for (const named of namedIn(readFileSync(file, 'utf8'))) {
      if (!existsSync(fileBehind(folder, named))) misses.push(`${address} → ${named}`);
      seen.add(named);
    }
  }
  return misses;
}
