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
import { memoryMb } from './memory-watch.ts';
import { contentBuild, runTimed, startProgram } from './programs.ts';
import { pause } from './publish-live.ts';
import { seedLibrary } from './seed-library.ts';

const ITEMS = 100;
const LOOK_EVERY = 50;
const MB = 1024 * 1024;

interface Look {
  publishes: number;
  /** Resident, as the worker was. */
  rssMb: number;
  /** After its garbage was collected. */
  heapMb: number;
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

/** Megabytes per publish, by least squares over the looks. */
function slope(looks: readonly Look[], pick: (look: Look) => number): number {
  const mean = (of: (look: Look) => number) =>
    looks.reduce((sum, look) => sum + of(look), 0) / looks.length;
  const [x, y] = [mean(({ publishes }) => publishes), mean(pick)];
  const over = looks.reduce((sum, one) => sum + (one.publishes - x) * (pick(one) - y), 0);
  return over / looks.reduce((sum, one) => sum + (one.publishes - x) ** 2, 0);
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
  const { heapUsed, external } = JSON.parse(readFileSync(told, 'utf8'));
  return { publishes, rssMb, heapMb: heapUsed / MB, externalMb: external / MB };
}

export async function benchManyPublishes(scratch: string): Promise<Record<string, unknown>> {
  const publishes = Number(process.env.MANY_PUBLISHES) || 600;
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
        if (n % LOOK_EVERY !== 0) continue;
        looks.push(await look(pid, told, n));
        console.error(JSON.stringify(looks.at(-1)));
      }
      // What is loaded and compiled once is there after a quarter.
      const warm = looks.filter((one) => one.publishes > publishes / 4);
      return {
        ...{ items: ITEMS, publishes, looks },
        rssMbPerPublish: slope(warm, ({ rssMb }) => rssMb),
        heapMbPerPublish: slope(warm, ({ heapMb }) => heapMb),
        externalMbPerPublish: slope(warm, ({ externalMb }) => externalMb),
      };
    } finally {
      db.$client.close();
      await stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
