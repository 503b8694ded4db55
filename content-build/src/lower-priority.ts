/** Gives way to everything else on the machine. */
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
  for (const thread of threads())
    try {
      setPriority(thread, LOWEST);
    } catch {
      // It has ended meanwhile.
    }
}
