/**
 * `npm run bench -- publish`: the cost of changes in libraries of three sizes, live through our Caddy setup; and
 * whether a site published change by change equals one published from scratch and a plain `astro build`. `BENCH_SIZES`
 * and `BENCH_ROUNDS` shorten it. `BENCH_BESIDE` is a compiled checkout of another version: it gets a library of the
 * second size and the same changes, in alternation, so that a busy minute affects both.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { freePort } from '@veldlicht/scripts/caddy';
import { comparePages, compareSites } from './compare-pages.ts';
import { planEdits } from './plan-edits.ts';
import { type Library, own, productOf, unpublish } from './products.ts';
import { astroBuild, median, peakMemoryMb, runTimed, say } from './programs.ts';
import {
  someItems,
  timeEdit,
  timeHiding,
  timeHidingUnmade,
  timeHundredEdits,
  timeSeriesEdit,
} from './publish-changes.ts';
import { growLibrary, SEEDED, SERIES_ITEMS } from './seed-library.ts';

const SIZES = (process.env.BENCH_SIZES ?? '1000,10000,100000').split(',').map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS) || 5;
const EDITS_A_ROUND = 5;
const FIRST_PUBLISHES = Number(process.env.BENCH_FIRSTS) || 4;

/** Figures of a library in a round, in milliseconds, or in megabytes for the worker. */
type Figures = Record<string, number>;

async function makeLibrary(checkout: string, dataDir: string, items: number): Promise<Library> {
  const product = await productOf(checkout);
  say(`seeding ${items} items`);
  await product.seedLibrary(dataDir, Math.min(items, SEEDED), [], true);
  if (items > SEEDED) growLibrary(dataDir, items);
  product.seedSeries(dataDir, SERIES_ITEMS);
  return { product, dataDir, port: await freePort(), items };
}

const contentBuild = ({ product, dataDir, port }: Library, ...args: string[]) =>
  product.runTimed(product.contentBuild(...args), product.siteVariables(dataDir, port));

function publishFirst(library: Library): Promise<number> {
  say(`first publish of ${library.items} items`);
  unpublish(library.dataDir);
  return contentBuild(library, 'publish');
}

/** Measures changes in one run of the product. */
async function measureRound(library: Library, round: number, isBeside: boolean): Promise<Figures> {
  const { product, dataDir, port, items } = library;
  say(`round ${round + 1} with ${items} items, load ${loadavg()[0]?.toFixed(1)}`);
  const live = await product.runLive(dataDir, { port, quietMs: 0 });
  try {
    const edits: number[] = [];
    for (const item of someItems(library, 1 + EDITS_A_ROUND, round))
      edits.push(await timeEdit(live, library, item));
    const [editAfterStartMs = Number.NaN, ...others] = edits;
    return {
      editAfterStartMs,
      editMs: median(others),
      seriesEditMs: await timeSeriesEdit(live, library),
      hundredEditsMs: await timeHundredEdits(live, library, round),
      // Copies share the files of their models, which stay.
      ...(items <= SEEDED && { hiddenMs: await timeHiding(live, library, round) }),
      ...(items <= SEEDED &&
        !isBeside && { hiddenUnmadeMs: await timeHidingUnmade(live, library, round) }),
      workerPeakMb: peakMemoryMb(live.workerPid),
    };
  } finally {
    await live.stop();
  }
}

/** The median of each figure. */
function summary(rounds: Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((one) => one[name] ?? Number.NaN))]),
  );
}

/** The median ratio of a figure to that of another library in the same round. */
function ratio(name: string, one: Figures[] = [], other: Figures[] = []): number | null {
  if (one.length === 0 || other.length === 0) return null;
  return median(one.map((figures, i) => (figures[name] ?? NaN) / (other[i]?.[name] ?? NaN)));
}

/** Compares the site after changes with a plain `astro build` of its data, and with one published from scratch. */
async function compareBuilds(library: Library, scratch: string) {
  const { publicSite } = dataFolder(library.dataDir);
  say('plain astro build');
  const pages = path.join(scratch, 'pages.ndjson');
  // Astro renames files from its cache to this folder, which must be on the same file system.
  const out = path.join(own, '.astro/plain');
  await contentBuild(library, 'pages', pages);
  await runTimed(astroBuild, {
    SITE_PAGES: pages,
    SITE_OUT: out,
    SITE_CACHE: path.join(scratch, 'cache'),
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  });
  const plain = comparePages(publicSite, out);
  rmSync(out, { recursive: true });
  const stepByStep = path.join(scratch, 'step-by-step');
  renameSync(publicSite, stepByStep);
  await publishFirst(library);
  return { plain, fromNothing: compareSites(stepByStep, publicSite) };
}

export async function benchPublish(folder: string): Promise<Record<string, unknown>> {
  const scratch = mkdtempSync(path.join(folder, 'publish-'));
  const at = (name: string) => path.join(scratch, name);
  try {
    const [small, middle = small] = SIZES;
    if (middle === undefined) throw new Error('BENCH_SIZES names no size');
    const compared = await makeLibrary(own, at('compared'), middle);
    const { BENCH_BESIDE: checkout } = process.env;
    const beside = checkout ? await makeLibrary(checkout, at('beside'), middle) : null;
    const pair = beside ? [compared, beside] : [compared];
    const first = new Map<Library, Figures[]>();
    const publishOnce = async (library: Library) => {
      const figures = { firstPublishMs: await publishFirst(library) };
      first.set(library, [...(first.get(library) ?? []), figures]);
    };
    // Each goes first equally often, and both before a large library keeps the disk busy.
    for (let i = 0; i < FIRST_PUBLISHES; i++)
      for (const library of i % 2 === 0 ? pair : pair.toReversed()) await publishOnce(library);
    const libraries: Library[] = [];
    for (const size of SIZES)
      libraries.push(size === middle ? compared : await makeLibrary(own, at(`own-${size}`), size));
    const others = libraries.filter((library) => library !== compared);
    for (const library of others) await publishOnce(library);
    const all = [...pair, ...others];
    say(JSON.stringify([...first.values()]));
    const rounds = new Map(all.map((library): [Library, Figures[]] => [library, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (const library of all) {
        const figures = await measureRound(library, round, library === beside);
        say(JSON.stringify(figures));
        rounds.get(library)?.push(figures);
      }

    const plans = libraries.map(({ dataDir, port, product }) => {
      mkdirSync(at('copy'));
      return planEdits(
        dataDir,
        product.siteVariables(dataDir, port).PUBLIC_ORIGIN ?? '',
        at('copy'),
      );
    });
    const figuresOf = (library: Library) => ({
      ...summary(first.get(library) ?? []),
      ...summary(rounds.get(library) ?? []),
    });
    const [ofSmall, , ofLarge] = libraries.map((library) => rounds.get(library));
    const ofMiddle = rounds.get(compared);
    const ofOther = beside ? rounds.get(beside) : undefined;
    const firstRatio = beside && ratio('firstPublishMs', first.get(compared), first.get(beside));
    const bars = (name: string) => ({
      middleToSmall: { value: ratio(name, ofMiddle, ofSmall), most: 1.2 },
      largeToMiddle: { value: ratio(name, ofLarge, ofMiddle), most: 2 },
      toBeside: { value: ratio(name, ofMiddle, ofOther), most: 0.6 },
    });
    return {
      load: loadavg(),
      libraries: libraries.map((library, i) => ({
        items: library.items,
        ...figuresOf(library),
        ...plans[i],
      })),
      beside: beside && { items: beside.items, ...figuresOf(beside) },
      edit: bars('editMs'),
      editAfterStart: bars('editAfterStartMs'),
      firstPublish: { toBeside: { value: firstRatio, most: 1.05 } },
      goals: { planMs: 5, workerPeakMb: 300 },
      equality: await compareBuilds(compared, scratch),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
