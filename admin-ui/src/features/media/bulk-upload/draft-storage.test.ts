import { afterEach, expect, it, vi } from 'vitest';
import { buildDraft, type Draft, editDraft } from './draft.ts';
import {
  filesToKeep,
  fromRecords,
  KEPT_FILES_BYTES,
  keepDrafts,
  type Table,
  toRecord,
} from './draft-storage.ts';

const HOUR = 60 * 60 * 1000;
const now = 1_700_000_000_000;
const fox = buildDraft(new File(['x'], 'vos.jpg', { lastModified: 5 }));
const noFiles = new Map();

it('brings every draft back as it was, in the same order', () => {
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
  const records = structuredClone(drafts.map(toRecord)).toReversed();
  const files = new Map(drafts.map(({ id, file }) => [id, file]));
  expect(fromRecords(records, files, now)).toEqual(drafts);
  const withoutFiles = drafts.map((draft) => ({ ...draft, file: null }));
  expect(fromRecords(records, noFiles, now)).toEqual(withoutFiles);
});

it('proposes no more of a place than today', () => {
  const good = toRecord(fox, 0);
  const fields = { ...good.fields, location: 'RD 193245 460310' };
  const privacies = [false, true].map((privacyIsChosen) =>
    fromRecords([{ ...good, fields, privacyIsChosen }], noFiles, now).map(
      (draft) => draft.fields.locationPrivacy,
    ),
  );
  expect(privacies).toEqual([['approximate'], ['exact']]);
});

it('leaves out what is damaged or of another version', () => {
  const good = toRecord(fox, 0);
  const bad = [null, 7, {}, { ...good, fields: { title: 'x' } }, { ...good, id: '' }];
  expect(fromRecords([...bad, good], noFiles, now)).toHaveLength(1);
  const odd = { ...good, key: '', stored: 'x', sent: 'x', dateIsChosen: undefined, failure: 3 };
  const [draft] = fromRecords([odd], new Map([[fox.id, 'no file']]), now);
  expect(draft).toMatchObject({ name: 'vos.jpg', file: null, stored: null, sent: null });
  expect(draft).toMatchObject({ dateIsChosen: false, failure: null });
  expect(draft?.key).toMatch(/^[0-9a-f]{32}$/);
});

it.each([
  [0, true],
  [22 * HOUR, true],
  [23 * HOUR, false],
  [-HOUR, false],
])('remembers an upload of %i ms ago: %s', (age, isKept) => {
  const stored = { objectPath: '/media/a/960.jpg', type: 'photo' as const, at: now - age };
  const sent = { url: '/api/uploads/a', at: now - age };
  const [read] = fromRecords([toRecord({ ...fox, stored, sent }, 0)], noFiles, now);
  expect([read?.stored !== null, read?.sent !== null]).toEqual([isKept, isKept]);
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
