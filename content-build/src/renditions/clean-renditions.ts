import path from 'node:path';
import type { Rendition } from '@veldlicht/contract/renditions';
import { findForbiddenMetadataInFile } from './verify-clean.ts';

/** Throws when a file that is about to become public carries anything but its pixels (threat T25). */
export async function requireCleanRenditions(
  folder: string,
  renditions: readonly Rendition[],
): Promise<void> {
  await Promise.all(
    renditions.map(async ({ name }) => {
      const found = await findForbiddenMetadataInFile(path.join(folder, name));
      if (found.length > 0) throw new Error(`rendition ${name} carries ${found.join(', ')}`);
    }),
  );
}
