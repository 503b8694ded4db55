import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { type Supervised, supervise } from './supervisor.ts';

const running: Supervised[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.stop()));
  delete process.env.PROGRAM_TEST;
});

/** Supervises a program that runs this code. */
function run(code: string, patienceMs = 60_000): Supervised {
  const program = supervise(
    {
      file: 'scripts/source-files.ts',
      args: [],
      variables: { PROGRAM_TEST: 'usual' },
      nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(code)}`],
      patienceMs,
    },
    {},
  );
  running.push(program);
  return program;
}

/** Sends one of its variables and waits. */
const telling = `process.send({ type: 'told', url: process.env.PROGRAM_TEST }); setInterval(() => {}, 1000);`;

it('gives a program default variables, but keeps those that are set', async () => {
  expect((await run(telling).ready).url).toBe('usual');
  process.env.PROGRAM_TEST = 'chosen';
  expect((await run(telling).ready).url).toBe('chosen');
});

it('reports the exit code of a program that was never ready, and a damaged database', async () => {
  expect(await run('process.exit(7)').failed).toBe(7);
  const program = run('process.exit(3)');
  await program.damaged;
  expect(await program.failed).toBe(3);
});

/** Sends heartbeats until a signal makes it hang. */
const living = `
  process.on('SIGUSR2', () => { for (;;); });
  process.send({ type: 'ready' });
  setInterval(() => process.send({ type: 'alive' }), 20);`;

it('kills and restarts only programs that hang, by SIGSTOP or in a loop', async () => {
  const [stopped, looping, other] = [run(living, 2000), run(living, 2000), run(living, 2000)];
  await Promise.all([stopped.ready, looping.ready, other.ready]);
  const [first, second, neighbour] = [stopped.pid() ?? 0, looping.pid() ?? 0, other.pid()];
  process.kill(first, 'SIGSTOP');
  process.kill(second, 'SIGUSR2');
  await expect.poll(stopped.pid).not.toBe(first);
  await expect.poll(looping.pid).not.toBe(second);
  expect(other.pid()).toBe(neighbour);
});

it('notifies systemd in time unless it hangs, and only under systemd', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-watchdog-'));
  try {
    const said = path.join(folder, 'said');
    const fake = path.join(folder, 'systemd-notify');
    writeFileSync(said, '');
    writeFileSync(fake, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >>${said}\n`);
    chmodSync(fake, 0o755);
    const file = pathToFileURL(path.join(import.meta.dirname, 'watchdog.ts'));
    const code = (lives: string) => `
      import { startWatchdog } from '${file}';
      startWatchdog(process.env);
      ${lives}`;
    const tell = (lives: string, variables: Record<string, string>) =>
      execFileSync(process.execPath, ['--input-type=module-typescript', '-e', code(lives)], {
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, ...variables },
      });
    const systemd = { NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '400000' };
    tell('setTimeout(() => {}, 1000);', systemd);
    const lines = readFileSync(said, 'utf8').trim().split('\n');
    expect(new Set(lines)).toEqual(new Set(['/run/x WATCHDOG=1']));
    // Four times per 400 ms, fewer on a busy machine.
    expect(lines.length).toBeGreaterThan(3);
    writeFileSync(said, '');
    tell('const end = Date.now() + 1000; while (Date.now() < end);', systemd);
    tell('setTimeout(() => {}, 500);', { NOTIFY_SOCKET: '' });
    expect(readFileSync(said, 'utf8').trim().split('\n').length).toBeLessThan(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
