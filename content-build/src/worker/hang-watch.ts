/**
 * Ends this process when a publish or a preview stands still (fault F10, decision 027). Rendering happens inside
 * the process, so an endless loop in a page stops everything in it but another thread: that thread
 * looks at a counter, and when it stays the same for too long it notes what was under way and kills
 * the process. Whoever runs the worker starts it again, and the note tells the new one what happened.
 */
import { readFileSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** Bytes of the text that says what is under way. */
const TEXT_BYTES = 512;
/** How often a process that is not in a loop says so. */
const PULSE_MS = 1000;

/** What may stand still: an attempt, the making of a preview, or all of the process, in a loop. */
const hangKinds = ['attempt', 'preview', 'pulse'] as const;
export type HangKind = (typeof hangKinds)[number];

/** What was being done when the process was ended. */
const hangNote = z.object({
  kind: z.enum(hangKinds),
  doing: z.string(),
  limitMs: z.number(),
});
export type HangNote = z.infer<typeof hangNote>;

export interface HangWatch {
  /** It begins: from now on it must move. */
  begin: () => void;
  /** It moved, and this is what it does next. */
  doing: (text: string) => void;
  end: () => void;
}

export interface HangWatches extends Record<'attempt' | 'preview', HangWatch> {
  stop: () => Promise<void>;
}

/** One counter with a text, in memory that the watching thread sees. */
function openCounter(): { shared: SharedArrayBuffer; watch: HangWatch } {
  const shared = new SharedArrayBuffer(8 + TEXT_BYTES);
  const [beat, length] = [new Int32Array(shared, 0, 1), new Int32Array(shared, 4, 1)];
  const text = Buffer.from(shared, 8);
  let moves = 0;
  const doing = (now: string) => {
    Atomics.store(length, 0, text.write(now));
    // 0 means that nothing is under way.
    moves = (moves % 0x7fff_ffff) + 1;
    Atomics.store(beat, 0, moves);
  };
  const end = () => void Atomics.store(beat, 0, 0);
  return { shared, watch: { begin: () => doing(''), doing, end } };
}

/** `noteFile` is where a process that is ended leaves what it was doing. */
export function startHangWatch(limitsMs: Record<HangKind, number>, noteFile: string): HangWatches {
  const counters = { attempt: openCounter(), preview: openCounter(), pulse: openCounter() };
  const watched = hangKinds.map((kind) => {
    return { kind, shared: counters[kind].shared, limitMs: limitsMs[kind] };
  });
  const watcher = new Worker(new URL('./hang-watch-thread.mjs', import.meta.url), {
    workerData: { watched, noteFile },
    // Its own: the options of the process would load what this thread never needs.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  watcher.unref();
  const beat = () => counters.pulse.watch.doing('');
  // At once: a loop in the first second leaves no time for another.
  beat();
  const timer = setInterval(beat, PULSE_MS);
  timer.unref();
  return {
    attempt: counters.attempt.watch,
    preview: counters.preview.watch,
    stop: async () => {
      clearInterval(timer);
      await watcher.terminate();
    },
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
