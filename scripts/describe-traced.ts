/** Suites of tests that watch a program by strace. */
import { describe, expect, it } from 'vitest';
import { traceRefusal } from './trace-disk.ts';

/** A suite where programs may be watched; elsewhere one test says why they are not. */
export function describeTraced(name: string, suite: () => void): void {
  const refusal = traceRefusal();
  if (refusal === null) return void describe(name, suite);
  it(`${name} is not watched here: this machine lets us trace no programs`, () => {
    expect(refusal).toMatch(/ENOENT|permi|ptrace|seccomp|not supported|not implemented/i);
  });
}

/** What a watched program still asked of its disk after a call was refused, by the log of strace. */
export function callsAfterRefusal(log: string): string[] {
  const lines = log.split('\n');
  const refusal = lines.findIndex((line) => line.includes('EIO'));
  expect(refusal).toBeGreaterThanOrEqual(0);
  const writes = /\b(?:rename|pwrite64|fsync|fdatasync|ftruncate)/;
  return lines.slice(refusal + 1).filter((line) => writes.test(line));
}
