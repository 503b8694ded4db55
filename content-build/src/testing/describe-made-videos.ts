/** Tests of made videos: published as players show them, with exiftool's facts, without metadata. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useImageBench } from '#testing/image-bench.ts';
import { type MadeVideo, makeVideo } from '#testing/made-videos.ts';
import { differentPairs, type Pair } from '#testing/shown-pictures.ts';

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

/** Publishes these videos, and tests all of them. */
export function describeMadeVideos(videos: MadeVideo[]): void {
  const bench = useImageBench();
  const published = new Map<string, { folder: string; facts: unknown; seconds: number | null }>();
  const pairs: Pair[] = [];
  beforeAll(async () => {
    const made: [name: string, file: string, right: string][] = [];
    for (const video of videos) {
      const { file, right } = await makeVideo(bench.folder, video);
      made.push([video.name, file, right]);
    }
    execFileSync('exiftool', ['-@', '-'], {
      input: made
        .flatMap(([name, file], n) =>
          isTagged(name)
            ? ['-q', '-overwrite_original', ...(TAGS[n % TAGS.length] ?? []), file, '-execute']
            : [],
        )
        .join('\n'),
      stdio: 'pipe',
    });
    for (const [name, file, original] of made) {
      const { inspected, folder } = await bench
        .renderVideoHere(readFileSync(file))
        .catch((error) => {
          throw new Error(`${name}: ${error}`);
        });
      const { facts, duration: seconds } = inspected.facts;
      published.set(name, { folder, facts, seconds });
      for (const rendition of ['960.jpg', 'video.mp4', 'preview.mp4'])
        pairs.push({
          name: `${name} as ${rendition}`,
          original,
          published: path.join(folder, rendition),
        });
    }
  }, 600_000);

  it(`publishes ${videos.length} videos within 3 of 255 of the originals in Chromium or ffmpeg`, async () => {
    const wrong = await differentPairs(
      bench.folder,
      pairs,
      ({ off, flat }) => off > 3 || flat < 0.08,
    );
    expect(wrong).toEqual([]);
  });

  it('reads the metadata that exiftool wrote', () => {
    for (const [n, { name }] of videos.entries())
      if (isTagged(name))
        expect(published.get(name)?.facts, name).toMatchObject(FACTS[n % 3] ?? {});
  });

  it('publishes one video and at most one audio stream that every browser plays, according to ffmpeg', () => {
    const files = videos.map(({ name }) => published.get(name)?.folder ?? '');
    const inputs = files.flatMap((folder) => ['-i', path.join(folder, 'video.mp4')]);
    // Prints its inputs, then fails for want of an output.
    const { stderr } = spawnSync('ffmpeg', ['-hide_banner', ...inputs], { encoding: 'utf8' });
    const told = stderr.split(/^Input #\d+, /m).slice(1);
    expect(told).toHaveLength(videos.length);
    for (const [n, { name, isSilent }] of videos.entries()) {
      const streams = told[n]?.match(/Stream #.*/g) ?? [];
      const [picture, sound] = streams;
      expect(picture, name).toMatch(/: Video: h264 .*, yuvj?420p[,(]/);
      expect(picture, name).not.toMatch(/(?:top|bottom) (?:first|coded)/);
      expect(Number(/([\d.]+) fps/.exec(picture ?? '')?.[1]), name).toBeLessThan(61);
      expect(streams, name).toHaveLength(isSilent ? 1 : 2);
      if (!isSilent) expect(sound, name).toMatch(/: Audio: aac .* Hz, (?:mono|stereo),/);
      const [, duration] = /Duration: 00:00:([\d.]+)/.exec(told[n] ?? '') ?? [];
      const seconds = published.get(name)?.seconds ?? 0;
      expect(Math.abs(Number(duration) - seconds), name).toBeLessThan(0.15);
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
}
