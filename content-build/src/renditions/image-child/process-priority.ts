import { setPriority } from 'node:os';

/** Puts a process behind others, unless it has ended or its priority is lower already. */
export function lowerPriority(pid: number | undefined, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It has ended, or only root may raise its priority again.
  }
}
