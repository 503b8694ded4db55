/** Compares the frames that play of many videos with those published. */
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import fc from 'fast-check';
import { it } from 'vitest';
import { type Codec, codecs, type Film, plainFilm, publishFilm } from '#testing/films.ts';
import { useImageBench } from '#testing/image-bench.ts';

const bench = useImageBench();

/** Random videos. */
const FILMS = roundsOf('videos', 4);

it.each<[string, Partial<Film>]>([
  ['trimmed by an edit list alone', { cut: 0.52 }],
  ['trimmed, with sound of six channels', { cut: 0.52, codec: 'H.264 in MOV', sound: '5.1' }],
  ['turned', { turn: 90, codec: 'HEVC' }],
  ['upside down, and ProRes', { turn: 180, codec: 'ProRes' }],
  ['interlaced', { isInterlaced: true }],
  ['interlaced, in an MTS', { isInterlaced: true, codec: 'MTS' }],
  ['at 240 frames a second', { rate: 240 }],
  ['at 240 frames a second, in ten bits', { rate: 240, codec: 'H.264, 4:2:2 with ten bits' }],
  ['with a cover, a time code, chapters and words', { hasMore: true, codec: 'H.264 in MOV' }],
  ['of a variable rate, without sound', { isVariable: true, sound: 'none', codec: 'VP9' }],
])('publishes exactly the frames that play of a video %s', async (_what, change) => {
  await publishFilm(bench, { ...plainFilm, ...change });
});

it(
  'publishes exactly the frames that play of random videos',
  async () => {
    const film = fc.record<Film>({
      codec: fc.constantFrom(...(Object.keys(codecs) as Codec[])),
      rate: fc.constantFrom(12, 24, 25, 30, 50, 60),
      turn: fc.constantFrom(0, 90, 180, 270),
      sound: fc.constantFrom('none', 'stereo', '5.1'),
      isVariable: fc.boolean(),
      isInterlaced: fc.constant(false),
      cut: fc.constantFrom(0, 0, 0.3, 0.52),
      hasMore: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(film, (one) => publishFilm(bench, one)),
      { numRuns: FILMS },
    );
    keepFigures('videos', { films: FILMS });
  },
  60 * 60_000,
);
