/**
 * `npm run bench -- soak`: load L8, for `SOAK_MINUTES` (60). Site and panel are read, and messages, edits, uploads and
 * publishes run, while processes are killed: requests may fail only just after a kill, and memory and open files must
 * not grow.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { type Live, pause, untilLive, withLive } from './live-product.ts';
import { growth, memoryMb, percentile } from './programs.ts';
import { seedAndPublish } from './seed-library.ts';

const ITEMS = 1000;
const READERS = 5;
const SAMPLE_MS = 5000;
const EDIT_MS = 5000;
const PUBLISH_MS = 60_000;
/** Time between two kills of a child process of the worker. */
const KILL_MS = 20_000;
/** Time after a kill in which requests may fail. */
const BACK_WITHIN_MS = 15_000;

interface Sample {
  minute: number;
  apiMb: number;
  workerMb: number;
  apiFiles: number;
  workerFiles: number;
}

/** Counts by name. */
type Counts = Record<string, number>;

const count = (counts: Counts, what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/**
 * Samples after the first quarter, when API and worker have been restarted and are warm. A run of a few minutes never
 * warms up.
 */
function warm(samples: Sample[]): Sample[] {
  const last = samples.at(-1)?.minute ?? 0;
  return samples.filter(({ minute }) => minute >= last / 4);
}

/**
 * Edits to warm up a restarted API: its heap stops growing after about 750 (167 MB after 250, 193 to 197 from 750 to
 * 3,500), which is more than this load makes in an hour.
 */
const WARMING_EDITS = 1000;

/** The minimum over this many minutes approximates the memory without garbage. */
const FLOOR_MINUTES = 3;

/** Minimum memory of a program in each period. */
function floors(samples: Sample[], pick: (sample: Sample) => number): [number, number][] {
  const parts = Map.groupBy(samples, ({ minute }) => Math.floor(minute / FLOOR_MINUTES));
  return [...parts].map(([part, some]) => [part * FLOOR_MINUTES, Math.min(...some.map(pick))]);
}

/** Megabytes per hour. */
const slope = (samples: Sample[], pick: (sample: Sample) => number) =>
  60 * growth(floors(warm(samples), pick));

const spread = (values: number[]) => ({ least: Math.min(...values), most: Math.max(...values) });

const MB_PER_HOUR = 5;
/** Allowed difference between minimum and maximum open files. */
const OPEN_FILES = 20;
/** Shorter runs show only the warm-up. */
const TELLING_MINUTES = 30;

/** Faults, one line each. */
function faultsOf(samples: Sample[], odd: Counts, minutes: number): string[] {
  const faults = Object.entries(odd).map(([what, times]) => `${times} × ${what}`);
  for (const program of ['api', 'worker'] as const) {
    const growing = slope(samples, (sample) => sample[`${program}Mb`]);
    if (minutes >= TELLING_MINUTES && !(growing <= MB_PER_HOUR))
      faults.push(`the memory of the ${program} grows by ${growing} MB an hour`);
    const { least, most } = spread(warm(samples).map((sample) => sample[`${program}Files`]));
    if (!(most - least <= OPEN_FILES))
      faults.push(`the ${program} has ${least} to ${most} files open`);
  }
  return faults;
}

interface Run {
  live: Live;
  minutes: number;
  began: number;
  isOver: () => boolean;
  /** Unexpected failures. */
  odd: Counts;
  /** Work done, and failures just after a kill. */
  done: Counts;
  readMs: number[];
  /** Time until which requests may fail after a kill of API or worker. */
  excusedUntil: number;
  /** Time until which uploads may fail after a kill of the worker's child. */
  uploadsExcusedUntil: number;
}

/** Repeats a task until the end; counts its errors. */
async function often(
  run: Run,
  everyMs: number,
  task: (n: number) => Promise<void>,
  isUpload = false,
) {
  for (let n = 0; !run.isOver(); n++) {
    const began = performance.now();
    await task(n).catch((error: Error) => note(run, error.message.slice(0, 120), isUpload));
    while (!run.isOver() && performance.now() - began < everyMs)
      await pause(Math.min(500, Math.max(0, everyMs - (performance.now() - began))));
  }
}

function note(run: Run, what: string, isUpload = false): void {
  const until = isUpload ? run.uploadsExcusedUntil : run.excusedUntil;
  if (performance.now() < until) count(run.done, 'failed just after a kill');
  else count(run.odd, what);
}

async function ask(run: Run, what: string, address: string, init: RequestInit, allowed = [200]) {
  const answer = await fetch(run.live.origin + address, init).catch(() => null);
  await answer?.arrayBuffer().catch(() => note(run, `${what}: torn`));
  if (!allowed.includes(answer?.status ?? 0))
    note(run, `${what}: ${answer?.status ?? 'no answer'}`);
}

/** Starts readers of panel and site, and senders of messages. */
function startReaders(run: Run): Promise<void>[] {
  const { origin, client } = run.live;
  const reader = () =>
    often(run, 500, async () => {
      const began = performance.now();
      await ask(run, 'list', '/api/admin/media', { headers: { cookie: client.cookie() } });
      run.readMs.push(performance.now() - began);
    });
  const message = JSON.stringify({
    name: 'Noor Bakker',
    email: 'noor@example.nl',
    message: 'Mag ik een afdruk van de ree? '.repeat(10),
  });
  const headers = { origin, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: message };
  return [
    ...Array.from({ length: READERS }, reader),
    often(run, 100, () => ask(run, 'site', '/', {})),
    // All messages come from one address, so most are refused with 429.
    often(run, 1000, () => ask(run, 'message', '/api/contact', init, [201, 429])),
  ];
}

/** Starts edits, uploads and publishes. */
function startEditors(run: Run, ids: readonly string[]): Promise<void>[] {
  const { client } = run.live;
  return [
    often(run, EDIT_MS, async (n) => {
      const address = `/api/admin/media/${ids[n % ids.length]}`;
      await client.call('PATCH', address, { description: `Duur ${n}` });
      count(run.done, 'edits');
    }),
    often(
      run,
      10_000,
      async (n) => {
        const bytes = new Uint8Array(await plainPicture(7000 + n, { width: 1600, height: 1067 }));
        const { objectPath } = await client.upload(bytes, 'image/jpeg');
        const { id } = await client.addMedia({
          title: `Duur ${n}`,
          category: 'fauna',
          imageUrl: objectPath,
        });
        // Time to make its renditions and publish it.
        await pause(5000);
        await client.call('DELETE', `/api/admin/media/${id}`);
        await client.call('DELETE', `/api/admin/media/trash/${id}`);
        count(run.done, 'uploads');
      },
      true,
    ),
    often(run, PUBLISH_MS, async (n) => {
      await client.call('PATCH', '/api/settings', { profile: { siteTitle: `Duur ${n}` } });
      count(run.done, 'publishes of every page');
    }),
  ];
}

/** Child processes of a process (Linux). */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function kill(run: Run, what: string, pid: number): void {
  run.uploadsExcusedUntil = performance.now() + BACK_WITHIN_MS;
  process.kill(pid, 'SIGKILL');
  count(run.done, `kills of ${what}`);
}

async function editUntilWarm(run: Run, ids: readonly string[]): Promise<void> {
  await pause(BACK_WITHIN_MS);
  for (let n = 0; n < WARMING_EDITS && !run.isOver(); n++) {
    const address = `/api/admin/media/${ids[n % ids.length]}`;
    const edit = run.live.client.call('PATCH', address, { description: `Warm ${n}` });
    await edit.catch((error: Error) => note(run, error.message.slice(0, 120)));
  }
}

/** Kills children of the worker repeatedly, and API and worker once, early, so that they run long. */
function startKills(run: Run, ids: readonly string[]): Promise<void>[] {
  const { live, minutes, began } = run;
  const once = async (what: string, part: number, pid: () => number) => {
    while (!run.isOver() && performance.now() - began < part * minutes * 60_000) await pause(200);
    if (run.isOver()) return;
    run.excusedUntil = performance.now() + BACK_WITHIN_MS;
    kill(run, what, pid());
  };
  return [
    once('the worker', 0.08, () => live.workerPid),
    once('the API', 0.16, () => live.apiPid).then(() => editUntilWarm(run, ids)),
    often(run, KILL_MS, async (n) => {
      const children = childrenOf(live.workerPid);
      const child = children[n % children.length];
      if (child) kill(run, 'a process of the worker', child);
    }),
  ];
}

function sampleOf({ live, began }: Run): Sample | null {
  const files = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
  try {
    return {
      minute: (performance.now() - began) / 60_000,
      apiMb: memoryMb(live.apiPid),
      workerMb: memoryMb(live.workerPid),
      apiFiles: files(live.apiPid),
      workerFiles: files(live.workerPid),
    };
  } catch {
    // One of them is being restarted.
    return null;
  }
}

export async function benchSoak(scratch: string): Promise<Record<string, unknown>> {
  const minutes = Number(process.env.SOAK_MINUTES) || 60;
  return withLive(scratch, { prepare: seedAndPublish(ITEMS) }, async (live) => {
    const items = await live.client.call<{ id: string }[]>('GET', '/api/admin/media');
    const began = performance.now();
    const isOver = () => performance.now() - began > minutes * 60_000;
    const run: Run = {
      live,
      minutes,
      began,
      isOver,
      odd: {},
      done: {},
      readMs: [],
      excusedUntil: 0,
      uploadsExcusedUntil: 0,
    };
    const samples: Sample[] = [];
    const ids = items.map(({ id }) => id);
    const loads = [...startReaders(run), ...startEditors(run, ids), ...startKills(run, ids)];
    while (!isOver()) {
      const sample = sampleOf(run);
      if (sample) samples.push(sample);
      await pause(SAMPLE_MS);
    }
    await Promise.all(loads);
    // The last change must go live.
    const last = 'Duur tot het einde';
    await live.client.call('PATCH', '/api/settings', { profile: { siteTitle: last } });
    await untilLive(`${live.origin}/`, last);
    const { odd, done, readMs } = run;
    const faults = faultsOf(samples, odd, minutes);
    if (faults.length > 0) process.exitCode = 1;
    const steady = warm(samples);
    return {
      faults,
      minutes,
      reads: readMs.length,
      readP95Ms: percentile(readMs, 0.95),
      done,
      odd,
      apiMbPerHour: slope(samples, ({ apiMb }) => apiMb),
      workerMbPerHour: slope(samples, ({ workerMb }) => workerMb),
      apiFloors: floors(samples, ({ apiMb }) => apiMb),
      workerFloors: floors(samples, ({ workerMb }) => workerMb),
      apiMb: spread(steady.map(({ apiMb }) => apiMb)),
      workerMb: spread(steady.map(({ workerMb }) => workerMb)),
      apiFiles: spread(steady.map(({ apiFiles }) => apiFiles)),
      workerFiles: spread(steady.map(({ workerFiles }) => workerFiles)),
    };
  });
}
