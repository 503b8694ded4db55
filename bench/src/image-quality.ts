/** Distance of published pictures from their photos by butteraugli (3-norm; lower is better). */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { avifLadder } from '@veldlicht/contract/ladder';
import sharp, { type Sharp } from 'sharp';

const run = promisify(execFile);

/** Distance of a picture from the photo, which is resized with Lanczos 3. */
async function distance(photo: Sharp, shown: string, folder: string): Promise<number> {
  const [reference, png] = [path.join(folder, 'reference.png'), path.join(folder, 'shown.png')];
  const { width, height } = await sharp(shown).metadata();
  // Resizes to the picture's exact size, since programs round the shorter side differently.
  await photo
    .clone()
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .png({ compressionLevel: 1 })
    .toFile(reference);
  await sharp(shown).removeAlpha().png({ compressionLevel: 1 }).toFile(png);
  const { stdout } = await run('butteraugli_main', [reference, png, '--pnorm', '3']);
  return Number(/3-norm: ([\d.]+)/.exec(stdout)?.[1]);
}

/** Without arguments the program exits with an error other than ENOENT. */
async function isInstalled(): Promise<boolean> {
  const ended = await run('butteraugli_main', []).catch((error: NodeJS.ErrnoException) => error);
  return !('code' in ended && ended.code === 'ENOENT');
}

interface QualityRow {
  slot: number;
  /** Mean over the photos. */
  ours: number;
  defaults: number;
  ratio: number;
}

/**
 * Compares `<folder>/<photo>/<slot>-3.avif` in two folders with the photo. Null if `butteraugli_main` (Debian:
 * libjxl-devtools) is not installed.
 */
export async function compareQuality(
  photos: string[],
  ours: string,
  defaults: string,
): Promise<QualityRow[] | null> {
  if (!(await isInstalled())) return null;
  const folder = mkdtempSync(path.join(ours, '../quality-'));
  const rows: QualityRow[] = [];
  try {
    for (const slot of avifLadder) {
      const sums = { ours: 0, defaults: 0 };
      for (const photo of photos) {
        const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
        const whole = sharp(data, { raw: info });
        const name = path.join(path.parse(photo).name, `${slot}-3.avif`);
        sums.ours += await distance(whole, path.join(ours, name), folder);
        sums.defaults += await distance(whole, path.join(defaults, name), folder);
      }
      const [mine, theirs] = [sums.ours / photos.length, sums.defaults / photos.length];
      rows.push({ slot, ours: mine, defaults: theirs, ratio: mine / theirs });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}
