/** Redirects from an earlier site: keys of addresses, and the file that lists them. */
import { CsvError } from 'csv-parse/sync';
import { type CsvRow, csvRows } from './csv-rows.ts';
import type { Database } from './open.ts';
import { redirects } from './schema.ts';

/** Rows per statement, since SQLite limits the number of parameters. */
const PORTION = 500;
/** Limit of the server (http-server.ts). */
const MAX_PATH = 2048;
const ANY_HOST = 'http://site';

export interface Redirect {
  path: string;
  target: string;
}

/** One key for all spellings of an address: with or without encoded letters, `.html`, or a slash at the end. */
function keyOf(pathname: string): string {
  let plain = pathname;
  try {
    plain = decodeURI(pathname);
  } catch {
    // Invalid encoding: keep it as sent.
  }
  return plain.normalize().replace(/(?:\.html|\/)$/, '') || '/';
}

/** Keys to look up for an address, first with its query. */
export function redirectKeys(pathname: string, search: string): string[] {
  const key = keyOf(pathname);
  return search ? [key + search, key] : [key];
}

const hasOddCharacter = (text: string) => /[\\\p{Cc}]/u.test(text);

/** Key of an address in a file, with or without a host. Throws a sentence for an invalid one. */
export function addressKey(text: string): string {
  if (
    !/^(?:\/(?!\/)|https?:\/\/)/i.test(text) ||
    hasOddCharacter(text) ||
    !URL.canParse(text, ANY_HOST)
  )
    throw new Error(`“${text}” is neither a path such as /oud nor a web address`);
  const { pathname, search } = new URL(text, ANY_HOST);
  if (pathname.length > MAX_PATH) throw new Error(`the path has more than ${MAX_PATH} characters`);
  const key = keyOf(pathname);
  if (key === '/' || key === '/index')
    throw new Error(`“${text}” is the home page, which is there`);
  if (/^\/(?:api|admin|media)(?:\/|$)/i.test(key))
    throw new Error(`“${text}” is an address of Veldlicht itself`);
  return key + search;
}

/** Normalises a path of this site for a header. Throws a sentence for an invalid one. */
function readTarget(text: string): string {
  const url = URL.canParse(text, ANY_HOST) ? new URL(text, ANY_HOST) : null;
  // Normalising may make a path start with two slashes, which name a host.
  if (
    !url ||
    !text.startsWith('/') ||
    hasOddCharacter(text) ||
    /^\/\//.test(url.pathname) ||
    url.origin !== ANY_HOST
  )
    throw new Error(`“${text}” is no path of this site such as /foto/ree-1234`);
  return url.pathname + url.search + url.hash;
}

function readRedirect({ cells }: CsvRow): Redirect {
  const [old, target] = cells;
  if (old === undefined || target === undefined || cells.length > 2)
    throw new Error(
      `it has ${cells.length} columns, not two; an address with a comma or semicolon stands between quotes`,
    );
  return { path: addressKey(old), target: readTarget(target) };
}

type RedirectFile = { redirects: Redirect[]; faults: string[] };

/** Reads a file of two columns, old and new; `faults` has a sentence for each invalid line. */
export function readRedirects(text: string): RedirectFile {
  const found = new Map<string, { number: number; target: string }>();
  const faults: string[] = [];
  const attempt = (number: number, read: () => void) => {
    try {
      read();
    } catch (error) {
      faults.push(`Line ${number}: ${error instanceof Error ? error.message : error}.`);
    }
  };
  let rows: CsvRow[] = [];
  try {
    rows = csvRows(text, [',', ';', '\t']);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faults.push(`${error.message}.`);
  }
  for (const row of rows)
    attempt(row.line, () => {
      const { path, target } = readRedirect(row);
      const before = found.get(path);
      if (before) throw new Error(`line ${before.number} has the same old address`);
      found.set(path, { number: row.line, target });
    });
  for (const { number, target } of found.values())
    attempt(number, () => {
      const { pathname, search } = new URL(target, ANY_HOST);
      if (redirectKeys(pathname, search).some((key) => found.has(key)))
        throw new Error(`“${target}” is an old address itself`);
    });
  return { redirects: [...found].map(([path, { target }]) => ({ path, target })), faults };
}

/** Replaces all redirects. */
export function replaceRedirects(db: Database, rows: Redirect[]): void {
  db.transaction(
    (tx) => {
      tx.delete(redirects).run();
      for (let from = 0; from < rows.length; from += PORTION)
        tx.insert(redirects)
          .values(rows.slice(from, from + PORTION))
          .run();
    },
    { behavior: 'immediate' },
  );
}
