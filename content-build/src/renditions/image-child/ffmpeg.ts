/** Running ffmpeg and ffprobe on untrusted videos: no network, no terminal, bounded time. */
import { type ChildProcess, execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';
import { unreadable } from './image-types.ts';

const start = promisify(execFile);
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Most that is kept of what a program prints; one that prints more is ended. */
const MAX_OUTPUT = 8 * 1024 * 1024;

const NO_ROOM = /No space left on device/;

/** A program that ended badly or too late. What it printed stays inside. */
export class ProgramError extends Error {
  override name = 'ProgramError';
}

/** Runs a program; resolves with what it printed, rejects with `ProgramError`. */
export async function runProgram(
  name: string,
  args: string[],
  timeLimitMs: number,
  onOutput?: (text: string) => void,
): Promise<string> {
  const limits = { timeout: timeLimitMs, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT } as const;
  const work = start(name, args, { ...limits, windowsHide: true });
  const { child } = work;
  running.add(child);
  lowerPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.stdin?.end();
  if (onOutput) child.stdout?.on('data', onOutput);
  try {
    return (await work).stdout;
  } catch (error) {
    throw new ProgramError(error instanceof Error ? error.message : name);
  } finally {
    running.delete(child);
  }
}

/** Puts a process behind others, unless it has ended or its priority is lower already. */
export function lowerPriority(pid: number | undefined, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It has ended, or only root may raise its priority again.
  }
}

let isInstalled: Promise<boolean> | undefined;

/** Whether both programs can be started; asked once per process. */
export function hasFfmpeg(): Promise<boolean> {
  isInstalled ??= Promise.all(
    ['ffmpeg', 'ffprobe'].map((name) => runProgram(name, ['-version'], 10_000)),
  ).then(
    () => true,
    () => false,
  );
  return isInstalled;
}

/** How to open a video: its format is what the bytes said, and it may refer to no other file. */
export function inputArguments(file: string, extension: string): string[] {
  const demuxer = extension === 'webm' ? 'matroska' : 'mov';
  return ['-protocol_whitelist', 'file,pipe', '-f', demuxer, '-i', `file:${file}`];
}

/**
 * Runs ffmpeg; a failure means that the disk is full or the video damaged, and what ffmpeg says is not
 * for people. Throws ENOSPC or `RefusedFile`.
 * Resolves with what it wrote to its standard output. `onSeconds` hears how far into the video it is.
 */
export async function ffmpeg(
  args: string[],
  timeLimitMs: number,
  onSeconds?: (seconds: number) => void,
): Promise<string> {
  // Each thread that decodes holds pictures of its own: of 8K, a hundred megabytes.
  const common = ['-nostdin', '-hide_banner', '-v', 'error', '-y', '-threads', '2'];
  const told = onSeconds ? ['-progress', 'pipe:1', '-stats_period', '0.5'] : [];
  const onOutput = (text: string) => {
    const at = /^out_time_us=(\d+)$/m.exec(text)?.[1];
    if (at) onSeconds?.(Number(at) / 1e6);
  };
  const run = runProgram('ffmpeg', [...common, ...told, ...args], timeLimitMs, onOutput);
  return run.catch((error: ProgramError) => {
    if (NO_ROOM.test(error.message))
      throw Object.assign(new Error('ffmpeg had no room'), { code: 'ENOSPC' });
    throw unreadable();
  });
}
