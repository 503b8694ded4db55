/**
 * `npm run bench -- many-publishes`: the worker's memory over `MANY_PUBLISHES` (600) publishes of all pages of a
 * small site, one after the other. What matters to a leak is their number; an hour of waiting adds nothing.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '@veldlicht/database/data-folder';
import { type Database, openDatabase } from '@veldlicht/database/open';
import { contentState, settings } from '@veldlicht/database/schema';
import { programs } from '@veldlicht/scripts/programs';
import { growth, memoryMb } from './memory-watch.ts';
import { contentBuild, runTimed, startProgram } from './programs.ts';
import { pause } from './publish-live.ts';
import { seedLibrary } from './seed-library.ts';

const ITEMS = 100;
const LOOKS = 12;
const MB = 1024 * 1024;

interface Look {
  publishes: number;
  /** Resident, as the worker was. */
  rssMb: number;
  /** What is alive once the garbage was collected, and what V8 keeps for it. */
  heapMb: number;
  reservedMb: number;
  /** Buffers, and what addons say that they hold. */
  externalMb: number;
}

/** Waits for the worker for two minutes at most. */
async function until(what: string, holds: () => boolean): Promise<void> {
  const started = performance.now();
  while (!holds()) {
    if (performance.now() - started > 120_000) throw new Error(`it never ${what}`);
    await pause(10);
  }
}

async function publishOnce(db: Database, n: number): Promise<void> {
  const profile = db.select().from(settings).get()?.profile ?? {};
  db.update(settings)
    .set({ profile: { ...profile, siteTitle: `Reeks ${n}` } })
    .run();
  await until(`published change ${n}`, () => {
    const state = db.select().from(contentState).get();
    return state !== undefined && !state.running && state.publishedRevision >= state.revision;
  });
}

async function look(pid: number, told: string, publishes: number): Promise<Look> {
  const rssMb = memoryMb(pid);
  rmSync(told, { force: true });
  process.kill(pid, 'SIGUSR2');
  await until('told its memory', () => existsSync(told));
  const { heapUsed, heapTotal, external } = JSON.parse(readFileSync(told, 'utf8'));
  const mb = (bytes: number) => Math.round(bytes / MB);
  return {
    ...{ publishes, rssMb: Math.round(rssMb), heapMb: mb(heapUsed) },
    ...{ reservedMb: mb(heapTotal), externalMb: mb(external) },
  };
}

export async function benchManyPublishes(scratch: string): Promise<Record<string, unknown>> {
  const publishes = Number(process.env.MANY_PUBLISHES) || 600;
  const lookEvery = Math.max(1, Math.floor(publishes / LOOKS));
  const dataDir = mkdtempSync(path.join(scratch, 'many-'));
  const told = path.join(dataDir, 'memory.json');
  try {
    await seedLibrary(dataDir, ITEMS);
    const variables = { DATA_DIR: dataDir, PUBLISH_QUIET_MS: '1', TELL_MEMORY: told };
    await runTimed(contentBuild('publish'), variables);
    const hook = `--import=${new URL('./tell-memory.mjs', import.meta.url).href}`;
    const { worker } = programs;
    const worked = { ...worker, nodeOptions: [...worker.nodeOptions, hook] };
    const { pid, stop } = await startProgram(worked, variables);
    const db = openDatabase(dataFolder(dataDir).database);
    try {
      const looks: Look[] = [];
      for (let n = 1; n <= publishes; n++) {
        await publishOnce(db, n);
        if (n % lookEvery === 0) looks.push(await look(pid, told, n));
      }
      // What is loaded and compiled once is there after a quarter.
      const warm = looks.filter((one) => one.publishes > publishes / 4);
      return {
        ...{ items: ITEMS, publishes, looks },
        mbPerPublish: {
          rss: growth(warm.map(({ publishes: n, rssMb }) => [n, rssMb])),
          heap: growth(warm.map(({ publishes: n, heapMb }) => [n, heapMb])),
          external: growth(warm.map(({ publishes: n, externalMb }) => [n, externalMb])),
        },
      };
    } finally {
      db.$client.close();
      await stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
