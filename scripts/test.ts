/**
 * `npm test`: runs the checks and all suites that can run here. The last line has the totals. Suites that can't run are
 * listed but not counted; with CI set they fail the run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checks, runCheck } from './checks.ts';
import { compileAll } from './compile.ts';
import { type FileReport, filesToRunAgain, hiddenFailures, totalsOf } from './run-again.ts';
import { type Missing, prepareSystem } from './system-programs.ts';

const root = path.join(import.meta.dirname, '..');

/** Bytes that must be free; the tests use some 60 MB at a time. */
const ROOM = 1 << 30;

/** Whether a folder has space and is not mounted noexec, as is common in containers. */
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
 * Data of the tests, in memory if Linux has space: on a disk, with its durable writes, unit tests take 1.5 times as
 * long.
 */
const temporary = mkdtempSync(
  path.join(isUsable('/dev/shm') ? '/dev/shm' : tmpdir(), 'veldlicht-test-'),
);
// Tests that run as another user must be able to reach their folders in it.
chmodSync(temporary, 0o711);

/** Report of a run that was aborted, or failed for another reason than a test. */
const broken: FileReport = {
  name: 'vitest',
  passed: 0,
  failures: [{ name: '', messages: ['The run broke off.'] }],
};

/** Runs vitest; returns the outcome of each file. */
async function runVitest(suites: string[], files: string[] = []): Promise<FileReport[]> {
  const report = path.join(temporary, 'report.json');
  const projects = suites.flatMap((suite) => ['--project', suite]);
  const reporters = [
    '--reporter=default',
    `--reporter=${path.join(root, 'scripts/test-report.ts')}`,
  ];
  const vitest = spawn(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', ...projects, ...reporters, ...files],
    {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary, TEST_REPORT: report },
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  const [status] = await once(vitest, 'close');
  try {
    const found: FileReport[] = JSON.parse(readFileSync(report, 'utf8'));
    const isTold = status === 0 || found.some(({ failures }) => failures.length > 0);
    return isTold ? found : [...found, broken];
  } catch {
    return [broken];
  } finally {
    rmSync(report, { force: true });
  }
}

/** Runs suites, then reruns a few failed journeys alone (decision 003). */
async function runSuites(suites: string[]) {
  const first = await runVitest(suites);
  const again = filesToRunAgain(first);
  if (again.length > 0) console.log(`\nFailed, and run again alone:\n${again.join('\n')}`);
  const second = again.length > 0 ? await runVitest(suites, again) : [];
  return { ...totalsOf(first, second), hidden: hiddenFailures(first, second, root) };
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

const totals = { passed: 0, failed: 0 };
const missing = [...prepareSystem(), ...(await browserIsMissing())];
const cannotRun = (suite: string) => missing.some((entry) => entry.suite === suite);
// This suite needs the programs of both.
if (cannotRun('system') || cannotRun('browser'))
  missing.push({
    suite: 'browser-video',
    needs: 'the suites "system" and "browser"',
    get: 'see there',
  });
const suites = ['unit', 'unit-alone', 'system', 'browser', 'browser-video'];
// The checks run in parallel with the compilers and the suites, which often wait.
const checked = runChecks();
await compileAll((line) => console.log(line));
const ran = await runSuites(suites.filter((suite) => !cannotRun(suite)));
await checked;
rmSync(temporary, { recursive: true, force: true });
totals.passed += ran.passed;
totals.failed += ran.failed;

for (const { suite, needs, get } of missing)
  console.log(`\nNot run: the suite "${suite}" needs ${needs}. To get it: ${get}`);
if (ran.hidden.length > 0) console.log(`\n${ran.hidden.join('\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || (missing.length > 0 && process.env.CI) ? 1 : 0);
