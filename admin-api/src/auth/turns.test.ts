import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** A task that ends when told to. */
function heldTask(order: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = async () => {
    order.push(`${name} begins`);
    const answer = await promise;
    order.push(`${name} ends`);
    return answer;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs tasks of one key one after the other, in the order they came', async () => {
  const turns = createTurns(10);
  const order: string[] = [];
  const tasks = ['a', 'b', 'c'].map((name) => heldTask(order, name));
  const answers = tasks.map((task) => turns('eva', task.run));
  for (const task of [...tasks].reverse()) task.end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('lets another key go ahead', async () => {
  const turns = createTurns(10);
  const order: string[] = [];
  const [a, b] = [heldTask(order, 'a'), heldTask(order, 'b')];
  const first = turns('eva', a.run);
  const other = turns('jan', b.run);
  b.end();
  expect(await other).toBe('b');
  expect(order).toEqual(['a begins', 'b begins', 'b ends']);
  a.end();
  await first;
});

it('goes on after a task that failed, and tells only its own caller', async () => {
  const turns = createTurns(10);
  const [a, b] = [heldTask([], 'a'), heldTask([], 'b')];
  const [failing, next] = [turns('eva', a.run), turns('eva', b.run)];
  a.fail();
  b.end();
  await expect(failing).rejects.toThrow('a');
  expect(await next).toBe('b');
});

it('also survives a task that throws before it waits for anything', async () => {
  const turns = createTurns(10);
  const broken = turns('eva', () => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(await turns('eva', async () => 'fine')).toBe('fine');
});

it('refuses at once whoever comes when one runs and enough wait, and takes them again later', async () => {
  const turns = createTurns(2);
  const order: string[] = [];
  const tasks = ['a', 'b', 'c'].map((name) => heldTask(order, name));
  const answers = tasks.map((task) => turns('eva', task.run));
  const late = heldTask(order, 'late');
  await expect(turns('eva', late.run)).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfter: 2,
  });
  tasks[0]?.end();
  await answers[0];
  await settled();
  const later = turns('eva', late.run);
  for (const task of [...tasks, late]) task.end();
  expect(await later).toBe('late');
  expect(order.filter((line) => line === 'late begins')).toHaveLength(1);
});
