import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

const file = path.join(import.meta.dirname, 'lower-priority.ts');
const script = `
  const { lowerPriority } = await import(${JSON.stringify(file)});
  lowerPriority();
  setInterval(() => undefined, 1000);
`;
const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
afterEach(() => child.kill('SIGKILL'));

/** Nice value (field 19 of proc_pid_stat(5)) and disk class of each thread. */
function threads(): { nice: number; disk: string }[] {
  const folder = `/proc/${child.pid}/task`;
  return readdirSync(folder).map((thread) => {
    const fields = readFileSync(`${folder}/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    const disk = execFileSync('ionice', ['-p', thread], { encoding: 'utf8' }).trim();
    return { nice: Number(fields?.[16]), disk };
  });
}

it('lowers the processor and disk priority of every thread', () =>
  vi.waitFor(
    () => {
      const all = threads();
      expect(all.length).toBeGreaterThan(2);
      expect(all).toEqual(all.map(() => ({ nice: 19, disk: 'idle' })));
    },
    { timeout: 30_000, interval: 200 },
  ));
