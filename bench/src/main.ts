/**
 * `npm run bench -- publish | history | images | library | leak | admin-page | site | soak | species | videos`:
 * measures, prints, and writes bench/results/<name>.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { compileAll } from '@veldlicht/scripts/compile';
import { benchAdminPage } from './admin-page.ts';
import { benchHistory } from './history.ts';
import { benchImages } from './images.ts';
import { benchLeak } from './leak.ts';
import { benchLibrary } from './library.ts';
import { benchPublish } from './publish.ts';
import { benchSite } from './site.ts';
import { benchSoak } from './soak.ts';
import { benchSpecies } from './species.ts';
import { benchVideos } from './videos.ts';

const benches: Record<string, (folder: string) => Promise<Record<string, unknown>>> = {
  publish: benchPublish,
  history: benchHistory,
  images: benchImages,
  library: benchLibrary,
  leak: benchLeak,
  'admin-page': benchAdminPage,
  site: benchSite,
  soak: benchSoak,
  species: benchSpecies,
  videos: benchVideos,
};

const [name = ''] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Say which: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(1);
}
await compileAll((line) => console.log(line));
const results = path.join(import.meta.dirname, '../results');
mkdirSync(results, { recursive: true });
const figures = await bench(process.env.BENCH_DIR || tmpdir());
const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model };
const report = JSON.stringify({ name, ...machine, ...figures }, null, 2);
writeFileSync(path.join(results, `${name}.json`), `${report}\n`);
console.log(report);
