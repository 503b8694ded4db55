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
