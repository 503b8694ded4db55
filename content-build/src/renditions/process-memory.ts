import { readFileSync } from 'node:fs';

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Resident memory of one process in bytes; 0 when it is gone or the system has no /proc. */
function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** How much more ffmpeg may have than the process that starts it: 8K with ten bits takes a gigabyte to decode. */
const FILM_SHARE = 2;

/** The largest resident memory among a process and all that it started; ffmpeg's by what it may have more. */
export function largestMemory(pid: number): number {
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const share = readText(`/proc/${pid}/comm`).trim() === 'ffmpeg' ? FILM_SHARE : 1;
  return Math.max(
    residentMemory(pid) / share,
    ...children.map((child) => largestMemory(Number(child))),
  );
}
