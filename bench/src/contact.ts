/**
 * `npm run bench -- contact`: floods of messages (L1). Fifty connections from one address for twenty
 * seconds, then from two thousand addresses until the day is full, while an admin reads.
 */
import { createHmac } from 'node:crypto';
import http from 'node:http';
import { openDatabase } from '@veldlicht/database/open';
import { contacts, outbox, throttles } from '@veldlicht/database/schema';
import type { ApiClient } from '@veldlicht/scripts/api-client';
import { count } from 'drizzle-orm';
import { withBareApi } from './bare-api.ts';
import { peakMemoryMb, percentile } from './programs.ts';

const CONNECTIONS = 50;
const ONE_ADDRESS_MS = 20_000;
const ADDRESSES = 2000;
/** Of each address: together more than a day may hold. */
const EACH = 3;
const PASSWORD = createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url');

const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** One message from an address; answers the status. */
function send(origin: string, from: string): Promise<number> {
  const body = JSON.stringify({
    name: 'Noor Bakker',
    email: 'noor@example.nl',
    message: 'Mag ik een afdruk van de ree? '.repeat(10),
  });
  const headers = {
    origin,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': from,
  };
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${origin}/api/contact`,
      { method: 'POST', agent, headers },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends over all connections as long as `next` names addresses, while an admin reads. */
async function flood(origin: string, client: ApiClient, next: () => string | null) {
  const statuses: Record<number, number> = {};
  const sent: number[] = [];
  const reads: Record<string, number[]> = { categories: [], contacts: [] };
  let isOver = false;
  const started = performance.now();
  const sender = async () => {
    for (let from = next(); from !== null; from = next()) {
      const begin = performance.now();
      const status = await send(origin, from);
      sent.push(performance.now() - begin);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const reader = async (list: string) => {
    while (!isOver) {
      const begin = performance.now();
      await client.call('GET', `/api/admin/${list}`);
      reads[list]?.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const readers = Object.keys(reads).map(reader);
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  isOver = true;
  await Promise.all(readers);
  const ms = performance.now() - started;
  const readP95Ms = Object.fromEntries(
    Object.entries(reads).map(([list, times]) => [list, percentile(times, 0.95)]),
  );
  const perSecond = (sent.length / ms) * 1000;
  return { ms, perSecond, statuses, sentP95Ms: percentile(sent, 0.95), readP95Ms };
}

function countRows(file: string) {
  const db = openDatabase(file, { readonly: true });
  const rowsOf = (table: typeof contacts | typeof outbox | typeof throttles) =>
    db.select({ n: count() }).from(table).get()?.n ?? 0;
  const rows = { messages: rowsOf(contacts), mails: rowsOf(outbox), counters: rowsOf(throttles) };
  db.$client.close();
  return rows;
}

async function measure(origin: string, file: string, pid: number, client: ApiClient) {
  const restMb = peakMemoryMb(pid);
  const end = performance.now() + ONE_ADDRESS_MS;
  const one = await flood(origin, client, () => (performance.now() < end ? '192.0.2.1' : null));
  const oneRows = countRows(file);
  let n = 0;
  const many = await flood(origin, client, () => {
    n += 1;
    const address = n % ADDRESSES;
    return n <= ADDRESSES * EACH ? `10.0.${address >> 8}.${address & 255}` : null;
  });
  const manyRows = countRows(file);
  const peakMb = peakMemoryMb(pid);
  return {
    oneAddress: { ...one, ...oneRows, goalMessages: 5 },
    manyAddresses: { ...many, ...manyRows, goalMessages: 5000, goalMails: 60 },
    goalReadP95Ms: 250,
    memory: { restMb, peakMb, growthMb: peakMb - restMb, goalGrowthMb: 64 },
  };
}

export async function benchContact(folder: string): Promise<Record<string, unknown>> {
  // Nobody answers there: mail waits.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', CONTACT_TO: 'eigenaar@example.nl' };
  try {
    return await withBareApi(folder, { username: 'bench', password: PASSWORD }, mail, (api) =>
      measure(api.origin, api.database, api.pid, api.client),
    );
  } finally {
    agent.destroy();
  }
}
