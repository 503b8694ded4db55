/**
 * `npm run bench -- soak`: load L8. A tenth of the loads L1 to L3 together and a publish each minute,
 * for `SOAK_MINUTES` (60): memory and open files must not creep up.
 */
import { readdirSync } from 'node:fs';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { type Live, pause, siteVariables, withLive } from './live-product.ts';
import { contentBuild, growth, memoryMb, percentile, runTimed } from './programs.ts';
import { seedLibrary } from './seed-library.ts';

const ITEMS = 1000;
const READERS = 5;
const SAMPLE_MS = 5000;
const PUBLISH_MS = 60_000;

interface Sample {
  minute: number;
  apiMb: number;
  workerMb: number;
  apiFiles: number;
  workerFiles: number;
}

/** What is counted by its name: statuses that nobody should see. */
type Odd = Record<string, number>;

/**
 * Megabytes an hour once everything has been loaded and every buffer has its size: after a quarter of the
 * time. Of a run of minutes this is the warming up, whatever is left out.
 */
function slope(samples: Sample[], pick: (sample: Sample) => number): number {
  const last = samples.at(-1)?.minute ?? 0;
  const used = samples.filter(({ minute }) => minute >= last / 4);
  return 60 * growth(used.map((sample) => [sample.minute, pick(sample)]));
}

const spread = (values: number[]) => ({ least: Math.min(...values), most: Math.max(...values) });

const MB_PER_HOUR = 5;
/** Between the least and the most that are open. */
const OPEN_FILES = 20;
/** A slope over a few minutes is the warming up. */
const TELLING_MINUTES = 30;

/** What is not as it must be, in words; empty when all is. */
function faultsOf(samples: Sample[], odd: Odd, minutes: number): string[] {
  const faults = Object.entries(odd).map(([what, times]) => `${times} × ${what}`);
  for (const program of ['api', 'worker'] as const) {
    const growing = slope(samples, (sample) => sample[`${program}Mb`]);
    if (minutes >= TELLING_MINUTES && !(growing <= MB_PER_HOUR))
      faults.push(`the memory of the ${program} grows by ${growing} MB an hour`);
    const { least, most } = spread(samples.map((sample) => sample[`${program}Files`]));
    if (!(most - least <= OPEN_FILES))
      faults.push(`the ${program} has ${least} to ${most} files open`);
  }
  return faults;
}

/** Everything that goes on at the same time, until `isOver`. */
function startLoads(live: Live, isOver: () => boolean, odd: Odd, readMs: number[]) {
  const note = (what: string) => {
    odd[what] = (odd[what] ?? 0) + 1;
  };
  const ask = async (what: string, address: string, init: RequestInit = {}, allowed = [200]) => {
    const answer = await fetch(live.origin + address, init).catch(() => null);
    await answer?.arrayBuffer().catch(() => note(`${what}: torn`));
    if (!allowed.includes(answer?.status ?? 0)) note(`${what}: ${answer?.status ?? 'no answer'}`);
  };
  const often = async (everyMs: number, task: (n: number) => Promise<void>) => {
    for (let n = 0; !isOver(); n++) {
      const began = performance.now();
      await task(n).catch((error: Error) => note(error.message.slice(0, 120)));
      while (!isOver() && performance.now() - began < everyMs)
        await pause(Math.min(500, Math.max(0, everyMs - (performance.now() - began))));
    }
  };
  const json = { origin: live.origin, 'content-type': 'application/json' };
  const message = JSON.stringify({
    ...{ name: 'Noor Bakker', email: 'noor@example.nl' },
    message: 'Mag ik een afdruk van de ree? '.repeat(10),
  });
  const reader = () =>
    often(500, async () => {
      const began = performance.now();
      await ask('list', '/api/admin/media', { headers: { cookie: live.client.cookie() } });
      readMs.push(performance.now() - began);
    });
  const loads = [
    ...Array.from({ length: READERS }, reader),
    often(100, () => ask('site', '/')),
    // One address writes far more than it may: most are refused, and that is right.
    often(1000, () =>
      ask('message', '/api/contact', { method: 'POST', headers: json, body: message }, [201, 429]),
    ),
    often(10_000, async (n) => {
      const bytes = new Uint8Array(await plainPicture(7000 + n, { width: 1600, height: 1067 }));
      const { objectPath } = await live.client.upload(bytes, 'image/jpeg');
      const input = { title: `Duur ${n}`, category: 'fauna', imageUrl: objectPath } as const;
      const { id } = await live.client.addMedia({ ...input, status: 'draft' });
      await live.client.call('DELETE', `/api/admin/media/${id}`);
    }),
    often(PUBLISH_MS, (n) =>
      live.client.call('PATCH', '/api/settings', { profile: { siteTitle: `Duur ${n}` } }),
    ),
  ];
  return Promise.all(loads);
}

export async function benchSoak(scratch: string): Promise<Record<string, unknown>> {
  const minutes = Number(process.env.SOAK_MINUTES) || 60;
  const prepare = async (dataDir: string, port: number) => {
    await seedLibrary(dataDir, ITEMS);
    await runTimed(contentBuild('publish'), siteVariables(dataDir, port));
  };
  return withLive(scratch, { prepare }, async (live) => {
    const began = performance.now();
    const isOver = () => performance.now() - began > minutes * 60_000;
    const odd: Odd = {};
    const readMs: number[] = [];
    const samples: Sample[] = [];
    const files = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
    const loads = startLoads(live, isOver, odd, readMs);
    while (!isOver()) {
      samples.push({
        minute: (performance.now() - began) / 60_000,
        apiMb: memoryMb(live.apiPid),
        workerMb: memoryMb(live.workerPid),
        apiFiles: files(live.apiPid),
        workerFiles: files(live.workerPid),
      });
      await pause(SAMPLE_MS);
    }
    await loads;
    const faults = faultsOf(samples, odd, minutes);
    if (faults.length > 0) process.exitCode = 1;
    return {
      faults,
      ...{ minutes, reads: readMs.length, readP95Ms: percentile(readMs, 0.95), odd },
      apiMbPerHour: slope(samples, ({ apiMb }) => apiMb),
      workerMbPerHour: slope(samples, ({ workerMb }) => workerMb),
      apiMb: spread(samples.map(({ apiMb }) => apiMb)),
      workerMb: spread(samples.map(({ workerMb }) => workerMb)),
      apiFiles: spread(samples.map(({ apiFiles }) => apiFiles)),
      workerFiles: spread(samples.map(({ workerFiles }) => workerFiles)),
    };
  });
}
