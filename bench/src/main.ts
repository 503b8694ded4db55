/**
 * `npm run bench -- publish | uploads | images | image-rivals | admin-list | admin-page | sign-in |
 * contact | library | site | lists | slow-clients | dribbled-posts | writers | soak | many-publishes`: measures,
 * prints, and writes bench/results/<name>.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { compileAll } from '@veldlicht/scripts/compile';
import { benchAdminList } from './admin-list.ts';
import { benchAdminPage } from './admin-page.ts';
import { benchContact } from './contact.ts';
import { benchDribbledPosts } from './dribbled-posts.ts';
import { benchImageRivals } from './image-rivals.ts';
import { benchImages } from './images.ts';
import { benchLibrary } from './library.ts';
import { benchManyPublishes } from './many-publishes.ts';
import { benchPublish } from './publish.ts';
import { benchLists } from './publish-load.ts';
import { benchSignIn } from './sign-in.ts';
import { benchSite } from './site.ts';
import { benchSlowClients } from './slow-clients.ts';
import { benchSoak } from './soak.ts';
import { benchUploads } from './uploads.ts';
import { benchWriters } from './writers.ts';

const benches: Record<string, (folder: string) => Promise<Record<string, unknown>>> = {
  publish: benchPublish,
  uploads: benchUploads,
  images: benchImages,
  'image-rivals': benchImageRivals,
  'sign-in': benchSignIn,
  contact: benchContact,
  'admin-list': benchAdminList,
  'admin-page': benchAdminPage,
  library: benchLibrary,
  site: benchSite,
  lists: benchLists,
  'slow-clients': benchSlowClients,
  'dribbled-posts': benchDribbledPosts,
  writers: benchWriters,
  soak: benchSoak,
  'many-publishes': benchManyPublishes,
};

const [name = ''] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Say which: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(1);
}
compileAll((line) => console.log(line));
const results = path.join(import.meta.dirname, '../results');
mkdirSync(results, { recursive: true });
const figures = await bench(process.env.BENCH_DIR || tmpdir());
const report = {
  name,
  node: process.version,
  cpus: cpus().length,
  model: cpus()[0]?.model,
  ...figures,
};
writeFileSync(path.join(results, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
console.log(JSON.stringify(report, null, 2));
