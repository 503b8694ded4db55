/** Short videos for the system tests, made by ffmpeg and tagged by exiftool. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=10'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440'];

/** Runs ffmpeg quietly; the last argument is the output. */
export function runFfmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { stdio: 'pipe' });
}

export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** A three-second video; returns its bytes. */
export function makeVideo(folder: string, name: string, ...options: string[]): Buffer {
  const file = path.join(folder, name);
  runFfmpeg(...PICTURE, ...SOUND, '-t', '3', ...options, file);
  return readFileSync(file);
}

/** Writes tags into a video with exiftool, as telephones do; returns its bytes. */
export function tagVideo(folder: string, name: string, ...tags: string[]): Buffer {
  const file = path.join(folder, name);
  execFileSync('exiftool', ['-q', '-overwrite_original', ...tags, file], { stdio: 'pipe' });
  return readFileSync(file);
}

/** Everything exiftool finds in a file, as text. */
export function exiftoolText(file: string): string {
  return execFileSync('exiftool', ['-a', '-G1', '-s', '-ee', '-U', file], { encoding: 'utf8' });
}

/** ffprobe's answer about streams and format. */
export function ffprobeText(file: string): string {
  const args = ['-v', 'error', '-print_format', 'json', '-show_streams', '-show_format', file];
  return execFileSync('ffprobe', args, { encoding: 'utf8' });
}

/** For `tagVideo`: a position in every place that telephones use, and their maker. */
export const POSITION_TAGS = [
  ...['Keys', 'UserData', 'ItemList'].map(
    (group) => `-${group}:GPSCoordinates=52.1312, 5.8604, 12`,
  ),
  '-Keys:Make=Apple',
  '-XMP:GPSLatitude=52.1312',
];
