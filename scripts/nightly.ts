/**
 * `npm run nightly`: checks that take too long for `npm test`: the suite `nightly`, many rounds of the fault tests, and
 * benches. Prints a line per check and writes bench/results/nightly.json. `npm run nightly -- kills stories` runs only
 * these; `NIGHTLY_SHORT=1` takes a few minutes in total; `NIGHTLY_LIGHTROOM=10000` sets the rounds of one check.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { compileAll } from './compile.ts';
import { type Check, checks, isShort, results, root } from './nightly-checks.ts';
import { readFigures } from './nightly-figures.ts';
import { prepareSystem } from './system-programs.ts';

let endRunning = () => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endRunning();
    process.exit(1);
  });

/** Runs a check; resolves with null, or with the reason of its failure. */
function run(check: Check, variables: Record<string, string>): Promise<string | null> {
  const [program = '', ...args] = check.command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...check.variables, ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Own process group, so that it can be killed as a whole.
      detached: true,
    });
    endRunning = () => child.pid && process.kill(-child.pid, 'SIGKILL');
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
      endRunning = () => {};
      if (code === 0) return resolve(null);
      resolve(isLate ? `it took longer than ${check.minutes} minutes` : output.trim());
    });
  });
}

/** `reason` is null if it passed. */
async function runCheck(check: Check) {
  const { name, resultFolder, hasNoFigures } = check;
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-nightly-'));
  const began = performance.now();
  // Figures of an earlier run must not be read.
  if (resultFolder) rmSync(path.join(resultFolder, `${name}.json`), { force: true });
  try {
    const failure = await run(check, { NIGHTLY_FIGURES: folder });
    const figures = readFigures(resultFolder ?? folder, name);
    const reason =
      failure ?? (figures || hasNoFigures ? null : 'it told no figures of what it did');
    const seconds = Math.round((performance.now() - began) / 1000);
    return { check: name, passed: reason === null, reason, seconds, figures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  const names = checks.map(({ name }) => name).join(' ');
  console.error(`There is no check ${unknown.join(', ')}: ${names}`);
  process.exit(1);
}
for (const { needs, get } of prepareSystem()) console.error(`This needs ${needs}: ${get}`);
await compileAll((line) => console.log(line));
mkdirSync(results, { recursive: true });
const outcomes: Awaited<ReturnType<typeof runCheck>>[] = [];
for (const check of checks) {
  if (wanted.length > 0 && !wanted.includes(check.name)) continue;
  const outcome = await runCheck(check);
  outcomes.push(outcome);
  const { passed, seconds, figures, reason } = outcome;
  const told = passed ? JSON.stringify(figures) : reason?.split('\n').slice(-40).join('\n');
  console.log(`${passed ? '✓' : '✗'} ${check.name} (${seconds} s): ${told}`);
  const report = { short: isShort, node: process.version, cpus: cpus().length, checks: outcomes };
  writeFileSync(path.join(results, 'nightly.json'), `${JSON.stringify(report, null, 2)}\n`);
}
const failed = outcomes.filter(({ passed }) => !passed).length;
console.log(`\n${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
