/**
 * `npm run bench -- publish`: what an edit costs at 1,000 and 10,000 items, beside a plain
 * `astro build` of the same pages on the same disk in the same run; whether 200 random changes,
 * published one by one, give the same files as building from nothing; and the worker's memory.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { programs } from '@veldlicht/scripts/programs';
import { compareTrees, type TreeComparison } from './compare-trees.ts';
import {
  astroBuild,
  contentBuild,
  median,
  peakMemoryMb,
  runTimed,
  startProgram,
} from './programs.ts';
import { timeEdits } from './publish-edits.ts';
import { changeOnce } from './random-changes.ts';
import { repeatable, seedLibrary } from './seed-library.ts';

const EDITS = 21;
const CHANGES = 200;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

interface Running {
  origin: string;
  workerPid: number;
  stop: () => Promise<void>;
}

async function run(dataDir: string, quietMs: number): Promise<Running> {
  const port = String(await freePort());
  const variables = {
    DATA_DIR: dataDir,
    PORT: port,
    PUBLIC_ORIGIN: 'http://bench.example',
    PUBLISH_QUIET_MS: String(quietMs),
  };
  const api = await startProgram(programs.api, variables);
  const worker = await startProgram(programs.worker, variables);
  const stop = async () => {
    await worker.stop();
    await api.stop();
  };
  return { origin: `http://127.0.0.1:${port}`, workerPid: worker.pid, stop };
}

const variablesOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  PUBLIC_ORIGIN: 'http://bench.example',
});

interface EditFigures {
  firstPublishMs: number;
  editMs: number;
  editWithQuietTimeMs: number;
  workerPeakMb: number;
}

const say = (line: string) => console.error(`  ${line} …`);

async function measureEdits(dataDir: string, count: number): Promise<EditFigures> {
  say(`seeding ${count} items`);
  await seedLibrary(dataDir, count);
  say('first publish');
  const firstPublishMs = await runTimed(contentBuild('publish'), variablesOf(dataDir));
  say('edits one by one');
  const eager = await run(dataDir, 0);
  const times = await timeEdits(eager.origin, dataDir, EDITS);
  const workerPeakMb = peakMemoryMb(eager.workerPid);
  await eager.stop();
  const usual = await run(dataDir, 100);
  const quiet = await timeEdits(usual.origin, dataDir, 5);
  await usual.stop();
  return {
    firstPublishMs,
    editMs: median(times),
    editWithQuietTimeMs: median(quiet),
    workerPeakMb,
  };
}

/** A plain `astro build` of the pages as the database has them now; answers where it is. */
async function plainBuild(dataDir: string, scratch: string) {
  say('plain astro build');
  const pages = path.join(scratch, 'pages.ndjson');
  const out = path.join(scratch, 'plain');
  await runTimed(contentBuild('pages', pages), variablesOf(dataDir));
  const ms = await runTimed(astroBuild, {
    SITE_PAGES: pages,
    SITE_OUT: out,
    SITE_CACHE: path.join(scratch, 'cache'),
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  });
  return { ms, out };
}

/** Publishes the same database into an empty place. */
async function publishFromNothing(dataDir: string, scratch: string): Promise<string> {
  const fresh = path.join(scratch, 'fresh');
  mkdirSync(fresh);
  const from = dataFolder(dataDir);
  const to = dataFolder(fresh);
  const db = openDatabase(from.database);
  await db.$client.backup(to.database);
  db.$client.close();
  symlinkSync(from.renditions, to.renditions);
  await runTimed(contentBuild('publish'), variablesOf(fresh));
  return path.join(to.releases, 'current');
}

interface Equality {
  changes: number;
  fromNothing: TreeComparison;
  plainAstroBuild: TreeComparison;
}

async function measureEquality(dataDir: string, scratch: string): Promise<Equality> {
  say(`${CHANGES} random changes`);
  const { origin, stop } = await run(dataDir, 0);
  const db = openDatabase(dataFolder(dataDir).database);
  const random = repeatable(7);
  for (let i = 0; i < CHANGES; i++) await changeOnce(db, random, dataFolder(dataDir).renditions);
  db.$client.close();
  await fetch(origin);
  await stop();
  const live = path.join(dataFolder(dataDir).releases, 'current');
  say('the same from nothing');
  const fromNothing = compareTrees(live, await publishFromNothing(dataDir, scratch), 'release');
  const plain = await plainBuild(dataDir, scratch);
  return { changes: CHANGES, fromNothing, plainAstroBuild: compareTrees(live, plain.out, 'astro') };
}

export async function benchPublish(folder: string): Promise<Record<string, unknown>> {
  const scratch = mkdtempSync(path.join(folder, 'publish-'));
  try {
    const small = path.join(scratch, 'small');
    const large = path.join(scratch, 'large');
    const thousand = await measureEdits(small, 1000);
    const tenThousand = await measureEdits(large, 10_000);
    const plain = await plainBuild(large, scratch);
    rmSync(plain.out, { recursive: true });
    const equality = await measureEquality(large, scratch);
    return {
      thousand,
      tenThousand,
      astroBuildMs: plain.ms,
      editToAstroBuild: tenThousand.editMs / plain.ms,
      goalEditToAstroBuild: 1 / 100,
      editTenThousandToThousand: tenThousand.editMs / thousand.editMs,
      goalEditTenThousandToThousand: 3,
      equality,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
