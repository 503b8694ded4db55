/**
 * Keeps the log of one attempt at a time, and notices when one stands still (fault F10). A page that takes too long is
 * ended with its process (render-process.ts), and a worker in an endless loop by whoever runs it; what is left is an
 * attempt that waits for something which never comes.
 */
import type { DataFolder } from '@veldlicht/database/data-folder';
import { cleaningFor, createBuildLog } from '../publish/build-log.ts';
import type { PublishListener } from '../publish/publish.ts';

export interface Watch extends PublishListener {
  begin: () => void;
  /** The attempt is over; answers its last lines, with where the error came from. */
  end: (error?: unknown) => string[];
}

export interface WatchOptions {
  folder: Pick<DataFolder, 'root'>;
  /** Milliseconds in which something of an attempt has to move. */
  limitMs: number;
  /** May hold secrets, which the log hides. */
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
