import { describe, expect, it } from 'vitest';
import { isOnlySound, isoLocation, readVideoFacts, takenFacts } from './probe-video.ts';
import {
  chooseToneMap,
  posterMoment,
  posterOutput,
  previewOutput,
  videoOutput,
} from './video-arguments.ts';

const video = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  pix_fmt: 'yuv420p',
  width: 1920,
  height: 1080,
};
const audio = { index: 1, codec_type: 'audio', codec_name: 'aac' };
const probe = (streams: object[], format: object = { duration: '12.5' }) =>
  readVideoFacts({ streams, format });

function facts(streams: object[]) {
  const found = probe(streams);
  if (!found) throw new Error('no video');
  return found;
}

describe('what ffprobe prints', () => {
  it('gives size, duration and streams', () => {
    expect(probe([video, audio])).toMatchObject({
      upright: { width: 1920, height: 1080 },
      duration: 12.5,
      videoStream: 0,
      audioStream: 1,
      isWebReady: true,
    });
  });

  it('tells sound, also with a cover, from a video and from nothing', () => {
    const cover = { ...video, disposition: { attached_pic: 1 } };
    expect(isOnlySound({ streams: [audio] })).toBe(true);
    expect(isOnlySound({ streams: [cover, audio] })).toBe(true);
    expect(isOnlySound({ streams: [video, audio] })).toBe(false);
    expect(isOnlySound({ streams: [{ ...video, width: 0 }, audio] })).toBe(false);
    expect(isOnlySound({ streams: [] })).toBe(false);
    expect(isOnlySound('nothing')).toBe(false);
  });

  it('gives the size as shown: turned, and with square pixels', () => {
    const turned = {
      ...video,
      side_data_list: [{ side_data_type: 'Display Matrix', rotation: -90 }],
    };
    expect(facts([turned]).upright).toEqual({ width: 1080, height: 1920 });
    const wide = facts([{ ...video, width: 1440, sample_aspect_ratio: '4:3' }]);
    expect(wide.upright).toEqual({ width: 1920, height: 1080 });
    expect(wide.isWebReady).toBe(false);
  });

  it('is no video without a picture, or with a cover only', () => {
    expect(probe([audio])).toBeNull();
    expect(probe([{ ...video, disposition: { attached_pic: 1 } }, audio])).toBeNull();
    expect(readVideoFacts('nonsense')).toBeNull();
  });

  it.each([
    ['HEVC', { codec_name: 'hevc' }],
    ['ten bits', { pix_fmt: 'yuv420p10le' }],
    ['interlaced', { field_order: 'tt' }],
    ['HDR in HLG', { color_transfer: 'arib-std-b67' }],
    ['HDR in PQ', { color_transfer: 'smpte2084' }],
  ])('must be encoded again when it is %s', (_name, change) => {
    expect(facts([{ ...video, ...change }, audio]).isWebReady).toBe(false);
  });
});

it.each([
  ['+52.1312+005.8604+012.345/', '52.131200, 5.860400'],
  ['-33.8568+151.2153/', '-33.856800, 151.215300'],
  ['+00.0000+000.0000/', null],
  ['somewhere', null],
  [undefined, null],
])('reads the place %j as %j', (text, place) => {
  expect(isoLocation(text)).toBe(place);
});

it.each([
  ['the keys of QuickTime', { 'com.apple.quicktime.creationdate': '2024-06-01T00:30:00+0200' }],
  ['the user data of an MP4, as ffprobe', { date: '2024-06-01T00:30:00+02:00' }],
  ['the user data of an MP4, without ffmpeg,', { '©day': '2024-06-01T00:30:00+0200' }],
])('takes the local day that %s states, before the moment in UTC', (_name, words) => {
  const { facts } = takenFacts({ creation_time: '2024-05-31T22:30:00.000000Z', ...words });
  expect(facts.date).toBe('2024-06-01');
});

describe('what ffmpeg is asked', () => {
  it('copies a video that is ready, and never its words or other streams', () => {
    const { args, width } = videoOutput(facts([video, audio, { index: 2, codec_type: 'data' }]));
    expect(args.join(' ')).toContain('-map 0:0 -map 0:1 -map_metadata -1');
    expect(args.join(' ')).toContain('-c copy');
    expect(args.join(' ')).not.toContain('0:2');
    expect(width).toBe(1920);
  });

  it('makes a large one 1920 on its longer side, with even sides', () => {
    const hevc = facts([{ ...video, codec_name: 'hevc', width: 2161, height: 3841 }]);
    expect(videoOutput(hevc)).toMatchObject({ width: 1080, height: 1920 });
    expect(previewOutput(hevc)).toMatchObject({ width: 360, height: 640 });
  });

  it('maps the tones of video, preview and poster, after making them smaller', () => {
    const hdr = facts([{ ...video, color_transfer: 'arib-std-b67' }]);
    expect(hdr.isHdr).toBe(true);
    expect(facts([video]).isHdr).toBe(false);
    const asked = [videoOutput(hdr, 'TONES').args, previewOutput(hdr, 'TONES').args];
    for (const args of [...asked, posterOutput(hdr, 'TONES')])
      expect(args.join(' ')).toMatch(/scale=\d+:\d+,setsar=1\S*,TONES /);
  });

  it.each([
    ['all', ' .SC zscale  V->V  x\n .S. tonemap   V->V  x\n T.C eq   V->V  x', 'tonemap=mobius'],
    ['no zscale', ' .S. tonemap   V->V  x\n T.C eq   V->V  x', 'eq='],
    ['neither', ' ... scale   V->V  x', 'out_color_matrix=bt709'],
  ])('has a way to map tones with %s of the filters', (_what, printed, part) => {
    expect(chooseToneMap(printed)).toContain(part);
    expect(chooseToneMap(printed).includes('zscale')).toBe(part === 'tonemap=mobius');
    expect(chooseToneMap(printed).includes('eq=')).toBe(part === 'eq=');
  });

  it('chooses the poster among frames that fit into memory, no wider than it is shown', () => {
    const of = (width: number, height: number) =>
      posterOutput(facts([{ ...video, width, height }])).join(' ');
    expect(of(7680, 4320)).toContain('scale=3840:2160,setsar=1,thumbnail=7 ');
    expect(of(1920, 1080)).toContain('scale=1920:1080,setsar=1,thumbnail=28 ');
    expect(of(640, 360)).toContain('scale=640:360,setsar=1,thumbnail=30 ');
  });

  it('looks for a poster one second in, or in the middle of a shorter video', () => {
    expect(posterMoment(10)).toBe(1);
    expect(posterMoment(0.5)).toBe(0.25);
  });
});
