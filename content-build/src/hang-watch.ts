/**
 * Ends this process when a publish stands still (fault F10, decision 027). Rendering happens inside
 * the process, so an endless loop in a page stops everything in it but another thread: that thread
 * looks at a counter, and when it stays the same for too long it notes what was under way and kills
 * the process. Whoever runs the worker starts it again, and the note tells the new one what happened.
 */
import { readFileSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** Bytes of the text that says what is under way. */
const TEXT_BYTES = 512;

/** What a publish was doing when it was ended. */
const hangNote = z.object({ doing: z.string(), limitMs: z.number() });
export type HangNote = z.infer<typeof hangNote>;

export interface HangWatch {
  /** A publish begins: from now on it must move. */
  begin: () => void;
  /** It moved, and this is what it does next. */
  doing: (text: string) => void;
  end: () => void;
  stop: () => Promise<void>;
}

/** `noteFile` is where a process that is ended leaves what it was doing. */
export function startHangWatch(limitMs: number, noteFile: string): HangWatch {
  const shared = new SharedArrayBuffer(8 + TEXT_BYTES);
  const [beat, length] = [new Int32Array(shared, 0, 1), new Int32Array(shared, 4, 1)];
  const text = Buffer.from(shared, 8);
  const watcher = new Worker(new URL('./hang-watch-thread.mjs', import.meta.url), {
    workerData: { shared, limitMs, noteFile },
    // Its own: the options of the process would load what this thread never needs.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  watcher.unref();
  let moves = 0;
  const doing = (now: string) => {
    Atomics.store(length, 0, text.write(now));
    // 0 means that nothing is under way.
    moves = (moves % 0x7fff_ffff) + 1;
    Atomics.store(beat, 0, moves);
  };
  return {
    begin: () => doing(''),
    doing,
    end: () => void Atomics.store(beat, 0, 0),
    stop: async () => void (await watcher.terminate()),
  };
}

/** What the process before this one was ended for, or null; it is told once. */
export function takeHangNote(noteFile: string): HangNote | null {
  try {
    return hangNote.parse(JSON.parse(readFileSync(noteFile, 'utf8')));
  } catch {
    return null;
  } finally {
    rmSync(noteFile, { force: true });
  }
}
