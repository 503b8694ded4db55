import { expect, it } from 'vitest';
import { createJobGate, LARGE_PICTURE } from './job-gate.ts';

/** Work that ends when told to. */
function openWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, run: () => ended };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('lets two in at a time, in order', async () => {
  const counts: number[] = [];
  const gate = createJobGate((running) => counts.push(running));
  const works = [openWork(), openWork(), openWork()];
  const all = works.map(({ run }) => gate.enter(1, run));
  await settle();
  expect(counts).toEqual([1, 2]);
  works[0]?.end();
  await settle();
  expect(counts).toEqual([1, 2, 1, 2]);
  for (const { end } of works) end();
  await Promise.all(all);
  expect(counts.at(-1)).toBe(0);
});

it('lets a large picture in alone, and nothing past it', async () => {
  const started: string[] = [];
  const gate = createJobGate(() => {});
  const enter = (name: string, pixels: number, run: () => Promise<void>) =>
    gate.enter(pixels, (isAlone) => {
      started.push(`${name}${isAlone() ? ' alone' : ''}`);
      return run();
    });
  const [first, large, last] = [openWork(), openWork(), openWork()];
  const all = [
    enter('first', 1, first.run),
    enter('large', LARGE_PICTURE + 1, large.run),
    enter('last', 1, last.run),
  ];
  await settle();
  expect(started).toEqual(['first alone']);
  first.end();
  await settle();
  expect(started).toEqual(['first alone', 'large alone']);
  large.end();
  last.end();
  await Promise.all(all);
  expect(started).toHaveLength(3);
});

it('gives the place back when work fails', async () => {
  const gate = createJobGate(() => {});
  const broken = () => Promise.reject(new Error('broken'));
  await expect(gate.enter(LARGE_PICTURE + 1, broken)).rejects.toThrow('broken');
  expect(await gate.enter(1, () => Promise.resolve('done'))).toBe('done');
});
