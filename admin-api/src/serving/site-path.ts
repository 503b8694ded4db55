/** From an address of the public site to a file: pure, so that the traps can be tested (threat T19). */
import path from 'node:path';
import { contentTypeOf } from '@veldlicht/contract/content-type';

export type SiteTarget =
  | { kind: 'file'; file: string; type: string; isImmutable: boolean }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing' };

const missing: SiteTarget = { kind: 'missing' };
/** Names that start with a letter, digit or `_`: no dot files, no `..`, no separators. */
const SEGMENT = /^[\p{L}\p{N}_][\p{L}\p{N}._~-]*$/u;
/** Compressed forms are chosen by the server, never asked for; source maps are for nobody. */
const HIDDEN = /\.(?:br|gz|map)$|^404(?:\.html)?$/i;

/**
 * Path and query of what was asked for, as a redirect may repeat them: browsers read a backslash as a
 * slash.
 */
export function askedAddress(url: string): { pathname: string; search: string } {
  const { pathname, search } = new URL(url);
  return { pathname, search: search.replaceAll('\\', '%5C') };
}

/** The parts of a path, decoded once; null when any is not a plain name. */
function segmentsOf(urlPath: string): string[] | null {
  if (!urlPath.startsWith('/')) return null;
  try {
    const segments = urlPath.slice(1).split('/').map(decodeURIComponent);
    return segments.every((segment) => SEGMENT.test(segment)) ? segments : null;
  } catch {
    return null; // not valid percent-encoding
  }
}

/** `file` is a path below the folder of the site. */
function fileTarget(file: string): SiteTarget {
  const type = contentTypeOf(file);
  if (type === null) return missing;
  // Named by their content.
  return { kind: 'file', file, type, isImmutable: file.startsWith('_astro/') };
}

/** The one clean address of a page: without `.html`, `/index`, or a slash at the end. */
function cleanPath(urlPath: string): string {
  return urlPath.replace(/\.html$/, '').replace(/(^|\/)index$/, '') || '/';
}

/** The one file with a dot before its folder: where rights are reserved (RFC 8615). */
export const TDM_PATH = '/.well-known/tdmrep.json';

/** `urlPath` is the path of the address as it was sent, still percent-encoded. */
export function siteTarget(urlPath: string): SiteTarget {
  if (urlPath === TDM_PATH) return fileTarget(TDM_PATH.slice(1));
  if (urlPath === '/') return fileTarget('index.html');
  const trimmed = urlPath.replace(/\/$/, '');
  const segments = segmentsOf(trimmed);
  const last = segments?.at(-1);
  if (!segments || last === undefined || HIDDEN.test(last)) return missing;
  // Its routes give renditions alone.
  if (segments[0]?.toLowerCase() === 'media') return missing;
  const clean = cleanPath(trimmed);
  if (clean !== urlPath) return { kind: 'redirect', to: clean };
  const name = segments.join('/');
  return fileTarget(path.extname(name) ? name : `${name}.html`);
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
