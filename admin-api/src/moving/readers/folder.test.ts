import { expect, it } from 'vitest';
import { xmp } from '#testing/moving-bench.ts';
import { singles, useReaderBench } from '#testing/reader-bench.ts';

const { read } = useReaderBench();

it('reads every photo and video by its path, and folders as series', async () => {
  const files = {
    'ree.jpg': {},
    'ree.jpg.xmp': xmp({ place: 'Epe' }),
    'ree.txt': 'niets',
    'Dieren/Uilen/uil 10.JPEG': {},
    'Dieren/Uilen/uil 9.mp4': {},
    'Dieren/.verborgen/x.jpg': {},
    '@eaDir/ree.jpg/thumb.jpg': {},
  };
  const { form } = await read(files, undefined, true);
  expect(form.items.map((item) => [item.source, item.sourceId, item.visibility])).toEqual([
    ['folder', 'Dieren/Uilen/uil 10.JPEG', 'draft'],
    ['folder', 'Dieren/Uilen/uil 9.mp4', 'draft'],
    ['folder', 'ree.jpg', 'draft'],
  ]);
  expect(form.stories.map(({ facts, blocks }) => [facts.title, blocks])).toEqual([
    ['Uilen', singles('folder', 'Dieren/Uilen/uil 9.mp4', 'Dieren/Uilen/uil 10.JPEG')],
    [expect.stringContaining('veldlicht-moving-'), singles('folder', 'ree.jpg')],
  ]);
});

it('makes series only on request, and leaves what has no proper path', async () => {
  const { form, left } = await read({ 'b/c.jpg': {}, 'Zo-\u0001.jpg': {} });
  expect([form.items.length, form.stories]).toEqual([1, []]);
  expect(left.slice(1)).toEqual([expect.stringContaining('the file is outside the folder')]);
});

it('leaves a folder in the form alone, and refuses one without photos', async () => {
  const line = { source: 'map', sourceId: '1', file: 'a.jpg' };
  const { form } = await read({ 'items.jsonl': line, 'a.jpg': {}, 'photo_1.json': {} });
  expect([form.items.length, form.left]).toEqual([1, []]);
  await expect(read({ 'a.zip': 'x' })).rejects.toThrow('unpack them first');
  await expect(read({ 'a.txt': 'x' })).rejects.toThrow('No photos or videos');
  await expect(read({}, '/nergens')).rejects.toThrow('There is no folder /nergens');
});
