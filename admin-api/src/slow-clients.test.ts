/** Many slow clients, and an honest one beside them (load L5). */
import { dribble, slowBody, slowHeaders } from '@veldlicht/scripts/slow-clients';
import { afterEach, expect, it } from 'vitest';
import { publishLists } from '#testing/public-content.ts';
import { createTestApp } from '#testing/test-app.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const HEADERS = 30;
const BODIES = 10;
/** Long enough for an honest request, however busy this machine is. */
const LIMIT_MS = 4000;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});
async function serve(
  limits: NonNullable<Parameters<typeof createTestApp>[0]>['limits'] = {},
  times: Parameters<typeof startTestServer>[1] = {},
): Promise<TestServer> {
  const t = await createTestApp({ limits });
  await publishLists(t);
  const server = await startTestServer(t, times);
  cleanUps.push(server.close, t.remove);
  return server;
}

it('are all disconnected, while honest requests are answered', async () => {
  const times = { headersTimeout: LIMIT_MS, connectionsCheckingInterval: 200 };
  const server = await serve({ jsonMs: LIMIT_MS }, times);
  const host = 'localhost:4321';
  let left = HEADERS + BODIES;
  const slow = [
    ...Array.from({ length: HEADERS }, () => slowHeaders(host, 100)),
    ...Array.from({ length: BODIES }, () => slowBody(host, 100)),
  ].map(async (options) => {
    const { answer } = await dribble(server.port, options);
    left -= 1;
    return answer;
  });
  const statuses: number[] = [];
  while (left > 0) {
    statuses.push((await server.send('/api/media')).status);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const answers = await Promise.all(slow);
  // A connection may be cut before the client has read the response.
  const told = answers.filter((answer) => answer !== '');
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
  expect(statuses.length).toBeGreaterThan(1);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('are disconnected after the response when their body is not read, whatever the method', async () => {
  const server = await serve();
  const seen = await Promise.all(
    ['GET /', 'HEAD /api/media', 'GET /admin', 'DELETE /', 'POST /api/auth/logout'].map((request) =>
      dribble(server.port, slowBody('localhost:4321', 100, { request })),
    ),
  );
  expect(seen.map(({ answer }) => answer)).not.toContain('');
  const odd = 'POST / HTTP/1.1\r\nHost: localhost:4321\r\nExpect: x\r\nContent-Length: 9\r\n\r\n';
  expect(await server.raw(odd)).toMatch(/^HTTP\/1\.1 417 /);
});

it('of too many bodies at once the oldest is aborted', async () => {
  const server = await serve({ bodiesAtOnce: 3, jsonMs: 3_600_000 });
  const ended: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    void dribble(server.port, slowBody('localhost:4321', 100)).then(() => ended.push(n));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await expect.poll(() => ended).toEqual([0, 1]);
  const body = Buffer.from('{}');
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const sent = await server.send('/api/contact', { method: 'POST', headers, chunks: [body] });
  expect(sent.status).toBe(400);
});

it('get at most a hundred responses per connection', async () => {
  const server = await serve({}, { keepAliveTimeout: 100 });
  const answers = await server.raw(
    'GET /api/media HTTP/1.1\r\nHost: localhost:4321\r\n\r\n'.repeat(500),
  );
  expect(answers.split('HTTP/1.1 200 ')).toHaveLength(101);
});
