/** Compares the frames that play of a video with those published; `published-video.nightly.test.ts` makes more. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codecs, expectSame, type Film, makeFilm, plainFilm, publishFilm } from '#testing/films.ts';
import { useImageBench } from '#testing/image-bench.ts';
import { runFfmpeg } from '#testing/test-videos.ts';

const bench = useImageBench();
const at = (name: string) => path.join(bench.folder, name);

it.each<[string, Partial<Film>]>([
  [
    'trimmed, turned, with six channels, a cover, a time code, chapters and words',
    { cut: 0.52, turn: 90, codec: 'H.264 in MOV', sound: '5.1', hasMore: true },
  ],
  ['interlaced, in an MTS', { isInterlaced: true, codec: 'MTS' }],
  ['at 240 frames a second', { rate: 240 }],
])('publishes exactly the frames that play of a video %s', async (_what, change) => {
  await publishFilm(bench, { ...plainFilm, ...change });
});

it('copies the packets that every browser plays, for any delay in the edit list', async () => {
  const source = makeFilm(bench.folder, { ...plainFilm, hasMore: true, turn: 90 });
  const { folder } = await bench.renderVideoHere(readFileSync(source));
  const sums = (file: string) => {
    runFfmpeg('-i', file, '-map', '0:V:0', '-f', 'framemd5', at('sums.txt'));
    const lines = readFileSync(at('sums.txt'), 'utf8').split('\n');
    return lines.flatMap((line) => (/^\d/.test(line) ? line.split(',').at(-1) : []));
  };
  expect(sums(path.join(folder, 'video.mp4'))).toEqual(sums(source));
});

/** Clears the enabled flag of a track. */
function hideTrack(bytes: Buffer, n: number): Buffer {
  const hidden = Buffer.from(bytes);
  let found = -1;
  for (let track = 0; track <= n; track++) found = hidden.indexOf('tkhd', found + 1);
  hidden[found + 7] = (hidden[found + 7] ?? 0) & ~1;
  return hidden;
}

it('drops a hidden track, and encodes the shown ones', async () => {
  const [shown, other] = [makeFilm(bench.folder, plainFilm), at('other.mp4')];
  const blue = ['-f', 'lavfi', '-i', 'color=blue:size=320x240:rate=25:duration=1.5'];
  runFfmpeg('-i', shown, ...blue, '-map', '1:v', '-map', '0:v', ...codecs['H.264'].args, other);
  const { folder } = await bench.renderVideoHere(hideTrack(readFileSync(other), 0));
  const published = path.join(folder, 'video.mp4');
  expectSame(shown, published, { ...plainFilm, sound: 'none' });
});
