/** The hashed client files of the site: copied once, kept while releases and open tabs may ask for them. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { variantsOf } from './compress.ts';
import { makeFolder, replaceFile } from './durable-file.ts';
import type { SiteRenderer } from './site-renderer.ts';

export async function writeAssets(site: SiteRenderer, folder: string): Promise<void> {
  await makeFolder(folder);
  for (const name of site.assets) {
    const file = path.join(folder, name);
    if (existsSync(file)) continue;
    const bytes = await readFile(path.join(site.assetsFolder, name));
    const variants = await variantsOf(name, bytes);
    for (const [suffix, content] of variants.slice(1)) await replaceFile(file + suffix, content);
    // The plain file last: where it stands, its compressed forms stand too.
    await replaceFile(file, bytes);
  }
}
