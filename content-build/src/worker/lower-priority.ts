/** Lowers the worker's processor and disk priority. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

const LOWEST = 19;

/** Threads of this process; empty without /proc. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [];
  }
}

/**
 * Lowers every thread: Linux sets priority per thread, and those of the garbage collector and compiler exist already.
 * Later threads inherit it.
 */
export function lowerPriority(): void {
  setPriority(LOWEST);
  const own = threads();
  // Idle disk class (load L3), for which Node has no call. Without ionice nothing changes.
  if (own.length > 0) execFile('ionice', ['-c', '3', '-p', ...own.map(String)], () => undefined);
  for (const thread of own)
    try {
      setPriority(thread, LOWEST);
    } catch {
      // It has ended.
    }
}
