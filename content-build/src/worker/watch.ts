/**
 * Keeps the log of one attempt at a time, and ends this process when a publish or a preview stands still
 * (fault F10, decision 027). Rendering happens inside the process, so an endless loop in a page stops
 * everything in it but another thread: that thread looks at a counter, and when it stays the same for too
 * long it notes what was under way and kills the process. Whoever runs the worker starts it again, and the
 * note tells the new one what happened.
 */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { z } from 'zod';
import { cleaningFor, createBuildLog } from '../publish/build-log.ts';
import type { PublishListener } from '../publish/publish.ts';

/** Bytes of the text that says what is under way. */
const TEXT_BYTES = 512;
/** How often a process that is not in a loop says so. */
const PULSE_MS = 1000;
/** A page takes milliseconds: nothing else in this process goes on while one keeps it busy. */
const PREVIEW_LIMIT_MS = 60_000;
/** Nothing but an endless loop keeps this process busy for so long. */
const LOOP_LIMIT_MS = 120_000;

/** What may stand still: an attempt, the making of a preview, or all of the process, in a loop. */
const hangKinds = ['attempt', 'preview', 'pulse'] as const;

/** What was being done when the process was ended. */
const hangNote = z.object({ kind: z.enum(hangKinds), doing: z.string(), limitMs: z.number() });
export type HangNote = z.infer<typeof hangNote>;

/** Where a worker that was ended leaves what it was doing. */
const noteFile = (folder: DataFolder) => path.join(folder.root, 'worker.hung');

/** What the process before this one was ended for, or null; it is told once. */
export function takeHangNote(folder: DataFolder): HangNote | null {
  try {
    return hangNote.parse(JSON.parse(readFileSync(noteFile(folder), 'utf8')));
  } catch {
    return null;
  } finally {
    rmSync(noteFile(folder), { force: true });
  }
}

/** One counter with a text, in memory that the watching thread sees. */
function openCounter() {
  const shared = new SharedArrayBuffer(8 + TEXT_BYTES);
  const [beat, length] = [new Int32Array(shared, 0, 1), new Int32Array(shared, 4, 1)];
  const text = Buffer.from(shared, 8);
  let moves = 0;
  return {
    shared,
    /** It moved, and this is what it does next; from now on it must move. */
    doing: (now: string) => {
      Atomics.store(length, 0, text.write(now));
      // 0 means that nothing is under way.
      moves = (moves % 0x7fff_ffff) + 1;
      Atomics.store(beat, 0, moves);
    },
    end: () => void Atomics.store(beat, 0, 0),
  };
}

export interface Watch extends PublishListener {
  begin: () => void;
  /** The attempt is over; answers its last lines, with where the error came from. */
  end: (error?: unknown) => string[];
  /**
   * Does work on a page that is no part of an attempt. It may wait, but when it keeps the process busy
   * without end, the process is ended.
   */
  guard: <T>(page: string, work: () => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
}

/** An attempt that stands still for `limitMs` ends the process. `variables` may hold secrets to hide. */
export function startWatch(
  folder: DataFolder,
  limitMs: number,
  variables: Record<string, string | undefined>,
  { previewLimitMs = PREVIEW_LIMIT_MS, loopLimitMs = LOOP_LIMIT_MS } = {},
): Watch {
  const log = createBuildLog(cleaningFor(folder.root, variables));
  const limits = { attempt: limitMs, preview: previewLimitMs, pulse: loopLimitMs };
  const counters = { attempt: openCounter(), preview: openCounter(), pulse: openCounter() };
  const watched = hangKinds.map((kind) => {
    return { kind, shared: counters[kind].shared, limitMs: limits[kind] };
  });
  const thread = new Worker(new URL('./watch-thread.mjs', import.meta.url), {
    workerData: { watched, noteFile: noteFile(folder) },
    // Its own: the options of the process would load what this thread never needs.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
  const previews = new Set<{ page: string }>();
  const movePreviews = () =>
    counters.preview.doing([...previews].map(({ page }) => page).join(', '));
  /** This process is in no loop, and so in none that a preview brought it into. */
  const beat = () => {
    counters.pulse.doing('');
    if (previews.size > 0) movePreviews();
  };
  // At once: a loop in the first second leaves no time for another.
  beat();
  const pulse = setInterval(beat, PULSE_MS);
  pulse.unref();

  /** Pages of the attempt under way, as they are called in a sentence. What hangs is among them. */
  const underWay = new Map<string, string>();
  const move = () => counters.attempt.doing([...underWay.values()].join(', '));

  return {
    begin: () => {
      log.clear();
      underWay.clear();
      move();
    },
    step: (line) => {
      log.step(line);
      move();
    },
    rendering: (pagePath, title) => {
      log.step(`making ${pagePath}`);
      underWay.set(pagePath, title === null ? pagePath : `of “${title}”`);
      move();
    },
    rendered: (pagePath) => {
      underWay.delete(pagePath);
      move();
    },
    end: (error) => {
      counters.attempt.end();
      return log.lines(error);
    },
    guard: async (page, work) => {
      const preview = { page };
      previews.add(preview);
      movePreviews();
      try {
        return await work();
      } finally {
        previews.delete(preview);
        if (previews.size === 0) counters.preview.end();
      }
    },
    stop: async () => {
      clearInterval(pulse);
      await thread.terminate();
    },
  };
}
