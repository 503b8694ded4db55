/**
 * Encodes a video as it is published, for `npm run bench -- videos`; prints what it cost.
 * `node encode-video.ts <from> <to> <width> <height>`
 */
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { writeVideo } from '#renditions/image-child/encode-video.ts';
import { withVideo } from '#renditions/image-child/open-video.ts';

const [from = '', to = '', width, height] = process.argv.slice(2);
Log.setLevel(AV_LOG_QUIET);
const size = { width: Number(width), height: Number(height), options: {} };
await withVideo({ file: from, extension: 'mov' }, (source) =>
  writeVideo(source, to, { video: size, audio: source.audio ? 'encode' : 'none' }),
);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const cpuMs = (userCPUTime + systemCPUTime) / 1000;
console.log(JSON.stringify({ cpuMs, peakMb: maxRSS / 1024 }));
