import { openDatabase } from '@veldlicht/database/open';
import { contentState } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { whileUnchanged } from './while-unchanged.ts';

let t: TestDatabase;
let computed = 0;
let read: () => number;
beforeEach(async () => {
  t = await createTestDatabase();
  computed = 0;
  read = whileUnchanged(t.db, () => {
    computed += 1;
    return t.db.select().from(contentState).get()?.pagesTotal ?? 0;
  });
});
afterEach(() => t.remove());

it('computes once for many readers', () => {
  expect([read(), read(), read()]).toEqual([0, 0, 0]);
  expect(computed).toBe(1);
});

it('notices what this connection and any other one wrote', () => {
  read();
  t.db.update(contentState).set({ pagesTotal: 1 }).run();
  expect(read()).toBe(1);
  const other = openDatabase(t.file);
  other.update(contentState).set({ pagesTotal: 2 }).run();
  expect(read()).toBe(2);
  other.$client.close();
});

it('is right after a change that was undone', () => {
  read();
  const failed = () =>
    t.db.transaction((tx) => {
      tx.update(contentState).set({ pagesTotal: 5 }).run();
      throw new Error('undo');
    });
  expect(failed).toThrow('undo');
  expect(read()).toBe(0);
});
