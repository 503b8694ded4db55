/** Videos of every format: published as players show them, with the facts that exiftool wrote, without metadata. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useImageBench } from '#testing/image-bench.ts';
import { madeVideos, makeVideo } from '#testing/made-videos.ts';
import { differentPairs, type Pair } from '#testing/shown-pictures.ts';
import { ffprobeText, tagVideo } from '#testing/test-videos.ts';

const bench = useImageBench();

/** Tags as phones and programs write them, for MP4 and MOV; other formats get none. */
const TAGS = [
  ['-Keys:CreationDate=2024:05:04 00:30:00+02:00', '-Keys:GPSCoordinates=52.1312, 5.8604, 12'],
  ['-QuickTime:CreateDate=2024:06:01 22:30:00', '-ItemList:Title=Vos'],
  ['-XMP-dc:Title=Das', '-XMP-photoshop:City=Ede', '-UserData:GPSCoordinates=52.1312, 5.8604, 12'],
];
const FACTS = [
  { date: '2024-05-04', location: '52.131200, 5.860400' },
  // The file has UTC; the day is that in Amsterdam.
  { date: '2024-06-02', title: 'Vos' },
  { title: 'Das', city: 'Ede', location: '52.131200, 5.860400' },
];
const isTagged = (name: string) => /\.(?:mp4|mov)$/.test(name) && !/crowded|in-parts/.test(name);

const published = new Map<string, { folder: string; facts: unknown; seconds: number | null }>();
const pairs: Pair[] = [];
beforeAll(async () => {
  for (const [n, made] of madeVideos.entries()) {
    const { file, right } = await makeVideo(bench.folder, made);
    if (isTagged(made.name)) tagVideo(bench.folder, made.name, ...(TAGS[n % TAGS.length] ?? []));
    const { inspected, folder } = await bench.renderAll(readFileSync(file)).catch((error) => {
      throw new Error(`${made.name}: ${error}`);
    });
    const { facts, duration: seconds } = inspected.facts;
    published.set(made.name, { folder, facts, seconds });
    for (const name of ['960.jpg', 'video.mp4', 'preview.mp4'])
      pairs.push({
        name: `${made.name} as ${name}`,
        original: right,
        published: path.join(folder, name),
      });
  }
}, 600_000);

it(`publishes ${madeVideos.length} videos within 3 of 255 of the originals in Chromium or ffmpeg`, async () => {
  const wrong = await differentPairs(
    bench.folder,
    pairs,
    ({ off, flat }) => off > 3 || flat < 0.08,
  );
  expect(wrong).toEqual([]);
});

it('reads the metadata that exiftool wrote', () => {
  for (const [n, { name }] of madeVideos.entries())
    if (isTagged(name)) expect(published.get(name)?.facts, name).toMatchObject(FACTS[n % 3] ?? {});
});

interface Stream {
  codec_name: string;
  pix_fmt?: string;
  channels?: number;
  avg_frame_rate: string;
  field_order?: string;
  side_data_list?: { rotation?: number }[];
}

it('publishes one video and at most one audio stream that every browser plays, according to ffprobe', () => {
  for (const { name, isSilent } of madeVideos) {
    const { folder = '', seconds = null } = published.get(name) ?? {};
    const { streams, format } = JSON.parse(ffprobeText(path.join(folder, 'video.mp4'))) as {
      streams: Stream[];
      format: { duration: string };
    };
    const [picture, sound] = streams;
    const codecs = streams.map(({ codec_name }) => codec_name);
    expect(codecs, name).toEqual(isSilent ? ['h264'] : ['h264', 'aac']);
    expect(picture?.pix_fmt, name).toMatch(/^yuvj?420p$/);
    expect(picture?.field_order ?? 'progressive', name).toBe('progressive');
    const [frames = 0, per = 1] = picture?.avg_frame_rate.split('/').map(Number) ?? [];
    expect(frames / per, name).toBeLessThan(61);
    if (!isSilent) expect(sound?.channels, name).toBeLessThanOrEqual(2);
    expect(Math.abs(Number(format.duration) - (seconds ?? 0)), name).toBeLessThan(0.15);
  }
});

it('publishes no other metadata, according to exiftool', () => {
  const files = [...published.values()].flatMap(({ folder }) =>
    ['video.mp4', 'preview.mp4'].map((name) => path.join(folder, name)),
  );
  const args = ['-json', '-G1', '-a', '-ee', ...files];
  const printed = execFileSync('exiftool', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: 'pipe',
  });
  // Fields of the container: brand, duration, size, and times that are zero.
  const ofContainer = new RegExp(
    `^(?:${[
      ...['MajorBrand', 'MinorVersion', 'CompatibleBrands', 'MediaDataSize', 'MediaDataOffset'],
      ...['MovieHeaderVersion', 'TimeScale', 'Duration', 'PreferredRate', 'PreferredVolume'],
      ...['\\w+Time', 'MatrixStructure', 'NextTrackID', 'Free', 'PreviewDuration'],
      'SelectionDuration',
    ].join('|')})$`,
  );
  const found = (JSON.parse(printed) as Record<string, unknown>[]).flatMap((tags) =>
    Object.entries(tags).filter(([tag, value]) => {
      const [group = '', name = ''] = tag.split(':');
      if (/^(?:SourceFile|ExifTool|System|File|Composite)$/.test(group)) return false;
      if (/Date$/.test(name)) return value !== '0000:00:00 00:00:00';
      return !/^Track\d$/.test(group) && !(group === 'QuickTime' && ofContainer.test(name));
    }),
  );
  expect(found).toEqual([]);
  for (const file of files) expect(readFileSync(file).includes('hidden words'), file).toBe(false);
});
