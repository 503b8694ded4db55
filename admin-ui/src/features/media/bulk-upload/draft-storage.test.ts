import { afterEach, expect, it, vi } from 'vitest';
import { buildDraft, type Draft, editDraft } from './draft.ts';
import { filesToKeep, KEPT_FILES_BYTES, keepDrafts, readKeptDrafts } from './draft-storage.ts';
import { memoryStorage, now } from './testing/fake-bulk-upload.ts';

const HOUR = 60 * 60 * 1000;
const fox = buildDraft(new File(['x'], 'vos.jpg', { lastModified: 5 }));
const record = { ...fox, file: undefined };

/** What a browser that has kept these records brings back. */
async function read(records: unknown[], files: ReadonlyArray<[string, unknown]> = []) {
  const storage = memoryStorage();
  for (const [n, record] of records.entries()) storage.drafts.held.set(`${n}`, record);
  storage.drafts.held.set('drafts', [...records.keys()].map(String));
  storage.files.entries = async () => [...files];
  return readKeptDrafts(storage, now);
}

it('brings every draft back as it was, in the same order', async () => {
  const badger = buildDraft(new File(['y'], 'das.mov', { type: 'video/quicktime' }));
  const drafts: Draft[] = [
    { ...fox, sent: { url: '/api/uploads/a?expires=1', at: now } },
    {
      ...badger,
      privacyIsChosen: true,
      dateIsChosen: true,
      stored: { objectPath: '/media/a/960.jpg', type: 'photo', at: now },
      failure: { stage: 'create', reason: 'The disk is full' },
    },
  ];
  const storage = memoryStorage();
  await keepDrafts(() => drafts, storage, []).flush();
  const files = drafts.map(({ file, stored }) => (stored ? null : file));
  const expected = drafts.map((draft, n) => ({ ...draft, file: files[n] }));
  expect(await readKeptDrafts(storage, now)).toEqual(expected);
});

it('writes only what has changed, and forgets what is gone', async () => {
  const storage = memoryStorage();
  const badger = buildDraft(new File(['y'], 'das.jpg'));
  let current: readonly Draft[] = [fox, badger];
  const keeper = keepDrafts(() => current, storage, []);
  await keeper.flush();
  const write = vi.spyOn(storage.drafts, 'write');
  current = [editDraft(fox, { title: 'Rekel' }), badger];
  await keeper.flush();
  expect(write.mock.lastCall?.[0].map(([key]) => key)).toEqual([fox.id]);
  current = current.slice(1);
  await keeper.flush();
  expect(storage.names()).toEqual([['das.jpg'], ['das.jpg']]);
  expect([...storage.drafts.held.keys()].toSorted()).toEqual([badger.id, 'drafts'].toSorted());
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
  expect(KEPT_FILES_BYTES).toBe(524_288_000);
  const sizes = [300, 250, 200, 1].map((megabytes) => megabytes * 1024 * 1024);
  const drafts = sizes.map((size, n) => ({ ...fox, id: `${n}`, size }));
  expect([...filesToKeep(drafts).keys()]).toEqual(['0', '2']);
});

afterEach(() => {
  vi.useRealTimers();
});

it('writes while somebody types on, and does not wait for the files', async () => {
  vi.useFakeTimers();
  const storage = memoryStorage();
  const write = vi.spyOn(storage.drafts, 'write');
  storage.files.write = () => new Promise(() => {});
  let current: readonly Draft[] = [fox];
  const keeper = keepDrafts(() => current, storage, []);
  const words = 'Een ree in de nevel';
  for (let letters = 1; letters <= words.length; letters++) {
    current = [editDraft(fox, { title: words.slice(0, letters) })];
    keeper.onChange();
    await vi.advanceTimersByTimeAsync(100);
  }
  // Ten letters a second, written four times.
  expect(write.mock.calls.length).toBeGreaterThanOrEqual(6);
  // And the draft alone, not the order of a thousand.
  expect(write.mock.calls.at(-1)?.[0].map(([key]) => key)).toEqual([fox.id]);
  const [last] = await readKeptDrafts(storage, now);
  expect(words.length - (last?.fields.title.length ?? 0)).toBeLessThan(3);
});
