/** One child process that decodes pictures: starting, hearing, watching and ending it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ImageReply, InspectInput, RenderInput } from '#images/image-types.ts';
import type { DecoderRoom } from './decoder-room.ts';
import { largestMemory } from './process-memory.ts';

/** What we need of pino. */
export interface Logger {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

interface ChildOptions {
  log: Logger;
  room: DecoderRoom;
  nodeOptions: string[];
  onReply: (message: ImageReply) => void;
  /** Largest resident memory of the child and its own children, in bytes; while watched. */
  onMemory: (bytes: number) => void;
  /** The child is gone without `end` or `retire`. */
  onExit: (detail: string) => void;
}

interface ChildRequest {
  id: number;
  kind: 'inspect' | 'render';
  input: InspectInput | RenderInput;
}

export interface ImageChild {
  pid: () => number | undefined;
  send: (request: ChildRequest) => void;
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
/** Between the worker (19) and the API (0): someone waits for the first rendition. */
export const NICE = 5;
const CHILD_FILE = fileURLToPath(new URL('../images/image-child.ts', import.meta.url));
/** The child decodes untrusted files: of our environment it gets what starting programs needs. */
const PASSED_ON = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LANG'];

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
  const kept = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), ...MALLOC };
}

/** Kills the child and the programs it started, which share its process group. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function setNice(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(NICE, constants.priority.PRIORITY_LOW));
  } catch {
    // Only root may raise a priority again: then it stays as low as its parent.
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
  setNice(child.pid);
  const gone = new Promise<void>((resolve) => {
    const finish = (detail: string) => {
      clearInterval(timer);
      killGroupOf(child);
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
  const dismiss = () => {
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
    retire: dismiss,
    end: async () => {
      dismiss();
      await gone;
    },
  };
}

/** A dead child may leave a program of its group behind. */
function killGroupOf(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group is gone already: the usual case.
  }
}
