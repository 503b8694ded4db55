/** How far published pictures are from what they show, by butteraugli (3-norm; lower is better). */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { avifLadder } from '@veldlicht/contract/ladder';
import sharp from 'sharp';

const run = promisify(execFile);

async function distance(reference: string, shown: string, folder: string): Promise<number> {
  const png = path.join(folder, 'shown.png');
  await sharp(shown).removeAlpha().png({ compressionLevel: 1 }).toFile(png);
  const { stdout } = await run('butteraugli_main', [reference, png, '--pnorm', '3']);
  return Number(/3-norm: ([\d.]+)/.exec(stdout)?.[1]);
}

/** Without arguments it ends with an error of its own. */
async function isInstalled(): Promise<boolean> {
  const ended = await run('butteraugli_main', []).catch((error: NodeJS.ErrnoException) => error);
  return !('code' in ended && ended.code === 'ENOENT');
}

export interface QualityRow {
  slot: number;
  /** Mean over the photos. */
  ours: number;
  defaults: number;
  ratio: number;
}

/**
 * Compares `<folder>/<photo>/<slot>-3.avif` of two folders with a full decode of the photo shrunk by
 * Lanczos 3. Null where `butteraugli_main` (Debian: libjxl-devtools) is not installed.
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
    for (const { slot } of avifLadder) {
      const sums = { ours: 0, defaults: 0 };
      for (const photo of photos) {
        const reference = path.join(folder, 'reference.png');
        const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
        await sharp(data, { raw: info })
          .resize(slot, slot, { fit: 'inside', kernel: 'lanczos3' })
          .png({ compressionLevel: 1 })
          .toFile(reference);
        const name = path.join(path.parse(photo).name, `${slot}-3.avif`);
        sums.ours += await distance(reference, path.join(ours, name), folder);
        sums.defaults += await distance(reference, path.join(defaults, name), folder);
      }
      const [mine, theirs] = [sums.ours / photos.length, sums.defaults / photos.length];
      rows.push({ slot, ours: mine, defaults: theirs, ratio: mine / theirs });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}
