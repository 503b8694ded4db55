/** Watches one attempt at a time: its last steps for the log, and that it moves. */
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { cleaningFor, createBuildLog } from '../publish/build-log.ts';
import type { PublishListener } from '../publish/publish.ts';
import { type HangWatch, startHangWatch } from './hang-watch.ts';

export interface AttemptWatch extends PublishListener {
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

/** Where a worker that was ended leaves what it was doing. */
export function hangNoteFile(folder: DataFolder): string {
  return path.join(folder.root, 'worker.hung');
}

/** A page takes milliseconds: nothing else in this process goes on while one keeps it busy. */
const PREVIEW_LIMIT_MS = 60_000;
/** Nothing but an endless loop keeps this process busy for so long. */
const LOOP_LIMIT_MS = 120_000;
/** The pulse of the process while previews are made; a process that is busy has none. */
const PULSE_MS = 50;

/** Work on single pages, told to the watch for as long as the process has a pulse. */
function guardWith(watch: HangWatch): AttemptWatch['guard'] {
  const pages = new Set<{ page: string }>();
  let pulse: NodeJS.Timeout | undefined;
  const beat = () => watch.doing([...pages].map(({ page }) => page).join(', '));
  return async (page, work) => {
    const one = { page };
    pages.add(one);
    beat();
    pulse ??= setInterval(beat, PULSE_MS);
    try {
      return await work();
    } finally {
      pages.delete(one);
      if (pages.size === 0) {
        clearInterval(pulse);
        pulse = undefined;
        watch.end();
      }
    }
  };
}

/** An attempt that stands still for `limitMs` ends the process (decision 027). */
export function startAttemptWatch(
  folder: DataFolder,
  limitMs: number,
  variables: Record<string, string | undefined>,
  { previewLimitMs = PREVIEW_LIMIT_MS, loopLimitMs = LOOP_LIMIT_MS } = {},
): AttemptWatch {
  const log = createBuildLog(cleaningFor(folder.root, variables));
  const limits = { attempt: limitMs, preview: previewLimitMs, pulse: loopLimitMs };
  const { attempt: hang, preview, stop } = startHangWatch(limits, hangNoteFile(folder));
  /** Pages under way, as they are called in a sentence. What hangs is among them. */
  const underWay = new Map<string, string>();
  const move = () => hang.doing([...underWay.values()].join(', '));
  return {
    begin: () => {
      log.clear();
      underWay.clear();
      hang.begin();
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
      hang.end();
      return log.lines(error);
    },
    guard: guardWith(preview),
    stop,
  };
}
