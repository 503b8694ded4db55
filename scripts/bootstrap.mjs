// Installs missing locked packages: those of the product, or with `all` those of the tests too. Keeps installed ones.
// Runs on the system's Node (20 or newer) before anything is installed, so it has no dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** npm's record of installed packages. */
const INSTALLED = 'node_modules/.package-lock.json';
const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether the packages of the tests are installed. */
function hasAll() {
  if (!existsSync(INSTALLED)) return false;
  const { packages } = JSON.parse(readFileSync(INSTALLED, 'utf8'));
  return Object.values(packages).some(({ dev }) => dev);
}

/** Arguments of npm; null when nothing is missing. */
function npmArguments(wantsAll) {
  // Keeps the packages of the tests once they are installed.
  if (changed(INSTALLED) < changed('package-lock.json'))
    return ['ci', wantsAll || hasAll() ? '--include=dev' : '--omit=dev'];
  // Adds to the installed packages, which may be in use.
  return wantsAll && !hasAll() ? ['install', '--no-save', '--include=dev'] : null;
}

// npm 9 (Debian) does not link programs of optional packages, such as our Node.
function linkNode() {
  if (existsSync('node_modules/.bin/node') || process.platform === 'win32') return;
  const { platform, arch } = process;
  for (const name of [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`])
    if (existsSync(`node_modules/${name}/bin/node`))
      return symlinkSync(`../${name}/bin/node`, 'node_modules/.bin/node');
}

const wanted = npmArguments(process.argv.includes('all'));
if (wanted) {
  const { npm_node_execpath: node = process.execPath, npm_execpath: npm } = process.env;
  if (!npm) {
    console.error('Start this through npm: npm start');
    process.exit(1);
  }
  console.log('Installing packages, once …');
  const { status } = spawnSync(node, [npm, ...wanted, '--ignore-scripts'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
linkNode();
