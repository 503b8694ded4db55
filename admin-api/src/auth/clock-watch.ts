/** Detects a wall clock that went back: sessions and used codes may look newer than they are (F11). */
import type { Logger } from 'pino';

const LOOK_EVERY_MS = 60_000;
/** Below this it is an ordinary correction by a time server. */
const WARN_MS = 5 * 60_000;

/** Wall clock (milliseconds since 1970) and monotonic clock, read together. */
export interface Clocks {
  wall: number;
  steady: number;
}

/** Milliseconds the wall clock went back between two readings; 0 below the threshold. */
export function wentBackBy(before: Clocks, after: Clocks): number {
  const lost = after.steady - before.steady - (after.wall - before.wall);
  return lost > WARN_MS ? Math.round(lost) : 0;
}

/** Warns once per jump back of more than five minutes, until `closing`. Its timer keeps no process alive. */
export function watchClock(
  deps: { log: Pick<Logger, 'warn'>; closing: AbortSignal },
  read: () => Clocks = () => ({ wall: Date.now(), steady: performance.now() }),
  everyMs = LOOK_EVERY_MS,
): void {
  let before = read();
  const timer = setInterval(() => {
    const after = read();
    const backMs = wentBackBy(before, after);
    before = after;
    if (backMs > 0) deps.log.warn({ backMs }, 'the clock of this machine went back');
  }, everyMs);
  timer.unref();
  deps.closing.addEventListener('abort', () => clearInterval(timer), { once: true });
}
