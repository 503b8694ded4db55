/** Slow bodies, behind the shipped Caddyfile (load L5). */
import { freePort, serveSite } from '@veldlicht/scripts/caddy';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { dribble, slowBody } from '@veldlicht/scripts/slow-clients';
import { expect, it } from 'vitest';
import { publishLists } from '#testing/public-content.ts';
import { createTestApp } from '#testing/test-app.ts';
import { startTestServer } from '#testing/test-server.ts';
import { addSite } from '#testing/test-site.ts';

/** Of each kind. */
const CLIENTS = roundsOf('slow-bodies', 8);
const kinds = [
  { request: 'POST /api/contact' },
  { request: 'POST /api/contact', chunked: true },
  { request: 'POST /api/auth/logout' },
  { request: 'PUT /api/uploads/0123456789abcdef0123456789abcdef' },
  { request: 'POST /' },
  { request: 'POST /mediabibliotheek/', chunked: true },
  { request: 'GET /mediabibliotheek' },
  { request: 'GET /api/media' },
];

/**
 * Connections that may stay: Caddy holds on to what it happened to read from as the answer went out, about one in a
 * hundred. For those the connections of an address are limited (deploy/nftables).
 */
const MAY_STAY = Math.max(6, 0.05 * kinds.length * CLIENTS);

it('are cut off at every route, while pages are served', async () => {
  const t = await createTestApp({ limits: { jsonMs: 2000, bodiesAtOnce: 20 } });
  addSite(t.folder);
  await publishLists(t);
  const api = await startTestServer(t);
  const caddy = await serveSite(t.folder.root, await freePort(), api.port, 512);
  const { host, port } = new URL(caddy.origin);
  const gone = kinds.map(() => 0);
  const answers = new Set<string>();
  for (const [kind, options] of kinds.entries())
    for (let n = 0; n < CLIENTS; n += 1)
      void dribble(Number(port), slowBody(host, 100, options)).then(({ answer }) => {
        gone[kind] = (gone[kind] ?? 0) + 1;
        answers.add(answer);
      });
  await expect
    .poll(async () => {
      expect((await fetch(caddy.origin)).status).toBe(200);
      return gone.reduce((sum, one) => sum + one);
    })
    .toBeGreaterThanOrEqual(kinds.length * CLIENTS - MAY_STAY);
  await expect.poll(() => Math.min(...gone)).toBeGreaterThan(CLIENTS / 2);
  keepFigures('slow-bodies', { clients: kinds.length * CLIENTS, gone });
  expect([...answers]).toContain('HTTP/1.1 408 Request Timeout');
  await Promise.all([caddy.stop(), api.close()]);
  t.remove();
});
