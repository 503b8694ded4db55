/** Whether two folders hold the same site. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Without those of renditions, which links lead to. */
const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('media/'));

/** The policy's meta tag stands elsewhere in a plain build; all else must be equal. */
function withoutPolicy(file: string): string {
  const html = readFileSync(file, 'latin1');
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/i, '');
}

/** Counts the files that are equal; those that only one of them has are different. */
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

/** What the publisher made beside a plain build, which has neither compressed forms nor the index. */
export const comparePages = (site: string, plainBuild: string) =>
  compare([site, plainBuild], /\.(?:html|xml|txt|webmanifest)$/, withoutPolicy);

/** Two sites that the publisher made, every file. */
export const compareSites = (one: string, other: string) =>
  compare([one, other], /./, (file) => readFileSync(file, 'latin1'));
