/** Watches one attempt at a time: its last steps for the log, and that it moves. */
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { cleaningFor, createBuildLog } from './build-log.ts';
import { startHangWatch } from './hang-watch.ts';
import type { PublishListener } from './publish.ts';

export interface AttemptWatch extends PublishListener {
  begin: () => void;
  /** The attempt is over; answers its last lines, with where the error came from. */
  end: (error?: unknown) => string[];
  stop: () => Promise<void>;
}

/** Where a worker that was ended leaves what it was doing. */
export function hangNoteFile(folder: DataFolder): string {
  return path.join(folder.root, 'worker.hung');
}

/** An attempt that stands still for `limitMs` ends the process (decision 027). */
export function startAttemptWatch(
  folder: DataFolder,
  limitMs: number,
  variables: Record<string, string | undefined>,
): AttemptWatch {
  const log = createBuildLog(cleaningFor(folder.root, variables));
  const hang = startHangWatch(limitMs, hangNoteFile(folder));
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
    stop: hang.stop,
  };
}
