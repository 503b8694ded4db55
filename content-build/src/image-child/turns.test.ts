import { expect, it } from 'vitest';
import { LARGE_PICTURE, limitWeight, pictureTurns } from './turns.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Pieces of work that say when they begin, and end when told to. */
function works() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string) => {
    started.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { started, begin, end };
}

it('lets in what fits together, in order', async () => {
  const { started, begin, end } = works();
  const enter = limitWeight(10);
  const all = Promise.all(
    Object.entries({ a: 6, b: 4, c: 5, d: 1 }).map(([name, weight]) =>
      enter(weight, () => begin(name)),
    ),
  );
  await settle();
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b']);
  await end('a');
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  await Promise.all([end('c'), end('d')]);
  await all;
});

it('lets in alone what is heavier than the limit, and gives its place back when it fails', async () => {
  const enter = limitWeight(10);
  await expect(enter(99, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await enter(10, () => Promise.resolve('done'))).toBe('done');
});

it('gives turns to two pictures, and to a large one alone with nothing past it', async () => {
  const { started, begin, end } = works();
  const counts: number[] = [];
  const turn = pictureTurns((running) => counts.push(running));
  const enter = (name: string, pixels: number) =>
    turn(pixels, (isAlone) => begin(`${name}${isAlone() ? ' alone' : ''}`));
  const all = [enter('a', 1), enter('b', 1), enter('large', LARGE_PICTURE + 1), enter('c', 1)];
  await settle();
  expect([started, counts]).toEqual([
    ['a alone', 'b'],
    [1, 2],
  ]);
  await end('a alone');
  expect(started).toHaveLength(2);
  await end('b');
  expect(started.slice(2)).toEqual(['large alone']);
  await end('large alone');
  expect(started.slice(3)).toEqual(['c alone']);
  await end('c alone');
  await Promise.all(all);
  expect(counts.at(-1)).toBe(0);
});
