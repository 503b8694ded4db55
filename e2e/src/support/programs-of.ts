import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { RunningProduct } from './product.ts';

/** Parent and command line of a Linux process; null when it has exited. */
function processFacts(pid: string): { parent: number; command: string } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return { parent: Number(/PPid:\s+(\d+)/.exec(status)?.[1]), command };
  } catch {
    return null;
  }
}

/** Process ids of the product's programs with `part` in their command line. */
export function programsOf(product: RunningProduct, part = ''): number[] {
  const parent = product.process.pid;
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        const facts = processFacts(pid);
        return facts?.parent === parent && facts?.command.includes(part);
      })
      .map(Number);
  const { stdout } = spawnSync('pgrep', ['-P', String(parent), '-f', part || '.']);
  return stdout.toString().trim().split('\n').filter(Boolean).map(Number);
}
