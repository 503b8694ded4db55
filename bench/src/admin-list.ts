/**
 * `npm run bench -- admin-list`: what the list of all items costs the API, by what happened before,
 * and how long bulk calls take.
 */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { MediaItem } from '@veldlicht/contract/media';
import type { UploadTicket } from '@veldlicht/contract/upload';
import { dataFolder } from '@veldlicht/database/data-folder';
import { type ApiClient, signIn } from '@veldlicht/scripts/api-client';
import { programs } from '@veldlicht/scripts/programs';
import { cpuMs, median, peakMemoryMb, startProgram } from './programs.ts';
import { seedLibrary } from './seed-library.ts';

const ITEMS = 10_000;
const ROUNDS = 15;
const PASSWORD = createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url');

/** Reads the whole list; what parsing it costs is not the API's. */
async function readList(origin: string, cookie: string): Promise<string> {
  const headers = { origin, cookie };
  const answer = await fetch(`${origin}/api/admin/media`, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.text();
}

/** Wall and processor milliseconds of one list each time `before` was done. */
async function measure(pid: number, read: () => Promise<string>, before: () => Promise<unknown>) {
  const ms: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await before();
    const [started, cpuBefore] = [performance.now(), cpuMs(pid)];
    await read();
    ms.push(performance.now() - started);
    cpu.push(cpuMs(pid) - cpuBefore);
  }
  return { ms: median(ms), cpuMs: median(cpu), worstMs: Math.max(...ms) };
}

/** Wall milliseconds of one bulk call of each kind; three of the hundred new items are wrong. */
async function measureBulk(
  list: MediaItem[],
  timed: (path: string, payload: unknown) => Promise<number>,
) {
  const items = list.slice(0, 100).map(({ imageUrl, title, tags }, n) => ({
    imageUrl,
    title,
    tags,
    category: n % 40 === 5 ? 'no such' : 'fauna',
  }));
  const ids = list.slice(2000, 3000).map(({ id }) => id);
  const data = { category: 'macro', featured: true, addTags: ['mist'] };
  return {
    bulkCreate100Ms: await timed('bulk', { items }),
    bulkUpdate1000Ms: await timed('bulk-update', { ids, data }),
    bulkDelete1000Ms: await timed('bulk-delete', { ids }),
  };
}

async function measureAll(pid: number, origin: string, client: ApiClient) {
  const read = () => readList(origin, client.cookie());
  const [started, cpuBefore] = [performance.now(), cpuMs(pid)];
  const text = await read();
  const first = { ms: performance.now() - started, cpuMs: cpuMs(pid) - cpuBefore };
  // The API's own answer: the contract's tests hold its shape.
  const items = JSON.parse(text) as MediaItem[];
  let n = 0;
  const edit = async () => {
    n += 1;
    await client.call('PATCH', `/api/admin/media/${items[n * 7]?.id}`, { title: `Titel ${n}` });
  };
  const editHundred = async () => {
    n += 1;
    const ids = items.slice(n * 100, n * 100 + 100).map(({ id }) => id);
    await client.call('POST', '/api/admin/media/bulk-update', { ids, data: { featured: true } });
  };
  const timed = async (path: string, payload: unknown) => {
    const from = performance.now();
    await client.call('POST', `/api/admin/media/${path}`, payload);
    return performance.now() - from;
  };
  const writeElsewhere = () => client.call<UploadTicket>('POST', '/api/objects/upload');
  return {
    bytes: Buffer.byteLength(text),
    first,
    afterOneEdit: await measure(pid, read, edit),
    afterAHundredEdits: await measure(pid, read, editHundred),
    afterAnUnrelatedWrite: await measure(pid, read, writeElsewhere),
    unchanged: await measure(pid, read, async () => undefined),
    ...(await measureBulk(items, timed)),
  };
}

export async function benchAdminList(folder: string): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(path.join(folder, 'admin-list-'));
  const port = 20_000 + (process.pid % 20_000);
  const origin = `http://localhost:${port}`;
  try {
    await seedLibrary(dataDir, ITEMS);
    const api = await startProgram(programs.api, {
      DATA_DIR: dataFolder(dataDir).root,
      PORT: String(port),
      ADMIN_USERNAME: 'bench',
      ADMIN_PASSWORD: PASSWORD,
    });
    const client = await signIn(origin, 'bench', PASSWORD);
    const restMb = peakMemoryMb(api.pid);
    const figures = await measureAll(api.pid, origin, client);
    const peakMb = peakMemoryMb(api.pid);
    await api.stop();
    return { items: ITEMS, rounds: ROUNDS, ...figures, restMb, peakMb };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
