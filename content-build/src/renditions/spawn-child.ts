/** Starts, measures and kills the child process that decodes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DecoderRoom } from './decoder-room.ts';

const CHILD_FILE = fileURLToPath(new URL('./image-child/image-child.ts', import.meta.url));
/** The only variables of our environment that the child gets: it decodes untrusted files. */
const PASSED_ON = [
  ...['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LANG'],
  'NODE_COMPILE_CACHE',
];

/** One heap for blocks up to 8 MiB, which glibc keeps: fresh pages are zeroed, which costs time (decision 013). */
const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 * 1024),
};

export function spawnChild({ command, args }: DecoderRoom, nodeOptions: string[]): ChildProcess {
  const kept = Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name));
  return spawn(command, [...args, ...nodeOptions, CHILD_FILE], {
    env: { ...Object.fromEntries(kept), ...MALLOC },
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Kills the process group of a child: also programs left by one that has ended. */
export function killGroup(child: ChildProcess): void {
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

/** Largest resident memory in bytes of a process and its descendants; 0 without /proc. */
export function largestMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`))?.[1];
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const below = children.map((child) => largestMemory(Number(child)));
  return Math.max(Number(kilobytes ?? 0) * 1024, ...below);
}
