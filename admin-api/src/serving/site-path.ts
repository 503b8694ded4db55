/** From an address of the public site to a file: pure, so that the traps can be tested (threat T19). */
import path from 'node:path';
import { contentTypeOf } from '@veldlicht/contract/content-type';

export type SiteTarget =
  /** `file` is a path below the folder of the site. */
  { kind: 'file'; file: string } | { kind: 'redirect'; to: string } | { kind: 'missing' };

const missing: SiteTarget = { kind: 'missing' };
/** As it was sent. Names begin with a letter, digit or `_`: no dot files, no `..`, nothing encoded. */
const ADDRESS = /^(?:\/\w[\w.~-]*)+$/;
/** Compressed forms are chosen by the server, source maps are for nobody, and renditions have routes of their own. */
const HIDDEN = /\.(?:br|gz|map)$|\/404(?:\.html)?$|^\/media(?:\/|$)/i;

/** The one file with a dot before its folder: where rights are reserved (RFC 8615). */
export const TDM_PATH = '/.well-known/tdmrep.json';

/**
 * Path and query of what was asked for, as a redirect may repeat them: browsers read a backslash as a
 * slash.
 */
export function askedAddress(url: string): { pathname: string; search: string } {
  const { pathname, search } = new URL(url);
  return { pathname, search: search.replaceAll('\\', '%5C') };
}

/** `urlPath` is the path of the address as it was sent. */
export function siteTarget(urlPath: string): SiteTarget {
  if (urlPath === TDM_PATH) return { kind: 'file', file: TDM_PATH.slice(1) };
  if (urlPath === '/') return { kind: 'file', file: 'index.html' };
  const address = urlPath.replace(/\/$/, '');
  if (!ADDRESS.test(address) || HIDDEN.test(address)) return missing;
  // The one spelling of a page: without `.html`, `/index`, or a slash at the end.
  const clean = address.replace(/\.html$/, '').replace(/\/index$/, '') || '/';
  if (clean !== urlPath) return { kind: 'redirect', to: clean };
  const file = path.extname(clean) ? clean : `${clean}.html`;
  return contentTypeOf(file) === null ? missing : { kind: 'file', file: file.slice(1) };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where to go when the admin was opened under another name of this same machine (127.0.0.1 for
 * localhost): only under the public origin are calls and cookies same-origin. Null: stay.
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
