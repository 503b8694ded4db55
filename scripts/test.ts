/**
 * `npm test`: the checks, beside every suite that can run here. The last line has the true totals.
 * What could not run is named and never counted; with CI set that fails the run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checks, runCheck } from './checks.ts';
import { compileAll } from './compile.ts';
import { type Missing, prepareSystem } from './system-programs.ts';

const root = path.join(import.meta.dirname, '..');

interface Totals {
  passed: number;
  failed: number;
}

/** Runs suites of vitest and counts what they say. A run that breaks off counts as one failure. */
async function runSuites(suites: string[]): Promise<Totals> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-test-'));
  const report = path.join(folder, 'report.json');
  const projects = suites.flatMap((suite) => ['--project', suite]);
  const vitest = spawn(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' },
  );
  const [status] = await once(vitest, 'close');
  try {
    const counted = JSON.parse(readFileSync(report, 'utf8'));
    const passed = Number(counted.numPassedTests);
    const failed = Number(counted.numTotalTests) - passed;
    return { passed, failed: status !== 0 && failed === 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
totals.passed += ran.passed;
totals.failed += ran.failed;

for (const { suite, needs, get } of missing)
  console.log(`\nNot run: the suite "${suite}" needs ${needs}. To get it: ${get}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || (missing.length > 0 && process.env.CI) ? 1 : 0);
