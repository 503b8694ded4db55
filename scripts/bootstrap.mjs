// Installs the locked packages when the lockfile is newer than the last install.
// Runs on the system's Node (20 or newer) before anything is installed, so it has no dependency.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync } from 'node:fs';

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

// npm 9, which Debian has, links no programs of optional packages, and our Node is one.
function linkNode() {
  if (existsSync('node_modules/.bin/node') || process.platform === 'win32') return;
  const { platform, arch } = process;
  for (const name of [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`])
    if (existsSync(`node_modules/${name}/bin/node`))
      return symlinkSync(`../${name}/bin/node`, 'node_modules/.bin/node');
}

if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) {
  const { npm_node_execpath: node = process.execPath, npm_execpath: npm } = process.env;
  if (!npm) {
    console.error('Start this through npm: npm start');
    process.exit(1);
  }
  console.log('Installing packages, once …');
  const { status } = spawnSync(node, [npm, 'ci', '--ignore-scripts'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
linkNode();
