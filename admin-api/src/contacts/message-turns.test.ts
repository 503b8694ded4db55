import { setImmediate as nextLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMessageTurns } from './message-turns.ts';

it('lets callers through in order, and others in between any two', async () => {
  const turn = createMessageTurns();
  const seen: string[] = [];
  const callers = ['a', 'b', 'c'].map(async (name) => {
    await turn();
    seen.push(name);
  });
  const other = async () => {
    await nextLoop();
    await nextLoop();
    seen.push('other');
  };
  await Promise.all([...callers, other()]);
  expect(seen.filter((name) => name !== 'other')).toEqual(['a', 'b', 'c']);
  expect(seen.at(-1)).not.toBe('other');
});

it('is free again after a pause', async () => {
  const turn = createMessageTurns();
  await turn();
  await nextLoop();
  await turn();
});
