/** The hashed client files of the site: copied once, kept while releases and open tabs may ask for them. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteRenderer } from './site-renderer.ts';
import type { Staging } from './staging.ts';

/** Stages those that are not there yet. */
export async function stageAssets(
  site: SiteRenderer,
  staging: Staging,
  folder: string,
): Promise<void> {
  staging.folder(folder);
  for (const name of site.assets) {
    const file = path.join(folder, name);
    if (existsSync(file)) continue;
    await staging.placeVariants(file, await readFile(path.join(site.assetsFolder, name)));
  }
}
