import { expect, it } from 'vitest';
import { createWeightGate } from './weight-gate.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Enters works of these weights that end when told to. */
function enterAll(limit: number, weights: number[]) {
  const enter = createWeightGate(limit);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const all = weights.map((weight, i) =>
    enter(weight, () => {
      started.push(i);
      return new Promise<void>((resolve) => {
        ends[i] = resolve;
      });
    }),
  );
  return { started, end: (i: number) => ends[i]?.(), all: Promise.all(all) };
}

it('lets in what fits together, in order', async () => {
  const { started, end, all } = enterAll(10, [6, 4, 5, 1]);
  await settle();
  expect(started).toEqual([0, 1]);
  end(1);
  await settle();
  expect(started).toEqual([0, 1]);
  end(0);
  await settle();
  expect(started).toEqual([0, 1, 2, 3]);
  end(2);
  end(3);
  await all;
});

it('lets in alone what is heavier than the limit, and gives its place back when it fails', async () => {
  const enter = createWeightGate(10);
  await expect(enter(99, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await enter(10, () => Promise.resolve('done'))).toBe('done');
});
