/** Decides which requests are page views (pure), for records of Caddy and of the embedded server alike. */
import { cacheOf } from '@veldlicht/contract/cache';
import type { Visits } from '@veldlicht/contract/visits';
import { isbot } from 'isbot';

/** An answered request; '' for a header that was not sent. */
export interface PageRequest {
  method: string;
  path: string;
  status: number;
  dnt: string;
  gpc: string;
  /** `Sec-Purpose` and the older `Purpose`, joined. */
  purpose: string;
  referrer: string;
  userAgent: string;
}

export interface View {
  page: string;
  /** Host of the referring site; '' for none, null for this site. */
  source: string | null;
}

const SLUG = '[a-z0-9](?:[a-z0-9-]{0,118}[a-z0-9])?';
const PAGES = new RegExp(
  `^/(?:|over|licentie|soorten|reeksen|veldnotities|(?:foto|video|soort|categorie|reeks|veldnotities)/${SLUG})$`,
);

/** The page that a path is counted under; null for other paths. */
export function pageOf(path: string): string | null {
  if (path === '/mediabibliotheek' || path.startsWith('/mediabibliotheek/'))
    return '/mediabibliotheek';
  if (path === '/kaart' || path.startsWith('/kaart/')) return '/kaart';
  return PAGES.test(path) ? path : null;
}

const HOST = /^(?=.{4,80}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const plainHost = (host: string) => host.toLowerCase().replace(/^www\./, '');

/** The same browsers come from the same sites again and again. */
const CACHED = 2000;
const robots = cacheOf<string, boolean>(CACHED);
const hosts = cacheOf<string, string>(CACHED);

const isRobot = (userAgent: string) =>
  robots(userAgent, () => userAgent === '' || isbot(userAgent));

const hostOf = (referrer: string) =>
  hosts(referrer, () => {
    if (!/^https?:\/\//i.test(referrer) || !URL.canParse(referrer)) return '';
    return plainHost(new URL(referrer).hostname);
  });

/** The referring host; '' for IP addresses, which may identify a person. */
export function sourceOf(referrer: string, ownHost: string): string | null {
  const host = hostOf(referrer);
  if (host === plainHost(ownHost)) return null;
  return HOST.test(host) ? host : '';
}

/** The view, or null when it does not count. */
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
