/** Global setup of the test runs: compiles the modules of the image process, whose sandbox can only read the cache. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const childModule = (name: string) =>
  fileURLToPath(new URL(`../renditions/image-child/${name}.ts`, import.meta.url));

/** Starts it once without a parent, so that it ends and leaves its code in `NODE_COMPILE_CACHE`. */
export function setup({ config }: TestProject): void {
  const options = ['--import', childModule('video'), childModule('image-child')];
  const env = { ...process.env, ...config.env };
  const { status, stderr } = spawnSync(process.execPath, options, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The image process does not start:\n${stderr}`);
}
