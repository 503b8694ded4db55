/** Malicious videos of every kind: each is refused or read, photos continue, and no file is left. */
import { beforeAll, expect, it } from 'vitest';
import { nestedBoxes, outliveVideo } from '#testing/hostile-files.ts';
import { useImageBench } from '#testing/image-bench.ts';
import { box } from '#testing/iso-box.ts';
import { landscape } from '#testing/test-pictures.ts';
import { h264, makeVideo } from '#testing/test-videos.ts';

const bench = useImageBench();
let video: Buffer;
let photo: Buffer;
beforeAll(async () => {
  video = makeVideo(bench.folder, 'a.mp4', ...h264, '-c:a', 'aac', '-movflags', '+faststart');
  photo = await landscape(300, 200).jpeg().toBuffer();
});

const fileType = box('ftyp', 'isom', [0, 0, 2, 0], 'isomavc1mp42');
const hostile: [string, () => Buffer][] = [
  [
    '65,535 tracks',
    () => {
      const track = box(
        'trak',
        box('mdia', box('hdlr', Buffer.alloc(8), 'vide', Buffer.alloc(13))),
      );
      return Buffer.concat([fileType, box('moov', ...Array<Buffer>(65_535).fill(track))]);
    },
  ],
  [
    'twenty thousand boxes in each other',
    () => Buffer.concat([fileType, box('moov', nestedBoxes(20_000, ['trak', 'udta']))]),
  ],
  [
    'a picture of 65,535 × 65,535 pixels',
    () => {
      const changed = Buffer.from(video);
      changed.writeUInt32BE(0xffff_ffff, changed.indexOf('avc1', changed.indexOf('stsd')) + 28);
      return changed;
    },
  ],
  [
    'a box longer than the file',
    () => {
      const changed = Buffer.from(video);
      changed.writeUInt32BE(0x7fff_ffff, changed.indexOf('moov') - 4);
      return changed;
    },
  ],
  [
    'an index of zeros',
    () => {
      const changed = Buffer.from(video);
      return changed.fill(0, changed.indexOf('moov') + 4, changed.indexOf('mdat') - 4);
    },
  ],
];

it.each(hostile)('%s: ends, and photos continue', (_what, make) =>
  outliveVideo(bench, make(), photo),
);

const PLACES = 6;

it.each([
  ['an MP4 with its index in front', false, 'a.mp4'],
  ['a MOV with its index behind', false, 'b.mov'],
  ['a WebM', false, 'c.webm'],
  // It declares no duration, so a truncated one is valid.
  ['an MTS', true, 'd.mts'],
])(`ends on %s truncated to any of ${PLACES} lengths`, async (_what, mayBeTaken, name) => {
  const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-an'];
  const made = name.endsWith('webm') ? vp8 : [...h264, '-an'];
  const index = name === 'a.mp4' ? ['-movflags', '+faststart'] : [];
  const bytes = makeVideo(bench.folder, name, ...made, ...index, '-t', '8');
  for (let place = 1; place <= PLACES; place++) {
    const part = bytes.subarray(0, Math.floor((bytes.length * place) / (PLACES + 2)));
    const outcome = await bench.inspect(part);
    if (!mayBeTaken) expect(outcome, `${part.length} bytes`).toMatchObject({ ok: false });
    expect(bench.list(bench.put(part).hash)).toEqual(outcome.ok ? ['960.jpg'] : []);
  }
  expect(bench.images.pid('inspectVideo')).toBeUndefined();
});

/** Deterministic random numbers. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

it('ends with any byte of the index changed, and the process survives', async () => {
  const pid = bench.images.pid();
  const end = video.indexOf('mdat');
  const random = numbers(7);
  const next = () => random.next().value ?? 0;
  for (let n = 0; n < 12; n++) {
    const changed = Buffer.from(video);
    for (let i = 0; i < 6; i++) changed[next() % end] = next() >>> 24;
    const outcome = await bench.inspect(changed);
    if (!outcome.ok) expect(outcome.reason).toMatch(/^(?:file_damaged|kind_refused|video_too_)/);
  }
  expect(bench.images.pid()).toBe(pid);
  // The process of the call has ended.
  expect(bench.images.pid('inspectVideo')).toBeUndefined();
});
