/**
 * `npm run bench -- videos`: encodes a minute of 4K in 10-bit HEVC to 1080p, and that to 720p, alternately with our
 * encoder and with the machine's ffmpeg with the same arguments. `BENCH_SECONDS` shortens it.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Cost, median } from './programs.ts';

const run = promisify(execFile);
const OURS = path.join(import.meta.dirname, '../../content-build/src/testing/encode-video.ts');
const ROUNDS = 3;
/** The film repeats a short piece, since encoding a minute would take longer than the measurement. */
const PIECE_SECONDS = 6;

interface Step {
  from: string;
  width: number;
  height: number;
}

/** Creates the film, cached below `folder`. */
async function makeFilm(folder: string, seconds: number): Promise<string> {
  const film = path.join(folder, `veldlicht-4k-${seconds}.mov`);
  if (existsSync(film)) return film;
  const piece = path.join(folder, 'veldlicht-4k-piece.mov');
  const picture = 'testsrc2=size=3840x2160:rate=30,noise=alls=8:allf=t,format=yuv420p10le';
  const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '28', '-tag:v', 'hvc1'];
  await run('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine'],
    ...[
      '-t',
      `${PIECE_SECONDS}`,
      ...codec,
      '-x265-params',
      'log-level=error',
      '-c:a',
      'aac',
      piece,
    ],
  ]);
  const times = `${Math.max(0, Math.round(seconds / PIECE_SECONDS) - 1)}`;
  const part = `${film}.part.mov`;
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-stream_loop',
    times,
    '-i',
    piece,
    '-c',
    'copy',
    part,
  ]);
  renameSync(part, film);
  return film;
}

async function ours({ from, width, height }: Step, to: string): Promise<Cost> {
  const started = performance.now();
  const { stdout } = await run(process.execPath, [OURS, from, to, `${width}`, `${height}`]);
  const wallMs = performance.now() - started;
  // Cast: our own program, which prints only this.
  return { ...(JSON.parse(stdout) as Omit<Cost, 'wallMs'>), wallMs };
}

async function theirs({ from, width, height }: Step, to: string): Promise<Cost> {
  const started = performance.now();
  const { stderr } = await run('ffmpeg', [
    ...['-nostdin', '-hide_banner', '-nostats', '-y', '-benchmark', '-threads', '2', '-i', from],
    ...['-map_metadata', '-1', '-vf', `scale=${width}:${height},setsar=1,format=yuv420p`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-threads', '2', '-crf', '23'],
    ...['-profile:v', 'high', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
    ...['-movflags', '+faststart', to],
  ]);
  const said = (name: string) => Number(new RegExp(`${name}=([\\d.]+)`).exec(stderr)?.[1]);
  return {
    wallMs: performance.now() - started,
    cpuMs: (said('utime') + said('stime')) * 1000,
    peakMb: said('maxrss') / 1024,
  };
}

export async function benchVideos(folder: string): Promise<Record<string, unknown>> {
  const seconds = Number(process.env.BENCH_SECONDS ?? 60);
  const film = await makeFilm(folder, seconds);
  const place = mkdtempSync(path.join(folder, 'videos-'));
  const into = (name: string) => path.join(place, name);
  const results: Record<string, unknown> = { seconds, load: loadavg()[0] };
  try {
    const steps = {
      '1080p': { from: film, width: 1920, height: 1080 },
      '720p': { from: into('ours-1080p.mp4'), width: 1280, height: 720 },
    };
    for (const [name, step] of Object.entries(steps)) {
      const costs: { ours: Cost; ffmpeg: Cost }[] = [];
      const [our, other] = [into(`ours-${name}.mp4`), into(`ffmpeg-${name}.mp4`)];
      for (let round = 0; round < ROUNDS; round++)
        costs.push({ ours: await ours(step, our), ffmpeg: await theirs(step, other) });
      const ratio = (part: keyof Cost) =>
        median(costs.map((cost) => cost.ours[part] / cost.ffmpeg[part]));
      results[name] = {
        wallRatio: ratio('wallMs'),
        goalWallRatio: 1.15,
        cpuRatio: ratio('cpuMs'),
        memoryRatio: ratio('peakMb'),
        bytesRatio: statSync(our).size / statSync(other).size,
        costs,
      };
    }
    return results;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
