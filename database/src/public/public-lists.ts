/**
 * Writes the lists of the public API as files, from the public database (decision 004). The long list takes a second
 * for ten thousand items, so it is written some seconds after an edit; after a removal it is deleted at once.
 */
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { MEDIA_PORTION, shortLists } from './list-queries.ts';
import { type PublicDatabase, prepared } from './public-database.ts';

/** Entries between two yields to other work. */
const PORTION = 250;
/** Delay of the long list after additions and edits. */
const LATEST_MS = 5000;
/** Delay after a removal, so that pages are updated first. */
const AFTER_REMOVAL_MS = 1000;
/** Delay after an error, such as a full disk. */
const RETRY_MS = 30_000;

/** Fast levels: a tenth of the bytes for a tenth of the work. */
const compressors = {
  '.br': () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  '.gz': () => createGzip({ level: constants.Z_BEST_SPEED }),
};
const ENDS = ['', ...Object.keys(compressors)];

/** Names of the lists and of their files. */
export type ListName = 'media' | keyof typeof shortLists;

export interface PublicLists {
  /**
   * Call it when the public database has changed: writes short lists now, the long one later. `isLess`: something is no
   * longer public, so all lists are deleted before this returns.
   */
  changed(db: PublicDatabase, isLess: boolean): void;
  /** Writes all lists now. */
  writeAll(db: PublicDatabase): Promise<void>;
  /** Starts no more writes; resolves once running ones have ended. */
  stop(): Promise<void>;
}

interface ListOptions {
  folder: string;
  /** Called when writing a list fails; it is retried. */
  onError: (error: unknown) => void;
  /** Milliseconds until the long list follows an edit. */
  waitMs?: number;
}

/** The JSON of all public items, newest first, in pieces. */
async function* allMedia(db: PublicDatabase): AsyncGenerator<string> {
  const query = prepared(db, MEDIA_PORTION).raw();
  yield '[';
  for (let before: number = Number.MAX_VALUE, comma = ''; ; comma = ',') {
    const rows = query.all({ before, limit: PORTION }) as [number, string][]; // its columns
    if (rows.length > 0) yield comma + rows.map(([, json]) => json).join(',');
    const last = rows.at(-1)?.[0];
    if (last === undefined || rows.length < PORTION) break;
    before = last;
    await setImmediate();
  }
  yield ']';
}

/** Creates the writer of the lists in a folder; use one at a time. */
export function createPublicLists({
  folder,
  onError,
  waitMs = LATEST_MS,
}: ListOptions): PublicLists {
  /** Number of removals: a list begun before the last is discarded. */
  let removals = 0;
  /** Serialises writes. */
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  /** When the timer fires (ms). */
  let dueAt = 0;
  /** The short lists as they were last written. */
  const written = new Map<string, string>();

  const place = (name: string) => path.join(folder, `${name}.json`);

  async function put(name: string, text: Iterable<string> | AsyncIterable<string>): Promise<void> {
    const begun = removals;
    const draft = path.join(folder, `.${name}`);
    await pipeline(Readable.from(text), createWriteStream(draft));
    for (const [end, compress] of Object.entries(compressors))
      await pipeline(createReadStream(draft), compress(), createWriteStream(draft + end));
    for (const end of ENDS)
      if (begun === removals) renameSync(draft + end, place(name) + end);
      else rmSync(draft + end, { force: true });
  }

  async function putShort(db: PublicDatabase): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const [name, query] of Object.entries(shortLists)) {
      const text = `[${prepared(db, query).pluck().all().join(',')}]`;
      // An unchanged file keeps its ETag.
      if (written.get(name) === text && existsSync(place(name))) continue;
      await put(name, [text]);
      written.set(name, text);
    }
  }

  async function putAll(db: PublicDatabase): Promise<void> {
    await putShort(db);
    await put('media', allMedia(db));
  }

  function write(db: PublicDatabase, work: (db: PublicDatabase) => Promise<void>): void {
    writing = writing
      .then(() => work(db))
      .catch((error: unknown) => {
        onError(error);
        writeAllSoon(db, RETRY_MS);
      });
  }

  function writeAllSoon(db: PublicDatabase, delay: number): void {
    const at = performance.now() + delay;
    if (timer && at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    const begin = () => {
      timer = undefined;
      write(db, putAll);
    };
    timer = setTimeout(begin, delay).unref();
  }

  function changed(db: PublicDatabase, isLess: boolean): void {
    if (isLess) {
      removals++;
      for (const name of ['media', ...Object.keys(shortLists)])
        for (const end of ENDS) rmSync(place(name) + end, { force: true });
    }
    write(db, putShort);
    const isMissing = !existsSync(place('media'));
    writeAllSoon(db, isLess ? AFTER_REMOVAL_MS : isMissing ? 0 : waitMs);
  }

  function writeAll(db: PublicDatabase): Promise<void> {
    const written = writing.then(() => putAll(db));
    writing = written.catch(() => undefined);
    return written;
  }

  function stop(): Promise<void> {
    clearTimeout(timer);
    return writing;
  }
  return { changed, writeAll, stop };
}
