/**
 * `npm run bench -- publish`: what changes cost at 1,000 and 10,000 items, live through the Caddy that we
 * ship, beside full builds of the same pages by Astro and Hugo on the same disk in the same run; whether
 * what was published edit by edit is what a plain `astro build` makes; and the worker's memory.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { freePort } from '@veldlicht/scripts/caddy';
import { comparePages } from './compare-pages.ts';
import { runLive, siteVariables } from './live-product.ts';
import { astroBuild, contentBuild, median, peakMemoryMb, runTimed } from './programs.ts';
import {
  fiftyEdits,
  hundredEdits,
  hundredPhotos,
  timeEdits,
  timeSeriesEdits,
} from './publish-changes.ts';
import { SERIES_ITEMS, seedLibrary, seedSeries } from './seed-library.ts';

/** `BENCH_ITEMS` for a quick look; ten times fewer in the small library. */
const ITEMS = Number(process.env.BENCH_ITEMS || 10_000);
const EDITS = 21;
const ROUNDS = 5;
const EDITS_A_ROUND = 7;

const say = (line: string) => console.error(`  ${line} …`);

/** One library in a data folder of its own, published for one port. */
interface Library {
  dataDir: string;
  port: number;
}

async function makeLibrary(dataDir: string, count: number): Promise<Library> {
  say(`seeding ${count} items`);
  await seedLibrary(dataDir, count);
  seedSeries(dataDir, SERIES_ITEMS);
  return { dataDir, port: await freePort() };
}

const publishAll = ({ dataDir, port }: Library) =>
  runTimed(contentBuild('publish'), siteVariables(dataDir, port));

async function measureEdits(library: Library) {
  const { dataDir, port } = library;
  say('first publish');
  const firstPublishMs = await publishAll(library);
  say('edits one by one');
  const live = await runLive(dataDir, { port, quietMs: 0 });
  const times = await timeEdits(live, dataDir, EDITS);
  say('edits of a series');
  const seriesEditMs = median(await timeSeriesEdits(live, dataDir, EDITS));
  say('a hundred edits together');
  const hundredEditsMs = await hundredEdits(live);
  const workerPeakMb = peakMemoryMb(live.workerPid);
  await live.stop();
  return { firstPublishMs, editMs: median(times), seriesEditMs, hundredEditsMs, workerPeakMb };
}

async function measureBursts({ dataDir, port }: Library) {
  const live = await runLive(dataDir, { port });
  say('fifty edits in ten seconds');
  const lastOfFiftyEditsMs = await fiftyEdits(live);
  say('a hundred new photos');
  const hundredPhotosMs = await hundredPhotos(live, dataDir);
  await live.stop();
  const goals = { goalLastOfFiftyEditsMs: 1000, goalHundredPhotosMs: 2000 };
  return { lastOfFiftyEditsMs, hundredPhotosMs, ...goals };
}

/** A plain `astro build` of the pages as the database has them now. */
async function plainBuild({ dataDir, port }: Library, scratch: string) {
  say('plain astro build');
  const pages = path.join(scratch, 'pages.ndjson');
  const out = path.join(scratch, 'plain');
  await runTimed(contentBuild('pages', pages), siteVariables(dataDir, port));
  const ms = await runTimed(astroBuild, {
    SITE_PAGES: pages,
    SITE_OUT: out,
    SITE_CACHE: path.join(scratch, 'cache'),
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  });
  return { ms, out, pages };
}

interface PhotoPage {
  slug: string;
  title: string;
  description: string;
  hash: string;
}

/** The photos of a file of `content-build pages`: one page's data a line. */
function readPhotos(pagesFile: string): PhotoPage[] {
  const lines = readFileSync(pagesFile, 'utf8').split('\n');
  return lines.flatMap((line) => {
    if (!line.includes('"path":"/foto/')) return [];
    const { item } = JSON.parse(line);
    const hash = /\/media\/([0-9a-f]{32})\//.exec(item?.sources?.[0]?.url ?? '')?.[1];
    if (!item || !hash) return [];
    return [{ slug: item.slug, title: item.title, description: item.description ?? '', hash }];
  });
}

/**
 * The pages of all photos as Hugo builds them in full. The template is one of our own pages with its
 * words and addresses taken out, so that theirs weigh the same. Null without Hugo.
 */
async function prepareHugo(photos: PhotoPage[], release: string, folder: string) {
  const [first] = photos;
  if (!first || (await runTimed(['hugo', 'version']).catch(() => null)) === null) return null;
  const page = path.join(release, 'foto', first.slug.slice(-2), `${first.slug}.html`);
  const marked = (['slug', 'hash', 'description', 'title'] as const).reduce(
    (text, name) => {
      const mark = name === 'title' ? '{{ .Title }}' : `{{ .Params.${name}Of }}`;
      return first[name] ? text.replaceAll(first[name], mark) : text;
    },
    readFileSync(page, 'utf8'),
  );
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write('config.toml', 'baseURL = "/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n');
  write('layouts/_default/single.html', marked);
  write('layouts/index.html', '<ul>{{ range .Site.RegularPages }}<li>{{ .Title }}{{ end }}</ul>');
  for (const { slug, title, description, hash } of photos) {
    const facts = { title, slugOf: slug, descriptionOf: description, hashOf: hash };
    write(`content/foto/${slug}.md`, `${JSON.stringify(facts)}\n`);
  }
  let builds = 0;
  // A new folder each time: where ten thousand files were just deleted, making them takes twice as long.
  return () => {
    const output = `public-${++builds}`;
    return runTimed(['hugo', '--source', folder, '--destination', output, '--quiet']);
  };
}

/** Edits and full builds by Hugo in turns, so that a busy minute hits both. */
async function measureBesideHugo({ dataDir, port }: Library, pages: string, scratch: string) {
  say('Hugo');
  const photos = readPhotos(pages);
  const hugo = await prepareHugo(photos, liveRelease(dataDir), path.join(scratch, 'hugo'));
  if (!hugo) return null;
  const live = await runLive(dataDir, { port, quietMs: 0 });
  const rounds: Array<{ editMs: number; hugoMs: number; ratio: number }> = [];
  for (let round = 0; round < ROUNDS; round++) {
    const done = EDITS + round * EDITS_A_ROUND;
    const editMs = median(await timeEdits(live, dataDir, EDITS_A_ROUND, done));
    const hugoMs = await hugo();
    rounds.push({ editMs, hugoMs, ratio: editMs / hugoMs });
  }
  await live.stop();
  const editToHugo = median(rounds.map(({ ratio }) => ratio));
  return { pages: photos.length, rounds, editToHugo, goalEditToHugo: 1 / 30 };
}

const liveRelease = (dataDir: string) => path.join(dataFolder(dataDir).releases, 'current');

export async function benchPublish(folder: string): Promise<Record<string, unknown>> {
  const scratch = mkdtempSync(path.join(folder, 'publish-'));
  try {
    const small = await makeLibrary(path.join(scratch, 'small'), ITEMS / 10);
    const large = await makeLibrary(path.join(scratch, 'large'), ITEMS);
    const thousand = await measureEdits(small);
    const tenThousand = await measureEdits(large);
    const plain = await plainBuild(large, scratch);
    const equality = comparePages(liveRelease(large.dataDir), plain.out);
    rmSync(plain.out, { recursive: true });
    return {
      items: ITEMS,
      thousand,
      tenThousand,
      astroBuildMs: plain.ms,
      editToAstroBuild: tenThousand.editMs / plain.ms,
      goalEditToAstroBuild: 1 / 150,
      besideHugo: await measureBesideHugo(large, plain.pages, scratch),
      editTenThousandToThousand: tenThousand.editMs / thousand.editMs,
      goalEditTenThousandToThousand: 2,
      hundredEditsToAstroBuild: tenThousand.hundredEditsMs / plain.ms,
      goalHundredEditsToAstroBuild: 1 / 8,
      ...(await measureBursts(large)),
      goalWorkerPeakMb: 350,
      equality,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
