/**
 * Work on files beside the rendering: hard links, compressing, writing (decision 035). Each takes
 * microseconds to a millisecond, and a trip through the thread pool costs more than that; together they are
 * half of the publish of an edit. So another thread does them, one after the other, while this one renders.
 */
import { Worker } from 'node:worker_threads';

/** The forms of a file that a web server chooses from, by the ending of their names. */
export type VariantSuffix = '' | '.br' | '.gz';

interface Tasks {
  link: { facts: { from: string; to: string; names: string[] }; value: undefined };
  /** The value is how many bytes were written. */
  write: {
    facts: { text: Buffer; files: Array<{ suffix: VariantSuffix; file: string }> };
    value: number;
  };
}

/** What the thread answers: what came out, or the facts of an error. */
type Answer = { value: unknown } | { failure: { message: string } };

interface FileThread {
  worker: Worker;
  /** Answers come in the order of the questions. */
  waiting: Array<(answer: Answer) => void>;
}

let thread: FileThread | null = null;

function startThread(): FileThread {
  const worker = new Worker(new URL('./file-work-thread.mjs', import.meta.url), {
    // Its own: the options of the process would load what this thread never needs.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  const waiting: FileThread['waiting'] = [];
  worker.on('message', (answer: Answer) => {
    const hear = waiting.shift();
    // As long as somebody waits, the process does not end.
    if (waiting.length === 0) worker.unref();
    hear?.(answer);
  });
  const end = ({ message }: Error) => {
    if (thread?.worker === worker) thread = null;
    for (const hear of waiting.splice(0)) hear({ failure: { message } });
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the thread that works on files has ended')));
  worker.unref();
  return { worker, waiting };
}

function ask<Kind extends keyof Tasks>(
  kind: Kind,
  facts: Tasks[Kind]['facts'],
): Promise<Tasks[Kind]['value']> {
  thread ??= startThread();
  const { worker, waiting } = thread;
  const done = new Promise<Tasks[Kind]['value']>((resolve, reject) => {
    waiting.push((answer) => {
      if ('value' in answer)
        resolve(answer.value as Tasks[Kind]['value']); // what its kind answers
      else reject(Object.assign(new Error(answer.failure.message), answer.failure));
    });
    worker.ref();
    worker.postMessage({ kind, facts });
  });
  // It may fail before anybody asks how it went.
  done.catch(() => undefined);
  return done;
}

/**
 * Links files of one folder into another, under the same names. Rejects with the error of the file system;
 * some may be linked then.
 */
export function linkFiles(from: string, to: string, names: string[]): Promise<void> {
  return ask('link', { from, to, names });
}

/**
 * Writes a text in these forms; resolves to the bytes of all. Rejects with the error of the file system.
 * The same bytes at every run.
 */
export function writeVariants(
  text: Buffer,
  files: Array<{ suffix: VariantSuffix; file: string }>,
): Promise<number> {
  return ask('write', { text, files });
}
