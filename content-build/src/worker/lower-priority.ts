/** Gives way to everything else on the machine: to its programs, and at its disk. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The lowest there is. */
const LOWEST = 19;

/** Threads of this process (Linux); none where they can't be told. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [];
  }
}

/**
 * Puts this process behind all others, with the threads it has: Linux counts by thread, and those that
 * collect garbage and compile began before ours and would go on beside the API. Later ones inherit it.
 */
export function lowerPriority(): void {
  setPriority(LOWEST);
  const own = threads();
  // The disk serves it when nobody else wants anything (load L3); Node has no call for that. Where the
  // program is missing, or the disk has no such order, it is as it was.
  if (own.length > 0) execFile('ionice', ['-c', '3', '-p', ...own.map(String)], () => undefined);
  for (const thread of own)
    try {
      setPriority(thread, LOWEST);
    } catch {
      // It has ended meanwhile.
    }
}
