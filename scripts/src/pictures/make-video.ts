import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoFolder } from './picture-set.ts';

/**
 * Makes a short H.264 video with a position in its metadata: the first `seconds` of one of the demo's videos. Resolves
 * to false without ffmpeg; throws when ffmpeg fails.
 */
export async function makeVideo(
  fileName: string,
  outFile: string,
  seconds: number,
): Promise<boolean> {
  const source = ['-i', path.join(demoFolder, fileName), '-t', `${seconds}`];
  const copied = ['-c', 'copy', '-movflags', '+faststart', outFile];
  try {
    await promisify(execFile)('ffmpeg', ['-nostdin', '-y', '-v', 'error', ...source, ...copied]);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
