import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { quickModules } from '@veldlicht/scripts/programs';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { createImageBench, type ImageBench, WORDING } from '#testing/image-bench.ts';
import { landscape, pngBomb } from '#testing/test-pictures.ts';

/** Kills of the parent. */
const ROUNDS = roundsOf('render-kills', 1);
const LONG = { timeout: 240_000 + ROUNDS * 20_000 };

const benches: ImageBench[] = [];
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()));
});

function bench(limits: Parameters<typeof createImageBench>[0] = {}) {
  const made = createImageBench(limits);
  benches.push(made);
  return made;
}

/** Input of `render` for a photo that takes some tenths of a second. */
async function photo({ put }: ImageBench) {
  const jpeg = await landscape(1100, 700).jpeg().toBuffer();
  const { file, hash, renditionsFolder } = put(jpeg);
  const input = { file, extension: 'jpg' as const, hash, renditionsFolder };
  return { jpeg, ...input, ...WORDING };
}
const LADDER = [
  ...['1600-3.avif', '1600-3.jpg', '480-3.avif', '960-3.avif', '960-3.jpg', '960.jpg'],
];

/** Every file under its real name decodes to its last byte. */
async function expectWhole(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => !name.endsWith('.tmp'));
  for (const name of names)
    await expect(sharp(path.join(folder, name)).stats(), name).resolves.toBeDefined();
}

const picture = () => landscape(600, 400).jpeg().toBuffer();
/** Takes long and little memory. */
const slow = () => pngBomb(11_000, 11_000);

/** Counts turns of the event loop. */
function countTurns(): () => number {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  return () => {
    clearInterval(timer);
    return turns;
  };
}

function signal(pid: number | undefined, name: 'SIGKILL' | 'SIGSTOP'): void {
  if (pid === undefined) throw new Error('no child to signal');
  process.kill(pid, name);
}
const kill = (pid: number | undefined) => signal(pid, 'SIGKILL');

/** Empty when the process has ended. */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  try {
    return readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Stops a process and its descendants. */
function hang(pid = 0): void {
  signal(pid, 'SIGSTOP');
  childrenOf(pid).forEach(hang);
}

it('rejects the call when the process is killed, and starts another for the next', async () => {
  const { images, inspect } = bench();
  await inspect(await picture());
  const first = images.pid();
  // With its children, so that the call is pending when it is killed.
  hang(first);
  const broken = inspect(await picture());
  kill(first);
  await expect(broken).rejects.toMatchObject({ reason: 'crashed' });
  expect(await inspect(await picture())).toMatchObject({ ok: true });
  expect(images.pid()).not.toBe(first);
});

it('starts another process after one was killed while idle', async () => {
  const { images, inspect } = bench();
  await inspect(await picture());
  kill(images.pid());
  await expect.poll(() => images.pid()).toBeUndefined();
  expect(await inspect(await picture())).toMatchObject({ ok: true });
});

it('kills a picture that takes longer than its limit', async () => {
  const { inspect } = bench({ timeLimitMs: 40 });
  await expect(inspect(slow())).rejects.toMatchObject({ reason: 'timeout' });
});

it.runIf(process.platform === 'linux')('ends a process that hangs', async () => {
  const { images, inspect } = bench({ timeLimitMs: 1500 });
  // The limit may be too short for starting on a busy machine.
  const worksAgain = async () =>
    expect.poll(async () => inspect(await picture()).catch(() => null)).toMatchObject({ ok: true });
  await worksAgain();
  const first = images.pid();
  hang(first);
  const began = performance.now();
  await expect(inspect(await picture())).rejects.toMatchObject({ reason: 'timeout' });
  expect(performance.now() - began).toBeLessThan(30_000);
  await expect.poll(() => childrenOf(first ?? 0)).toEqual([]);
  await worksAgain();
});

it.runIf(process.platform === 'linux')('kills a picture that takes too much memory', async () => {
  const { inspect } = bench({ memoryLimitBytes: 200 * 1024 * 1024 });
  expect(await inspect(await picture())).toMatchObject({ ok: true });
  // A progressive JPEG needs all its coefficients at once: 2 bytes for each of 105 million.
  const form = { progressive: true, chromaSubsampling: '4:4:4' };
  const plain = sharp({ create: { width: 7000, height: 5000, channels: 3, background: '#456' } });
  const hungry = await plain.jpeg(form).toBuffer();
  const turns = countTurns();
  await expect(inspect(hungry)).rejects.toMatchObject({ reason: 'memory' });
  expect(turns()).toBeGreaterThan(3);
  expect(await inspect(await picture())).toMatchObject({ ok: true });
});

it.runIf(process.platform === 'linux')('is the first victim of the OOM killer', async () => {
  const { inspect, images } = bench();
  await inspect(await picture());
  expect(readFileSync(`/proc/${images.pid()}/oom_score_adj`, 'utf8').trim()).toBe('1000');
});

it('repeats the picture beside one that timed out', async () => {
  const { inspect, images } = bench();
  const [one, other] = [await picture(), await landscape(610, 400).jpeg().toBuffer()];
  await inspect(one);
  const pid = images.pid();
  hang(pid);
  const both = [one, other].map(inspect);
  kill(pid);
  // Both were running when it died: each is repeated alone.
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }]);
});

it('rejects pending and later calls when it is stopped', async () => {
  const { inspect, images } = bench();
  const broken = inspect(slow());
  const stopped = images.stop();
  await expect(broken).rejects.toMatchObject({ reason: 'stopped' });
  await stopped;
  await expect(inspect(await picture())).rejects.toMatchObject({ reason: 'stopped' });
});

it('inspects many pictures at once, one of them twice', async () => {
  const { inspect } = bench();
  const jpegs = await Promise.all(
    [300, 310, 320, 330].map((w) => landscape(w, 200).jpeg().toBuffer()),
  );
  const outcomes = await Promise.all([...jpegs, ...jpegs.slice(0, 1)].map(inspect));
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
});

it('leaves a complete set after it was killed at any moment (F2)', async () => {
  const made = bench();
  const { images, list } = made;
  const { jpeg, ...input } = await photo(made);
  const folder = path.join(input.renditionsFolder, input.hash);
  for (const ms of [5, 40, 80, 130, 200]) {
    const broken = images.render(input).catch(() => null);
    const timer = setTimeout(
      () => {
        try {
          kill(images.pid());
        } catch {
          // It has ended by itself.
        }
      },
      ms * (0.7 + Math.random() * 0.6),
    );
    await broken;
    clearTimeout(timer);
    if (list(input.hash).length > 0) await expectWhole(folder);
  }
  await images.render(input);
  expect(list(input.hash)).toEqual(LADDER);
  await expectWhole(folder);
  expect(readFileSync(input.file)).toEqual(jpeg);
});

it(
  'leaves only whole files, and no process, when its parent is killed at any moment (F2)',
  LONG,
  async () => {
    const made = bench();
    const { jpeg, file, hash } = await photo(made);
    const renditions = path.join(made.folder, 'killed');
    mkdirSync(renditions);
    const program = path.join(import.meta.dirname, '../testing/render-photos.ts');
    const start = (): ChildProcess =>
      spawn(process.execPath, [quickModules, program, renditions, '1', '1', file], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const isGone = (pid: number) => {
      try {
        return process.kill(pid, 0) !== true;
      } catch {
        return true;
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      const parent = start();
      const childrenNow = () => childrenOf(parent.pid ?? 0);
      await expect.poll(childrenNow, { interval: 5 }).not.toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 750));
      const children = childrenNow();
      parent.kill('SIGKILL');
      await expect.poll(() => children.every(isGone)).toBe(true);
      if (readdirSync(renditions).includes(hash)) await expectWhole(path.join(renditions, hash));
    }
    keepFigures('render-kills', { kills: ROUNDS });
    const last = start();
    const stderr: string[] = [];
    last.stderr?.on('data', (chunk) => stderr.push(String(chunk)));
    const [code] = await once(last, 'close');
    expect({ code, stderr: stderr.join('') }).toEqual({ code: 0, stderr: '' });
    expect(readdirSync(path.join(renditions, hash)).sort()).toEqual(LADDER);
    await expectWhole(path.join(renditions, hash));
    expect(readFileSync(file)).toEqual(jpeg);
  },
);
