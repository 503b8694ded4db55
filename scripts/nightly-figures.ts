/**
 * Interface between `npm run nightly` and the tests it runs longer: number of rounds, and figures.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Name of the variable with a check's rounds: `kills` → `NIGHTLY_KILLS`. */
export function roundsVariable(check: string): string {
  return `NIGHTLY_${check.toUpperCase()}`;
}

/** Rounds of a test: `few`, unless the nightly run asks for more. */
export function roundsOf(check: string, few: number): number {
  const asked = Number(process.env[roundsVariable(check)]);
  return Number.isSafeInteger(asked) && asked > 0 ? asked : few;
}

/** Writes the figures of a check for the nightly run. */
export function keepFigures(check: string, figures: Record<string, unknown>): void {
  const into = process.env.NIGHTLY_FIGURES;
  if (!into) return;
  mkdirSync(into, { recursive: true });
  writeFileSync(path.join(into, `${check}.json`), JSON.stringify(figures));
}

/** Reads the figures of a check; null when there are none. */
export function readFigures(from: string, check: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(path.join(from, `${check}.json`), 'utf8'));
  } catch {
    return null;
  }
}

/** Seeded random numbers from 0 to 1 (mulberry32), so that a failing round can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
