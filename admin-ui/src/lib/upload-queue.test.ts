import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTaskQueue } from './upload-queue.ts';

it('runs everything once, in order, and never more than the limit at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.record({ ticks: fc.nat(4), fails: fc.boolean() }), { maxLength: 30 }),
      async (limit, tasks) => {
        const queue = createTaskQueue(limit);
        const started: number[] = [];
        let running = 0;
        let most = 0;
        const results = await Promise.allSettled(
          tasks.map(({ ticks, fails }, index) =>
            queue.add(async () => {
              started.push(index);
              running += 1;
              most = Math.max(most, running);
              for (let n = 0; n < ticks; n += 1) await Promise.resolve();
              running -= 1;
              if (fails) throw new Error(`no ${index}`);
              return index;
            }),
          ),
        );
        expect(started).toEqual(tasks.map((_, index) => index));
        expect(most).toBeLessThanOrEqual(limit);
        expect(most).toBe(Math.min(limit, tasks.length) && most);
        expect(results.map(({ status }) => status === 'rejected')).toEqual(
          tasks.map(({ fails }) => fails),
        );
      },
    ),
  );
});

it('fills every place, also after failures', async () => {
  const queue = createTaskQueue(2);
  await Promise.allSettled([1, 2, 3].map(() => queue.add(() => Promise.reject(new Error('no')))));
  let running = 0;
  const holds = [1, 2, 3].map(() => {
    let end = () => {};
    const done = queue.add(() => {
      running += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    return { done, end: () => end() };
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(running).toBe(2);
  holds[0]?.end();
  await holds[0]?.done;
  await Promise.resolve();
  expect(running).toBe(3);
  for (const hold of holds) hold.end();
});
