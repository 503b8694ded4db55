// Installs the locked packages when the lockfile is newer than the last install.
// Runs on the system's Node (20 or newer) before anything is installed, so it has no dependency.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changed('node_modules/.package-lock.json') >= changed('package-lock.json')) process.exit(0);
const { npm_node_execpath: node = process.execPath, npm_execpath: npm } = process.env;
if (!npm) {
  console.error('Start this through npm: npm start');
  process.exit(1);
}
console.log('Installing packages, once …');
const { status } = spawnSync(node, [npm, 'ci', '--ignore-scripts'], { stdio: 'inherit' });
process.exit(status ?? 1);
