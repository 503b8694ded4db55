import { expect, it } from 'vitest';
import { xmp } from '#testing/moving-bench.ts';
import { useReaderBench } from '#testing/reader-bench.ts';

const { bring, read } = useReaderBench();

it('brings every photo and video with its sidecar, as drafts', async () => {
  const { form, left, items, stories, outcome, again } = await bring(
    {
      'ree.jpg': { title: 'Ree' },
      'ree.jpg.xmp': xmp({ place: 'Epe' }),
      'ree.txt': 'niets',
      'Dieren/Uilen/uil 10.JPEG': { title: 'Uil tien' },
      'Dieren/Uilen/uil 9.mp4': { title: 'Uil negen' },
      'Dieren/Uilen/uil 9.xmp': xmp({ place: 'Epe' }),
      'Dieren/.verborgen/x.jpg': {},
      '@eaDir/ree.jpg/thumb.jpg': {},
      'Zo-\u0001.jpg': {},
      'stuk.jpg': 'geen foto',
    },
    undefined,
    true,
  );
  expect(form.items.map(({ source, sourceId }) => `${source}:${sourceId}`)).toEqual([
    'folder:Dieren/Uilen/uil 10.JPEG',
    'folder:Dieren/Uilen/uil 9.mp4',
    'folder:ree.jpg',
    'folder:stuk.jpg',
  ]);
  expect(left.slice(1)).toEqual([expect.stringContaining('the file lies outside the folder')]);
  expect(outcome).toMatchObject({ created: 3, failed: [expect.stringContaining('stuk.jpg')] });
  expect(items.map((row) => [row.title, row.location, row.status])).toEqual([
    ['Uil tien', null, 'draft'],
    ['Uil negen', 'Epe', 'draft'],
    ['Ree', 'Epe', 'draft'],
  ]);
  expect(stories.map(({ title, status, body }) => [title, status, body])).toEqual([
    ['Uilen', 'draft', [items[1]?.id, items[0]?.id].map((id) => ({ kind: 'single', media: [id] }))],
    [
      expect.stringContaining('veldlicht-moving-'),
      'draft',
      [{ kind: 'single', media: [items[2]?.id] }],
    ],
  ]);
  expect(again).toMatchObject({ created: 0, linked: 0 });
});

it('makes series only on request', async () => {
  const { form } = await read({ 'a.jpg': {}, 'b/c.jpg': {} });
  expect(form.stories).toEqual([]);
});

it('leaves a folder in the form alone, and refuses one without photos', async () => {
  const line = { source: 'map', sourceId: '1', file: 'a.jpg' };
  const { form } = await read({ 'items.jsonl': line, 'a.jpg': {}, 'photo_1.json': {} });
  expect([form.items.length, form.left]).toEqual([1, []]);
  await expect(read({ 'a.zip': 'x' })).rejects.toThrow('unpack them first');
  await expect(read({ 'a.txt': 'x' })).rejects.toThrow('No photos or videos');
  await expect(read({}, '/nergens')).rejects.toThrow('There is no folder /nergens');
});
