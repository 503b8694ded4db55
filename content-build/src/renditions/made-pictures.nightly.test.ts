/** Pictures of every format that photographers use. */
import { describeMadePictures } from '#testing/describe-made-pictures.ts';
import { madePictures } from '#testing/made-pictures.ts';

describeMadePictures(madePictures);
