import { spawn } from 'node:child_process';
import sharp from 'sharp';
import { cameraFor } from './camera.ts';
import { makePicture } from './make-picture.ts';
import { describePictures, type PictureFacts } from './picture-set.ts';
import { createRandom, hashText } from './random.ts';

/** The two clips that can be made. */
export type VideoKind = 'reed' | 'waves';

/** What is known of a clip; as of a picture, and which clip it is and how long. */
export interface VideoFacts extends PictureFacts {
  kind: VideoKind;
  /** Seconds. */
  duration: number;
}

const WIDTH = 1280;
const HEIGHT = 720;
const FRAMES_PER_SECOND = 24;

const STARTS: Record<VideoKind, string> = { reed: 'spiegelplas', waves: 'branding' };

function baseFacts(kind: VideoKind): PictureFacts {
  const facts = describePictures(40).find(({ fileName }) => fileName.startsWith(STARTS[kind]));
  if (facts === undefined) throw new Error(`No picture to make the clip ${kind} from.`);
  return facts;
}

/** Describes the clips that {@link makeVideo} makes. */
export function describeVideos(): VideoFacts[] {
  const random = createRandom(hashText('clips'));
  const camera = cameraFor('wide', random);
  const drone = cameraFor('drone', random);
  return [
    {
      kind: 'reed',
      duration: 5,
      fileName: 'ochtend-aan-de-plas.mp4',
      title: 'Ochtend aan de plas',
      description: 'De nevel trekt langzaam over het water.',
      category: 'landscape',
      tags: ['water', 'mist', 'riet', 'video'],
      takenAt: '2024-04-13T06:58:00',
      gps: { lat: 52.78412, lon: 5.93655 },
      location: null,
      camera,
      featured: false,
    },
    {
      kind: 'waves',
      duration: 5,
      fileName: 'vloedlijn.mp4',
      title: 'Vloedlijn',
      description: null,
      category: 'drone',
      tags: ['zee', 'strand', 'kust', 'video'],
      takenAt: '2024-05-25T12:19:00',
      gps: { lat: 51.49701, lon: 3.47288 },
      location: null,
      camera: drone,
      featured: false,
    },
  ];
}

/** A position as the location atom of a film holds it (ISO 6709). */
function iso6709(gps: { lat: number; lon: number }): string {
  const part = (value: number, digits: number): string => {
    const size = Math.abs(value)
      .toFixed(4)
      .padStart(digits + 5, '0');
    return `${value < 0 ? '-' : '+'}${size}`;
  };
  return `${part(gps.lat, 2)}${part(gps.lon, 3)}/`;
}

/** Moves a window over the picture and lets the water sway; one RGB frame. */
function frameOf(
  source: Uint8Array,
  width: number,
  height: number,
  t: number,
  kind: VideoKind,
): Uint8Array {
  const frame = new Uint8Array(WIDTH * HEIGHT * 3);
  const ease = 0.5 - Math.cos(t * Math.PI) / 2;
  const zoom = kind === 'reed' ? 1 + ease * 0.06 : 1.04;
  const left = (width - WIDTH / zoom) * (kind === 'reed' ? 0.35 + 0.3 * ease : 0.2 + 0.6 * ease);
  const top = (height - HEIGHT / zoom) * 0.55;
  for (let row = 0; row < HEIGHT; row += 1) {
    const low = row / HEIGHT;
    const sway = kind === 'reed' ? Math.max(0, low - 0.5) * 9 : 3.2;
    const shift =
      Math.sin(row * 0.09 + t * 30) * sway * 0.5 + Math.sin(row * 0.031 - t * 19) * sway;
    const y = Math.min(
      height - 1,
      Math.max(0, Math.round(top + row / zoom + Math.sin(row * 0.05 + t * 24) * sway * 0.3)),
    );
    for (let column = 0; column < WIDTH; column += 1) {
      const px = Math.min(width - 2, Math.max(0, left + column / zoom + shift));
      const x = Math.floor(px);
      const part = px - x;
      const from = (y * width + x) * 3;
      const to = (row * WIDTH + column) * 3;
      for (let c = 0; c < 3; c += 1) {
        const a = source[from + c] ?? 0;
        frame[to + c] = a + ((source[from + c + 3] ?? 0) - a) * part;
      }
    }
  }
  return frame;
}

/**
 * Makes a short H.264 clip with a position in its metadata. Resolves to false when there is no
 * ffmpeg; throws when ffmpeg fails.
 */
export async function makeVideo(
  kind: VideoKind,
  outFile: string,
  options: { seconds?: number } = {},
): Promise<boolean> {
  const facts = describeVideos().find((video) => video.kind === kind);
  const seconds = options.seconds ?? facts?.duration ?? 5;
  if (!(await hasFfmpeg())) return false;
  const picture = await makePicture(baseFacts(kind), { width: 1440, quality: 95 });
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const location = facts?.gps ? iso6709(facts.gps) : '';
  const child = spawn(
    'ffmpeg',
    [
      '-y',
      '-loglevel',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${WIDTH}x${HEIGHT}`,
      '-r',
      `${FRAMES_PER_SECOND}`,
      '-i',
      '-',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '24',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
      '-metadata',
      `location=${location}`,
      '-metadata',
      `location-eng=${location}`,
      '-metadata',
      `creation_time=${facts?.takenAt ?? ''}Z`,
      outFile,
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // What ffmpeg did not take is reported by its exit code; the broken pipe itself is no news.
  child.stdin.on('error', () => undefined);
  const frames = Math.max(1, Math.round(seconds * FRAMES_PER_SECOND));
  for (let i = 0; i < frames && child.exitCode === null; i += 1) {
    const frame = frameOf(data, info.width, info.height, i / frames, kind);
    if (!child.stdin.write(frame)) await Promise.race([drained(child.stdin), ended]);
  }
  child.stdin.end();
  if ((await ended) !== 0) throw new Error(`ffmpeg could not make ${outFile}: ${complaint.trim()}`);
  return true;
}

function drained(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => stream.once('drain', () => resolve()));
}

function hasFfmpeg(): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = spawn('ffmpeg', ['-version'], { stdio: 'ignore' });
    probe.on('error', () => resolve(false));
    probe.on('close', (code) => resolve(code === 0));
  });
}
