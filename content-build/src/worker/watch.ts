/**
 * Log and watchdog of one attempt (fault F10). A page that takes too long is killed with its process
 * (render-process.ts), and a worker in an endless loop by its supervisor; this notices an attempt that waits forever.
 */
import type { DataFolder } from '@veldlicht/database/data-folder';
import { cleaningFor, createBuildLog } from '../publish/build-log.ts';
import type { PublishListener } from '../publish/publish.ts';

export interface Watch extends PublishListener {
  begin: () => void;
  /** Ends the attempt; returns its last lines and the stack of the error. */
  end: (error?: unknown) => string[];
}

export interface WatchOptions {
  folder: Pick<DataFolder, 'root'>;
  /** Longest time without progress. */
  limitMs: number;
  /** Environment; its secrets are removed from the log. */
  variables: Record<string, string | undefined>;
  onStall: () => void;
}

export function createWatch({ folder, limitMs, variables, onStall }: WatchOptions): Watch {
  const log = createBuildLog(cleaningFor(folder.root, variables));
  let timer: NodeJS.Timeout | undefined;
  const move = () => void timer?.refresh();
  return {
    begin: () => {
      log.clear();
      clearTimeout(timer);
      timer = setTimeout(onStall, limitMs);
    },
    step: (line) => {
      log.step(line);
      move();
    },
    rendering: (pagePath) => {
      log.step(`making ${pagePath}`);
      move();
    },
    rendered: move,
    end: (error) => {
      clearTimeout(timer);
      timer = undefined;
      return log.lines(error);
    },
  };
}
