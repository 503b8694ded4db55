/** When drafts are written into the browser: what was typed may be lost only for a moment. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BulkState, changeDraft, emptyState } from './bulk-state.ts';
import { buildDraft, editDraft } from './draft.ts';
import type { DraftDatabase } from './draft-database.ts';
import type { DraftRecord } from './draft-record.ts';
import { keepDrafts } from './keep-drafts.ts';
import { createStore } from './store.ts';

const draft = buildDraft(new File(['ree'], 'ree.jpg', { type: 'image/jpeg', lastModified: 1 }));

/** A browser that writes fields at once, and never comes to the end of a file. */
function slowDatabase() {
  const titles: string[] = [];
  const database: DraftDatabase = {
    records: async () => [],
    files: async () => new Map(),
    putRecords: async (records: DraftRecord[]) => {
      titles.push(...records.map(({ fields }) => fields.title));
    },
    putFile: () => new Promise(() => {}),
    removeRecords: async () => {},
    removeFiles: async () => {},
  };
  return { titles, database };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('writes while somebody types on, and before the files', async () => {
  const { titles, database } = slowDatabase();
  const store = createStore<BulkState>({ ...emptyState, drafts: [draft] });
  keepDrafts(store, database, []);
  const words = 'Een ree in de nevel';
  for (let letters = 1; letters <= words.length; letters++) {
    const title = words.slice(0, letters);
    store.update((state) => changeDraft(state, draft.id, (one) => editDraft(one, { title })));
    await vi.advanceTimersByTimeAsync(100);
  }
  // Ten letters a second, written four times.
  expect(titles.length).toBeGreaterThanOrEqual(6);
  expect(words.length - (titles.at(-1)?.length ?? 0)).toBeLessThan(3);
});
