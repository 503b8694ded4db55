/** A plain static build of the pages in the file SITE_PAGES: NDJSON, one `PageData` per line. */
import { readFileSync } from 'node:fs';
import { type PageData, pageData } from '@veldlicht/contract/snapshot';
import type { MiddlewareHandler } from 'astro';

let pages: Map<string, PageData> | undefined;

/** All pages of the file by path. Throws when SITE_PAGES is not set or a line is not a page. */
function pagesByPath(): Map<string, PageData> {
  if (pages) return pages;
  const file = process.env.SITE_PAGES;
  if (!file) throw new Error('SITE_PAGES names no file');
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const parsed = lines.map((line) => pageData.parse(JSON.parse(line)));
  pages = new Map(parsed.map((page) => [page.path, page]));
  return pages;
}

/** Values of a route parameter: the part between `prefix` and `suffix` in the page paths. */
export function paramsBelow<Name extends string>(prefix: string, name: Name, suffix = '') {
  return [...pagesByPath().keys()]
    .filter((path) => path.startsWith(prefix) && path.endsWith(suffix))
    .map((path) => path.slice(prefix.length, path.length - suffix.length))
    .map((value) => ({
      // Cast: the only key is the parameter's name.
      params: { [name]: value } as Record<Name, string>,
    }));
}

/** Middleware that gives each page of a static build its data. */
export const onRequest: MiddlewareHandler = (context, next) => {
  const path = context.url.pathname.replace(/\.html$/, '').replace(/(?<=.)\/$/, '');
  const page = pagesByPath().get(path === '/index' ? '/' : path);
  // Writes nothing for a page that this site lacks, such as the one about the photographer.
  if (!page) return new Response(null, { status: 404 });
  context.locals.page = page;
  return next();
};
