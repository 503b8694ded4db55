import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api.ts';
import { editDraft, runTotals } from './draft.ts';
import { chosenFile, useFakeBulkUpload } from './testing/fake-bulk-upload.ts';

const bench = useFakeBulkUpload();
const { reload, failAt, failures } = bench;
const isStored = () => bench.fake.drafts().map(({ stored }) => stored !== null);
const heic = {
  date: '2024-05-04',
  location: '52.131200, 5.860400',
  description: 'Bosuil',
  keywords: ['Uil', 'Nacht'],
};

describe('a file that was chosen', () => {
  it('is a row on the server at once, in the order chosen, also while nothing can be sent', async () => {
    const letGo = bench.fake.holdUploads();
    await bench.fake.choose('b.jpg', 'a.jpg', 'c.jpg', 'd.jpg');
    await vi.waitFor(() =>
      expect(bench.server.names()).toEqual(['b.jpg', 'a.jpg', 'c.jpg', 'd.jpg']),
    );
    await vi.waitFor(() => expect(bench.server.drafts[0]?.fields.category).toBe('fauna'));
    expect(bench.fake.sent).toEqual([]);
    letGo();
    await bench.fake.settle();
    expect(bench.fake.sent).toHaveLength(4);
  });

  it('is no second row when the list that has it is still loading', async () => {
    await bench.fake.choose('a.jpg');
    await bench.fake.settle();
    const reloaded = reload();
    expect(await bench.fake.session.choose([chosenFile('a.jpg')])).toEqual({ added: 0, known: 1 });
    await reloaded;
    expect(bench.fake.drafts()).toHaveLength(1);
  });

  it('is sent at once, and its draft gets what the file says and nobody typed', async () => {
    bench.fake.words.set('b.heic', heic);
    await bench.fake.choose('a.jpg', 'b.heic');
    bench.fake.edit('b.heic', { description: 'Mijn eigen woorden' });
    await bench.fake.settle();
    expect(bench.fake.sent).toEqual(['a.jpg', 'b.heic']);
    const { date, location } = heic;
    const fields = { date, location, description: 'Mijn eigen woorden' };
    expect(bench.fake.drafts()[1]).toMatchObject({
      stored: { objectPath: '/media/b.heic' },
      fields,
    });
    expect(bench.server.drafts[1]?.fields).toMatchObject(fields);
    await bench.fake.session.run('fill-empty');
    expect(bench.fake.sent).toEqual(['a.jpg', 'b.heic']);
    expect(bench.fake.calls[0]?.[1]).toMatchObject({ location });
  });

  it('waits for its turn among three, and keeps what is typed while it is read', async () => {
    bench.fake.words.set('a.jpg', { title: 'Uit het bestand', date: '2024-05-04' });
    const letGo = bench.fake.holdUploads();
    await bench.fake.choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg');
    await vi.waitFor(() => expect(bench.fake.mostAtOnce).toBe(3));
    expect(bench.fake.session.get().progress.get(bench.fake.idOf('d.jpg'))?.phase).toBe('queued');
    // Not yet on the server when its file is read.
    bench.server.isDown = true;
    bench.fake.edit('a.jpg', { title: 'Terwijl het gaat' });
    letGo();
    await vi.waitFor(() => expect(isStored()[0]).toBe(true));
    bench.server.isDown = false;
    await bench.fake.settle();
    expect([bench.fake.mostAtOnce, bench.fake.sent.length, isStored().includes(false)]).toEqual([
      3,
      5,
      false,
    ]);
    const fields = { title: 'Terwijl het gaat', date: '2024-05-04' };
    expect([bench.fake.drafts()[0]?.fields, bench.server.drafts[0]?.fields]).toMatchObject([
      fields,
      fields,
    ]);
  });

  it('has a tag that was made while it was on its way', async () => {
    bench.fake.words.set('b.heic', heic);
    const letGo = bench.fake.holdUploads();
    await bench.fake.choose('b.heic');
    await vi.waitFor(() => expect(runTotals(bench.fake.session.get()).phase).toBe('uploading'));
    bench.fake.session.addTag('uil');
    letGo();
    await bench.fake.settle();
    for (const draft of [bench.fake.drafts()[0], bench.server.drafts[0]])
      expect([draft?.fields.tags, draft?.notes.keywords]).toEqual([['uil'], ['Nacht']]);
  });

  it('is waited for, but not by somebody who presses Stop', async () => {
    const letGo = bench.fake.holdUploads();
    await bench.fake.choose('b.heic');
    const run = bench.fake.session.run('as-is');
    await vi.waitFor(() => expect(runTotals(bench.fake.session.get()).phase).toBe('uploading'));
    bench.fake.session.cancel();
    letGo();
    expect(await run).toMatchObject({ end: 'stopped' });
    await bench.fake.session.run('as-is');
    expect(bench.fake.sent).toEqual(['b.heic']);
  });

  it('is not sent any more once its draft is removed, here and on the server', async () => {
    const letGo = bench.fake.holdUploads();
    await bench.fake.choose('a.jpg', 'b.heic');
    await vi.waitFor(() => expect(bench.server.names()).toHaveLength(2));
    bench.fake.session.remove([bench.fake.idOf('b.heic')]);
    letGo();
    await bench.fake.settle();
    expect([bench.fake.sent, bench.fake.session.get().progress.size]).toEqual([['a.jpg'], 0]);
    expect(bench.server.names()).toEqual(['a.jpg']);
    bench.fake.session.clear();
    await bench.fake.settle();
    expect(bench.server.names()).toEqual([]);
  });
});

it('sends one file again when it is asked to, and tells where it is kept', async () => {
  failAt('put', 'c.jpg');
  await bench.fake.choose('a.jpg', 'b.jpg', 'c.jpg');
  const sendNow = (name: string) => bench.fake.session.sendNow(bench.fake.idOf(name));
  expect(await sendNow('b.jpg')).toBe('/media/b.jpg');
  expect(await sendNow('b.jpg')).toBe('/media/b.jpg');
  expect(await sendNow('c.jpg')).toBeNull();
  expect(bench.fake.drafts()[2]?.failure?.stage).toBe('put');
  bench.fake.broken.clear();
  expect(await sendNow('c.jpg')).toBe('/media/c.jpg');
  expect(bench.fake.drafts()[2]?.failure).toBeNull();
  expect(bench.fake.sent).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
});

describe('a run', () => {
  it('waits for every file, and makes all items in one call in order', async () => {
    const names = [...Array.from({ length: 10 }, (_, n) => `${n}.jpg`), 'golf.mp4'];
    await bench.fake.choose(...names);
    const outcome = await bench.fake.session.run('fill-empty');
    expect(bench.fake.calls).toHaveLength(1);
    expect(bench.fake.calls[0]?.map(({ imageUrl }) => imageUrl)).toEqual(
      names.map((name) => `/media/${name}`),
    );
    expect(bench.fake.calls[0]?.every(({ category }) => category === 'fauna')).toBe(true);
    expect(bench.fake.calls[0]?.at(-1)?.type).toBe('video');
    expect([outcome.created.length, outcome.failed.length]).toEqual([11, 0]);
    expect(bench.fake.session.get()).toMatchObject({ drafts: [], run: 'idle' });
    await bench.fake.settle();
    // The server has ended them: nothing is left to discard.
    expect(bench.server.calls).not.toContain('discard');
  });

  it('lets the files say what they know before it copies from the first', async () => {
    bench.fake.words.set('eerste.jpg', { date: '2024-05-04' });
    bench.fake.words.set('derde.jpg', { date: '2023-02-01' });
    await bench.fake.choose('eerste.jpg', 'tweede.jpg', 'derde.jpg');
    await bench.fake.session.run('fill-empty');
    const dates = ['2024-05-04', '2024-05-04', '2023-02-01'];
    expect(bench.fake.calls[0]?.map(({ date }) => date)).toEqual(dates);
  });

  it('makes a thousand items in calls of a hundred, and tries those again that failed', async () => {
    await bench.fake.session.load();
    const names = Array.from({ length: 250 }, (_, n) => `${n}.jpg`);
    await bench.fake.session.choose(names.map(chosenFile), true);
    bench.fake.edit('0.jpg', { category: 'fauna' });
    const { create } = bench.fake;
    bench.fake.create = (items) =>
      bench.fake.calls.length === 2 ? Promise.reject(new TypeError()) : create(items);
    const outcome = await bench.fake.session.run('fill-empty');
    expect([outcome.created.length, outcome.failed.length]).toEqual([100, 150]);
    await bench.fake.session.run('as-is');
    expect(bench.fake.calls.map((items) => items.length)).toEqual([100, 100, 100, 50]);
    expect([bench.fake.sent.length, bench.fake.drafts().length]).toEqual([250, 0]);
  });

  it('asks for a category for all before anything else', async () => {
    await bench.fake.choose('a.jpg', 'b.jpg');
    expect(await bench.fake.session.run('as-is')).toMatchObject({ end: 'noCategory' });
    expect([bench.fake.calls, bench.fake.session.get().run]).toEqual([[], 'idle']);
  });

  it('keeps only the failed drafts, each with its reason, and sends nothing twice', async () => {
    failAt('finalise', 'b.jpg', 'This file is damaged');
    await bench.fake.choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
    const panel: unknown[] = [];
    bench.fake.create = async (items) => {
      panel.push(runTotals(bench.fake.session.get()));
      return items.map(({ title }) => (title === 'c' ? 'Bad date' : null));
    };
    const { created } = await bench.fake.session.run('fill-empty');
    expect(created.map(({ name }) => name)).toEqual(['a.jpg', 'd.jpg']);
    // What failed on its way is one of the files, but no bytes to wait for.
    expect(panel).toMatchObject([{ files: 4, stored: 3, sent: 15, bytes: 15 }]);
    expect(failures()).toEqual([
      ['b.jpg', { stage: 'finalise', reason: 'This file is damaged' }],
      ['c.jpg', { stage: 'create', reason: 'Bad date' }],
    ]);
    expect(bench.server.names()).toEqual(['b.jpg', 'c.jpg']);
    bench.fake.broken.clear();
    bench.fake.create = async (items) => items.map(() => null);
    expect((await bench.fake.session.run('as-is')).failed).toEqual([]);
    expect(bench.fake.sent).toEqual(['a.jpg', 'c.jpg', 'd.jpg', 'b.jpg from /up/1']);
    expect(bench.fake.calls.map((items) => items.length)).toEqual([3, 2]);
  });

  it('makes no call when no file arrived', async () => {
    failAt('put', 'a.jpg');
    await bench.fake.choose('a.jpg');
    expect((await bench.fake.session.run('as-is')).failed).toHaveLength(1);
    expect(bench.fake.calls).toEqual([]);
  });

  it('keeps all drafts, uploaded, when the items can not be made', async () => {
    await bench.fake.choose('a.jpg', 'b.jpg');
    const error = new ApiError(507, 'The disk is full', 'disk_full');
    bench.fake.create = () => Promise.reject(error);
    expect((await bench.fake.session.run('fill-empty')).error).toBe(error);
    const failure = { stage: 'create', reason: 'The disk is full' };
    expect(failures()).toEqual([
      ['a.jpg', failure],
      ['b.jpg', failure],
    ]);
    expect(isStored()).toEqual([true, true]);
  });
});

describe('a stop', () => {
  it('remembers what has arrived, shows nothing of what still moves, and starts no others', async () => {
    let letGo: (() => void) | undefined;
    // The first two arrive; the others wait.
    bench.fake.session.subscribe(() => {
      if (isStored().includes(true)) letGo ??= bench.fake.holdUploads();
    });
    await bench.fake.choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg');
    const run = bench.fake.session.run('fill-empty');
    await expect.poll(() => bench.fake.sent.length).toBeGreaterThan(0);
    await expect.poll(() => isStored().filter(Boolean).length).toBe(bench.fake.sent.length);
    const arrived = isStored();
    bench.fake.session.cancel();
    letGo?.();
    expect(await run).toMatchObject({ end: 'stopped' });
    expect(isStored()).toEqual(arrived);
    expect(failures().every(([, failure]) => failure === null)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([bench.fake.session.get().progress.size, bench.fake.calls]).toEqual([0, []]);
    await bench.fake.session.run('as-is');
    expect(new Set(bench.fake.sent).size).toBe(bench.fake.sent.length);
  });

  it('may come while items are being made: those are drafts no more, and the others stay', async () => {
    await bench.fake.choose('a.jpg', 'b.jpg');
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.fake.create = async (items) => {
      await promise;
      return items.map(({ title }) => (title === 'a' ? null : 'Bad date'));
    };
    const run = bench.fake.session.run('fill-empty');
    await expect.poll(() => bench.fake.session.get().run).toBe('creating');
    bench.fake.session.cancel();
    resolve();
    expect(await run).toMatchObject({ end: 'stopped' });
    await expect.poll(() => bench.fake.drafts().map(({ name }) => name)).toEqual(['b.jpg']);
    bench.fake.create = async (items) => items.map(() => null);
    await bench.fake.session.run('as-is');
    const keys = bench.fake.calls.map((items) => items.map(({ key }) => key));
    expect(keys[1]).toEqual(keys[0]?.slice(1));
  });
});

describe('a change of many', () => {
  it('can be taken back, but not where somebody has edited since', async () => {
    await bench.fake.choose('a.jpg', 'b.jpg');
    await bench.fake.settle();
    const ids = ['a.jpg', 'b.jpg'].map(bench.fake.idOf);
    const takeBack = bench.fake.session.changeMany(ids, (draft) =>
      editDraft(draft, { category: 'macro' }),
    );
    bench.fake.edit('b.jpg', { title: 'Das' });
    takeBack();
    expect(bench.fake.drafts().map(({ fields }) => fields.category)).toEqual(['fauna', 'macro']);
    await bench.fake.settle();
    expect(bench.server.drafts.map(({ fields }) => fields.category)).toEqual(['fauna', 'macro']);
  });

  it('says when all of them will show, those chosen later too', async () => {
    await bench.fake.choose('a.jpg');
    bench.fake.session.setLot({ status: 'draft', publishFrom: '2027-01-01T00:00:00Z' });
    await bench.fake.choose('b.jpg');
    await bench.fake.settle();
    await reload();
    bench.fake.edit('a.jpg', { category: 'fauna' });
    await bench.fake.session.run('fill-empty');
    const lot = { status: 'draft', publishFrom: '2027-01-01T00:00:00Z', publishUntil: null };
    expect(bench.fake.calls[0]).toMatchObject([lot, lot]);
  });
});
