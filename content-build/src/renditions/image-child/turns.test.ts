import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LARGE_PICTURE, pictureTurns } from './turns.ts';

it('runs two pictures at a time, and a large one alone in its turn', async () => {
  const started: string[] = [];
  const counts: number[] = [];
  const ends = new Map<string, () => void>();
  const turn = pictureTurns((running) => counts.push(running));
  const enter = (name: string, pixels: number) =>
    turn(pixels, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  const all = [enter('a', 1), enter('b', 1), enter('large', LARGE_PICTURE + 1), enter('c', 1)];
  await setImmediate();
  expect([started, counts]).toEqual([
    ['a', 'b'],
    [1, 2],
  ]);
  await end('a');
  expect(started).toHaveLength(2);
  await end('b');
  expect(started.slice(2)).toEqual(['large']);
  await end('large');
  expect(started.slice(3)).toEqual(['c']);
  await end('c');
  await Promise.all(all);
  expect(counts.at(-1)).toBe(0);
});

it('frees the place of a failed picture', async () => {
  const turn = pictureTurns(() => undefined);
  const failed = () => Promise.reject(new Error('broken'));
  await expect(turn(LARGE_PICTURE + 1, failed)).rejects.toThrow('broken');
  expect(await turn(LARGE_PICTURE + 1, async () => 'done')).toBe('done');
});
