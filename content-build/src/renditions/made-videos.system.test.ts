/** A few kinds of videos; the others are in `made-videos.nightly.test.ts`. */
import { describeMadeVideos } from '#testing/describe-made-videos.ts';
import { madeVideos } from '#testing/made-videos.ts';

const few = [
  'plain.mp4',
  'silent.mp4',
  'turn-90.mov',
  'hevc-hlg.mov',
  'vp9.webm',
  'interlaced.mts',
];
describeMadeVideos(madeVideos.filter(({ name }) => few.includes(name)));
