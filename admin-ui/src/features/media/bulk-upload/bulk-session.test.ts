import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api.ts';
import { UploadError } from '../upload/upload-file.ts';
import { editDraft, runTotals } from './draft.ts';
import {
  chosenFile,
  fakeBulkUpload,
  idOf,
  memoryStorage,
  serverFacts,
} from './testing/fake-bulk-upload.ts';

let fake: ReturnType<typeof fakeBulkUpload>;
let storage: ReturnType<typeof memoryStorage>;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  storage = memoryStorage();
  fake = fakeBulkUpload(storage);
});

/** The page loads again: another session with what the browser has kept. */
async function reload(): Promise<void> {
  await fake.page?.flush();
  fake.session.end();
  fake = fakeBulkUpload(storage);
  await fake.session.ready;
}
const failAt = (stage: 'put' | 'finalise', name: string, reason: string | null = null) =>
  fake.broken.set(name, new UploadError(stage, name, reason));
const failures = () => fake.drafts().map(({ name, failure }) => [name, failure]);
const { date, location } = serverFacts;
const isStored = () => fake.drafts().map(({ stored }) => stored !== null);

describe('a file that was chosen', () => {
  it('is sent at once, and its draft gets what only the server could read', async () => {
    await fake.choose('a.jpg', 'b.heic');
    fake.edit('b.heic', { description: 'Mijn eigen woorden' });
    await fake.session.settle();
    expect(fake.sent).toEqual(['a.jpg', 'b.heic']);
    expect(fake.drafts()[1]).toMatchObject({
      stored: { objectPath: '/media/b.heic' },
      fields: { date, location, locationPrivacy: 'approximate', description: 'Mijn eigen woorden' },
    });
    await fake.session.run('fill-empty');
    expect(fake.sent).toEqual(['a.jpg', 'b.heic']);
    expect(fake.calls[0]?.[1]).toMatchObject({ location: serverFacts.location });
  });

  it('waits until it has been read, and then for its turn among three', async () => {
    const letGo = fake.holdUploads();
    await fake.choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'eerste.jpg');
    await vi.waitFor(() => expect(fake.mostAtOnce).toBe(3));
    expect(fake.session.get().progress.get(idOf('d.jpg'))?.phase).toBe('queued');
    fake.edit('a.jpg', { title: 'Terwijl het gaat' });
    letGo();
    await fake.session.settle();
    expect([fake.mostAtOnce, fake.sent.length, isStored().includes(false)]).toEqual([3, 5, false]);
    expect(fake.drafts()).toMatchObject([
      { fields: { title: 'Terwijl het gaat' } },
      ...Array(3).fill({}),
      { fields: { date } },
    ]);
  });

  it('shows the species that a keyword names, also after a reload', async () => {
    await fake.choose('egel.jpg');
    const shown = () => fake.drafts()[0]?.fields.species.map(({ dutchName }) => dutchName);
    await vi.waitFor(() => expect(shown()).toEqual(['Egel']));
    expect(fake.drafts()[0]?.notes.keywords).toEqual(['Nacht']);
    const undo = fake.session.changeMany([idOf('egel.jpg')], (draft) =>
      editDraft(draft, { species: [] }),
    );
    expect(shown()).toEqual([]);
    undo();
    await fake.session.settle();
    await reload();
    expect(shown()).toEqual(['Egel']);
  });

  it('has a tag that was made while it was on its way', async () => {
    const letGo = fake.holdUploads();
    await fake.choose('b.heic');
    await vi.waitFor(() => expect(runTotals(fake.session.get()).phase).toBe('uploading'));
    fake.session.addTag('uil');
    letGo();
    await fake.session.settle();
    const [draft] = fake.drafts();
    expect([draft?.fields.tags, draft?.notes.keywords]).toEqual([['uil'], ['Nacht']]);
  });

  it('is waited for, but not by somebody who presses Stop', async () => {
    const letGo = fake.holdUploads();
    await fake.choose('b.heic');
    const run = fake.session.run('as-is');
    await vi.waitFor(() => expect(runTotals(fake.session.get()).phase).toBe('uploading'));
    fake.session.cancel();
    expect(await run).toMatchObject({ end: 'stopped' });
    const again = fake.session.run('as-is');
    letGo();
    await again;
    expect(fake.sent).toEqual(['b.heic']);
  });

  it('is not sent any more once its draft is removed', async () => {
    const letGo = fake.holdUploads();
    await fake.choose('b.heic');
    await vi.waitFor(() => expect(fake.session.get().progress.size).toBe(1));
    fake.session.remove([idOf('b.heic')]);
    letGo();
    await fake.session.settle();
    expect([fake.sent, fake.session.get().progress.size]).toEqual([[], 0]);
  });
});

it('sends one file again when it is asked to, and tells where it is kept', async () => {
  await fake.choose('a.jpg', 'b.jpg', 'c.jpg');
  failAt('put', 'c.jpg');
  expect(await fake.session.sendNow(idOf('b.jpg'))).toBe('/media/b.jpg');
  expect(await fake.session.sendNow(idOf('b.jpg'))).toBe('/media/b.jpg');
  expect(await fake.session.sendNow(idOf('c.jpg'))).toBeNull();
  expect(fake.drafts()[2]?.failure?.stage).toBe('put');
  fake.broken.clear();
  expect(await fake.session.sendNow(idOf('c.jpg'))).toBe('/media/c.jpg');
  expect(fake.drafts()[2]?.failure).toBeNull();
  expect(fake.sent).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
});

describe('a run', () => {
  it('waits for every file, and makes all items in one call in order', async () => {
    const names = [...Array.from({ length: 10 }, (_, n) => `${n}.jpg`), 'golf.mp4'];
    await fake.choose(...names);
    const outcome = await fake.session.run('fill-empty');
    expect(fake.calls).toHaveLength(1);
    expect(fake.calls[0]?.map(({ imageUrl }) => imageUrl)).toEqual(
      names.map((name) => `/media/${name}`),
    );
    expect(fake.calls[0]?.every(({ category }) => category === 'fauna')).toBe(true);
    expect(fake.calls[0]?.at(-1)?.type).toBe('video');
    expect([outcome.created.length, outcome.failed.length]).toEqual([11, 0]);
    expect(fake.session.get()).toMatchObject({ drafts: [], run: 'idle' });
  });

  it('lets the metadata arrive before it copies from the first', async () => {
    await fake.choose('eerste.jpg', 'tweede.jpg', 'kapot.jpg');
    await fake.session.run('fill-empty');
    expect(fake.calls[0]?.map(({ date }) => date)).toEqual(Array(3).fill('2024-05-04'));
  });

  it('takes from the server the date that only it could read, and no place unseen', async () => {
    await fake.choose('a.jpg', 'b.avif');
    await fake.session.run('fill-empty');
    expect(fake.calls[0]).toMatchObject([{ date: '' }, { date: '2023-02-01', location: '' }]);
  });

  it('makes a thousand items in calls of a hundred, and tries those again that failed', async () => {
    await fake.session.ready;
    const names = Array.from({ length: 250 }, (_, n) => `${n}.jpg`);
    fake.session.choose(names.map(chosenFile), true);
    fake.edit('0.jpg', { category: 'fauna' });
    const { create } = fake;
    fake.create = (items) =>
      fake.calls.length === 2 ? Promise.reject(new TypeError()) : create(items);
    const outcome = await fake.session.run('fill-empty');
    expect([outcome.created.length, outcome.failed.length]).toEqual([100, 150]);
    await fake.session.run('as-is');
    expect(fake.calls.map((items) => items.length)).toEqual([100, 100, 100, 50]);
    expect([fake.sent.length, fake.drafts().length]).toEqual([250, 0]);
  });

  it('asks for a category for all before any item is made', async () => {
    await fake.choose('a.jpg', 'b.jpg');
    expect(await fake.session.run('as-is')).toMatchObject({ end: 'noCategory' });
    expect([fake.calls, fake.session.get().run]).toEqual([[], 'idle']);
  });

  it('keeps only the failed drafts, each with its reason, and sends nothing twice', async () => {
    await fake.choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
    failAt('finalise', 'b.jpg', 'This file is damaged');
    const panel: unknown[] = [];
    fake.create = async (items) => {
      panel.push(runTotals(fake.session.get()));
      return items.map(({ title }) => (title === 'c' ? 'Bad date' : null));
    };
    const { created } = await fake.session.run('fill-empty');
    expect(created.map(({ name }) => name)).toEqual(['a.jpg', 'd.jpg']);
    // What failed on its way is one of the files, but no bytes to wait for.
    expect(panel).toMatchObject([{ files: 4, stored: 3, sent: 15, bytes: 15 }]);
    expect(failures()).toEqual([
      ['b.jpg', { stage: 'finalise', reason: 'This file is damaged' }],
      ['c.jpg', { stage: 'create', reason: 'Bad date' }],
    ]);
    fake.broken.clear();
    fake.create = async (items) => items.map(() => null);
    expect((await fake.session.run('as-is')).failed).toEqual([]);
    expect(fake.sent).toEqual(['a.jpg', 'c.jpg', 'd.jpg', 'b.jpg from /up/1']);
    expect(fake.calls.map((items) => items.length)).toEqual([3, 2]);
  });

  it('makes no call when no file arrived', async () => {
    await fake.choose('a.jpg');
    failAt('put', 'a.jpg');
    expect((await fake.session.run('as-is')).failed).toHaveLength(1);
    expect(fake.calls).toEqual([]);
  });

  it('keeps all drafts, uploaded, when the items can not be made', async () => {
    await fake.choose('a.jpg', 'b.jpg');
    const error = new ApiError(507, 'The disk is full', 'disk_full');
    fake.create = () => Promise.reject(error);
    expect((await fake.session.run('fill-empty')).error).toBe(error);
    const failure = { stage: 'create', reason: 'The disk is full' };
    expect(failures()).toEqual([
      ['a.jpg', failure],
      ['b.jpg', failure],
    ]);
    expect(isStored()).toEqual([true, true]);
  });

  it('sends a file again that the server has dropped meanwhile', async () => {
    await fake.choose('a.jpg');
    fake.create = async () => ['no_such_file'];
    await fake.session.run('as-is');
    await fake.session.run('as-is');
    expect(fake.sent).toEqual(['a.jpg', 'a.jpg']);
  });
});

describe('a stop', () => {
  it('remembers what has arrived, shows nothing of what still moves, and starts no others', async () => {
    let letGo: (() => void) | undefined;
    // The first two arrive; the others wait.
    fake.session.subscribe(() => {
      if (isStored().includes(true)) letGo ??= fake.holdUploads();
    });
    await fake.choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg');
    const run = fake.session.run('fill-empty');
    await expect.poll(() => fake.session.get().run).toBe('sending');
    await expect.poll(() => fake.sent).toHaveLength(2);
    fake.session.cancel();
    letGo?.();
    expect(await run).toMatchObject({ end: 'stopped' });
    expect(isStored()).toEqual([true, true, false, false, false]);
    expect(failures().every(([, failure]) => failure === null)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([fake.session.get().progress.size, fake.calls]).toEqual([0, []]);
    await fake.session.run('as-is');
    expect(fake.sent).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg']);
  });

  it('may come while items are being made: their keys make them the same items later', async () => {
    await fake.choose('a.jpg', 'b.jpg');
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.create = async (items) => {
      await promise;
      return items.map(() => null);
    };
    const run = fake.session.run('fill-empty');
    await expect.poll(() => fake.session.get().run).toBe('creating');
    fake.session.cancel();
    resolve();
    expect(await run).toMatchObject({ end: 'stopped' });
    expect(fake.drafts()).toHaveLength(2);
    await fake.session.run('as-is');
    const keys = fake.calls.map((items) => items.map(({ key }) => key));
    expect(keys[1]).toEqual(keys[0]);
    expect(new Set(keys.flat()).size).toBe(2);
  });
});

describe('a reload', () => {
  it('finds fields, files and uploads again, and what is sent already stays sent', async () => {
    await fake.choose('a.jpg', 'b.jpg');
    fake.edit('b.jpg', { title: 'Das', tags: ['mist'] });
    fake.create = () => Promise.reject(new TypeError('Failed to fetch'));
    failAt('put', 'b.jpg');
    await fake.session.run('fill-empty');
    const { calls } = fake;
    await reload();
    // Room for those that the server lacks.
    expect(storage.names()).toEqual([['a.jpg', 'b.jpg'], ['b.jpg']]);
    expect(fake.drafts()).toMatchObject([
      { name: 'a.jpg', file: null, stored: { objectPath: '/media/a.jpg' } },
      { name: 'b.jpg', file: { name: 'b.jpg' }, fields: { title: 'Das', tags: ['mist'] } },
    ]);
    expect(await fake.session.settle()).toBe(true);
    expect(fake.sent).toEqual(['b.jpg']);
    await fake.session.run('as-is');
    expect(fake.sent).toEqual(['b.jpg']);
    // The first may be an item already: its call got no answer.
    expect(fake.calls[0]?.[0]?.key).toBe(calls[0]?.[0]?.key);
    await fake.page?.flush();
    expect(storage.names()).toEqual([[], []]);
  });

  it('goes on where the bytes had arrived, but were not read yet', async () => {
    await fake.choose('a.jpg');
    failAt('finalise', 'a.jpg');
    await fake.session.run('as-is');
    await reload();
    // The file stays: the server may have lost what it was sent.
    expect(storage.names()[1]).toEqual(['a.jpg']);
    await fake.session.run('as-is');
    expect(fake.sent).toEqual(['a.jpg from /up/1']);
  });

  it('asks for a file that was not kept, and takes it to its draft', async () => {
    storage.files.write = () => Promise.reject(new Error('QuotaExceeded'));
    failAt('put', 'a.jpg');
    failAt('put', 'b.jpg');
    await fake.choose('a.jpg', 'b.jpg');
    fake.edit('a.jpg', { title: 'Ree' });
    // Another tab must not have them: a file lives only here.
    expect(await fake.session.settle()).toBe(false);
    await reload();
    await fake.session.run('fill-empty');
    expect(fake.drafts().map(({ failure }) => failure?.stage)).toEqual(['missing', 'missing']);
    fake.session.choose(['b.jpg', 'a.jpg'].map(chosenFile));
    expect(fake.drafts()).toMatchObject([
      { name: 'a.jpg', failure: null, fields: { title: 'Ree' } },
      { name: 'b.jpg', failure: null },
    ]);
    expect((await fake.session.run('as-is')).created).toHaveLength(2);
  });

  it('is asked about first while a file lives in the page alone', async () => {
    const letGo = fake.holdUploads();
    let room = (): void => {};
    storage.files.write = () =>
      new Promise((resolve) => {
        room = resolve;
      });
    await fake.choose('a.jpg');
    const isOnlyCopy = () => fake.page?.holdsOnlyCopy();
    expect(isOnlyCopy()).toBe(true);
    const written = fake.page?.flush();
    expect(isOnlyCopy()).toBe(true);
    await vi.waitFor(() => {
      room();
      expect(isOnlyCopy()).toBe(false);
    });
    await written;
    // The server has it as well as the browser does.
    storage.files.write = () => Promise.reject(new Error('QuotaExceeded'));
    fake.session.choose([chosenFile('b.jpg')]);
    await fake.page?.flush();
    expect(isOnlyCopy()).toBe(true);
    letGo();
    await vi.waitFor(() => expect(isOnlyCopy()).toBe(false));
    fake.session.end();
  });

  it('finds what was there when the session was settled, and nothing that came after its end', async () => {
    failAt('put', 'b.jpg');
    failAt('put', 'c.jpg');
    await fake.choose('a.jpg', 'b.jpg', 'c.jpg');
    fake.session.remove([idOf('a.jpg')]);
    expect(await fake.session.settle()).toBe(true);
    const flush = fake.page?.flush;
    fake.session.end();
    expect(fake.page).toBeNull();
    fake.session.clear();
    await flush?.();
    const names = ['b.jpg', 'c.jpg'];
    expect(storage.names()).toEqual([names, names]);
  });
});

describe('a change of many', () => {
  it('can be taken back, but not where somebody has edited since', async () => {
    await fake.choose('a.jpg', 'b.jpg');
    const ids = ['a.jpg', 'b.jpg'].map(idOf);
    const takeBack = fake.session.changeMany(ids, (draft) =>
      editDraft(draft, { category: 'macro' }),
    );
    fake.edit('b.jpg', { title: 'Das' });
    takeBack();
    expect(fake.drafts().map(({ fields }) => fields.category)).toEqual(['fauna', 'macro']);
  });

  it('says when all of them will show, those chosen later too', async () => {
    await fake.choose('a.jpg');
    fake.session.setLot({ status: 'draft', publishFrom: '2027-01-01T00:00:00Z' });
    await fake.choose('b.jpg');
    await reload();
    fake.edit('a.jpg', { category: 'fauna' });
    await fake.session.run('fill-empty');
    const lot = { status: 'draft', publishFrom: '2027-01-01T00:00:00Z', publishUntil: null };
    expect(fake.calls[0]).toMatchObject([lot, lot]);
  });
});

it('works where nothing can be kept', async () => {
  const no = () => Promise.reject(new Error('no permission'));
  const table = { entries: no, write: no };
  fake = fakeBulkUpload({ drafts: table, files: table });
  await fake.choose('a.jpg');
  await fake.page?.flush();
  expect((await fake.session.run('as-is')).created).toHaveLength(1);
});
