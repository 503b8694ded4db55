/**
 * `npm run bench -- slow-clients`: load L5. 150 clients that dribble headers and 50 that dribble bodies,
 * with the limits that the product has, and one that reads in earnest beside them.
 */
import { createHmac } from 'node:crypto';
import { dribble, slowBody, slowHeaders } from '@veldlicht/scripts/slow-clients';
import { withBareApi } from './bare-api.ts';
import { percentile } from './programs.ts';
import { pause } from './publish-live.ts';

const HEADERS = 150;
const BODIES = 50;
const EVERY_MS = 1000;
const PASSWORD = createHmac('sha256', 'bench').update(String(process.pid)).digest('base64url');

export async function benchSlowClients(folder: string): Promise<Record<string, unknown>> {
  const account = { username: 'bench', password: PASSWORD };
  return withBareApi(folder, account, {}, async ({ origin, client }) => {
    const { port, host } = new URL(origin);
    let left = HEADERS + BODIES;
    const slow = Array.from({ length: left }, async (_, i) => {
      const options = i < HEADERS ? slowHeaders(host, EVERY_MS) : slowBody(host, EVERY_MS);
      const seen = await dribble(Number(port), options);
      left -= 1;
      return seen;
    });
    const ms: number[] = [];
    let errors = 0;
    while (left > 0) {
      const began = performance.now();
      await client.call('GET', '/api/admin/media').catch(() => {
        errors += 1;
      });
      ms.push(performance.now() - began);
      await pause(20);
    }
    const seen = await Promise.all(slow);
    const answers: Record<string, number> = {};
    for (const { answer } of seen) answers[answer] = (answers[answer] ?? 0) + 1;
    return {
      ...{ headers: HEADERS, bodies: BODIES, answers, good: { requests: ms.length, errors } },
      goneAfterMs: Math.max(...seen.map((one) => one.ms)),
      goodP95Ms: percentile(ms, 0.95),
      goals: { goneAfterMs: 45_000, goodP95Ms: 100, errors: 0 },
    };
  });
}
