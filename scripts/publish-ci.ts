/**
 * `npm run publish:ci`, in a clean clone with BUILD_API, BUILD_TOKEN and DEPLOY_TARGET: compiles the public site,
 * renders the newest content and deploys it.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { EnvironmentError } from '@veldlicht/contract/environment';
import { readJobSettings } from '@veldlicht/contract/job-environment';
import { compileSite } from './compile.ts';

const root = path.join(import.meta.dirname, '..');

function run(command: string, input?: string): number {
  const options = ['--disable-warning=ExperimentalWarning', '--import=./scripts/quick-modules.mjs'];
  const args = [...options, 'content-build/src/main.ts', command];
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: [stdin, 'inherit', 'inherit'],
    ...(input !== undefined && { input }),
  });
  return status ?? 1;
}

/** Removes paths of this machine and escape codes from a message. */
function forPeople(message: string): string {
  return message.replaceAll(root, '.').replace(/\p{Cc}\[[\d;]*m/gu, '');
}

try {
  readJobSettings(process.env);
  await compileSite((line) => console.log(line));
  process.exitCode = run('publish-ci');
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(message);
  process.exitCode = 1;
  if (!(error instanceof EnvironmentError)) run('report-failure', forPeople(message));
}
