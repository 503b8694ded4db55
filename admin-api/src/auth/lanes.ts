import type { Turns } from './turns.ts';
import { createWorkQueue } from './work-queue.ts';

/**
 * Unknown browsers whose passwords are checked at once, of the 34 places of the hash queue: a flood
 * of them leaves room for known browsers and for people who are signed in (threats T2, L4).
 */
const STRANGERS = 24;

/** Who comes when: tries at one account one after the other, strangers not too many at once. */
export interface Lanes {
  turns: Turns;
  strangers: ReturnType<typeof createWorkQueue>;
}

export function createLanes(turns: Turns): Lanes {
  return { turns, strangers: createWorkQueue({ running: STRANGERS, waiting: 0 }) };
}
