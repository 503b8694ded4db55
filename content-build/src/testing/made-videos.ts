/** Test videos in every format that photographers use, each a still of the same chart, made by ffmpeg. */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { chart } from '#testing/made-pictures.ts';
import { runFfmpeg } from '#testing/test-videos.ts';

export interface MadeVideo {
  /** File name, with the extension of its format. */
  name: string;
  /** Arguments for ffmpeg between its inputs, the chart and a tone, and the file. */
  args: string[];
  /** Changes the file that ffmpeg made. */
  after?: (file: string) => void;
  /** Reference of a video that Chromium does not play: filters for ffmpeg, or the name of one that it plays. */
  reference?: { filters: string } | { like: string };
  isSilent?: boolean;
}

/** Chromium and ffmpeg compare a frame at 0.3 s. */
const SECONDS = 0.6;
const RATE = 15;
const words = (text: string) => text.split(' ');
/** Arguments that convert to a pixel format, matrix and range. */
const pixels = (kind: string, matrix = 'bt709', range = 'tv', before = '') => [
  ...['-vf', `${before}scale=out_color_matrix=${matrix}:out_range=${range},format=${kind}`],
];
/** Arguments that declare the colours of the file. */
const says = (primaries: string, transfer = primaries, matrix = primaries, range = 'tv') =>
  words(
    `-color_primaries ${primaries} -color_trc ${transfer} -colorspace ${matrix} -color_range ${range}`,
  );
const plain = says('bt709');
const x264 = words('-c:v libx264 -preset veryfast -crf 4');
const x265 = words('-c:v libx265 -preset ultrafast -crf 4 -tag:v hvc1');
const av1 = words('-c:v libaom-av1 -cpu-used 8 -crf 4');
const prores = (profile: string) => words(`-c:v prores_ks -profile:v ${profile}`);
const quiet = (...more: string[]) => ['-x265-params', ['log-level=error', ...more].join(':')];
const aac = words('-c:a aac');
const mpegts = words('-c:a ac3 -f mpegts');
const fields = words('-flags +ilme+ildct -top 1');
const h264 = [...pixels('yuv420p'), ...x264, ...plain];
const tagged = (matrix: string, ...tags: Parameters<typeof says>) => [
  ...[...pixels('yuv420p', matrix), ...x264, ...says(...tags), ...aac],
];
const hdr = (transfer: string) => [
  ...[...pixels('yuv420p10le', 'bt2020'), ...x265, ...aac],
  ...quiet('colorprim=bt2020', `transfer=${transfer}`, 'colormatrix=bt2020nc', 'range=limited'),
];

/** Tone mapping of HDR to SDR, as for published videos. */
const TONES = [
  'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=mobius:param=0.6:desat=0',
  'zscale=t=bt709:m=gbr:r=full,format=gbrp',
].join(',');
const byTones = { reference: { filters: TONES } };
const likePlain = { reference: { like: 'plain.mp4' } };
const likeOld = { reference: { like: 'says-nothing.mp4' } };

/** Remuxes the file by ffmpeg with these inputs and options; FILE stands for the file itself. */
const remux =
  (...args: string[]) =>
  (file: string) => {
    const from = `${file}.before${path.extname(file)}`;
    renameSync(file, from);
    runFfmpeg(...args.flatMap((one) => (one === 'FILE' ? ['-i', from] : [one])), file);
  };
const turned = (degrees: number): MadeVideo => ({
  name: `turn-${degrees}.mov`,
  args: [...h264, ...aac],
  after: remux('FILE', ...words(`-c copy -metadata:s:v:0 rotate=${degrees}`)),
});

/** Adds subtitles, chapters and a timecode, as cameras and programs do. */
function crowd(file: string): void {
  const [spoken, chapters] = [`${file}.srt`, `${file}.txt`];
  writeFileSync(spoken, '1\n00:00:00,000 --> 00:00:00,500\nhidden words\n');
  const chapter = 'TIMEBASE=1/1000\nSTART=0\nEND=400\ntitle=hidden words\n';
  writeFileSync(chapters, `;FFMETADATA1\n[CHAPTER]\n${chapter}`);
  const inputs = ['FILE', '-i', spoken, '-i', chapters];
  const options = '-map 0 -map 1 -map_metadata 2 -c copy -c:s mov_text -timecode 10:00:00:00';
  remux(...inputs, ...words(options))(file);
}

const made = (name: string, args: string[], more: Partial<MadeVideo> = {}): MadeVideo => ({
  name,
  args,
  ...more,
});

export const madeVideos: MadeVideo[] = [
  made('plain.mp4', [...h264, ...aac]),
  made('silent.mp4', [...h264, '-an'], { isSilent: true }),
  made('one-channel.mp4', [...h264, ...aac, '-ac', '1']),
  made('six-channels.mp4', [...h264, ...aac, '-ac', '6']),
  made('dolby.mp4', [...h264, ...words('-c:a ac3 -ac 6')]),
  made('index-first.mp4', [...h264, ...aac, '-movflags', '+faststart']),
  made('in-parts.mp4', [...h264, ...aac, '-movflags', 'frag_keyframe+empty_moov']),
  made('full-range.mp4', [
    ...[...pixels('yuvj420p', 'bt709', 'pc'), ...x264, ...says('bt709', 'bt709', 'bt709', 'pc')],
    ...aac,
  ]),
  made('television-525.mp4', tagged('bt601', 'smpte170m')),
  made('television-625.mp4', tagged('bt601', 'bt470bg', 'smpte170m', 'bt470bg')),
  made('bt2020.mp4', tagged('bt2020', 'bt2020', 'bt709', 'bt2020nc')),
  made('display-p3.mp4', tagged('bt709', 'smpte432', 'bt709', 'bt709')),
  made('says-nothing.mp4', [...pixels('yuv420p', 'bt601'), ...x264, ...aac]),
  made('says-nothing-large.mp4', [
    ...[...pixels('yuv420p', 'bt709', 'tv', 'scale=1280:720:flags=neighbor,'), ...x264, ...aac],
  ]),
  made('ten-bits.mp4', [...pixels('yuv420p10le'), ...x264, ...plain, ...aac], likePlain),
  made('ten-bits-422.mp4', [...pixels('yuv422p10le'), ...x264, ...plain, ...aac], likePlain),
  made('444.mp4', [...pixels('yuv444p'), ...x264, ...plain, ...aac], likePlain),
  made(
    'mpeg-4-part-2.mp4',
    [...pixels('yuv420p', 'bt601'), ...words('-c:v mpeg4 -q:v 1'), ...aac],
    likeOld,
  ),
  made('av1.mp4', [...pixels('yuv420p'), ...av1, ...plain, ...aac]),
  made('240-frames.mp4', ['-r', '240', ...h264, ...aac]),
  made('variable.mp4', [
    ...[...pixels('yuv420p', 'bt709', 'tv', "select='mod(n,3)',"), '-vsync', 'vfr', ...x264],
    ...[...plain, ...aac],
  ]),
  made('interlaced.mp4', [...h264, ...fields, ...aac]),
  made('wide-pixels.mp4', [...h264, '-aspect', '10:3', ...aac]),
  made('trimmed.mp4', [...h264, ...aac], {
    after: remux('-ss', '0.2', 'FILE', '-c', 'copy'),
  }),
  made('crowded.mp4', [...h264, ...aac], { after: crowd }),
  ...[90, 180, 270].map(turned),
  made('plain.mov', [...h264, ...words('-c:a pcm_s16le')]),
  made('crowded.mov', [...h264, ...aac], { after: crowd }),
  made('hevc.mov', [...pixels('yuv420p'), ...x265, ...quiet(), ...plain, ...aac], likePlain),
  made(
    'hevc-full-range.mov',
    [
      ...[...pixels('yuvj420p', 'bt709', 'pc'), ...x265, ...quiet('range=full')],
      ...[...says('bt709', 'bt709', 'bt709', 'pc'), ...aac],
    ],
    likePlain,
  ),
  made(
    'hevc-ten-bits.mov',
    [...pixels('yuv420p10le'), ...x265, ...quiet(), ...plain, ...aac],
    likePlain,
  ),
  made('hevc-pq.mov', hdr('smpte2084'), byTones),
  made('hevc-hlg.mov', hdr('arib-std-b67'), byTones),
  made('prores.mov', [...pixels('yuv422p10le'), ...prores('3'), ...plain, ...aac], likePlain),
  made(
    'prores-4444.mov',
    [...pixels('yuv444p10le'), ...prores('4444'), ...plain, ...aac],
    likePlain,
  ),
  made(
    'motion-jpeg.mov',
    [...pixels('yuvj420p', 'bt601', 'pc'), ...words('-c:v mjpeg -q:v 2 -c:a pcm_s16le')],
    likeOld,
  ),
  made('vp8.webm', [
    ...pixels('yuv420p', 'bt601'),
    ...words('-c:v libvpx -deadline realtime -b:v 4M -c:a libvorbis'),
  ]),
  made('vp9.webm', [
    ...[...pixels('yuv420p'), ...plain],
    ...words('-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 4M -c:a libopus'),
  ]),
  made('av1.webm', [...pixels('yuv420p10le'), ...av1, ...plain, '-an'], {
    isSilent: true,
    ...likePlain,
  }),
  made('plain.mts', [...h264, ...mpegts], likePlain),
  made('interlaced.mts', [...h264, ...fields, ...mpegts], likePlain),
  made('stamped.mts', [...h264, ...mpegts, '-mpegts_m2ts_mode', '1'], likePlain),
  made(
    'mpeg-2.mts',
    [...pixels('yuv420p'), ...words('-c:v mpeg2video -q:v 1'), ...plain, ...mpegts],
    likePlain,
  ),
  made('telephone.3gp', [...h264, ...aac, '-ar', '44100']),
  made(
    'old-telephone.3gp',
    [
      ...pixels('yuv420p', 'bt601', 'tv', 'scale=352:288:flags=neighbor,'),
      ...words('-c:v h263 -q:v 1 -c:a aac -ar 44100'),
    ],
    likeOld,
  ),
];

/** Makes a video of the chart. Returns its file and that of its reference. */
export async function makeVideo(folder: string, { name, args, after, reference }: MadeVideo) {
  const [picture, file] = [path.join(folder, 'chart.png'), path.join(folder, name)];
  if (!existsSync(picture)) await chart().png().toFile(picture);
  const input = words(`-loop 1 -framerate ${RATE} -t ${SECONDS} -i`);
  const tone = words(`-f lavfi -i sine=frequency=440:duration=${SECONDS}`);
  runFfmpeg(...input, picture, ...tone, ...args, file);
  after?.(file);
  if (!reference) return { file, right: file };
  if ('like' in reference) return { file, right: path.join(folder, reference.like) };
  const right = `${file}.png`;
  const frame = `${file}.frame.png`;
  runFfmpeg('-i', file, '-vf', reference.filters, '-frames:v', '1', frame);
  // Drops the gamma chunk that ffmpeg writes.
  await sharp(frame).png().toFile(right);
  return { file, right };
}
