/** Runs programs and measures their cost. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

export type Variables = Record<string, string>;

/** Runs a program; returns wall milliseconds. Throws with its output when it fails. */
export function runTimed(command: string[], variables: Variables = {}): Promise<number> {
  const started = performance.now();
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, ...variables } });
    let output = '';
    const collect = (data: Buffer) => {
      output += data;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(performance.now() - started)
        : reject(new Error(`${command.join(' ')}\n${output}`)),
    );
  });
}

export const contentBuild = (...args: string[]) => [
  process.execPath,
  path.join(root, 'content-build/src/main.ts'),
  ...args,
];

export const astroBuild = [
  path.join(root, 'node_modules/.bin/astro'),
  'build',
  '--root',
  'site',
  '--silent',
];

/** Reports progress on stderr, as stdout has the figures. */
export const say = (line: string) => console.error(`  ${line} …`);

/** Cost of a program. */
export interface Cost {
  wallMs: number;
  cpuMs: number;
  peakMb: number;
}

function memoryOf(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

/** Highest resident memory of a process so far, in megabytes (Linux). */
export const peakMemoryMb = (pid: number) => Math.round(memoryOf(pid, 'VmHWM'));

/** Current resident memory of a process, in megabytes (Linux). */
export const memoryMb = (pid: number) => memoryOf(pid, 'VmRSS');

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Percentile; `part` from 0 to 1. */
export function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
}

/** Least-squares slope of points [x, y]. */
export function growth(points: ReadonlyArray<readonly [number, number]>): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0);
  return over / points.reduce((sum, [one]) => sum + (one - x) ** 2, 0);
}
