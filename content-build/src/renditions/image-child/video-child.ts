/** The process that FFmpeg is in, for one call. Started by `inVideoProcess`. */
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import sharp from 'sharp';
import { reply, serveCalls } from './child-calls.ts';
import { VIDEO_PROCESS } from './image-types.ts';
import { sniffFormat } from './sniff.ts';
import { inspectVideo, renderVersions, renderVideo } from './video.ts';

// The parent knows it by this.
process.title = VIDEO_PROCESS;
// What FFmpeg says of a damaged file is not for people.
Log.setLevel(AV_LOG_QUIET);
// Photos go first.
sharp.concurrency(1);

serveCalls(async (request) => {
  const { id, kind, input } = request;
  if (kind === 'inspect') return inspectVideo(input, await sniffFormat(input.file));
  if (kind === 'versions') return { ok: true, ...(await renderVersions(input)) };
  const onPercent = (percent: number) => reply({ id, event: 'progress', percent });
  return { ok: true, ...(await renderVideo(input, onPercent)) };
});
