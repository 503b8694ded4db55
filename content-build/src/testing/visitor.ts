/** What a visitor finds who follows whatever pages name: other pages, pictures, scripts, chunks. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { INDEX_PATH, searchChunkPath, viewChunkPath } from '@veldlicht/contract/index-paths';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { fileAt } from '../publish/site-folder.ts';

/** The file behind an address. */
export function fileBehind({ publicSite, publicMedia }: DataFolder, address: string): string {
  const [, place = '', rest = ''] = address.split(/^\/(media|_astro)\//);
  if (place === 'media') return path.join(publicMedia, rest);
  return place === '_astro' ? path.join(publicSite, address) : fileAt(publicSite, address);
}

/** Addresses that a page of `plainSite`, or a chunk, names. */
export function namedIn(text: string): string[] {
  const named = [...text.matchAll(/"(\/[^"\s\\]*)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => address !== INDEX_PATH);
  const [, chunks] = /"chunks":\[([\d,]+)\]/.exec(text) ?? [];
  for (const number of chunks?.split(',').map(Number) ?? [])
    named.push(searchChunkPath(number), viewChunkPath(number));
  // The pictures of a chunk are told by the hash of each alone.
  const [, hashes = ''] = /"slug":\[[^\]]*\],"hash":\[([^\]]*)\]/.exec(text) ?? [];
  for (const [, hash] of hashes.matchAll(/"([0-9a-f]{32})/g)) named.push(`/media/${hash}`);
  return named;
}

/** What is named by what can be reached from some addresses, and is not there: `page → what it names`. */
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
