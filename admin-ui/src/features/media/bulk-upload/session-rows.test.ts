/** What the table does to drafts, and the way back. */
import { expect, it, vi } from 'vitest';
import { useFakeBulkUpload } from './testing/fake-bulk-upload.ts';

const bench = useFakeBulkUpload();
const names = () => bench.fake.drafts().map(({ name }) => name);
const tagsOf = () => bench.fake.drafts().map(({ fields }) => fields.tags);

it('changes many at once, and takes that back where nothing else has changed since', async () => {
  await bench.fake.choose('a.jpg', 'b.jpg');
  bench.fake.edit('b.jpg', { tags: ['mist'] });
  const ids = ['a.jpg', 'b.jpg'].map(bench.fake.idOf);
  const change = { addTags: ['bos'], removeTags: ['mist'], date: '2026-05-04' };
  const { takeBack, isDone } = bench.fake.session.changeRows([{ ids, change }]);
  expect(await isDone).toBe(true);
  expect(tagsOf()).toEqual([['bos'], ['bos']]);
  bench.fake.edit('a.jpg', { title: 'Anders' });
  takeBack();
  expect(tagsOf()).toEqual([['bos'], ['mist']]);
});

it('makes items in the order that the table shows', async () => {
  await bench.fake.choose('a.jpg', 'b.jpg', 'c.jpg');
  const back = bench.fake.session.order(['c.jpg', 'a.jpg', 'b.jpg'].map(bench.fake.idOf));
  expect(names()).toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
  back();
  expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  bench.fake.session.order([bench.fake.idOf('b.jpg')]);
  bench.fake.edit('b.jpg', { category: 'fauna' });
  await bench.fake.session.run('fill-empty');
  const titles = bench.fake.calls.flat().map(({ title }) => title);
  expect(titles).toEqual(['b', 'a', 'c']);
});

it('brings a removed file back where it was, with its fields, and sends it again', async () => {
  await bench.fake.choose('a.jpg', 'b.jpg');
  bench.fake.edit('a.jpg', { title: 'Vos' });
  await bench.fake.settle();
  const id = bench.fake.idOf('a.jpg');
  // Before the discard has been answered.
  const { port } = bench.server;
  const { discard } = port;
  const answer = Promise.withResolvers<void>();
  port.discard = async (ids) => {
    await discard(ids);
    await answer.promise;
  };
  const takeBack = bench.fake.session.remove([id]);
  await vi.waitFor(() => expect(bench.server.names()).toEqual(['b.jpg']));
  const isBack = takeBack();
  answer.resolve();
  await isBack;
  await bench.fake.settle();
  expect(names()).toEqual(['a.jpg', 'b.jpg']);
  expect(bench.server.find(id)?.fields.title).toBe('Vos');
  expect(bench.fake.drafts().every(({ stored }) => stored)).toBe(true);
  expect(bench.fake.sent).toEqual(['a.jpg', 'b.jpg', 'a.jpg']);
});
