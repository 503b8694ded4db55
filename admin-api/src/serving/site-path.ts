/** Maps URL paths of the public site to files (pure; threat T19). */
import path from 'node:path';
import { contentTypeOf } from '@veldlicht/contract/content-type';

export type SiteTarget =
  /** `file` is a path below the folder of the site. */
  { kind: 'file'; file: string } | { kind: 'redirect'; to: string } | { kind: 'missing' };

const missing: SiteTarget = { kind: 'missing' };
/** A raw path whose names begin with a letter, digit or `_`: no dot files, no `..`, nothing encoded. */
const ADDRESS = /^(?:\/\w[\w.~-]*)+$/;
/** Precompressed forms, source maps, the 404 page, and renditions, which have their own route. */
const HIDDEN = /\.(?:br|gz|map)$|\/404(?:\.html)?$|^\/media(?:\/|$)/i;

/** Reserves rights of text and data mining; the only path with a dot folder (RFC 8615). */
export const TDM_PATH = '/.well-known/tdmrep.json';

/** Path and query, safe to repeat in a redirect: browsers read a backslash as a slash. */
export function askedAddress(url: string): { pathname: string; search: string } {
  const { pathname, search } = new URL(url);
  return { pathname, search: search.replaceAll('\\', '%5C') };
}

/** `urlPath` is the raw path. */
export function siteTarget(urlPath: string): SiteTarget {
  if (urlPath === TDM_PATH) return { kind: 'file', file: TDM_PATH.slice(1) };
  if (urlPath === '/') return { kind: 'file', file: 'index.html' };
  const address = urlPath.replace(/\/$/, '');
  if (!ADDRESS.test(address) || HIDDEN.test(address)) return missing;
  // The canonical path: without `.html`, `/index` or a trailing slash.
  const clean = address.replace(/\.html$/, '').replace(/\/index$/, '') || '/';
  if (clean !== urlPath) return { kind: 'redirect', to: clean };
  const file = path.extname(clean) ? clean : `${clean}.html`;
  return contentTypeOf(file) === null ? missing : { kind: 'file', file: file.slice(1) };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The URL to redirect to when the panel was opened under another loopback name (127.0.0.1 for localhost), where cookies
 * and calls would not be same-origin; else null.
 */
export function ownOriginRedirect(
  host: string,
  publicOrigin: string,
  pathAndQuery: string,
): string | null {
  if (!URL.canParse(`http://${host}`)) return null;
  const asked = new URL(`http://${host}`);
  const own = new URL(publicOrigin);
  if (asked.hostname === own.hostname || asked.port !== own.port) return null;
  if (!LOOPBACK.has(asked.hostname) || !LOOPBACK.has(own.hostname)) return null;
  return publicOrigin + pathAndQuery;
}
