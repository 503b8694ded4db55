/**
 * `npm test`: the checks, then every suite that can run here. The last line has the true totals.
 * What could not run is named and never counted; with CI set that fails the run.
 */
import { spawnSync } from 'node:child_process';
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
function runSuites(suites: string[]): Totals {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-test-'));
  const report = path.join(folder, 'report.json');
  const projects = suites.flatMap((suite) => ['--project', suite]);
  const { status } = spawnSync(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' },
  );
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

async function browserIsMissing(): Promise<Missing[]> {
  const { launchBrowser, BROWSER_HINT } = await import('./launch-browser.ts');
  const browser = await launchBrowser().catch(() => null);
  await browser?.close();
  return browser ? [] : [{ suite: 'browser', needs: 'a browser', get: BROWSER_HINT }];
}

const totals: Totals = { passed: 0, failed: 0 };
const missing = [...prepareSystem(), ...(await browserIsMissing())];
for (const check of checks) totals[(await runCheck(check)) ? 'passed' : 'failed']++;
compileAll((line) => console.log(line));
const cannotRun = (suite: string) => missing.some((entry) => entry.suite === suite);
// It needs what both of these need.
if (cannotRun('system') || cannotRun('browser'))
  missing.push({ suite: 'film', needs: 'the suites "system" and "browser"', get: 'see there' });
const suites = ['unit', 'system', 'browser', 'film'].filter((suite) => !cannotRun(suite));
const ran = runSuites(suites);
totals.passed += ran.passed;
totals.failed += ran.failed;

for (const { suite, needs, get } of missing)
  console.log(`\nNot run: the suite "${suite}" needs ${needs}. To get it: ${get}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || (missing.length > 0 && process.env.CI) ? 1 : 0);
