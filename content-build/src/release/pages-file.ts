/** All pages as lines of JSON: what a plain `astro build` of the same site reads. */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Environment } from '@veldlicht/contract/environment';
import { dataFolder } from '@veldlicht/database/data-folder';
import type { ContentSource } from '../snapshot/content-source.ts';
import { openDatabaseSource } from '../snapshot/database-source.ts';
import { indexFiles } from '../snapshot/index-chunk.ts';
import { planChunks, siteRoutes } from './site-routes.ts';

/** Writes one `PageData` per line. */
async function writePages(source: ContentSource, file: string): Promise<void> {
  const chunks = planChunks(source).map(({ entries }) => {
    const { search, view } = indexFiles(source, entries);
    return { search: search.name, view: view.name, items: entries.length };
  });
  const out = createWriteStream(file);
  for (const route of siteRoutes(source, () => chunks))
    if (route.page) out.write(`${JSON.stringify(route.page())}\n`);
  out.end();
  await finished(out);
}

export async function writePagesFile(environment: Environment, file: string): Promise<void> {
  const source = openDatabaseSource(
    dataFolder(environment.dataDir).database,
    environment.publicOrigin,
    Date.now(),
  );
  await writePages(source, file);
  source.close();
}
