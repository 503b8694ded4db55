/** Reads the pages of a static build: NDJSON, one `PageData` per line, named by SITE_PAGES. */
import { readFileSync } from 'node:fs';
import { type PageData, pageData } from '@veldlicht/contract/snapshot';

let pages: Map<string, PageData> | undefined;

/** All pages of the file by path. Throws when SITE_PAGES is not set or a line is no page. */
export function pagesByPath(): Map<string, PageData> {
  pages ??= new Map(readPages(process.env.SITE_PAGES).map((page) => [page.path, page]));
  return pages;
}

function readPages(file: string | undefined): PageData[] {
  if (!file) throw new Error('SITE_PAGES names no file');
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => pageData.parse(JSON.parse(line)));
}

/** Values of one route parameter: what stands between `prefix` and `suffix` in the page paths. */
export function paramsBelow<Name extends string>(prefix: string, name: Name, suffix = '') {
  return [...pagesByPath().keys()]
    .filter((path) => path.startsWith(prefix) && path.endsWith(suffix))
    .map((path) => path.slice(prefix.length, path.length - suffix.length))
    .map((value) => ({
      // The key is exactly the parameter's name.
      params: { [name]: value } as Record<Name, string>,
    }));
}
