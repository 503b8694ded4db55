import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { singles, useMovingBench } from '#testing/moving-bench.ts';

const { bring, read } = useMovingBench();

/** The JSON of a photo, whose values are all texts. */
const photo = (id: string, change: object = {}) => ({
  [`part1/photo_${id}.json`]: {
    id,
    name: `Foto ${id}`,
    description: '',
    date_taken: '2019-05-04 06:10:00',
    date_imported: '2019-05-05 10:00:00',
    photopage: `https://www.flickr.com/photos/anna/${id}/`,
    license: 'All Rights Reserved',
    geo: [],
    tags: [],
    comments: [],
    privacy: 'public',
    ...change,
  },
});
const album = (id: string, photos: string[], change: object = {}) => ({
  id,
  title: 'Vorst',
  description: '',
  created: '1557050400',
  url: `https://www.flickr.com/photos/anna/sets/${id}`,
  cover_photo: `https://www.flickr.com/photos//${photos[1]}`,
  photos,
  ...change,
});

const files = {
  ...photo('53700000001', {
    name: 'Ree &amp; kalf &quot;CafÃ©&quot;',
    description: 'Zie <a href="https://anna.nl/ree">mijn site</a>\nen <b>meer</b> &lt;3',
    geo: { latitude: '52131234', longitude: '5860432', accuracy: '16' },
    tags: [
      { tag: 'Mist' },
      { tag: 'mist' },
      { tag: 'geo:lat=52.131234' },
      { tag: 'camera:model=x' },
      {},
    ],
    license: 'Attribution License',
  }),
  ...photo('53700000002', {
    geo: [{ latitude: '-52500000', longitude: '5500000' }],
    privacy: 'friend & family',
    date_taken: '2019-05-04 00:00:00',
  }),
  ...photo('53700000003', { date_taken: '0000-00-00 00:00:00', name: '', privacy: undefined }),
  ...photo('53700000004', { geo: { latitude: '0', longitude: '0' } }),
  'part1/photo_53700000005.json': Buffer.from(
    '{"id":"53700000005","name":"Reeën","photopage":"https://flickr.com/photos/anna/53700000005/"}',
    'latin1',
  ),
  'part1/photo_9.json': '{"id":',
  'part1/photo_8.json': { id: '../8' },
  'part1/albums.json': {
    albums: [
      album('721', ['53700000004', '53700000001', '0', '53700000002']),
      album('722', ['53700000002'], { title: '', description: 'Rust\n\n[stil]' }),
    ],
  },
  'data-1/ree-kalf_53700000001_o.jpg': { title: 'Bestand', n: 1 },
  'data-1/53700000002_a1b2c3_o.jpg': { n: 2, date: '2019-05-01', time: '07:00:00' },
  'data-2/data-3/img_20190504_53700000003_o.jpg': { title: 'Uit het bestand', date: '2018-01-01' },
  'data-2/copy-of-53700000001_53700000004.mp4': { location: '52.600000, 5.600000' },
  'data-2/los_1234_o.jpg': { n: 5 },
  '__MACOSX/data-2/._los_1234_o.jpg': { n: 6 },
};

it('reads photos with their facts', async () => {
  const { form } = await read(files);
  expect(
    form.items.map(({ file, takenLocal, visibility }) => [file, takenLocal, visibility]),
  ).toEqual([
    ['data-1/ree-kalf_53700000001_o.jpg', '2019-05-04T06:10:00', 'public'],
    ['data-1/53700000002_a1b2c3_o.jpg', '2019-05-04', 'private'],
    ['data-2/data-3/img_20190504_53700000003_o.jpg', undefined, 'private'],
    ['data-2/copy-of-53700000001_53700000004.mp4', '2019-05-04T06:10:00', 'public'],
  ]);
  expect(form.items.map(({ lat, lon, privacy }) => [lat, lon, privacy])).toEqual([
    [52.131234, 5.860432, null],
    [-52.5, 5.5, null],
    [undefined, undefined, 'hidden'],
    [undefined, undefined, 'hidden'],
  ]);
  expect(form.items[0]).toMatchObject({
    sourceId: '53700000001',
    title: 'Ree & kalf "Café"',
    description: 'Zie mijn site (https://anna.nl/ree)\nen meer <3',
    keywords: ['Mist'],
    license: 'Attribution License',
    publishedAt: '2019-05-05T10:00:00.000Z',
  });
  expect(form.items[2]?.title).toBeUndefined();
});

it('reads albums in their order', async () => {
  const { form } = await read(files);
  const { facts, ...first } = form.stories[0] ?? {};
  expect(first).toEqual({
    kind: 'series',
    blocks: singles('flickr', '53700000004', '53700000001', '53700000002'),
  });
  expect(facts).toMatchObject({
    title: 'Vorst',
    date: '2019-05-05',
    visibility: 'public',
    cover: 'flickr:53700000001',
  });
  expect(form.stories[1]).toMatchObject({
    facts: { title: '2019-05-05', visibility: 'private' },
    blocks: [{ text: 'Rust\n\n\\[stil\\]' }, {}],
  });
});

it('answers for all old addresses', async () => {
  const { form } = await read(files);
  const { outcome, answers } = await bring(form);
  expect(outcome).toEqual({ created: 4, linked: 0, failed: [] });
  expect(answers).toEqual({
    '/photos/anna/53700000001/': 301,
    '/photos/anna/53700000002/': 410,
    '/photos/anna/53700000003/': 410,
    '/photos/anna/53700000004/': 301,
    '/photos/anna/53700000005/': 410,
    '/photos/anna/sets/721': 301,
    '/photos/anna/albums/721': 301,
    '/photos/anna/sets/722': 410,
    '/photos/anna/albums/722': 410,
  });
});

it('names what stays behind', async () => {
  const { form, left } = await read(files);
  expect(form.faults).toEqual([]);
  expect(left).toEqual([
    'Found: a Flickr export, with photos, videos and albums',
    'part1/photo_8.json: it can’t be read as JSON',
    'part1/photo_9.json: it can’t be read as JSON',
    'Files that the export doesn’t describe (1): data-2/los_1234_o.jpg',
    'Photos and videos whose file is missing (1): 53700000005 “Reeën”',
  ]);
});

it('never follows a link out of the folder', async () => {
  const { folder } = await read(files);
  const file = path.join(folder, 'data-1/ree-kalf_53700000001_o.jpg');
  rmSync(file);
  symlinkSync('/etc/hostname', file);
  symlinkSync('/etc', path.join(folder, 'data-4'));
  const { form } = await read({}, folder);
  expect(form.items.map(({ sourceId }) => sourceId)).not.toContain('53700000001');
});

it('divides an album that is too long for a series', async () => {
  const ids = Array.from({ length: 501 }, (_, n) => `${10_000_000 + n}`);
  const { form } = await read({
    ...Object.assign({}, ...ids.map((id) => photo(id))),
    ...Object.fromEntries(ids.map((id) => [`x_${id}_o.jpg`, { id }])),
    'albums.json': { albums: [album('1', ids), album('1', ids)] },
  });
  expect(
    form.stories.map(({ facts, blocks }) => [facts.title, facts.sourceId, blocks.length]),
  ).toEqual([
    ['Vorst', 'album-1', 500],
    ['Vorst (2)', 'album-1 (2)', 1],
  ]);
});
