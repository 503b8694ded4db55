/**
 * `npm run nightly`: what takes too long for `npm test`: many rounds of the fault tests, and the loads
 * at full size. One line for each check, and bench/results/nightly.json. Names as arguments run only
 * those: `npm run nightly -- kills swaps`. `NIGHTLY_SHORT=1` takes a few minutes in all.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { compileAll } from './compile.ts';
import { type Check, nightlyChecks } from './nightly-checks.ts';
import { readFigures } from './nightly-figures.ts';
import { prepareSystem } from './system-programs.ts';

const root = path.join(import.meta.dirname, '..');
const results = path.join(root, 'bench/results');

interface Outcome {
  check: string;
  passed: boolean;
  /** Why it did not pass. */
  reason: string | null;
  seconds: number;
  figures: Record<string, unknown> | null;
}

let running: ChildProcess | undefined;

/** Ends a check with all that it has started: it is a group of its own. */
function endRunning(): void {
  if (running?.pid === undefined) return;
  try {
    process.kill(-running.pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endRunning();
    process.exit(1);
  });

/** Runs a command to its end, or to the end of its time; null when it went well, else what it said. */
function run(check: Check, variables: Record<string, string>): Promise<string | null> {
  const [program = '', ...args] = check.command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...check.variables, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running = child;
    let output = '';
    let isLate = false;
    const collect = (data: Buffer) => {
      output = (output + data).slice(-20_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const late = setTimeout(() => {
      isLate = true;
      endRunning();
    }, check.minutes * 60_000);
    child.once('close', (code) => {
      clearTimeout(late);
      running = undefined;
      if (code === 0) return resolve(null);
      resolve(isLate ? `it took longer than ${check.minutes} minutes` : output.trim());
    });
  });
}

/** Figures of a bench without those of the machine, which the report has once. */
function figuresOf(check: Check, folder: string): Record<string, unknown> | null {
  if (!check.bench) return readFigures(folder, check.name);
  const report = readFigures(results, check.bench);
  if (!report) return null;
  const { name: _name, node: _node, cpus: _cpus, model: _model, ...figures } = report;
  return check.pick ? check.pick(figures) : figures;
}

async function runCheck(check: Check): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-nightly-'));
  const began = performance.now();
  // What an earlier run left must not be taken for what this one measured.
  if (check.bench) rmSync(path.join(results, `${check.bench}.json`), { force: true });
  try {
    const failure = await run(check, { NIGHTLY_FIGURES: folder });
    const figures = figuresOf(check, folder);
    const fault =
      failure ?? (figures ? (check.fault?.(figures) ?? null) : 'it told no figures of what it did');
    return {
      check: check.name,
      passed: fault === null,
      reason: fault,
      seconds: Math.round((performance.now() - began) / 1000),
      figures,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describe({ check, passed, reason, seconds, figures }: Outcome): string {
  const told = passed ? JSON.stringify(figures) : reason?.split('\n').slice(-40).join('\n');
  return `${passed ? '✓' : '✗'} ${check} (${seconds} s): ${told}`;
}

const isShort = process.env.NIGHTLY_SHORT === '1';
const wanted = process.argv.slice(2);
const all = nightlyChecks(isShort);
const unknown = wanted.filter((name) => !all.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(', ')}: ${all.map(({ name }) => name).join(' ')}`,
  );
  process.exit(1);
}
for (const { needs, get } of prepareSystem()) console.error(`This needs ${needs}: ${get}`);
compileAll((line) => console.log(line));
mkdirSync(results, { recursive: true });
const outcomes: Outcome[] = [];
for (const check of all) {
  if (wanted.length > 0 && !wanted.includes(check.name)) continue;
  const outcome = await runCheck(check);
  outcomes.push(outcome);
  console.log(describe(outcome));
  const report = { short: isShort, node: process.version, cpus: cpus().length, checks: outcomes };
  writeFileSync(path.join(results, 'nightly.json'), `${JSON.stringify(report, null, 2)}\n`);
}
const failed = outcomes.filter(({ passed }) => !passed).length;
console.log(`\n${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
