/**
 * `npm run bench -- sign-in`: what fifty wrong sign-ins at once do to everybody else (fault L4), and
 * whether the time of a refusal tells who has an account (threat T3).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { newId } from '@veldlicht/database/new-id';
import { openDatabase } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import type { ApiClient } from '@veldlicht/scripts/api-client';
import { withBareApi } from './bare-api.ts';
import { cpuMs, median, peakMemoryMb, percentile } from './programs.ts';

const FLOOD = 50;
const ROUNDS = 5;
const SAMPLES = 300;
/** Refusals per kind of name; an account is shut after a hundred. */
const REFUSALS = 60;
const PASSWORD = createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url');

async function timed<T>(task: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now();
  const value = await task();
  return { ms: performance.now() - started, value };
}

/** One wrong sign-in from an address of its own; answers the status. */
async function wrongSignIn(origin: string, username: string, from: string): Promise<number> {
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': from };
  const body = JSON.stringify({ username, password: 'wrong' });
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** A call of somebody who is signed in, again and again until `isOver`. */
async function timeCalls(client: ApiClient, isOver: (done: number) => boolean): Promise<number[]> {
  const ms: number[] = [];
  while (!isOver(ms.length))
    ms.push((await timed(() => client.call('GET', '/api/admin/categories'))).ms);
  return ms;
}

function compare(times: Record<string, number[]>) {
  const [known = 0, inactive = 0, unknown = 0] = Object.values(times).map(median);
  return { known, inactive, unknown, ratios: [inactive / known, unknown / known] };
}

/**
 * Medians of refusals by kind of name, asked in turn: what the caller sees, and the processor time
 * of the API, which other programs on this machine disturb less.
 */
async function timeRefusals(origin: string, pid: number) {
  const wall: Record<string, number[]> = { bench: [], gone: [], nobody: [] };
  const cpu: Record<string, number[]> = { bench: [], gone: [], nobody: [] };
  const names = Object.keys(wall);
  for (let i = 0; i < REFUSALS; i += 1)
    for (const kind of names.keys()) {
      // Each kind is as often first as last.
      const name = names[(kind + i) % names.length] ?? '';
      const before = cpuMs(pid);
      const { ms } = await timed(() => wrongSignIn(origin, name, `10.${kind}.0.${i}`));
      wall[name]?.push(ms);
      cpu[name]?.push(cpuMs(pid) - before);
    }
  return { wallMs: compare(wall), cpuMs: compare(cpu), goalRatios: [0.9, 1.1] };
}

async function timeFlood(origin: string, client: ApiClient) {
  const calm = await timeCalls(client, (done) => done === SAMPLES);
  const statuses: Record<number, number> = {};
  let isOver = false;
  const meanwhile = timeCalls(client, () => isOver);
  const { ms } = await timed(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const names = Array.from({ length: FLOOD }, () => randomBytes(6).toString('hex'));
      const tries = names.map((name, i) => wrongSignIn(origin, name, `10.9.${round}.${i}`));
      for (const status of await Promise.all(tries)) statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  isOver = true;
  const flooded = await meanwhile;
  const [calmP95Ms, floodP95Ms] = [percentile(calm, 0.95), percentile(flooded, 0.95)];
  return {
    atOnce: FLOOD,
    rounds: ROUNDS,
    ms,
    statuses,
    others: {
      calls: flooded.length,
      calmP95Ms,
      floodP95Ms,
      ratio: floodP95Ms / calmP95Ms,
      goalFloodP95Ms: 250,
    },
  };
}

/** Somebody with the right password who may not come in. */
function addInactive(file: string): void {
  const db = openDatabase(file);
  const owner = db.select().from(users).get();
  if (owner) {
    const other = { id: newId(), username: 'gone', email: 'gone@example.nl' };
    db.insert(users)
      .values({ ...owner, ...other, status: 'inactive' })
      .run();
  }
  db.$client.close();
}

export async function benchSignIn(folder: string): Promise<Record<string, unknown>> {
  const account = { username: 'bench', password: PASSWORD };
  return withBareApi(folder, account, {}, async ({ origin, database, pid, client }) => {
    addInactive(database);
    const calmMb = peakMemoryMb(pid);
    const refusals = await timeRefusals(origin, pid);
    const flood = await timeFlood(origin, client);
    const peakMb = peakMemoryMb(pid);
    return { refusals, flood, memory: { calmMb, peakMb, goalPeakMb: 350 } };
  });
}
