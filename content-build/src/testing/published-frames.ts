/** Frames that play of a video, by an independent decoder: times and some pixels. */
import { execFileSync } from 'node:child_process';

export const SIDE = 8;

export interface Shown {
  /** Seconds since the first frame. */
  at: number;
  /** Greys of 8 × 8 pixels. */
  greys: Buffer;
}

function momentsOf(file: string): number[] {
  const args = ['-v', 'error', '-select_streams', 'V:0', '-show_entries', 'frame=pts_time'];
  const printed = execFileSync('ffprobe', [...args, '-of', 'csv=p=0', file], { encoding: 'utf8' });
  const moments = printed.split('\n').map(Number.parseFloat).filter(Number.isFinite);
  return moments.map((moment) => moment - (moments[0] ?? 0));
}

/** Frames that players show. `filters` of ffmpeg come first. */
export function shownFrames(file: string, ...filters: string[]): Shown[] {
  const chain = [...filters, `scale=${SIDE}:${SIDE}:flags=area`, 'format=gray'].join(',');
  const output = ['-map', '0:V:0', '-vf', chain, '-vsync', 'passthrough', '-f', 'rawvideo', '-'];
  const bytes = execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-i', file, ...output], {
    maxBuffer: 2 ** 28,
  });
  const size = SIDE * SIDE;
  return momentsOf(file).map((at, n) => ({ at, greys: bytes.subarray(n * size, (n + 1) * size) }));
}

/** Largest difference between the means of the quarters of two frames. */
export function difference(one: Shown, other: Shown): number {
  const quarters = ({ greys }: Shown) =>
    [0, 1, 2, 3].map((quarter) => {
      const part = [...greys].filter((_, at) => {
        const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
        return (x >= SIDE / 2 ? 1 : 0) + (y >= SIDE / 2 ? 2 : 0) === quarter;
      });
      return part.reduce((sum, grey) => sum + grey, 0) / part.length;
    });
  const there = quarters(other);
  return Math.max(...quarters(one).map((mean, at) => Math.abs(mean - (there[at] ?? 0))));
}

/** Frames and seconds of sound in a file, ignoring its edit list. */
export function held(file: string): { frames: number; sound: number } {
  const args = ['-v', 'error', '-ignore_editlist', '1', '-show_entries'];
  const entries = 'packet=codec_type,duration_time';
  const printed = execFileSync('ffprobe', [...args, entries, '-of', 'csv=p=0', file], {
    encoding: 'utf8',
  });
  const lines = printed.split('\n').map((line) => line.split(','));
  const sound = lines.filter(([type]) => type === 'audio');
  return {
    frames: lines.filter(([type]) => type === 'video').length,
    sound: sound.reduce((sum, [, duration]) => sum + (Number(duration) || 0), 0),
  };
}
