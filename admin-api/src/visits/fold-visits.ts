/**
 * Counts what access records hold that was not counted yet. The counts of a piece of a file, and how far the file
 * is counted by then, are one transaction: killed anywhere, nothing is lost or counted twice (decision 081).
 */
import { type FileHandle, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { amsterdamDay } from '@veldlicht/database/amsterdam-day';
import type { Database } from '@veldlicht/database/open';
import { ifMissing } from '@veldlicht/database/system-errors';
import { inTransaction } from '#http/write.ts';
import { readSettings } from '#settings/settings.repository.ts';
import { isOpen, readRecord, recordFiles } from './visit-records.ts';
import {
  addViews,
  type Counts,
  forgetOldVisits,
  readPosition,
  type Tally,
} from './visits.repository.ts';

/** Of a file at once, some 8,000 views: nothing else is answered meanwhile. */
const PIECE_BYTES = 2 * 1024 * 1024;
/** Of the first line of a file, by which it is known; `HEAD_READ` has room for an empty line before it. */
const HEAD_BYTES = 56;
const HEAD_READ = 64;
const NEWLINE = 10;
const DAY_MS = 24 * 3_600_000;

function addOne(counts: Counts, day: string, key: string): void {
  const ofDay = counts.get(day) ?? new Map<string, number>();
  counts.set(day, ofDay.set(key, (ofDay.get(key) ?? 0) + 1));
}

/** Of what happened between two moments: a clock that went wrong writes others. */
function tally(text: string, ownHost: string, since: number, until: number): Tally {
  const counts: Tally = { pages: new Map(), sources: new Map() };
  for (const line of text.split('\n')) {
    const view = line === '' ? null : readRecord(line, ownHost);
    if (!view || view.at < since || view.at > until) continue;
    const day = amsterdamDay(view.at);
    addOne(counts.pages, day, view.page);
    if (view.source !== null) addOne(counts.sources, day, view.source);
  }
  return counts;
}

async function readPiece(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}

/** What a file is known by, once there is enough of it: its first line has its moment in it. */
async function headOf(file: FileHandle): Promise<string | null> {
  const start = (await readPiece(file, 0, HEAD_READ)).toString('latin1').replace(/^\n+/, '');
  const head = start.split('\n')[0]?.slice(0, HEAD_BYTES) ?? '';
  return head.length === HEAD_BYTES || head.length < start.length ? head || null : null;
}

/** How many bytes of a piece can be counted; 0 while its only line is still being written. */
function wholeBytes(piece: Buffer, isEnd: boolean, isInUse: boolean): number {
  if (isEnd && !isInUse) return piece.length; // nothing more will come
  const whole = piece.lastIndexOf(NEWLINE) + 1;
  // No record is as long as a piece.
  return whole === 0 && !isEnd ? piece.length : whole;
}

interface Folding {
  db: Database;
  folder: string;
  /** Of this site: links within it are no source. */
  ownHost: string;
  now: () => number;
  pieceBytes?: number;
}

/** Counts the rest of one file. */
async function foldFile(deps: Folding, file: FileHandle, isInUse: boolean): Promise<void> {
  const { db, now, ownHost, pieceBytes = PIECE_BYTES } = deps;
  const head = await headOf(file);
  if (head === null) return;
  for (;;) {
    const { size } = await file.stat();
    const position = Math.min(readPosition(db, head), size);
    const piece = await readPiece(file, position, Math.min(pieceBytes, size - position));
    const counted = wholeBytes(piece, position + piece.length >= size, isInUse);
    const { visitsSince } = readSettings(db);
    if (counted === 0 || visitsSince === null) return;
    const text = piece.toString('utf8', 0, counted);
    const counts = tally(text, ownHost, visitsSince, now() + DAY_MS);
    inTransaction(db, (tx) =>
      addViews(tx, counts, { head, position: position + counted, countedAt: now() }),
    );
    await setImmediate();
  }
}

/**
 * Counts what is new, and removes files that are counted and to which nothing is added any more. While views are
 * not counted no file is read.
 */
export async function foldVisits(deps: Folding): Promise<void> {
  const { db, folder, now } = deps;
  for (const name of recordFiles(folder)) {
    const place = path.join(folder, name);
    const isInUse = isOpen(name, now());
    if (readSettings(db).visitsSince !== null) {
      const file = await open(place, 'r').catch(ifMissing(null));
      // It has just been given another name, under which it is found the next time.
      if (!file) continue;
      await foldFile(deps, file, isInUse).finally(() => file.close());
    }
    if (!isInUse) await unlink(place);
  }
  forgetOldVisits(db, now());
}
