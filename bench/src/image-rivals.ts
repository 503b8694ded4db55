/**
 * `npm run bench -- image-rivals`: the same photographs through our image process, through Astro's
 * `<Picture>` with our widths, and through thumbsup when it can be found (`BENCH_THUMBSUP` names it,
 * else the one on the PATH; it needs GraphicsMagick and exiftool). Each rival pays for the photographs
 * only: the same run with nothing left to do is taken off.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { avifLadder } from '@veldlicht/contract/ladder';
import { findPhotos } from './images.ts';
import { median, runTimed } from './programs.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const OURS = path.join(root, 'content-build/src/testing/render-photos.ts');

/** Wall milliseconds of the whole ladder of all photographs, two at a time. */
async function renderOurs(folder: string, photos: string[]): Promise<number> {
  const { stdout } = await run(process.execPath, [OURS, folder, '2', ...photos]);
  // The program is ours and prints nothing else.
  return (JSON.parse(stdout) as { wallMs: number }).wallMs;
}

const CONFIG = `export default {
  cacheDir: './.cache',
  devToolbar: { enabled: false },
  vite: { cacheDir: './.cache/vite' },
};
`;

const PAGE = `---
import { Picture } from 'astro:assets';
const photos = Object.values(import.meta.glob('../photos/*.jpg', { eager: true, import: 'default' }));
---
<!doctype html>
<title>Foto's</title>
{photos.map((src) => (
  <Picture src={src} alt="" formats={['avif']} fallbackFormat="jpg" widths={${JSON.stringify(avifLadder.map(({ slot }) => slot))}} sizes="100vw" />
))}
`;

interface RivalCost {
  wallMs: number;
  /** Files made per photograph, by the end of their names. */
  made: Record<string, number>;
}

function countMade(folder: string, photos: number): Record<string, number> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const made: Record<string, number> = {};
  for (const name of names) {
    const end = path.extname(name);
    if (/^\.(?:avif|jpe?g)$/i.test(end)) made[end] = (made[end] ?? 0) + 1 / photos;
  }
  return made;
}

/** A site of one page, with Astro's own defaults. */
async function buildWithAstro(folder: string, photos: string[]): Promise<RivalCost> {
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write('astro.config.mjs', CONFIG);
  write('package.json', '{ "type": "module" }');
  write('src/pages/index.astro', PAGE);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const build = () =>
    runTimed([path.join(root, 'node_modules/.bin/astro'), 'build', '--root', folder, '--silent']);
  const empty = await build();
  for (const photo of photos)
    cpSync(photo, path.join(folder, 'src/photos', `${path.parse(photo).name}.jpg`));
  const whole = await build();
  return { wallMs: whole - empty, made: countMade(path.join(folder, 'dist'), photos.length) };
}

/** Null without a thumbsup that works. */
async function buildWithThumbsup(folder: string, photos: string[]): Promise<RivalCost | null> {
  const program = (process.env.BENCH_THUMBSUP ?? 'thumbsup').split(' ');
  const works = await runTimed([...program, '--version']).catch(() => null);
  if (works === null) return null;
  const [input, output] = [path.join(folder, 'photos'), path.join(folder, 'site')];
  for (const photo of photos) cpSync(photo, path.join(input, path.basename(photo)));
  const build = () => runTimed([...program, '--input', input, '--output', output]);
  const whole = await build();
  const again = await build();
  return { wallMs: whole - again, made: countMade(path.join(output, 'media'), photos.length) };
}

export async function benchImageRivals(folder: string): Promise<Record<string, unknown>> {
  const photos = await findPhotos(folder);
  const place = mkdtempSync(path.join(folder, 'rivals-'));
  const into = (name: string) => {
    mkdirSync(path.join(place, name), { recursive: true });
    return path.join(place, name);
  };
  try {
    const loadBefore = loadavg()[0];
    // Around the rivals: another load of the machine meets all three.
    const ours = [await renderOurs(into('ours-0'), photos)];
    const thumbsup = await buildWithThumbsup(into('thumbsup'), photos);
    ours.push(await renderOurs(into('ours-1'), photos));
    const astro = await buildWithAstro(into('astro'), photos);
    ours.push(await renderOurs(into('ours-2'), photos));
    const ourMs = median(ours);
    return {
      photos: photos.length,
      load: { before: loadBefore, after: loadavg()[0] },
      ours: { wallMs: ours, made: countMade(into('ours-0'), photos.length) },
      astro,
      astroRatio: astro.wallMs / ourMs,
      goalAstroRatio: 20,
      thumbsup,
      thumbsupRatio: thumbsup && thumbsup.wallMs / ourMs,
      goalThumbsupRatio: 2,
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
