/** Compares the frames that play of a video with those published: same content and times. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { roundsOf } from '@veldlicht/scripts/nightly-figures';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { useImageBench } from '#testing/image-bench.ts';
import { difference, held, shownFrames } from '#testing/published-frames.ts';
import { ffprobeText, runFfmpeg } from '#testing/test-videos.ts';

const bench = useImageBench();
const at = (name: string) => path.join(bench.folder, name);

/** Random videos. */
const FILMS = roundsOf('videos', 4);

const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12'];
const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '12', '-x265-params'];
const codecs = {
  'H.264': { extension: 'mp4', args: [...x264, '-pix_fmt', 'yuv420p'] },
  'H.264 in MOV': { extension: 'mov', args: [...x264, '-pix_fmt', 'yuv420p', '-g', '12'] },
  'H.264, 4:2:2 with ten bits': { extension: 'mp4', args: [...x264, '-pix_fmt', 'yuv422p10le'] },
  HEVC: { extension: 'mov', args: [...hevc, 'log-level=error', '-tag:v', 'hvc1'] },
  ProRes: { extension: 'mov', args: ['-c:v', 'prores_ks', '-profile:v', '3'] },
  MTS: { extension: 'mts', args: [...x264, '-pix_fmt', 'yuv420p', '-f', 'mpegts'] },
  VP9: {
    extension: 'webm',
    args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '2M'],
  },
};
type Codec = keyof typeof codecs;

interface Film {
  codec: Codec;
  rate: number;
  turn: 0 | 90 | 180 | 270;
  sound: 'none' | 'stereo' | '5.1';
  /** Every third frame is dropped. */
  isVariable: boolean;
  isInterlaced: boolean;
  /** Seconds that an edit list cuts at the start. */
  cut: number;
  /** Also a cover, a timecode, chapters and subtitles. */
  hasMore: boolean;
}

/** Frames of distinct greys, brighter at the right and the bottom. */
const GREYS =
  "geq=lum='mod(N*37,160)+30+24*gt(X,W/2)+12*gt(Y,H/2)':cb=128:cr=128,setparams=range=tv";
const LENGTH = 1;

function soundOf({ codec, sound }: Film): string[] {
  const name = codec === 'VP9' ? 'libopus' : codec === 'MTS' ? 'ac3' : 'aac';
  return sound === 'none' ? [] : ['-c:a', name, '-ac', sound === '5.1' ? '6' : '2'];
}

/** Makes the video; returns its file. */
function make(film: Film): string {
  const { extension, args } = codecs[film.codec];
  const isMov = extension === 'mov' || extension === 'mp4';
  const drop = film.isVariable ? ",select='mod(n,3)'" : '';
  const fields = film.isInterlaced ? ',interlace=lowpass=0' : '';
  const rate = film.isInterlaced ? film.rate * 2 : film.rate;
  const picture = `color=gray:size=160x96:rate=${rate}:duration=${LENGTH},${GREYS}${fields}${drop}`;
  const sine = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${LENGTH}`];
  const whole = at(`whole.${extension}`);
  runFfmpeg(
    ...['-f', 'lavfi', '-i', picture, ...(film.sound === 'none' ? [] : sine), '-vsync', 'vfr'],
    ...[...args, ...(film.isInterlaced ? ['-flags', '+ilme+ildct', '-top', '1'] : [])],
    ...[...soundOf(film), whole],
  );
  const file = at(`film.${extension}`);
  const more: string[] = [];
  if (film.hasMore && isMov) {
    runFfmpeg('-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1', at('cover.png'));
    execFileSync(
      'sh',
      ['-c', `printf '1\\n00:00:00,000 --> 00:00:01,000\\nhidden words\\n' >a.srt`],
      {
        cwd: bench.folder,
      },
    );
    const chapters =
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=hidden words\n';
    execFileSync('sh', ['-c', `cat >chapters.txt`], { cwd: bench.folder, input: chapters });
    more.push('-i', at('a.srt'), '-i', at('chapters.txt'), '-map_metadata', '2', '-map', '1');
    more.push('-c:s', 'mov_text', '-metadata', 'title=hidden words');
    if (extension === 'mov') more.push('-timecode', '10:00:00:00');
  }
  // Without an edit list the rest may have no key frame.
  const cut = isMov && film.cut > 0 ? ['-ss', String(film.cut)] : [];
  const turn = isMov && film.turn > 0 ? ['-metadata:s:v:0', `rotate=${film.turn}`] : [];
  const [inputs, rest] = [more.slice(0, 4), more.slice(4)];
  runFfmpeg(
    ...[...cut, '-i', whole, ...inputs, '-map', '0', ...rest, '-c:v', 'copy', '-c:a', 'copy'],
    ...[...turn, ...(extension === 'mts' ? ['-f', 'mpegts'] : []), file],
  );
  return file;
}

/** Expects equal frames at equal times. */
function expectSame(source: string, published: string, film: Film): void {
  const was = shownFrames(source, ...(film.isInterlaced ? ['bwdif=mode=send_frame'] : []));
  const is = shownFrames(published);
  const said = JSON.stringify(film);
  const most = Math.ceil(LENGTH * 60) + 1;
  if (film.rate <= 60) expect(is.length, said).toBe(was.length);
  else expect(is.length, said).toBeLessThanOrEqual(most);
  for (const frame of is) {
    const near = was.filter((one) => Math.abs(one.at - frame.at) < 0.6 / Math.min(film.rate, 60));
    const best = Math.min(...near.map((one) => difference(one, frame)));
    expect(best, `${said}: frame at ${frame.at}`).toBeLessThan(9);
  }
  const { frames, sound } = held(published);
  expect(frames, said).toBe(is.length);
  const length = (is.at(-1)?.at ?? 0) + 0.15;
  expect(sound, said).toBeLessThanOrEqual(film.sound === 'none' ? 0 : length + 0.2);
  const streams = JSON.parse(ffprobeText(published)).streams as Record<string, unknown>[];
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(
    film.sound === 'none' ? ['h264'] : ['h264', 'aac'],
  );
  expect(streams[0]).toMatchObject({ pix_fmt: 'yuv420p' });
  if (film.sound !== 'none') expect(streams[1]).toMatchObject({ channels: 2 });
  const bytes = readFileSync(published);
  expect(findForbiddenMetadata(bytes)).toEqual([]);
  expect(bytes.includes('hidden words')).toBe(false);
}

async function publish(film: Film): Promise<void> {
  const source = make(film);
  const { folder } = await bench.renderVideoHere(readFileSync(source));
  expectSame(source, path.join(folder, 'video.mp4'), film);
}

const plain: Film = {
  codec: 'H.264',
  rate: 25,
  turn: 0,
  sound: 'stereo',
  isVariable: false,
  isInterlaced: false,
  cut: 0,
  hasMore: false,
};

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
  await publish({ ...plain, ...change });
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
    await fc.assert(fc.asyncProperty(film, publish), { numRuns: FILMS });
  },
  60 * 60_000,
);

it('copies the packets that every browser plays, for any delay in the edit list', async () => {
  const source = make({ ...plain, hasMore: true, turn: 90 });
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
  const [shown, other] = [make(plain), at('other.mp4')];
  const blue = ['-f', 'lavfi', '-i', 'color=blue:size=320x240:rate=25:duration=1.5'];
  runFfmpeg('-i', shown, ...blue, '-map', '1:v', '-map', '0:v', ...x264, other);
  const { folder } = await bench.renderVideoHere(hideTrack(readFileSync(other), 0));
  const published = path.join(folder, 'video.mp4');
  expectSame(shown, published, { ...plain, sound: 'none' });
});
