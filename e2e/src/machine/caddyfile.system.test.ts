/** Settings of our Caddyfile that concern Caddy itself. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, serveSite, type WebServer } from '@veldlicht/scripts/caddy';
import { afterAll, beforeAll, expect, it } from 'vitest';

const READERS = 60;

/** Pending answers, sent once all requests have arrived, so that as many connections are open at once. */
const waiting: http.ServerResponse[] = [];
let lines = 0;
/** Bytes of bodies received. */
let received = 0;
const upstream = http.createServer((request, response) => {
  if (request.method === 'POST') {
    request.on('data', (piece: Buffer) => {
      received += piece.length;
    });
    request.once('end', () => response.end('{}'));
    return;
  }
  waiting.push(response);
  if (waiting.length === READERS) for (const one of waiting.splice(0)) one.end('{}');
});
upstream.on('connection', () => {
  lines += 1;
});

const dataDir = mkdtempSync(path.join(tmpdir(), 'caddy-lines-'));
const agent = new http.Agent({ keepAlive: true });
let caddy: WebServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo; // it listens on a port
  // Requested at the start; the server above answers no single request.
  mkdirSync(path.join(dataDir, 'public'));
  writeFileSync(path.join(dataDir, 'public', 'index.html'), '</html>');
  caddy = await serveSite(dataDir, await freePort(), port);
});
afterAll(async () => {
  agent.destroy();
  await caddy.stop();
  upstream.closeAllConnections();
  upstream.close();
  rmSync(dataDir, { recursive: true });
});

function ask(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${caddy.origin}/api/admin/media`, { agent }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode));
    });
    request.once('error', reject);
  });
}

it('keeps a connection to the API for each of sixty readers', async () => {
  for (let round = 0; round < 2; round++) {
    const statuses = await Promise.all(Array.from({ length: READERS }, ask));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  // With Caddy's default of 32 there would be 88.
  expect(lines).toBeLessThan(75);
});

it('forwards no more of a body than the upload limit, whatever its stated length', async () => {
  const limit = 250 * 2 ** 20;
  const piece = new Uint8Array(2 ** 20);
  let sent = 0;
  const body = new ReadableStream({
    pull(stream) {
      stream.enqueue(piece);
      sent += piece.length;
      if (sent > limit + 8 * piece.length) stream.close();
    },
  });
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit; // its types know no streams
  const status = await fetch(`${caddy.origin}/api/contact`, init).then(
    (answer) => answer.status,
    () => null, // the connection may close before the answer is read
  );
  expect(status === null || status === 413).toBe(true);
  expect(received).toBeGreaterThan(limit - 8 * piece.length);
  expect(received).toBeLessThanOrEqual(limit + 1);
});

it('gets certificates for a domain, and answers plain HTTP without one', () => {
  const variables = { ...process.env, SITE_ADDRESS: 'example.nl' };
  const file = path.join(import.meta.dirname, '../../../Caddyfile');
  const { stdout } = spawnSync('caddy', ['adapt', '--config', file], { env: variables });
  // The adapted configuration; automatic HTTPS is on unless disabled in it.
  const { apps } = JSON.parse(stdout.toString());
  const [server] = Object.values<{ listen: string[]; automatic_https?: unknown }>(
    apps.http.servers,
  );
  expect(server?.listen).toEqual([':443']);
  expect(server?.automatic_https).toBeUndefined();
  expect(stdout.toString()).toContain('"host":["example.nl"]');
});
