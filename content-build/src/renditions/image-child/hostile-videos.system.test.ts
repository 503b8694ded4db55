/** Malicious videos: each is refused or read, photos continue, and no file is left. */
import { beforeAll, expect, it } from 'vitest';
import { outliveVideo } from '#testing/hostile-files.ts';
import { useImageBench } from '#testing/image-bench.ts';
import { landscape } from '#testing/test-pictures.ts';
import { h264, makeVideo } from '#testing/test-videos.ts';

const bench = useImageBench();
let video: Buffer;
let photo: Buffer;
beforeAll(async () => {
  video = makeVideo(bench.folder, 'a.mp4', ...h264, '-c:a', 'aac', '-movflags', '+faststart');
  photo = await landscape(300, 200).jpeg().toBuffer();
});

/** Changes numbers in boxes at offsets behind their names. */
function patched(bytes: Buffer, changes: [name: string, offset: number, value: number][]): Buffer {
  const changed = Buffer.from(bytes);
  for (const [name, offset, value] of changes)
    changed.writeUInt32BE(value, changed.indexOf(name) + 4 + offset);
  return changed;
}

const MANY = 0x7ff_ffff;

/** Lies in the index, and damage of the pictures; `hostile-videos.nightly.test.ts` has more of both. */
const hostile: [string, () => Buffer][] = [
  [
    'a hundred million frames in a few bytes',
    () =>
      patched(video, [
        ['stsz', 4, 1],
        ['stsz', 8, MANY],
        ['stts', 8, MANY],
        ['stsc', 12, MANY],
      ]),
  ],
  [
    'pictures of noise',
    () => {
      const changed = Buffer.from(video);
      for (let at = changed.indexOf('mdat') + 8; at < changed.length; at += 7)
        changed[at] = (at * 31) & 255;
      return changed;
    },
  ],
];

it.each(hostile)('%s: ends, and photos continue', (_what, make) =>
  outliveVideo(bench, make(), photo),
);

it('ends on half of an MTS, which may be taken: it declares no duration', async () => {
  const bytes = makeVideo(bench.folder, 'd.mts', ...h264, '-an');
  const part = bytes.subarray(0, bytes.length / 2);
  const outcome = await bench.inspect(part);
  expect(bench.list(bench.put(part).hash)).toEqual(outcome.ok ? ['960.jpg'] : []);
  expect(bench.images.pid('inspectVideo')).toBeUndefined();
});
