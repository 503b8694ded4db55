import { afterEach, expect, it, vi } from 'vitest';
import { buildDraft, type Draft, editDraft } from './draft.ts';
import {
  filesToKeep,
  KEPT_FILES_BYTES,
  keepDrafts,
  readKeptDrafts,
  type Table,
} from './draft-storage.ts';
import { memoryStorage, now } from './testing/fake-bulk-upload.ts';

const HOUR = 60 * 60 * 1000;
const fox = buildDraft(new File(['x'], 'vos.jpg', { lastModified: 5 }));
const record = { ...fox, file: undefined, order: 0 };

/** What a browser that has kept these records brings back. */
async function read(records: unknown[], files: ReadonlyArray<[string, unknown]> = []) {
  const storage = memoryStorage();
  storage.drafts.entries = async () => records.map((one, n) => [`${n}`, one]);
  storage.files.entries = async () => [...files];
  return readKeptDrafts(storage, now);
}

it('brings every draft back as it was, in the same order', async () => {
  const drafts: Draft[] = [
    { ...fox, sent: { url: '/api/uploads/a?expires=1', at: now } },
    {
      ...buildDraft(new File(['y'], 'das.mov', { type: 'video/quicktime', lastModified: 5 })),
      privacyIsChosen: true,
      dateIsChosen: true,
      stored: { objectPath: '/media/a/960.jpg', type: 'photo', at: now },
      failure: { stage: 'create', reason: 'The disk is full' },
    },
  ];
  const storage = memoryStorage();
  await keepDrafts(() => drafts, storage, []).flush();
  storage.drafts.held = new Map([...storage.drafts.held].toReversed());
  const files = drafts.map(({ file, stored }) => (stored ? null : file));
  const expected = drafts.map((draft, n) => ({ ...draft, file: files[n] }));
  expect(await readKeptDrafts(storage, now)).toEqual(expected);
});

it('proposes no more of a place than today', async () => {
  const fields = { ...record.fields, location: 'RD 193245 460310' };
  const records = [false, true].map((privacyIsChosen) => ({ ...record, fields, privacyIsChosen }));
  const privacies = (await read(records)).map((draft) => draft.fields.locationPrivacy);
  expect(privacies).toEqual(['approximate', 'exact']);
});

it('leaves out what is damaged or of another version', async () => {
  const bad = [null, 7, {}, { ...record, fields: { title: 'x' } }, { ...record, id: '' }];
  expect(await read([...bad, record])).toHaveLength(1);
  const odd = { ...record, key: '', stored: 'x', sent: 'x', dateIsChosen: undefined, failure: 3 };
  const [draft] = await read([odd], [[fox.id, 'no file']]);
  expect(draft).toMatchObject({ name: 'vos.jpg', file: null, stored: null, sent: null });
  expect(draft).toMatchObject({ dateIsChosen: false, failure: null });
  expect(draft?.key).toMatch(/^[0-9a-f]{32}$/);
});

it.each([
  [0, true],
  [22 * HOUR, true],
  [23 * HOUR, false],
  [-HOUR, false],
])('remembers an upload of %i ms ago: %s', async (age, isKept) => {
  const stored = { objectPath: '/media/a/960.jpg', type: 'photo' as const, at: now - age };
  const sent = { url: '/api/uploads/a', at: now - age };
  const [draft] = await read([{ ...record, stored, sent }]);
  expect([draft?.stored !== null, draft?.sent !== null]).toEqual([isKept, isKept]);
});

it('keeps files up to 500 MB in all, in their order, and lets small ones fill the rest', () => {
  const { file } = fox;
  const sized = (sizes: number[]) => sizes.map((size, n) => ({ ...fox, id: `${n}`, file, size }));
  expect(KEPT_FILES_BYTES).toBe(524_288_000);
  const megabytes = [300, 250, 200, 1].map((size) => size * 1024 * 1024);
  expect([...filesToKeep(sized(megabytes)).keys()]).toEqual(['0', '2']);
});

afterEach(() => {
  vi.useRealTimers();
});

it('writes while somebody types on, and does not wait for the files', async () => {
  vi.useFakeTimers();
  const titles: string[] = [];
  const drafts: Table = {
    entries: async () => [],
    write: async (put) => void titles.push(...put.map(([, record]) => Object(record).fields.title)),
  };
  const files: Table = { entries: async () => [], write: () => new Promise(() => {}) };
  let current: readonly Draft[] = [fox];
  const keeper = keepDrafts(() => current, { drafts, files }, []);
  const words = 'Een ree in de nevel';
  for (let letters = 1; letters <= words.length; letters++) {
    current = [editDraft(fox, { title: words.slice(0, letters) })];
    keeper.onChange();
    await vi.advanceTimersByTimeAsync(100);
  }
  // Ten letters a second, written four times.
  expect(titles.length).toBeGreaterThanOrEqual(6);
  expect(words.length - (titles.at(-1)?.length ?? 0)).toBeLessThan(3);
});
