/**
 * `npm test`: the checks, beside every suite that can run here. The last line has the true totals.
 * What could not run is named and never counted; with CI set that fails the run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checks, runCheck } from './checks.ts';
import { compileAll } from './compile.ts';
import { type Missing, prepareSystem } from './system-programs.ts';

const root = path.join(import.meta.dirname, '..');

/** Bytes that must be free in memory; the tests keep some 60 MB at a time. */
const ROOM = 1 << 30;

/** Whether a folder has room, and programs may be run from it: containers often mount theirs without. */
function isUsable(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < ROOM) return false;
  const program = path.join(mkdtempSync(path.join(folder, 'veldlicht-test-')), 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(path.dirname(program), { recursive: true });
  return status === 0;
}

/**
 * Where the tests keep their data: in memory where Linux has room for it. On a disk each durable write waits, and
 * unit tests take half as long again.
 */
const temporary = mkdtempSync(
  path.join(isUsable('/dev/shm') ? '/dev/shm' : tmpdir(), 'veldlicht-test-'),
);

interface Totals {
  passed: number;
  failed: number;
}

interface FileReport {
  /** The whole path of the test file. */
  name: string;
  status: string;
  assertionResults: Array<{ status: string }>;
}

/** Stands for a run that broke off, or failed for another reason than a test. */
const broken: FileReport = { name: 'vitest', status: 'failed', assertionResults: [] };

/** What a run of vitest found in each file. */
async function runVitest(suites: string[], files: string[] = []): Promise<FileReport[]> {
  const report = path.join(temporary, 'report.json');
  const projects = suites.flatMap((suite) => ['--project', suite]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = spawn(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', ...projects, ...reporters, ...files],
    {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary },
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  const [status] = await once(vitest, 'close');
  try {
    const found: FileReport[] = JSON.parse(readFileSync(report, 'utf8')).testResults;
    return status === 0 || found.some(hasFailed) ? found : [...found, broken];
  } catch {
    return [broken];
  } finally {
    rmSync(report, { force: true });
  }
}

const hasFailed = ({ status }: FileReport) => status !== 'passed';

/** Journeys wait for programs and a browser, which a busy machine keeps waiting. Unit tests have no such excuse. */
const mayRunAgain = ({ name }: FileReport) => /[\\/]e2e[\\/]|\.system\.test\.ts$/.test(name);
/** More files than this fail for a reason. */
const MOST_AGAIN = 4;

/**
 * Runs suites of vitest and counts what they say. A few journeys that fail are run again by themselves, which is
 * said (decision 072). A run that breaks off counts as one failure.
 */
async function runSuites(suites: string[]): Promise<Totals> {
  const first = await runVitest(suites);
  const failed = first.filter(hasFailed);
  const isWorthIt = failed.length > 0 && failed.length <= MOST_AGAIN && failed.every(mayRunAgain);
  const again = isWorthIt ? failed.map(({ name }) => name) : [];
  if (again.length > 0) console.log(`\nFailed, and run again alone:\n${again.join('\n')}`);
  const second = again.length > 0 ? await runVitest(suites, again) : [];
  const counted = [...first.filter(({ name }) => !again.includes(name)), ...second];
  const results = counted.flatMap(({ assertionResults }) => assertionResults);
  const passed = results.filter(({ status }) => status === 'passed').length;
  // A file that breaks before its first test has none.
  const untold = counted.filter((file) => hasFailed(file) && file.assertionResults.length === 0);
  for (const file of second.filter((one) => !hasFailed(one)))
    console.log(`Passed only when it ran alone: ${path.relative(root, file.name)}`);
  return { passed, failed: results.length - passed + untold.length };
}

async function runChecks(): Promise<void> {
  for (const check of checks) totals[(await runCheck(check)) ? 'passed' : 'failed']++;
}

async function browserIsMissing(): Promise<Missing[]> {
  const { launchTestBrowser, BROWSER_HINT } = await import('./launch-browser.ts');
  const browser = await launchTestBrowser().catch(() => null);
  await browser?.close();
  return browser ? [] : [{ suite: 'browser', needs: 'a browser', get: BROWSER_HINT }];
}

const totals: Totals = { passed: 0, failed: 0 };
const missing = [...prepareSystem(), ...(await browserIsMissing())];
const cannotRun = (suite: string) => missing.some((entry) => entry.suite === suite);
// It needs what both of these need.
if (cannotRun('system') || cannotRun('browser'))
  missing.push({ suite: 'video', needs: 'the suites "system" and "browser"', get: 'see there' });
const suites = ['unit', 'unit-alone', 'system', 'browser', 'video'];
// The checks fill the time in which the compilers and the suites wait.
const checked = runChecks();
await compileAll((line) => console.log(line));
const ran = await runSuites(suites.filter((suite) => !cannotRun(suite)));
await checked;
rmSync(temporary, { recursive: true, force: true });
totals.passed += ran.passed;
totals.failed += ran.failed;

for (const { suite, needs, get } of missing)
  console.log(`\nNot run: the suite "${suite}" needs ${needs}. To get it: ${get}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || (missing.length > 0 && process.env.CI) ? 1 : 0);
