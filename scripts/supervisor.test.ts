import { afterEach, expect, it } from 'vitest';
import { type Supervised, supervise } from './supervisor.ts';

let program: Supervised | undefined;
afterEach(async () => {
  await program?.stop();
  delete process.env.PROGRAM_TEST;
});

/** A program that tells one of its variables and waits to be ended. */
const told = `process.send({ type: 'told', value: process.env.PROGRAM_TEST }); setInterval(() => {}, 1000);`;
const facts = {
  ...{ file: 'scripts/source-files.ts', args: [], variables: { PROGRAM_TEST: 'usual' } },
  nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(told)}`],
};
const value = async () => {
  program = supervise(facts, {});
  return (await program.message<{ type: 'told'; value: string }>('told')).value;
};

it('gives a program the variables it is meant to have', async () => {
  expect(await value()).toBe('usual');
});

it('leaves those alone that the environment has set', async () => {
  process.env.PROGRAM_TEST = 'chosen';
  expect(await value()).toBe('chosen');
});

/** Says who it is, and that it lives, until it is told to stop for ever in one way or another. */
const living = `
  process.on('SIGUSR2', () => { for (;;); });
  process.send({ type: 'alive' });
  setInterval(() => process.send({ type: 'alive' }), 20);
  process.send({ type: 'pid', pid: process.pid });`;

it.each(['SIGSTOP', 'SIGUSR2'] as const)(
  'ends a program that is frozen by %s and starts it again, and leaves a living one alone',
  async (signal) => {
    const code = `data:text/javascript,${encodeURIComponent(living)}`;
    const alive = { ...facts, nodeOptions: ['--import', code], patienceMs: 2000 };
    const pidOf = async (one: Supervised) =>
      (await one.message<{ type: 'pid'; pid: number }>('pid')).pid;
    const other = supervise(alive, {});
    program = supervise(alive, {});
    const [first, neighbour] = [await pidOf(program), await pidOf(other)];
    process.kill(first, signal);
    await expect.poll(() => pidOf(program as Supervised)).not.toBe(first);
    expect(await pidOf(other)).toBe(neighbour);
    await other.stop();
  },
);
