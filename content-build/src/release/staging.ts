/**
 * Files that become visible together (fault F12): first everything is written under temporary
 * names, then all of it is made durable at once, then it gets its names. Syncing file by file would
 * cost a journal commit each; together they share a few.
 *
 * Only what waits for the disk goes through the thread pool: making and naming a file takes microseconds,
 * a trip through the pool ten times that. Hard links and compressing are half of the publish of an edit,
 * so one other thread does them in turn while this one renders (decision 035).
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { changedParents, syncFilesystem, syncPath } from '@veldlicht/database/durable-file';
import { mapLimited } from '@veldlicht/database/map-limited';

/** Syncs under way at once: the file system merges them. */
const SYNCS_AT_ONCE = 16;
/** From here on flushing the whole file system is cheaper than one by one. Linux only. */
const BULK = 200;

/** The forms of a file that a web server chooses from, by the ending of their names. */
export type VariantSuffix = '' | '.br' | '.gz';

/** Kinds of files that compressing makes smaller. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|xml|webmanifest)$/;

/** The endings under which a file stands beside its own name, '' being the name itself. */
export function variantSuffixes(file: string): readonly VariantSuffix[] {
  // Its own name last: where it stands, its compressed forms stand too.
  return COMPRESSIBLE.test(file) ? ['.br', '.gz', ''] : [''];
}

/** What the thread does: `link` answers 0, `write` the bytes of all forms. */
type Task =
  | { kind: 'link'; from: string; to: string; names: string[] }
  | {
      kind: 'write';
      text: Buffer;
      files: Array<{ suffix: VariantSuffix; file: string }>;
      /** What the files say of when they were written. */
      time: 'now' | 'by chance';
    };

type Answer = { bytes: number } | { failure: { message: string } };

interface FileThread {
  worker: Worker;
  /** Answers come in the order of the questions. */
  waiting: Array<(answer: Answer) => void>;
}

let thread: FileThread | null = null;

function startThread(): FileThread {
  const worker = new Worker(new URL('./staging-thread.mjs', import.meta.url), {
    // Its own: the options of the process would load what this thread never needs.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  const waiting: FileThread['waiting'] = [];
  worker.on('message', (answer: Answer) => {
    const settle = waiting.shift();
    // While somebody waits, the process does not end.
    if (waiting.length === 0) worker.unref();
    settle?.(answer);
  });
  const end = ({ message }: Error) => {
    if (thread?.worker === worker) thread = null;
    for (const settle of waiting.splice(0)) settle({ failure: { message } });
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the thread that works on files has ended')));
  worker.unref();
  return { worker, waiting };
}

/** Has the thread do it. Rejects with the error of the file system; a part of it may be done then. */
export function runInFileThread(task: Task): Promise<number> {
  thread ??= startThread();
  const { worker, waiting } = thread;
  const done = new Promise<number>((resolve, reject) => {
    waiting.push((answer) => {
      if ('bytes' in answer) resolve(answer.bytes);
      else reject(Object.assign(new Error(answer.failure.message), answer.failure));
    });
    worker.ref();
    worker.postMessage(task);
  });
  // It may fail before anybody asks how it went.
  done.catch(() => undefined);
  return done;
}

async function syncAll(root: string, paths: Iterable<string>): Promise<void> {
  const all = [...new Set(paths)];
  if (process.platform === 'linux' && all.length > BULK) await syncFilesystem(root);
  else await mapLimited(all, SYNCS_AT_ONCE, syncPath);
}

export type Staging = ReturnType<typeof createStaging>;

/** `root` is a folder of the file system that everything is on. */
export function createStaging(root: string) {
  const written: string[] = [];
  const moves: Array<[string, string]> = [];
  /** Links and texts that the thread makes. */
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

  function writeAll(
    file: string,
    text: Buffer,
    time: 'now' | 'by chance',
    placeOf: (form: string) => string,
  ) {
    const files = variantSuffixes(file).map((suffix) => ({ suffix, file: placeOf(file + suffix) }));
    for (const { file: place } of files) written.push(place);
    const done = runInFileThread({ kind: 'write', text, files, time });
    underWay.push(done);
    return done;
  }

  return {
    /** Makes a folder that stays. */
    folder,
    /** Promises that what was linked in a folder is durable once it is visible. */
    hold: (held: string) => void written.push(held),
    /** Begins to link files with all their forms into another folder; `commit` waits for it. */
    link: (from: string, to: string, files: string[]) => {
      const names = files.flatMap((file) => variantSuffixes(file).map((suffix) => file + suffix));
      if (names.length > 0) underWay.push(runInFileThread({ kind: 'link', from, to, names }));
    },
    /** Writes a file into a folder that `move` will put in place. */
    write,
    /** Writes a single file that gets its name at `commit`. */
    place: (file: string, bytes: string | Buffer) => write(unnamed(file), bytes),
    /**
     * As `write`, with its compressed forms beside it; resolves to the bytes of all. The times of the files tell
     * nothing (decision 064).
     */
    writeVariants: (file: string, text: Buffer) =>
      writeAll(file, text, 'by chance', (form) => form),
    /** As `place`, with its compressed forms beside it; resolves to the bytes of all. */
    placeVariants: (file: string, text: Buffer) => writeAll(file, text, 'now', unnamed),
    /** Promises that a temporary folder gets its name at `commit`; dropped when the name is taken. */
    move: (temporary: string, place: string) => {
      written.push(temporary);
      moves.push([temporary, place]);
    },
    /** Makes all durable, then visible, then the names durable. Rejects when any could not be made. */
    commit: async () => {
      await Promise.all(underWay);
      await syncAll(root, written);
      for (const [temporary, place] of moves)
        if (existsSync(place)) rmSync(temporary, { recursive: true });
        else renameSync(temporary, place);
      await syncAll(root, [...parents, ...moves.map(([, place]) => path.dirname(place))]);
    },
    /** Waits until nothing of it is under way any more, whatever came of it. */
    settled: async () => void (await Promise.allSettled(underWay)),
  };
}
