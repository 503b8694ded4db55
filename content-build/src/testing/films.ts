/** Videos of grey frames, and what is published of them: same content and times. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import type { ImageBench } from './image-bench.ts';
import { difference, held, shownFrames } from './published-frames.ts';
import { ffprobeText, runFfmpeg } from './test-videos.ts';

const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12'];
const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '12', '-x265-params'];
export const codecs = {
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
export type Codec = keyof typeof codecs;

export interface Film {
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

/** Makes the video in a folder; returns its file. */
export function makeFilm(folder: string, film: Film): string {
  const at = (name: string) => path.join(folder, name);
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
        cwd: folder,
      },
    );
    const chapters =
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=hidden words\n';
    execFileSync('sh', ['-c', `cat >chapters.txt`], { cwd: folder, input: chapters });
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
export function expectSame(source: string, published: string, film: Film): void {
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

/** Publishes the video, and expects the frames that play of it. */
export async function publishFilm(bench: ImageBench, film: Film): Promise<void> {
  const source = makeFilm(bench.folder, film);
  const { folder } = await bench.renderVideoHere(readFileSync(source));
  expectSame(source, path.join(folder, 'video.mp4'), film);
}

export const plainFilm: Film = {
  codec: 'H.264',
  rate: 25,
  turn: 0,
  sound: 'stereo',
  isVariable: false,
  isInterlaced: false,
  cut: 0,
  hasMore: false,
};
