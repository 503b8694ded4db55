/** `npm run look`: updates the screenshots of the key screens after an intended change. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'browser', 'e2e/src/site/look.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LOOK_RENEW: '1' },
    shell: process.platform === 'win32',
  },
);
process.exit(status ?? 1);
