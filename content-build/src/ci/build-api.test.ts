import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUILD_LOG_CHARACTERS, BUILD_LOG_LINES, buildReport } from '@veldlicht/contract/build';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBuildApi } from './build-api.ts';
import { lastLines } from './build-job.ts';

const token = 'korenwolf-in-de-klei-0123456789-abcdef';
const rules = { waitsMs: [1, 1], answerMs: 5000, fileMs: 5000 };
let server: Server;
let folder: string;
let calls: string[];
let respond: RequestListener;
const api = () => {
  const { port } = server.address() as AddressInfo; // a server that listens has one
  return openBuildApi({ api: `http://127.0.0.1:${port}`, token }, rules);
};
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-api-'));
  calls = [];
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    request.resume();
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

const name = `media/${'a'.repeat(32)}/960.jpg`;
const file = () => path.join(folder, 'picture');

it('fetches a picture with its token', async () => {
  respond = (_request, response) => void response.end('picture');
  await api().file(name, file());
  expect(readFileSync(file(), 'utf8')).toBe('picture');
  expect(calls).toEqual([`GET /api/build/files/${'a'.repeat(32)}/960.jpg Bearer ${token}`]);
});

it('never keeps half a picture, and asks again for the whole', async () => {
  let tries = 0;
  respond = (_request, response) => {
    response.writeHead(200, { 'content-length': 7 });
    if (++tries < 3) response.write('pic', () => response.destroy());
    else response.end('picture');
  };
  await api().file(name, file());
  expect(readFileSync(file(), 'utf8')).toBe('picture');
  expect(calls).toHaveLength(3);
  tries = -10;
  await expect(api().file(name, path.join(folder, 'other'))).rejects.toThrow('broke off');
  expect(existsSync(path.join(folder, 'other'))).toBe(false);
});

it('follows no redirect, which would take the token along', async () => {
  respond = (_request, response) => void response.writeHead(302, { location: '/evil' }).end();
  await expect(api().file(name, file())).rejects.toThrow('The API answered 302');
  expect(calls).toHaveLength(1);
});

it.each([
  [500, 3],
  [503, 3],
  [429, 3],
  [401, 1],
  [404, 1],
])('after %i it has asked %i times, and says no secret', async (status, times) => {
  respond = (_request, response) => void response.writeHead(status).end();
  const error: unknown = await api()
    .report({ snapshotId: `s1-${'0'.repeat(12)}`, state: 'live', log: '' })
    .catch((caught: unknown) => caught);
  expect(String(error)).toContain(`The API answered ${status} to /api/build/report.`);
  expect(String(error)).not.toContain(token);
  expect(calls).toHaveLength(times);
});

it('refuses content that is not what was agreed', async () => {
  const snapshotId = `s1-${'0'.repeat(12)}`;
  respond = (_request, response) => void response.end(JSON.stringify({ snapshotId, snapshot: {} }));
  await expect(api().snapshot()).rejects.toThrow();
});

it('keeps the last lines of a job within the bounds of a report', () => {
  const lines = Array.from({ length: 80 }, (_, i) => `line ${i} ${'x'.repeat(400)}`);
  for (const text of [lines.join('\n'), `${'y'.repeat(20_000)}\n`, ''].map(lastLines)) {
    expect(text.length).toBeLessThanOrEqual(BUILD_LOG_CHARACTERS);
    expect(text.split('\n').length).toBeLessThanOrEqual(BUILD_LOG_LINES);
    buildReport.parse({ snapshotId: `s1-${'0'.repeat(12)}`, state: 'failed', log: text });
  }
  expect(lastLines(lines.join('\n'))).toContain('line 79');
});
