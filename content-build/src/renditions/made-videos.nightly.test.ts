/** Videos of every format that photographers use. */
import { describeMadeVideos } from '#testing/describe-made-videos.ts';
import { madeVideos } from '#testing/made-videos.ts';

describeMadeVideos(madeVideos);
