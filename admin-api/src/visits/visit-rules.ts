/** What counts as a view, and of what (pure). The same for records of Caddy and of the embedded server. */
import type { Visits } from '@veldlicht/contract/visits';
import { isbot } from 'isbot';

/** What has to be known of an answered request to judge it; an empty text for a header that was not sent. */
export interface PageRequest {
  method: string;
  path: string;
  status: number;
  dnt: string;
  gpc: string;
  /** `Sec-Purpose`, and `Purpose` as older browsers call it. */
  purpose: string;
  referrer: string;
  userAgent: string;
}

export interface View {
  page: string;
  /** Host of the site whose link was followed, '' for none, null for this site itself. */
  source: string | null;
}

const SLUG = '[a-z0-9](?:[a-z0-9-]{0,118}[a-z0-9])?';
const PAGES = new RegExp(
  `^/(?:|over|licentie|soorten|reeksen|veldnotities|(?:foto|video|soort|categorie|reeks|veldnotities)/${SLUG})$`,
);

/** The page that a path is counted under; null for what is no page. */
export function pageOf(path: string): string | null {
  if (path === '/mediabibliotheek' || path.startsWith('/mediabibliotheek/'))
    return '/mediabibliotheek';
  if (path === '/kaart' || path.startsWith('/kaart/')) return '/kaart';
  return PAGES.test(path) ? path : null;
}

const HOST = /^(?=.{4,80}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const plainHost = (host: string) => host.toLowerCase().replace(/^www\./, '');

/** The same browsers come from the same sites over and over. */
function remembering<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED) known.clear();
    const found = find(text);
    known.set(text, found);
    return found;
  };
}
const REMEMBERED = 2000;

/** Every browser says what it is. */
const isRobot = remembering((userAgent) => userAgent === '' || isbot(userAgent));
const hostOf = remembering((referrer) => {
  if (!/^https?:\/\//i.test(referrer) || !URL.canParse(referrer)) return '';
  return plainHost(new URL(referrer).hostname);
});

/** Never an address in numbers: that may be somebody's own. */
export function sourceOf(referrer: string, ownHost: string): string | null {
  const host = hostOf(referrer);
  if (host === plainHost(ownHost)) return null;
  return HOST.test(host) ? host : '';
}

/** Null: it counts as no view. */
export function viewOf(request: PageRequest, ownHost: string): View | null {
  const { method, status, dnt, gpc, purpose } = request;
  if (method !== 'GET' || (status !== 200 && status !== 304)) return null;
  if (dnt === '1' || gpc === '1' || /prefetch|prerender|preview/i.test(purpose)) return null;
  const page = pageOf(request.path);
  if (page === null || isRobot(request.userAgent)) return null;
  return { page, source: sourceOf(request.referrer, ownHost) };
}

const SEARCH =
  /(?:^|\.)(?:google|bing|duckduckgo|ecosia|startpage|qwant|yahoo|yandex|baidu|kagi|search\.brave|swisscows|lite\.duckduckgo)\.[a-z.]+$/;
const SOCIAL =
  /(?:^|\.)(?:facebook|instagram|linkedin|lnkd|twitter|pinterest|reddit|youtube|whatsapp|threads|tiktok|bsky|mastodon|flickr|tumblr)\.[a-z.]+$|^(?:t\.co|x\.com|fb\.me|youtu\.be|pin\.it)$/;

export function sourceKind(host: string): Visits['sources'][number]['kind'] {
  if (SEARCH.test(host)) return 'search';
  return SOCIAL.test(host) ? 'social' : 'site';
}
