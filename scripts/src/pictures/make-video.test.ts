import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeVideos, makeVideo } from './make-video.ts';

it('describes two clips with a position each', () => {
  const videos = describeVideos();
  expect(videos.map(({ kind }) => kind)).toEqual(['reed', 'waves']);
  expect(videos.every(({ gps, fileName }) => gps !== null && fileName.endsWith('.mp4'))).toBe(true);
});

it('says false without ffmpeg and else makes an MP4 that holds the position', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clip-'));
  try {
    const file = join(folder, 'clip.mp4');
    if (await makeVideo('reed', file, { seconds: 0.25 })) {
      const bytes = await readFile(file);
      expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
      // The atom: version, language, empty name, role, then longitude and latitude as 16.16.
      const atom = bytes.indexOf('loci');
      expect(atom).toBeGreaterThan(0);
      expect(bytes.readInt32BE(atom + 12) / 65536).toBeCloseTo(5.9366, 3);
      expect(bytes.readInt32BE(atom + 16) / 65536).toBeCloseTo(52.7841, 3);
    } else await expect(readFile(file)).rejects.toThrow('ENOENT');
  } finally {
    await rm(folder, { recursive: true });
  }
});
