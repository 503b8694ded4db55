import type { PageData } from '@veldlicht/contract/snapshot';
import type { APIRoute } from 'astro';

type Kind = PageData['kind'];
type PageOf<K extends Kind> = Extract<PageData, { kind: K }>;

function isOfKind<K extends Kind>(page: PageData, kind: K): page is PageOf<K> {
  return page.kind === kind;
}

/** The page, if its kind is that of the route; throws otherwise. */
export function pageOfKind<K extends Kind>(page: PageData, kind: K): PageOf<K> {
  if (!isOfKind(page, kind)) throw new Error(`${page.path} shows '${kind}', not '${page.kind}'`);
  return page;
}

/** Route of a file that is not a page. The web servers set its type once it is published. */
export function fileRoute<K extends Kind>(
  kind: K,
  type: string,
  write: (page: PageOf<K>) => string,
): APIRoute {
  return ({ locals }) =>
    new Response(write(pageOfKind(locals.page, kind)), { headers: { 'Content-Type': type } });
}
