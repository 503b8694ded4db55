/** Drafts that outlive a page, a line and a device (decision 118). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api.ts';
import { UploadError } from '../upload/upload-file.ts';
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
const failAt = (stage: 'put' | 'finalise', name: string) =>
  fake.broken.set(name, new UploadError(stage, name, null));
/** The server has no such bytes. */
const isGone = (name: string) => {
  const cause = new ApiError(400, 'upload_missing', 'upload_missing');
  fake.broken.set(name, new UploadError('finalise', name, null, cause));
};
const failures = () => fake.drafts().map(({ name, failure }) => [name, failure]);

describe('a reload, or another device', () => {
  it('finds fields and uploads again, and what is sent already stays sent', async () => {
    failAt('put', 'b.jpg');
    await fake.choose('a.jpg', 'b.jpg');
    fake.edit('b.jpg', { title: 'Das', tags: ['mist'] });
    await fake.settle();
    await reload();
    expect(fake.drafts()).toMatchObject([
      { name: 'a.jpg', file: null, stored: { objectPath: '/media/a.jpg' } },
      { name: 'b.jpg', file: null, fields: { title: 'Das', tags: ['mist'] } },
    ]);
    expect((await fake.session.run('fill-empty')).created.map(({ name }) => name)).toEqual([
      'a.jpg',
    ]);
    expect(fake.sent).toEqual([]);
    expect(failures()).toEqual([['b.jpg', { stage: 'missing', reason: null }]]);
  });

  it('asks for a file that had not arrived, and takes it to its draft', async () => {
    failAt('put', 'a.jpg');
    failAt('put', 'b.jpg');
    await fake.choose('a.jpg', 'b.jpg');
    fake.edit('a.jpg', { title: 'Ree' });
    await fake.settle();
    await reload();
    await fake.session.run('fill-empty');
    expect(fake.drafts().map(({ failure }) => failure?.stage)).toEqual(['missing', 'missing']);
    fake.session.choose(['b.jpg', 'a.jpg'].map(chosenFile));
    expect(fake.drafts()).toMatchObject([
      { name: 'a.jpg', failure: null, fields: { title: 'Ree' } },
      { name: 'b.jpg', failure: null },
    ]);
    fake.edit('a.jpg', { category: 'fauna' });
    fake.edit('b.jpg', { category: 'fauna' });
    expect((await fake.session.run('as-is')).created).toHaveLength(2);
  });

  it('goes on by itself where the bytes had arrived, but were not read yet', async () => {
    failAt('finalise', 'a.jpg');
    failAt('finalise', 'b.jpg');
    await fake.choose('a.jpg', 'b.jpg');
    await fake.settle();
    fake.session.end();
    fake = fakeBulkUpload(server);
    // The server has lost these.
    isGone('b.jpg');
    await fake.session.load();
    await fake.settle();
    expect(fake.sent).toEqual(['a.jpg from /up/1']);
    expect(failures()).toEqual([
      ['a.jpg', null],
      ['b.jpg', { stage: 'missing', reason: null }],
    ]);
  });

  it('is asked about first while bytes are in this page alone', async () => {
    const isOnlyCopy = () => fake.page?.holdsOnlyCopy();
    expect(isOnlyCopy()).toBe(false);
    const letGo = fake.holdUploads();
    await fake.choose('a.jpg');
    expect(isOnlyCopy()).toBe(true);
    letGo();
    await fake.settle();
    expect(isOnlyCopy()).toBe(false);
  });

  it('knows what another window has made of a draft meanwhile', async () => {
    await fake.choose('a.jpg', 'b.jpg', 'c.jpg');
    await fake.settle();
    const other = fakeBulkUpload(server);
    await other.session.load();
    other.edit('b.jpg', { title: 'Van de ander' });
    other.session.remove([other.idOf('a.jpg')]);
    await other.settle();
    other.session.end();
    fake.edit('b.jpg', { date: '2024-05-04' });
    fake.edit('a.jpg', { title: 'Te laat' });
    await fake.settle();
    expect(fake.drafts().map(({ name }) => name)).toEqual(['b.jpg', 'c.jpg']);
    await fake.session.load();
    expect(fake.drafts()[0]?.fields).toMatchObject({ title: 'Van de ander', date: '2024-05-04' });
    expect(server.drafts[0]?.fields).toMatchObject({ title: 'Van de ander', date: '2024-05-04' });
  });
});

describe('while the server can’t be reached', () => {
  it('what is typed stays, is said to be unsaved, and is written once it can', async () => {
    vi.useFakeTimers();
    try {
      await fake.choose('a.jpg');
      await vi.advanceTimersByTimeAsync(1000);
      server.isDown = true;
      fake.session.type(fake.idOf('a.jpg'), { title: 'Zonder lijn' });
      await vi.advanceTimersByTimeAsync(20_000);
      expect(fake.session.get().notSaved).toBeInstanceOf(TypeError);
      expect(fake.page?.holdsOnlyCopy()).toBe(true);
      server.isDown = false;
      await vi.advanceTimersByTimeAsync(20_000);
      expect(fake.session.get().notSaved).toBeNull();
      expect(server.drafts[0]?.fields.title).toBe('Zonder lijn');
      expect(fake.page?.holdsOnlyCopy()).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('files can be chosen, and become rows in their order when it can', async () => {
    server.isDown = true;
    await fake.session.load();
    expect(fake.session.get().loading).toBe('failed');
    fake.session.choose(['b.jpg', 'a.jpg'].map(chosenFile));
    await vi.waitFor(() => expect(fake.session.get().notSaved).not.toBeNull());
    expect(fake.drafts().map(({ name }) => name)).toEqual(['b.jpg', 'a.jpg']);
    server.isDown = false;
    await fake.settle();
    expect(server.names()).toEqual(['b.jpg', 'a.jpg']);
    expect(fake.sent).toHaveLength(2);
  });
});

it('sends of a thousand rows only what was changed', async () => {
  await fake.session.load();
  fake.session.choose(
    Array.from({ length: 1000 }, (_, n) => chosenFile(`${n}.jpg`)),
    true,
  );
  await fake.settle();
  expect(server.calls).toEqual(['list', 'create']);
  fake.edit('7.jpg', { title: 'Das' });
  await fake.settle();
  expect(server.calls).toEqual(['list', 'create', 'change']);
  expect(server.patches).toMatchObject([{ fields: { title: 'Das' }, edited: ['title'] }]);
  await reload();
  await fake.settle();
  expect(server.calls.slice(3)).toEqual(['list']);
});

it('sends the last letter as the page goes, without waiting for anything', async () => {
  await fake.choose('a.jpg');
  await fake.settle();
  const before = server.calls.length;
  fake.session.type(fake.idOf('a.jpg'), { title: 'Zin' });
  fake.page?.leave();
  expect(server.calls.slice(before)).toEqual(['change']);
  expect(server.drafts[0]?.fields.title).toBe('Zin');
  fake.session.clear();
  fake.page?.leave();
  expect(server.names()).toEqual([]);
});
