import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPreviews, fitInto } from './previews.ts';

const file = new File(['x'], 'vos.jpg');
let live: Set<string>;
beforeEach(() => {
  live = new Set();
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made += 1;
    live.add(`blob:${made}`);
    return `blob:${made}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void live.delete(url));
});
afterEach(() => vi.restoreAllMocks());

it('makes two at a time, each once, and shows nothing for what can not be shown', async () => {
  let running = 0;
  let most = 0;
  let asked = 0;
  const previews = createPreviews(async () => {
    asked += 1;
    const broken = asked === 3;
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setTimeout(done, 1));
    running -= 1;
    if (broken) throw new Error('The image could not be decoded');
    return new Blob();
  });
  for (const id of ['a', 'b', 'c', 'd', 'a']) previews.ask(id, file);
  await expect.poll(() => previews.store.get().size).toBe(4);
  expect([asked, most]).toEqual([4, 2]);
  expect(previews.store.get().get('c')).toBeNull();
  expect(live.size).toBe(3);
});

it('gives addresses back when their drafts go, also those that were still being made', async () => {
  const previews = createPreviews(async () => new Blob());
  previews.ask('a', file);
  await expect.poll(() => previews.store.get().size).toBe(1);
  previews.ask('b', file);
  previews.keepOnly(new Set());
  await new Promise((done) => setTimeout(done, 5));
  expect([...previews.store.get().keys()]).toEqual([]);
  expect(live.size).toBe(0);
});

it('keeps the shape and never enlarges', () => {
  expect(fitInto(480, 6000, 4000)).toEqual([480, 320]);
  expect(fitInto(480, 100, 5000)).toEqual([10, 480]);
  expect(fitInto(480, 200, 100)).toEqual([200, 100]);
  expect(fitInto(480, 9000, 2)).toEqual([480, 1]);
});
