import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoFolder, demoVideos, type PictureFacts } from './picture-set.ts';

const files = { reed: 'ochtend-aan-de-plas.mp4', waves: 'vloedlijn.mp4' };

/** The two videos of the demo. */
export type VideoKind = keyof typeof files;

/** What is known of a video: as of a picture, and which one it is. */
export interface VideoFacts extends PictureFacts {
  kind: VideoKind;
}

/** Describes the videos that {@link makeVideo} makes. */
export function describeVideos(): VideoFacts[] {
  return (['reed', 'waves'] as const).map((kind) => {
    const facts = demoVideos.find(({ fileName }) => fileName === files[kind]);
    if (!facts) throw new Error(`The demo has no video ${files[kind]}.`);
    return { ...facts, kind };
  });
}

/**
 * Makes a short H.264 video with a position in its metadata: the first `seconds` (5 when not given)
 * of a video of the demo. Resolves to false when there is no ffmpeg; throws when ffmpeg fails.
 */
export async function makeVideo(
  kind: VideoKind,
  outFile: string,
  options: { seconds?: number } = {},
): Promise<boolean> {
  const source = ['-i', path.join(demoFolder, files[kind]), '-t', `${options.seconds ?? 5}`];
  const copied = ['-c', 'copy', '-movflags', '+faststart', outFile];
  try {
    await promisify(execFile)('ffmpeg', ['-nostdin', '-y', '-v', 'error', ...source, ...copied]);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
