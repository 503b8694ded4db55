/** Whether a release has the same pages as a plain `astro build`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What both kinds of builds make. Icons are in a plain build as they are, compressed forms are not. */
function pagesOf(root: string): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.(?:html|xml|txt|webmanifest)$/.test(file));
}

/** The policy's meta tag stands elsewhere in a plain build; all else must be equal. */
function withoutPolicy(file: string): string {
  const html = readFileSync(file, 'utf8');
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/i, '');
}

/** Counts the pages that are equal; those that only one of them has are different. */
export function comparePages(release: string, plainBuild: string) {
  const pages = pagesOf(release);
  // A plain build has no shard folders.
  const twins = new Map(pages.map((page) => [page, page.replace(/^(foto|video)\/\d\d\//, '$1/')]));
  const different = pages.filter((page) => {
    const twin = path.join(plainBuild, twins.get(page) ?? page);
    return !existsSync(twin) || withoutPolicy(path.join(release, page)) !== withoutPolicy(twin);
  });
  const known = new Set(twins.values());
  const missing = pagesOf(plainBuild).filter((page) => !known.has(page));
  return {
    files: pages.length,
    same: pages.length - different.length,
    different: [...different, ...missing].slice(0, 5),
  };
}
