/** sharp as the image process may use it: only the formats we accept, no cache. */
import { availableParallelism } from 'node:os';
import sharp from 'sharp';

/** Loaders for JPEG, PNG, WebP, AVIF and the header of HEIC, GIF, TIFF; all others stay blocked. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'];

/** Call once, before the first picture. */
export function restrictSharp(): void {
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: loaders.flatMap((name) => [
      `VipsForeignLoad${name}File`,
      `VipsForeignLoad${name}Buffer`,
    ]),
  });
}

/** A picture alone gets all cores; two at a time get one thread each, which is faster in sum. */
export function shareCores(jobs: number): void {
  sharp.concurrency(jobs > 1 ? 1 : Math.min(2, availableParallelism()));
}
