/** Compares the files of two sites. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files of a site, without renditions. */
const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('media/'));

/** A page without its policy, whose position differs in a plain build. */
function withoutPolicy(file: string): string {
  const html = readFileSync(file, 'latin1');
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/i, '');
}

/** Counts equal files; files in only one site count as different. */
function compare(roots: [string, string], isCompared: RegExp, read: (file: string) => string) {
  const all = roots.flatMap(filesOf).filter((file) => isCompared.test(file));
  const names = [...new Set(all)];
  const different = names.filter((name) => {
    const [one, other] = roots.map((root) => path.join(root, name));
    if (!one || !other || !existsSync(one) || !existsSync(other)) return true;
    return read(one) !== read(other);
  });
  const same = names.length - different.length;
  return { files: names.length, same, different: different.slice(0, 5) };
}

/** Compares a published site with a plain build, which has neither compressed files nor the index. */
export const comparePages = (site: string, plainBuild: string) =>
  compare([site, plainBuild], /\.(?:html|xml|txt|webmanifest)$/, withoutPolicy);

/** Compares all files of two published sites. */
export const compareSites = (one: string, other: string) =>
  compare([one, other], /./, (file) => readFileSync(file, 'latin1'));
