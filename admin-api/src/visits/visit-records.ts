/** Access records: how one line of a file reads, and the file that the embedded server writes. */
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type PageRequest, type View, viewOf } from './visit-rules.ts';

/** A view and its moment in milliseconds since 1970. */
export interface RecordedView extends View {
  at: number;
}

/** The file that Caddy writes to; it gives full ones another name. */
const CADDY_FILE = 'access.log';
const OWN_PREFIX = 'own-';
const HOUR_MS = 3_600_000;

/** Closed to everybody but the user and group of the program, and of Caddy where they share it. */
const OWN_FOLDER = { recursive: true, mode: 0o750 };

/** An hour has its file, so that none has to be cut off while it is written to. */
const ownFile = (now: number) => `${OWN_PREFIX}${Math.floor(now / HOUR_MS)}.log`;

/** The files of the folder that hold records. */
export function recordFiles(folder: string): string[] {
  mkdirSync(folder, OWN_FOLDER);
  return readdirSync(folder).filter((name) => name.endsWith('.log'));
}

/** Whether something may still be added to a file. */
export const isOpen = (name: string, now: number) =>
  name === CADDY_FILE || name === ownFile(now) || name === ownFile(now + HOUR_MS);

/** Of a line: what it takes to judge a request stands in the one field of Caddy's that can hold what we choose (Caddyfile). */
const accessRecord = z.object({ ts: z.number(), status: z.number(), user_id: z.string() });

/** Null: no view, or no line as a whole. */
export function readRecord(line: string, ownHost: string): RecordedView | null {
  // A line that was cut off, as on a full disk, has the next one behind it.
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

/** A request as Caddy writes it down. */
function recordOf({ method, path, status, referrer, userAgent }: PageRequest, now: number) {
  // Who asks not to be counted is not written down.
  const user_id = [method, path, '', '', '', '', referrer.replaceAll('|', '%7C'), userAgent].join(
    '|',
  );
  return JSON.stringify({ level: 'info', ts: now / 1000, status, user_id });
}

/** Writes a request that counts down before it is answered: what was answered is in the file, also when the program is killed. */
export function recordVisit(folder: string, request: PageRequest, now: number): void {
  mkdirSync(folder, OWN_FOLDER);
  const line = `${recordOf(request, now)}\n`;
  appendFileSync(path.join(folder, ownFile(now)), line, { mode: 0o640 });
}
