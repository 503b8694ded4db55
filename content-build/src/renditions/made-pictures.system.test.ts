/** A picture of each format, and ways to declare colours; `made-pictures.nightly.test.ts` has all of them. */
import { describeMadePictures } from '#testing/describe-made-pictures.ts';
import { madePictures } from '#testing/made-pictures.ts';

const few = [
  'plain.jpg',
  'display-p3.jpg',
  'turned.png',
  'plain.webp',
  'plain.gif',
  'code-pq.avif',
  'plain.heic',
  'bt2020-hlg.heic',
  'deep.tif',
];
describeMadePictures(madePictures.filter(({ name }) => few.includes(name)));
