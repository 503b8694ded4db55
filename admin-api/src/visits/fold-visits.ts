/**
 * Counts new access records. The counts of a piece of a file and the position behind it are stored in one
 * transaction, so that a kill loses and repeats nothing.
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

/** About 8,000 views; counting a piece blocks requests. */
const PIECE_BYTES = 2 * 1024 * 1024;
/** Bytes of a file's first line that identify it; `HEAD_READ` leaves room for empty lines before it. */
const HEAD_BYTES = 56;
const HEAD_READ = 64;
const NEWLINE = 10;
const DAY_MS = 24 * 3_600_000;

function addOne(counts: Counts, day: string, key: string): void {
  const ofDay = counts.get(day) ?? new Map<string, number>();
  counts.set(day, ofDay.set(key, (ofDay.get(key) ?? 0) + 1));
}

/** Counts views between two moments; a wrong clock writes others. */
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

/** The start of the first line, which has a timestamp and so identifies the file; null while it is too short. */
async function headOf(file: FileHandle): Promise<string | null> {
  const start = (await readPiece(file, 0, HEAD_READ)).toString('latin1').replace(/^\n+/, '');
  const head = start.split('\n')[0]?.slice(0, HEAD_BYTES) ?? '';
  return head.length === HEAD_BYTES || head.length < start.length ? head || null : null;
}

/** Bytes of a piece that end with a whole line; 0 while its only line is being written. */
function wholeBytes(piece: Buffer, isEnd: boolean, isInUse: boolean): number {
  if (isEnd && !isInUse) return piece.length; // nothing will be added
  const whole = piece.lastIndexOf(NEWLINE) + 1;
  // Skips a line longer than a piece, which is no record.
  return whole === 0 && !isEnd ? piece.length : whole;
}

interface Folding {
  db: Database;
  folder: string;
  /** Host of this site, whose own links are no source. */
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

/** Counts new records, and deletes counted files that are no longer written to. Reads nothing while counting is off. */
export async function foldVisits(deps: Folding): Promise<void> {
  const { db, folder, now } = deps;
  for (const name of recordFiles(folder)) {
    const place = path.join(folder, name);
    const isInUse = isOpen(name, now());
    if (readSettings(db).visitsSince !== null) {
      const file = await open(place, 'r').catch(ifMissing(null));
      // Just rotated: the next run finds it under its new name.
      if (!file) continue;
      await foldFile(deps, file, isInUse).finally(() => file.close());
    }
    if (!isInUse) await unlink(place);
  }
  forgetOldVisits(db, now());
}
