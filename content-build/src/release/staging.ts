/**
 * Files that become visible together (fault F12): first everything is written under temporary
 * names, then all of it is made durable at once, then it gets its names. Syncing file by file would
 * cost a journal commit each; together they share a few.
 *
 * Only what waits for the disk goes through the thread pool. Making and naming files takes microseconds, a
 * trip through the pool ten times that.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changedParents, syncFilesystem, syncPath } from '../durable-file.ts';
import { eachLimited } from './each-limited.ts';
import { linkFiles, writeVariants } from './file-work.ts';
import { variantSuffixes } from './variants.ts';

/** Syncs under way at once: the file system merges them. */
const SYNCS_AT_ONCE = 16;
/** From here on flushing the whole file system is cheaper than one by one. Linux only. */
const BULK = 200;

export interface Staging {
  /** Makes a folder that stays, or that `move` will put in place. */
  folder: (place: string) => void;
  /** Promises that what was linked in a folder is durable once it is visible. */
  hold: (folder: string) => void;
  /** Begins to link files of one folder into another, under the same names; `commit` waits for it. */
  link: (from: string, to: string, names: string[]) => void;
  /** Writes a file into a folder that `move` will put in place. */
  write: (file: string, bytes: string | Buffer) => void;
  /** Writes a single file that gets its name at `commit`. */
  place: (file: string, bytes: string | Buffer) => void;
  /** As `write`, with its compressed forms beside it; resolves to the bytes of all. */
  writeVariants: (file: string, text: Buffer) => Promise<number>;
  /** As `place`, with its compressed forms beside it; resolves to the bytes of all. */
  placeVariants: (file: string, text: Buffer) => Promise<number>;
  /** Promises that a temporary folder gets its name at `commit`; dropped when the name is taken. */
  move: (temporary: string, place: string) => void;
  /** Makes all durable, then visible, then the names durable. Rejects when any of it could not be made. */
  commit: () => Promise<void>;
  /** Waits until nothing of it is under way any more, whatever came of it. */
  settled: () => Promise<void>;
}

async function syncAll(root: string, paths: Iterable<string>): Promise<void> {
  const all = [...new Set(paths)];
  if (process.platform === 'linux' && all.length > BULK) await syncFilesystem(root);
  else await eachLimited(all, SYNCS_AT_ONCE, syncPath);
}

/** `root` is a folder of the file system that everything is on. */
export function createStaging(root: string): Staging {
  const written: string[] = [];
  const moves: Array<[string, string]> = [];
  /** Links and texts that another thread makes. */
  const underWay: Promise<unknown>[] = [];
  /** Folders that are there. */
  const made = new Set<string>();
  /** Folders that new folders were made in. */
  const parents = new Set<string>();

  function folder(place: string): void {
    if (made.has(place)) return;
    const first = mkdirSync(place, { recursive: true });
    for (const parent of changedParents(place, first)) parents.add(parent);
    made.add(place);
  }

  function write(file: string, bytes: string | Buffer): void {
    writeFileSync(file, bytes);
    written.push(file);
  }

  /** Where a file stands until `commit`. */
  function unnamed(file: string): string {
    folder(path.dirname(file));
    const temporary = `${file}.${process.pid}.tmp`;
    moves.push([temporary, file]);
    return temporary;
  }

  /** `placeOf` a form is where it is written. */
  function writeAll(file: string, text: Buffer, placeOf: (form: string) => string) {
    const files = variantSuffixes(file).map((suffix) => ({ suffix, file: placeOf(file + suffix) }));
    for (const { file: place } of files) written.push(place);
    const done = writeVariants(text, files);
    underWay.push(done);
    return done;
  }

  return {
    folder,
    hold: (held) => {
      written.push(held);
    },
    link: (from, to, names) => {
      if (names.length > 0) underWay.push(linkFiles(from, to, names));
    },
    write,
    place: (file, bytes) => write(unnamed(file), bytes),
    writeVariants: (file, text) => writeAll(file, text, (form) => form),
    placeVariants: (file, text) => writeAll(file, text, unnamed),
    move: (temporary, place) => {
      written.push(temporary);
      moves.push([temporary, place]);
    },
    commit: async () => {
      await Promise.all(underWay);
      await syncAll(root, written);
      for (const [temporary, place] of moves)
        if (existsSync(place)) rmSync(temporary, { recursive: true });
        else renameSync(temporary, place);
      await syncAll(root, [...parents, ...moves.map(([, place]) => path.dirname(place))]);
      parents.clear();
      for (const list of [underWay, written, moves]) list.length = 0;
    },
    settled: async () => void (await Promise.allSettled(underWay)),
  };
}
