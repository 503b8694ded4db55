/**
 * `npm run nightly`: checks that take too long for `npm test`: the suite `nightly`, many rounds of the fault tests, and
 * benches. Prints a line per check and writes bench/results/nightly.json. `npm run nightly -- kills stories` runs only
 * these; `NIGHTLY_SHORT=1` takes a few minutes in total; `NIGHTLY_LIGHTROOM=10000` sets the rounds of one check.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { compileAll } from './compile.ts';
import { readFigures, roundsVariable } from './nightly-figures.ts';
import { prepareSystem } from './system-programs.ts';

const root = path.join(import.meta.dirname, '..');
const results = path.join(root, 'bench/results');
const isShort = process.env.NIGHTLY_SHORT === '1';
const SOAK_MINUTES = isShort ? 3 : 60;

interface Check {
  name: string;
  command: string[];
  variables: Record<string, string>;
  /** Timeout. */
  minutes: number;
  /** Folder with its figures, if it is a bench. */
  resultFolder?: string;
  /** Passes without figures. */
  hasNoFigures?: boolean;
}

const vitest = path.join(root, 'node_modules/.bin/vitest');

/** A test with more rounds. */
function test(name: string, suite: string, file: string, rounds: number, minutes: number): Check {
  return {
    name,
    minutes,
    command: [vitest, 'run', '--project', suite, file],
    variables: { [roundsVariable(name)]: String(rounds) },
  };
}

/** A bench whose exit code tells whether its goals are met. */
function bench(name: string, minutes: number, variables: Record<string, string> = {}): Check {
  const command = [process.execPath, path.join(root, 'bench/src/main.ts'), name];
  return { name, command, variables, minutes, resultFolder: results };
}

const rounds: Check[] = [
  test('kills', 'system', 'e2e/src/machine/killed-programs.system.test.ts', isShort ? 20 : 100, 60),
  test('readers', 'unit', 'content-build/src/publish/readers.test.ts', 1000, 15),
  test('writers', 'unit', 'content-build/src/publish/busy-database.test.ts', 500, 30),
  test(
    'videos',
    'nightly',
    'content-build/src/renditions/image-child/published-video.nightly.test.ts',
    isShort ? 8 : 60,
    60,
  ),
  test('photos', 'browser', 'e2e/src/panel/upload-keys.test.ts', 1000, 30),
  test(
    'lightroom',
    'system',
    'e2e/src/machine/lightroom/lightroom.system.test.ts',
    isShort ? 100 : 1000,
    60,
  ),
  test('moving', 'nightly', 'e2e/src/machine/moving.nightly.test.ts', isShort ? 100 : 1000, 60),
  test('folder', 'browser', 'e2e/src/panel/bulk-drafts.test.ts', 1000, 45),
  test(
    'stories',
    'unit',
    'content-build/src/publish/publish.property.test.ts',
    isShort ? 15 : 100,
    30,
  ),
  test(
    'access',
    'unit',
    'admin-api/src/two-factor/enforcement.model.test.ts',
    isShort ? 40 : 500,
    20,
  ),
  test('cuts', 'nightly', 'content-build/src/ci/rclone.nightly.test.ts', isShort ? 10 : 200, 30),
  test(
    'publish-kills',
    'unit',
    'content-build/src/publish/killed-publish.test.ts',
    isShort ? 5 : 100,
    30,
  ),
  test('slow-bodies', 'system', 'admin-api/src/slow-bodies.system.test.ts', 25, 10),
  test('reads', 'unit', 'content-build/src/publish/read-while-publishing.test.ts', 100, 15),
  test('render-kills', 'unit', 'content-build/src/renditions/image-process.test.ts', 20, 15),
  test('worlds', 'unit', 'content-build/src/publish/two-worlds.property.test.ts', 50, 15),
  test('previews', 'unit', 'content-build/src/preview/preview.property.test.ts', 50, 15),
  test('courses', 'unit', 'admin-api/src/history/undo.property.test.ts', 50, 15),
  test(
    'facts',
    'system',
    'content-build/src/renditions/image-child/file-facts.system.test.ts',
    8,
    10,
  ),
  // More than the places in the metadata of the test.
  test('metadata', 'unit', 'content-build/src/renditions/image-child/photo.test.ts', 1000, 15),
  // More than the steps of any publish in the test.
  test('publish-cuts', 'unit', 'content-build/src/publish/cut-publish.test.ts', 1000, 30),
  test('long-publish', 'unit', 'content-build/src/publish/hide-at-once.test.ts', 2000, 15),
  test('texts', 'browser', 'e2e/src/panel/media.test.ts', 31, 20),
];

/** Files of the suite `nightly` that no check above runs. */
const others = globSync('{scripts,*/src/**}/*.nightly.test.ts', { cwd: root }).filter(
  (file) => !rounds.some(({ command }) => command.at(-1) === file),
);
const suite: Check = {
  name: 'suite',
  command: [vitest, 'run', '--project', 'nightly', ...others],
  variables: {},
  minutes: 60,
  hasNoFigures: true,
};

const checks: Check[] = [
  suite,
  ...rounds,
  bench('leak', 30),
  bench('soak', SOAK_MINUTES + 10, { SOAK_MINUTES: String(SOAK_MINUTES) }),
];

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
