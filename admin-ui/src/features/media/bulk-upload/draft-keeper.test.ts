/** Drafts that outlive a page, a line and a device (decision 024). */
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api.ts';
import { UploadError } from '../upload/upload-file.ts';
import { chosenFile, fakeBulkUpload, useFakeBulkUpload } from './testing/fake-bulk-upload.ts';

const bench = useFakeBulkUpload();
const { reload, failAt, failures } = bench;
/** The server has no such bytes. */
const isGone = (name: string) => {
  const cause = new ApiError(400, 'upload_missing', 'upload_missing');
  bench.fake.broken.set(name, new UploadError('finalise', name, null, cause));
};

describe('a reload, or another device', () => {
  it('finds fields and uploads again, and what is sent already stays sent', async () => {
    failAt('put', 'b.jpg');
    await bench.fake.choose('a.jpg', 'b.jpg');
    bench.fake.edit('b.jpg', { title: 'Das', tags: ['mist'] });
    await bench.fake.settle();
    await reload();
    expect(bench.fake.drafts()).toMatchObject([
      { name: 'a.jpg', file: null, stored: { objectPath: '/media/a.jpg' } },
      { name: 'b.jpg', file: null, fields: { title: 'Das', tags: ['mist'] } },
    ]);
    expect((await bench.fake.session.run('fill-empty')).created.map(({ name }) => name)).toEqual([
      'a.jpg',
    ]);
    expect(bench.fake.sent).toEqual([]);
    expect(failures()).toEqual([['b.jpg', { stage: 'missing', reason: null }]]);
  });

  it('asks for a file that had not arrived, and takes it to its draft', async () => {
    failAt('put', 'a.jpg');
    failAt('put', 'b.jpg');
    await bench.fake.choose('a.jpg', 'b.jpg');
    bench.fake.edit('a.jpg', { title: 'Ree' });
    await bench.fake.settle();
    await reload();
    await bench.fake.session.run('fill-empty');
    expect(bench.fake.drafts().map(({ failure }) => failure?.stage)).toEqual([
      'missing',
      'missing',
    ]);
    bench.fake.session.choose(['b.jpg', 'a.jpg'].map(chosenFile));
    expect(bench.fake.drafts()).toMatchObject([
      { name: 'a.jpg', failure: null, fields: { title: 'Ree' } },
      { name: 'b.jpg', failure: null },
    ]);
    bench.fake.edit('a.jpg', { category: 'fauna' });
    bench.fake.edit('b.jpg', { category: 'fauna' });
    expect((await bench.fake.session.run('as-is')).created).toHaveLength(2);
  });

  it('goes on by itself where the bytes had arrived, but were not read yet', async () => {
    failAt('finalise', 'a.jpg');
    failAt('finalise', 'b.jpg');
    await bench.fake.choose('a.jpg', 'b.jpg');
    await bench.fake.settle();
    bench.fake.session.end();
    bench.fake = fakeBulkUpload(bench.server);
    // The server has lost these.
    isGone('b.jpg');
    await bench.fake.session.load();
    await bench.fake.settle();
    expect(bench.fake.sent).toEqual(['a.jpg from /up/1']);
    expect(failures()).toEqual([
      ['a.jpg', null],
      ['b.jpg', { stage: 'missing', reason: null }],
    ]);
  });

  it('is asked about first while bytes are in this page alone', async () => {
    const isOnlyCopy = () => bench.fake.page?.holdsOnlyCopy();
    expect(isOnlyCopy()).toBe(false);
    const letGo = bench.fake.holdUploads();
    await bench.fake.choose('a.jpg');
    expect(isOnlyCopy()).toBe(true);
    letGo();
    await bench.fake.settle();
    expect(isOnlyCopy()).toBe(false);
  });

  it('knows what another window has made of a draft meanwhile', async () => {
    await bench.fake.choose('a.jpg', 'b.jpg', 'c.jpg');
    await bench.fake.settle();
    const other = fakeBulkUpload(bench.server);
    await other.session.load();
    other.edit('b.jpg', { title: 'Van de ander' });
    other.session.remove([other.idOf('a.jpg')]);
    await other.settle();
    other.session.end();
    bench.fake.edit('b.jpg', { date: '2024-05-04' });
    bench.fake.edit('a.jpg', { title: 'Te laat' });
    await bench.fake.settle();
    expect(bench.fake.drafts().map(({ name }) => name)).toEqual(['b.jpg', 'c.jpg']);
    await bench.fake.session.load();
    expect(bench.fake.drafts()[0]?.fields).toMatchObject({
      title: 'Van de ander',
      date: '2024-05-04',
    });
    expect(bench.server.drafts[0]?.fields).toMatchObject({
      title: 'Van de ander',
      date: '2024-05-04',
    });
  });
});

describe('while the server can’t be reached', () => {
  it('what is typed stays, is said to be unsaved, and is written once it can', async () => {
    vi.useFakeTimers();
    try {
      await bench.fake.choose('a.jpg');
      await vi.advanceTimersByTimeAsync(1000);
      bench.server.isDown = true;
      bench.fake.session.type(bench.fake.idOf('a.jpg'), { title: 'Zonder lijn' });
      await vi.advanceTimersByTimeAsync(20_000);
      expect(bench.fake.session.get().notSaved).toBeInstanceOf(TypeError);
      expect(bench.fake.page?.holdsOnlyCopy()).toBe(true);
      bench.server.isDown = false;
      await vi.advanceTimersByTimeAsync(20_000);
      expect(bench.fake.session.get().notSaved).toBeNull();
      expect(bench.server.drafts[0]?.fields.title).toBe('Zonder lijn');
      expect(bench.fake.page?.holdsOnlyCopy()).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('files can be chosen, and become rows in their order when it can', async () => {
    bench.server.isDown = true;
    await bench.fake.session.load();
    expect(bench.fake.session.get().loading).toBe('failed');
    bench.fake.session.choose(['b.jpg', 'a.jpg'].map(chosenFile));
    await vi.waitFor(() => expect(bench.fake.session.get().notSaved).not.toBeNull());
    expect(bench.fake.drafts().map(({ name }) => name)).toEqual(['b.jpg', 'a.jpg']);
    bench.server.isDown = false;
    await bench.fake.settle();
    expect(bench.server.names()).toEqual(['b.jpg', 'a.jpg']);
    expect(bench.fake.sent).toHaveLength(2);
  });
});

it('sends of a thousand rows only what was changed', async () => {
  await bench.fake.session.load();
  bench.fake.session.choose(
    Array.from({ length: 1000 }, (_, n) => chosenFile(`${n}.jpg`)),
    true,
  );
  await bench.fake.settle();
  expect(bench.server.calls).toEqual(['list', 'create']);
  bench.fake.edit('7.jpg', { title: 'Das' });
  await bench.fake.settle();
  expect(bench.server.calls).toEqual(['list', 'create', 'change']);
  expect(bench.server.patches).toMatchObject([{ fields: { title: 'Das' }, edited: ['title'] }]);
  await reload();
  await bench.fake.settle();
  expect(bench.server.calls.slice(3)).toEqual(['list']);
});

it('sends the last letter as the page goes, without waiting for anything', async () => {
  await bench.fake.choose('a.jpg');
  await bench.fake.settle();
  const before = bench.server.calls.length;
  bench.fake.session.type(bench.fake.idOf('a.jpg'), { title: 'Zin' });
  bench.fake.page?.leave();
  expect(bench.server.calls.slice(before)).toEqual(['change']);
  expect(bench.server.drafts[0]?.fields.title).toBe('Zin');
  bench.fake.session.clear();
  bench.fake.page?.leave();
  expect(bench.server.names()).toEqual([]);
});
