import { expect, it } from 'vitest';
import { singles, useMovingBench, xmp } from '#testing/moving-bench.ts';

const { read } = useMovingBench();

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

const takeout = (title: string, change: object = {}) => ({
  title,
  description: '',
  imageViews: '3',
  url: 'https://photos.google.com/photo/x',
  creationTime: { timestamp: '1600000000', formatted: '13 sep 2020' },
  photoTakenTime: { timestamp: '1556921400', formatted: '3 mei 2019 22:10:00 UTC' },
  geoData: { latitude: 0, longitude: 0, altitude: 0, latitudeSpan: 0, longitudeSpan: 0 },
  ...change,
});
const LONG = 'een-heel-lange-naam-van-een-foto-van-een-ree-in-de-mist.jpg';

it('finds the JSON of Google Takeout under all its names', async () => {
  const beside: Record<string, string> = {
    'gewoon.jpg': 'gewoon.jpg.json',
    'nieuw.jpg': 'nieuw.jpg.supplemental-metadata.json',
    'Screenshot_2017-07-05-10-05-26.png': 'Screenshot_2017-07-05-10-05-26.png.supplementa.json',
    'kort.jpg': 'kort.jpg.suppl.json',
    'IMG_1(1).jpg': 'IMG_1.jpg(1).json',
    'IMG_2(12).jpg': 'IMG_2.jpg.supplemental-metadata(12).json',
    'haakje(3).jpg': 'haakje(3).jpg.json',
    'IMG_3-bewerkt.jpg': 'IMG_3.jpg.json',
    'IMG_4-edited(1).jpg': 'IMG_4.jpg(1).json',
    [LONG]: `${LONG.slice(0, 46)}.json`,
  };
  const names = Object.keys(beside);
  const { form } = await read(
    Object.fromEntries(
      names.flatMap((name, n) => [
        [`Takeout/2019/${name}`, { n }],
        [`Takeout/2019/${beside[name]}`, takeout(name, { description: `Van ${name}` })],
      ]),
    ),
  );
  expect(beside[LONG]).toHaveLength(51);
  const told = form.items.map(({ file, description }) => [
    file.slice('Takeout/2019/'.length),
    description,
  ]);
  expect(told.toSorted()).toEqual(names.map((name) => [name, `Van ${name}`]).toSorted());
});

it('reads moments in UTC and places, but no place of 0, 0', async () => {
  const { form, left } = await read({
    'a.jpg': {},
    'a.jpg.json': takeout('a.jpg'),
    'b.jpg': {},
    'b.jpg.json': takeout('b.jpg', { geoData: { latitude: 52.131234, longitude: 5.860432 } }),
    'c.jpg': { n: 3 },
    'c.jpg.json': takeout('c.jpg', { photoTakenTime: { timestamp: '99999999999999' } }),
    'weg.jpg': { n: 4 },
    'weg.jpg.json': takeout('weg.jpg', { trashed: true }),
    'stuk.jpg': { n: 5 },
    'stuk.jpg.json': '[',
  });
  const taken = '2019-05-03T22:10:00.000Z';
  expect(form.items.map(({ file, takenAt, lat, lon }) => [file, takenAt, lat, lon])).toEqual([
    ['a.jpg', taken, undefined, undefined],
    ['b.jpg', taken, 52.131234, 5.860432],
    ['c.jpg', undefined, undefined, undefined],
    ['stuk.jpg', undefined, undefined, undefined],
  ]);
  expect(left.slice(1)).toEqual(['stuk.jpg.json: it can’t be read as JSON']);
});

it('reads a photo once that Takeout has in its year and in an album', async () => {
  const photo = { 'IMG_1.jpg': { n: 1 }, 'IMG_1.jpg.json': takeout('IMG_1.jpg') };
  const under = (folder: string, files: object) =>
    Object.fromEntries(Object.entries(files).map(([name, one]) => [`${folder}/${name}`, one]));
  const other = { 'IMG_1.jpg': { n: 1234 }, 'IMG_1.jpg.json': takeout('IMG_1.jpg') };
  const { form } = await read(
    { ...under('2019', photo), ...under('Vorst', photo), ...under('Ander', other) },
    undefined,
    true,
  );
  expect(form.items.map(({ file }) => file)).toEqual(['2019/IMG_1.jpg', 'Ander/IMG_1.jpg']);
  expect(form.stories.map(({ facts, blocks }) => [facts.title, blocks])).toEqual([
    ['2019', [{ kind: 'single', media: ['folder:2019/IMG_1.jpg'] }]],
    ['Ander', [{ kind: 'single', media: ['folder:Ander/IMG_1.jpg'] }]],
    ['Vorst', [{ kind: 'single', media: ['folder:2019/IMG_1.jpg'] }]],
  ]);
});
