/** The long checks by name: how each is run, how long it may take, and what its figures must be. */
import path from 'node:path';
import { roundsVariable } from './nightly-figures.ts';

const root = path.join(import.meta.dirname, '..');

type Figures = Record<string, unknown>;

export interface Check {
  name: string;
  command: string[];
  variables: Record<string, string>;
  /** It is ended after this long. */
  minutes: number;
  /** The bench whose result file has its figures. */
  bench?: string;
  /** The part of the figures that this is about. */
  pick?: (figures: Figures) => Figures;
  /** What is wrong with the figures; null when they are as they must be. */
  fault?: (figures: Figures) => string | null;
}

/** Longer tests: they fail by themselves. */
function test(name: string, suite: string, file: string, rounds: number, minutes: number): Check {
  const vitest = path.join(root, 'node_modules/.bin/vitest');
  return {
    ...{ name, minutes, command: [vitest, 'run', '--project', suite, file] },
    variables: { [roundsVariable(name)]: String(rounds) },
  };
}

function bench(name: string, minutes: number, more: Partial<Check> = {}): Check {
  const main = path.join(root, 'bench/src/main.ts');
  const command = [process.execPath, main, more.bench ?? name];
  return { name, bench: name, command, variables: {}, minutes, ...more };
}

/** Names of figures that are above their limit. */
function above(figures: Figures, limits: Record<string, number>): string | null {
  const over = Object.entries(limits).flatMap(([name, limit]) => {
    const value = figures[name];
    return typeof value === 'number' && value <= limit ? [] : `${name} is ${value}, not ${limit}`;
  });
  return over.length > 0 ? over.join('; ') : null;
}

/** Fields of a part of the figures that is an object. */
function part(figures: Figures, name: string): Figures {
  const found = figures[name];
  return typeof found === 'object' && found !== null ? { ...found } : {};
}

const width = (figures: Figures, name: string) =>
  Number(part(figures, name).most) - Number(part(figures, name).least);

/** All checks. Short ones prove that they run; their figures say little about an hour. */
export function nightlyChecks(isShort: boolean): Check[] {
  const soakMinutes = isShort ? 3 : 60;
  return [
    test(
      'kills',
      'system',
      'e2e/src/killed-programs.system.test.ts',
      isShort ? 20 : 100,
      isShort ? 15 : 60,
    ),
    test('swaps', 'unit', 'content-build/src/release/activate-release.test.ts', 1000, 15),
    {
      ...test('writers', 'unit', 'content-build/src/snapshot/busy-database.test.ts', 500, 30),
      fault: (figures) => above(figures, { busy: 0, largestWal: 64 * 1024 * 1024 }),
    },
    bench('slow-clients', 5, {
      fault: (figures) =>
        above(figures, { goneAfterMs: 45_000, goodP95Ms: 100 }) ??
        above(part(figures, 'good'), { errors: 0 }),
    }),
    bench('dribbled-posts', 5, {
      fault: (figures) =>
        above(figures, { left: 240, stayP99Ms: 35_000, peakMb: 450 }) ??
        above(part(figures, 'pages'), { errors: 0 }),
    }),
    bench('edit-writers', 30, {
      bench: 'writers',
      fault: (figures) => above(figures, { refused: 0, largestWal: 64 * 1024 * 1024 }),
    }),
    bench('soak', soakMinutes + 10, {
      variables: { SOAK_MINUTES: String(soakMinutes) },
      fault: (figures) => {
        if (Object.keys(part(figures, 'odd')).length > 0)
          return `unexpected answers: ${JSON.stringify(figures.odd)}`;
        const files = { api: width(figures, 'apiFiles'), worker: width(figures, 'workerFiles') };
        // Open files vary by ten to each side at most (L8). A slope over a few minutes is the warming up.
        const growth: Record<string, number> = isShort
          ? {}
          : { apiMbPerHour: 5, workerMbPerHour: 5 };
        return above({ ...figures, ...files }, { mostReleases: 6, api: 20, worker: 20, ...growth });
      },
    }),
    ...(isShort
      ? []
      : [
          bench('uploads', 60, {
            variables: { BENCH_NIGHTLY: '1' },
            pick: (figures) => part(figures, 'large'),
            fault: (figures) =>
              Array.isArray(figures.failures) && figures.failures.length === 0
                ? above(figures, { apiPeakMb: 300, apiSlopeMbPerFile: 0.2 })
                : `failures: ${JSON.stringify(figures.failures)}`,
          }),
        ]),
    bench('lists', 10, {
      fault: (figures) => above(figures, { errors: 0, p95Ms: 250, p99Ms: 500 }),
    }),
  ];
}
