/** One child process that decodes pictures: starting, hearing, watching and ending it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CallReply, ImageReply, ImageRequest } from '#renditions/image-child/image-types.ts';
import { type DecoderRoom, type Logger, NICE } from './decoder-room.ts';

interface ChildOptions {
  log: Logger;
  room: DecoderRoom;
  nodeOptions: string[];
  onReply: (message: CallReply) => void;
  /** Resident memory of the child in bytes; while watched. */
  onMemory: (bytes: number) => void;
  /** The child is gone without `end` or `retire`. */
  onExit: (detail: string) => void;
}

export interface ImageChild {
  pid: () => number | undefined;
  send: (request: ImageRequest) => void;
  /** Last known resident memory in bytes. */
  memory: () => number;
  watchMemory: (on: boolean) => void;
  kill: () => void;
  /** Lets an idle child go without a word. */
  retire: () => void;
  /** Kills it and waits until it is gone. */
  end: () => Promise<void>;
}

const MEMORY_EVERY_MS = 50;
const CHILD_FILE = fileURLToPath(new URL('./image-child/image-child.ts', import.meta.url));
/**
 * The child decodes untrusted files: of our environment it gets what starting programs needs. What Node has compiled
 * it can read in its room, and not write.
 */
const PASSED_ON = [
  ...['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LANG'],
  'NODE_COMPILE_CACHE',
];

/**
 * For the C library of Linux: one heap, and the largest blocks apart from it. Blocks taken from the
 * system anew are filled with zeros first, a tenth of the time of a photo; more heaps, or larger blocks
 * in them, keep twice as much for as little (decision 010).
 */
const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 * 1024),
};

function childEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name));
  return { ...Object.fromEntries(kept), ...MALLOC };
}

/** Kills the child, also when it has ended already, and the programs it started, which share its process group. */
function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group is gone already.
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/**
 * The largest resident memory in bytes among a process and all that it started, which is the room around the child
 * and itself; 0 when it is gone or the system has no /proc.
 */
function largestMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`))?.[1];
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return Math.max(
    Number(kilobytes ?? 0) * 1024,
    ...children.map((child) => largestMemory(Number(child))),
  );
}

/** Puts a child behind others, unless it has ended or its priority is lower already. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended, or only root may raise its priority again.
  }
}

/** Starts a child in a process group of its own. */
export function startChild(options: ChildOptions): ImageChild {
  const { log, room, nodeOptions, onReply, onMemory, onExit } = options;
  const child = spawn(room.command, [...room.args, ...nodeOptions, CHILD_FILE], {
    env: childEnvironment(),
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let isDismissed = false;
  let lastMemory = 0;
  let timer: NodeJS.Timeout | undefined;
  lowerPriority(child);
  const gone = new Promise<void>((resolve) => {
    const finish = (detail: string) => {
      clearInterval(timer);
      // A dead child may leave a program of its group behind.
      killGroup(child);
      resolve();
      if (!isDismissed) onExit(detail);
      isDismissed = true;
    };
    child.once('exit', (code, signal) => finish(signal ?? `exit code ${code}`));
    child.once('error', (error) => finish(error.message));
  });
  const measured = (bytes: number) => {
    lastMemory = bytes;
    if (timer) onMemory(bytes);
  };
  child.on('message', (message) => {
    // The child is our own file and sends nothing else.
    const reply = message as ImageReply;
    if (reply.event === 'memory') measured(reply.bytes);
    else onReply(reply);
  });
  child.stderr?.on('data', (text: Buffer) =>
    log.warn({ output: text.toString('utf8').slice(0, 2000) }, 'image process wrote to stderr'),
  );
  const measure = () => {
    if (process.platform === 'linux' && child.pid) measured(largestMemory(child.pid));
  };
  const retire = () => {
    isDismissed = true;
    killGroup(child);
  };
  return {
    pid: () => child.pid,
    send: (request) => {
      if (child.connected) child.send(request, () => undefined);
    },
    memory: () => lastMemory,
    watchMemory: (on) => {
      if (on) timer ??= setInterval(measure, MEMORY_EVERY_MS);
      else {
        measure();
        clearInterval(timer);
        timer = undefined;
      }
    },
    kill: () => killGroup(child),
    retire,
    end: async () => {
      retire();
      await gone;
    },
  };
}
