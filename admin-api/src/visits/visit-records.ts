/** Access records: reads lines of Caddy and of the embedded server, and writes the latter. */
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type PageRequest, type View, viewOf } from './visit-rules.ts';

export interface RecordedView extends View {
  /** Milliseconds since 1970. */
  at: number;
}

/** Caddy's current file; it renames full ones. */
const CADDY_FILE = 'access.log';
const OWN_PREFIX = 'own-';
const HOUR_MS = 3_600_000;

/** Readable for the user and group of the program and of Caddy only. */
const OWN_FOLDER = { recursive: true, mode: 0o750 };

/** One file per hour, so that no open file has to be truncated. */
const ownFile = (now: number) => `${OWN_PREFIX}${Math.floor(now / HOUR_MS)}.log`;

/** Names of the files with records. */
export function recordFiles(folder: string): string[] {
  mkdirSync(folder, OWN_FOLDER);
  return readdirSync(folder).filter((name) => name.endsWith('.log'));
}

/** Whether a file may still be written to. */
export const isOpen = (name: string, now: number) =>
  name === CADDY_FILE || name === ownFile(now) || name === ownFile(now + HOUR_MS);

/** A line of Caddy's log; `user_id`, its one free field, has what `viewOf` needs (see the Caddyfile). */
const accessRecord = z.object({ ts: z.number(), status: z.number(), user_id: z.string() });

/** Null for a broken line, or a request that is no view. */
export function readRecord(line: string, ownHost: string): RecordedView | null {
  // A truncated line, as on a full disk, is followed by the next without a line feed.
  const start = line.lastIndexOf('{"level":');
  let json: unknown;
  try {
    json = JSON.parse(start > 0 ? line.slice(start) : line);
  } catch {
    return null;
  }
  const record = accessRecord.safeParse(json).data;
  if (!record) return null;
  const [method = '', path = '', dnt = '', gpc = '', now = '', older = '', referrer = '', ...rest] =
    record.user_id.split('|');
  const headers = { dnt, gpc, purpose: now + older, referrer, userAgent: rest.join('|') };
  const view = viewOf({ method, path, status: record.status, ...headers }, ownHost);
  return view && { at: record.ts * 1000, ...view };
}

/** A line in Caddy's format. */
function recordOf({ method, path, status, referrer, userAgent }: PageRequest, now: number) {
  // The empty fields are DNT, GPC and purpose: a request with one of them is not recorded.
  const user_id = [method, path, '', '', '', '', referrer.replaceAll('|', '%7C'), userAgent].join(
    '|',
  );
  return JSON.stringify({ level: 'info', ts: now / 1000, status, user_id });
}

/** Appends a record before the response is sent, so that a kill loses no view. */
export function recordVisit(folder: string, request: PageRequest, now: number): void {
  mkdirSync(folder, OWN_FOLDER);
  const line = `${recordOf(request, now)}\n`;
  appendFileSync(path.join(folder, ownFile(now)), line, { mode: 0o640 });
}
