import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api.ts';
import { UploadError } from '../upload/upload-file.ts';
import { editDraft, runTotals } from './draft.ts';
import { chosenFile, fakeBulkUpload, fakeServer } from './testing/fake-bulk-upload.ts';

let fake: ReturnType<typeof fakeBulkUpload>;
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  server = fakeServer();
  fake = fakeBulkUpload(server);
});
afterEach(() => fake.session.end());

/** The page loads again, or another one opens: a session with what the server has. */
async function reload(): Promise<void> {
  fake.session.end();
  fake = fakeBulkUpload(server);
  await fake.session.load();
}
const failAt = (stage: 'put' | 'finalise', name: string, reason: string | null = null) =>
  fake.broken.set(name, new UploadError(stage, name, reason));
const failures = () => fake.drafts().map(({ name, failure }) => [name, failure]);
const isStored = () => fake.drafts().map(({ stored }) => stored !== null);
const heic = {
  ...{ date: '2024-05-04', location: '52.131200, 5.860400', description: 'Bosuil' },
  keywords: ['Uil', 'Nacht'],
};

describe('a file that was chosen', () => {
  it('is a row on the server at once, in the order chosen, also while nothing can be sent', async () => {
    const letGo = fake.holdUploads();
    await fake.choose('b.jpg', 'a.jpg', 'c.jpg', 'd.jpg');
    await vi.waitFor(() => expect(server.names()).toEqual(['b.jpg', 'a.jpg', 'c.jpg', 'd.jpg']));
    await vi.waitFor(() => expect(server.drafts[0]?.fields.category).toBe('fauna'));
    expect(fake.sent).toEqual([]);
    letGo();
    await fake.settle();
    expect(fake.sent).toHaveLength(4);
  });

  it('is sent at once, and its draft gets what the file says and nobody typed', async () => {
    fake.words.set('b.heic', heic);
    await fake.choose('a.jpg', 'b.heic');
    fake.edit('b.heic', { description: 'Mijn eigen woorden' });
    await fake.settle();
    expect(fake.sent).toEqual(['a.jpg', 'b.heic']);
    const { date, location } = heic;
    const fields = { date, location, description: 'Mijn eigen woorden' };
    expect(fake.drafts()[1]).toMatchObject({ stored: { objectPath: '/media/b.heic' }, fields });
    expect(server.drafts[1]?.fields).toMatchObject(fields);
    await fake.session.run('fill-empty');
    expect(fake.sent).toEqual(['a.jpg', 'b.heic']);
    expect(fake.calls[0]?.[1]).toMatchObject({ location });
  });

  it('waits for its turn among three, and keeps what is typed while it is read', async () => {
    fake.words.set('a.jpg', { title: 'Uit het bestand', date: '2024-05-04' });
    const letGo = fake.holdUploads();
    await fake.choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg');
    await vi.waitFor(() => expect(fake.mostAtOnce).toBe(3));
    expect(fake.session.get().progress.get(fake.idOf('d.jpg'))?.phase).toBe('queued');
    // Not yet on the server when its file is read.
    server.isDown = true;
    fake.edit('a.jpg', { title: 'Terwijl het gaat' });
    letGo();
    await vi.waitFor(() => expect(isStored()[0]).toBe(true));
    server.isDown = false;
    await fake.settle();
    expect([fake.mostAtOnce, fake.sent.length, isStored().includes(false)]).toEqual([3, 5, false]);
    const fields = { title: 'Terwijl het gaat', date: '2024-05-04' };
    expect([fake.drafts()[0]?.fields, server.drafts[0]?.fields]).toMatchObject([fields, fields]);
  });

  it('has a tag that was made while it was on its way', async () => {
    fake.words.set('b.heic', heic);
    const letGo = fake.holdUploads();
    await fake.choose('b.heic');
    await vi.waitFor(() => expect(runTotals(fake.session.get()).phase).toBe('uploading'));
    fake.session.addTag('uil');
    letGo();
    await fake.settle();
    for (const draft of [fake.drafts()[0], server.drafts[0]])
      expect([draft?.fields.tags, draft?.notes.keywords]).toEqual([['uil'], ['Nacht']]);
  });

  it('is waited for, but not by somebody who presses Stop', async () => {
    const letGo = fake.holdUploads();
    await fake.choose('b.heic');
    const run = fake.session.run('as-is');
    await vi.waitFor(() => expect(runTotals(fake.session.get()).phase).toBe('uploading'));
    fake.session.cancel();
    letGo();
    expect(await run).toMatchObject({ end: 'stopped' });
    await fake.session.run('as-is');
    expect(fake.sent).toEqual(['b.heic']);
  });

  it('is not sent any more once its draft is removed, here and on the server', async () => {
    const letGo = fake.holdUploads();
    await fake.choose('a.jpg', 'b.heic');
    await vi.waitFor(() => expect(server.names()).toHaveLength(2));
    fake.session.remove([fake.idOf('b.heic')]);
    letGo();
    await fake.settle();
    expect([fake.sent, fake.session.get().progress.size]).toEqual([['a.jpg'], 0]);
    expect(server.names()).toEqual(['a.jpg']);
    fake.session.clear();
    await fake.settle();
    expect(server.names()).toEqual([]);
  });
});

it('sends one file again when it is asked to, and tells where it is kept', async () => {
  failAt('put', 'c.jpg');
  await fake.choose('a.jpg', 'b.jpg', 'c.jpg');
  const sendNow = (name: string) => fake.session.sendNow(fake.idOf(name));
  expect(await sendNow('b.jpg')).toBe('/media/b.jpg');
  expect(await sendNow('b.jpg')).toBe('/media/b.jpg');
  expect(await sendNow('c.jpg')).toBeNull();
  expect(fake.drafts()[2]?.failure?.stage).toBe('put');
  fake.broken.clear();
  expect(await sendNow('c.jpg')).toBe('/media/c.jpg');
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
    await fake.settle();
    // The server has ended them: nothing is left to discard.
    expect(server.calls).not.toContain('discard');
  });

  it('lets the files say what they know before it copies from the first', async () => {
    fake.words.set('eerste.jpg', { date: '2024-05-04' });
    fake.words.set('derde.jpg', { date: '2023-02-01' });
    await fake.choose('eerste.jpg', 'tweede.jpg', 'derde.jpg');
    await fake.session.run('fill-empty');
    const dates = ['2024-05-04', '2024-05-04', '2023-02-01'];
    expect(fake.calls[0]?.map(({ date }) => date)).toEqual(dates);
  });

  it('makes a thousand items in calls of a hundred, and tries those again that failed', async () => {
    await fake.session.load();
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

  it('asks for a category for all before anything else', async () => {
    await fake.choose('a.jpg', 'b.jpg');
    expect(await fake.session.run('as-is')).toMatchObject({ end: 'noCategory' });
    expect([fake.calls, fake.session.get().run]).toEqual([[], 'idle']);
  });

  it('keeps only the failed drafts, each with its reason, and sends nothing twice', async () => {
    failAt('finalise', 'b.jpg', 'This file is damaged');
    await fake.choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
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
    expect(server.names()).toEqual(['b.jpg', 'c.jpg']);
    fake.broken.clear();
    fake.create = async (items) => items.map(() => null);
    expect((await fake.session.run('as-is')).failed).toEqual([]);
    expect(fake.sent).toEqual(['a.jpg', 'c.jpg', 'd.jpg', 'b.jpg from /up/1']);
    expect(fake.calls.map((items) => items.length)).toEqual([3, 2]);
  });

  it('makes no call when no file arrived', async () => {
    failAt('put', 'a.jpg');
    await fake.choose('a.jpg');
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
    await expect.poll(() => fake.sent.length).toBeGreaterThan(0);
    await expect.poll(() => isStored().filter(Boolean).length).toBe(fake.sent.length);
    const arrived = isStored();
    fake.session.cancel();
    letGo?.();
    expect(await run).toMatchObject({ end: 'stopped' });
    expect(isStored()).toEqual(arrived);
    expect(failures().every(([, failure]) => failure === null)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([fake.session.get().progress.size, fake.calls]).toEqual([0, []]);
    await fake.session.run('as-is');
    expect(new Set(fake.sent).size).toBe(fake.sent.length);
  });

  it('may come while items are being made: those are drafts no more, and the others stay', async () => {
    await fake.choose('a.jpg', 'b.jpg');
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.create = async (items) => {
      await promise;
      return items.map(({ title }) => (title === 'a' ? null : 'Bad date'));
    };
    const run = fake.session.run('fill-empty');
    await expect.poll(() => fake.session.get().run).toBe('creating');
    fake.session.cancel();
    resolve();
    expect(await run).toMatchObject({ end: 'stopped' });
    await expect.poll(() => fake.drafts().map(({ name }) => name)).toEqual(['b.jpg']);
    fake.create = async (items) => items.map(() => null);
    await fake.session.run('as-is');
    const keys = fake.calls.map((items) => items.map(({ key }) => key));
    expect(keys[1]).toEqual(keys[0]?.slice(1));
  });
});

describe('a change of many', () => {
  it('can be taken back, but not where somebody has edited since', async () => {
    await fake.choose('a.jpg', 'b.jpg');
    await fake.settle();
    const ids = ['a.jpg', 'b.jpg'].map(fake.idOf);
    const takeBack = fake.session.changeMany(ids, (draft) =>
      editDraft(draft, { category: 'macro' }),
    );
    fake.edit('b.jpg', { title: 'Das' });
    takeBack();
    expect(fake.drafts().map(({ fields }) => fields.category)).toEqual(['fauna', 'macro']);
    await fake.settle();
    expect(server.drafts.map(({ fields }) => fields.category)).toEqual(['fauna', 'macro']);
  });

  it('says when all of them will show, those chosen later too', async () => {
    await fake.choose('a.jpg');
    fake.session.setLot({ status: 'draft', publishFrom: '2027-01-01T00:00:00Z' });
    await fake.choose('b.jpg');
    await fake.settle();
    await reload();
    fake.edit('a.jpg', { category: 'fauna' });
    await fake.session.run('fill-empty');
    const lot = { status: 'draft', publishFrom: '2027-01-01T00:00:00Z', publishUntil: null };
    expect(fake.calls[0]).toMatchObject([lot, lot]);
  });
});
