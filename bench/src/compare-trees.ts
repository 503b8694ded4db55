/** Whether two sites have the same files with the same bytes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface TreeComparison {
  files: number;
  same: number;
  /** The first few that differ. */
  different: string[];
}

function pagesBelow(root: string, folder = ''): string[] {
  return readdirSync(path.join(root, folder)).flatMap((name) => {
    const place = path.join(folder, name);
    return statSync(path.join(root, place)).isDirectory() ? pagesBelow(root, place) : [place];
  });
}

/** What both kinds of builds make. Icons are in a plain build as they are, compressed forms are not. */
const RENDERED = /\.(?:html|xml|txt|webmanifest)$/;

/** The policy's meta tag stands elsewhere in a plain build; all else must be equal. */
function withoutPolicy(html: string): string {
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/i, '');
}

/** Where a page of a release stands in a plain build: without the shard folder. */
function plainPlace(file: string): string {
  return file.replace(/^(foto|video)\/\d\d\//, '$1/');
}

/**
 * Compares every file of a release with another release, byte by byte, or every page of it with a
 * plain `astro build` without the policy's tag. Files that only one of them has count as different.
 */
export function compareTrees(
  release: string,
  other: string,
  kind: 'release' | 'astro',
): TreeComparison {
  const isPage = (file: string) => RENDERED.test(file);
  const mine = pagesBelow(release).filter(
    (file) => file !== 'release.json' && (kind === 'release' || isPage(file)),
  );
  const theirs = pagesBelow(other).filter(
    (file) => file !== 'release.json' && (kind === 'release' || isPage(file)),
  );
  const different: string[] = [];
  const seen = new Set<string>();
  for (const file of mine) {
    const twin = kind === 'release' ? file : plainPlace(file);
    seen.add(twin);
    const place = path.join(other, twin);
    const equal =
      existsSync(place) &&
      (kind === 'release'
        ? readFileSync(path.join(release, file)).equals(readFileSync(place))
        : withoutPolicy(readFileSync(path.join(release, file), 'utf8')) ===
          withoutPolicy(readFileSync(place, 'utf8')));
    if (!equal) different.push(file);
  }
  for (const file of theirs) if (!seen.has(file)) different.push(file);
  return {
    files: mine.length,
    same: mine.length - different.length,
    different: different.slice(0, 5),
  };
}
