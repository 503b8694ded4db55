/** All pages as lines of JSON: what a plain `astro build` of the same site reads. */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Environment } from '@veldlicht/contract/environment';
import { dataFolder } from '@veldlicht/database/data-folder';
import { sha256 } from '../release/durable-file.ts';
import { planChunks, siteRoutes } from '../release/site-routes.ts';
import type { ContentSource } from './content-source.ts';
import { openDatabaseSource } from './database-source.ts';
import { indexChunk } from './index-chunk.ts';

/** Writes one `PageData` per line. */
async function writePages(source: ContentSource, file: string): Promise<void> {
  const chunks = planChunks(source).map(({ key, entries }) => ({
    key,
    name: `${sha256(JSON.stringify(indexChunk(source, entries))).slice(0, 16)}.json`,
    items: entries.length,
  }));
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
  );
  await writePages(source, file);
  source.close();
}
