/** Access records: how one line of a file reads, and the file that the embedded server writes. */
import { closeSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type View, viewOf } from './visit-rules.ts';

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

/**
 * A line of ours holds a view that was judged already. Caddy's holds, in the one field that can hold what we choose
 * (Caddyfile), what it takes to judge. Null: no view, or no line as a whole.
 */
export function readRecord(line: string, ownHost: string): RecordedView | null {
  // A line that was cut off, as on a full disk, has the next one behind it.
  const start = line.lastIndexOf('{"level":');
  let record: {
    ts?: unknown;
    page?: unknown;
    source?: unknown;
    user_id?: unknown;
    status?: unknown;
  };
  try {
    record = JSON.parse(start > 0 ? line.slice(start) : line);
  } catch {
    return null;
  }
  if (typeof record.ts !== 'number') return null;
  const at = record.ts * 1000;
  if (typeof record.page === 'string')
    return {
      at,
      page: record.page,
      source: typeof record.source === 'string' ? record.source : null,
    };
  if (typeof record.user_id !== 'string' || typeof record.status !== 'number') return null;
  const [method = '', path = '', dnt = '', gpc = '', now = '', older = '', referrer = '', ...rest] =
    record.user_id.split('|');
  const headers = { dnt, gpc, purpose: now + older, referrer, userAgent: rest.join('|') };
  const view = viewOf({ method, path, status: record.status, ...headers }, ownHost);
  return view && { at, ...view };
}

/** Writes views down before they are answered: what was answered is in the file, also when the program is killed. */
export function createVisitRecorder(folder: string) {
  let name = '';
  let file: number | null = null;
  return (view: View, now: number): void => {
    const wanted = ownFile(now);
    if (file === null || wanted !== name) {
      if (file !== null) closeSync(file);
      mkdirSync(folder, OWN_FOLDER);
      file = openSync(path.join(folder, wanted), 'a', 0o640);
      name = wanted;
      // Behind a line that was cut off.
      writeSync(file, '\n');
    }
    writeSync(file, `${JSON.stringify({ ts: now / 1000, ...view })}\n`);
  };
}
