/** Redirects from an earlier site: keys of addresses, and the file that lists them. */
import { reason, reasonOf } from '@veldlicht/contract/reason';
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

/** The key of an address in a file, with or without its host. Throws an error whose message is a reason. */
export function addressKey(text: string): string {
  if (
    !/^(?:\/(?!\/)|https?:\/\/)/i.test(text) ||
    hasOddCharacter(text) ||
    !URL.canParse(text, ANY_HOST)
  )
    throw new Error(reason('address_shape', { text }));
  const { pathname, search } = new URL(text, ANY_HOST);
  if (pathname.length > MAX_PATH) throw new Error(reason('address_too_long', { n: MAX_PATH }));
  const key = keyOf(pathname);
  if (key === '/' || key === '/index') throw new Error(reason('address_home', { text }));
  if (/^\/(?:api|admin|media)(?:\/|$)/i.test(key)) throw new Error(reason('address_own', { text }));
  return key + search;
}

/** A path of this site as it goes into a header. Throws as `addressKey` does. */
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
    throw new Error(reason('address_target', { text }));
  return url.pathname + url.search + url.hash;
}

function readRedirect({ cells }: CsvRow): Redirect {
  const [old, target] = cells;
  if (old === undefined || target === undefined || cells.length > 2)
    throw new Error(reason('address_columns', { n: cells.length }));
  return { path: addressKey(old), target: readTarget(target) };
}

type RedirectFile = { redirects: Redirect[]; faults: string[] };

/** Reads a file of two columns, old and new; `faults` has a reason for each line that is wrong. */
export function readRedirects(text: string, file: string): RedirectFile {
  const found = new Map<string, { number: number; target: string }>();
  const faults: string[] = [];
  const attempt = (line: number, read: () => void) => {
    try {
      read();
    } catch (error) {
      faults.push(reason('import_line', { file, line, why: reasonOf(error) }));
    }
  };
  let rows: CsvRow[] = [];
  try {
    rows = csvRows(text, [',', ';', '\t']);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const why = reason('import_no_table');
    faults.push(reason('import_line', { file, line: String(error.lines), why }));
  }
  for (const row of rows)
    attempt(row.line, () => {
      const { path, target } = readRedirect(row);
      const before = found.get(path);
      if (before) throw new Error(reason('address_twice', { line: before.number }));
      found.set(path, { number: row.line, target });
    });
  for (const { number, target } of found.values())
    attempt(number, () => {
      const { pathname, search } = new URL(target, ANY_HOST);
      if (redirectKeys(pathname, search).some((key) => found.has(key)))
        throw new Error(reason('address_chain', { text: target }));
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
