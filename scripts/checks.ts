/** Checks of the sources: format, lint and types. Each counts as one test. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** TypeScript 7 takes a third of the time of 6; several checkers would check many files twice. */
const types = [
  process.execPath,
  path.join(root, 'node_modules/typescript-native/bin/tsc'),
  ...['--checkers', '1', '--noEmit', '-p'],
];

export const checks = [
  { name: 'format and lint', command: ['biome', 'ci', '.'] },
  { name: 'unused code', command: ['knip', '--no-progress'] },
  { name: 'types', command: [...types, 'tsconfig.json'] },
  { name: 'types of the admin panel', command: [...types, 'admin-ui'] },
  // Needs TypeScript 6.
  { name: 'types of the public site', command: ['astro', 'check', '--root', 'site'] },
];

export type Check = (typeof checks)[number];

/** Runs a check; prints its output when it fails. */
export function runCheck({ name, command }: Check): Promise<boolean> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(path.resolve(root, 'node_modules/.bin', program), args, {
      cwd: root,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data;
    });
    child.stderr.on('data', (data: Buffer) => {
      output += data;
    });
    child.once('close', (code) => {
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}
