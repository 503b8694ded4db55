import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorBody } from '@veldlicht/contract/error';
import { MAX_FILE_BYTES, UPLOAD_TICKET_SECONDS } from '@veldlicht/contract/limits';
import { uploadTicket } from '@veldlicht/contract/upload';
import { uploads, users } from '@veldlicht/database/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const LIMIT = 100_000;

let t: TestApp;
let server: TestServer;
let cookie: string;

async function open(limits: Parameters<typeof createTestApp>[0] = {}) {
  t = await createTestApp({ limits: { fileBytes: LIMIT, ...limits.limits } });
  server = await startTestServer(t);
  cookie = t.signInAs('editor', 'eva').cookie;
}
async function ticket(): Promise<string> {
  const response = await t.request('/api/objects/upload', { method: 'POST', cookie });
  const { uploadURL } = await readAnswer(uploadTicket, response);
  return server.pathOf(uploadURL);
}
const bytes = (length: number) => [Buffer.alloc(length, 'x')];
const put = (url: string, chunks: Uint8Array[], headers: Record<string, string | number> = {}) =>
  server.send(url, {
    method: 'PUT',
    chunks,
    headers: { 'content-type': 'image/jpeg', ...headers },
  });
const stored = () => readdirSync(t.folder.incoming);
const stateOf = () => t.db.select().from(uploads).get()?.state;
const codeOf = (answer: { status: number; body: string }) => [
  answer.status,
  errorBody.parse(JSON.parse(answer.body)).code,
];

beforeEach(() => open());
afterEach(async () => {
  await server.close();
  t.remove();
});

describe('a ticket', () => {
  it('is an absolute address on the public origin, good for seven days', async () => {
    const response = await t.request('/api/objects/upload', { method: 'POST', cookie });
    const { uploadURL, objectPath } = await readAnswer(uploadTicket, response);
    const url = new URL(uploadURL);
    expect(url.origin).toBe(ORIGIN);
    expect(url.pathname).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
    expect(Number(url.searchParams.get('expires'))).toBe(
      t.deps.now() / 1000 + UPLOAD_TICKET_SECONDS,
    );
    expect(objectPath).toBe(url.pathname.replace('/api', ''));
  });

  it('is worth nothing once any character of any part is changed (T21)', async () => {
    const url = await ticket();
    const start = '/api/uploads/'.length;
    for (let i = start; i < url.length; i += 1) {
      const char = url[i] ?? '';
      if ('?&='.includes(char)) continue;
      const altered = url.slice(0, i) + (char === '1' ? '2' : '1') + url.slice(i + 1);
      const response = await t.request(altered, { method: 'PUT', body: 'x' });
      const { code } = await readAnswer(errorBody, response);
      expect([altered, response.status, code]).toEqual([altered, 403, 'ticket_invalid']);
    }
    expect(stored()).toEqual([]);
    expect((await put(url, bytes(1))).status).toBe(200);
  });

  it('does not fit the key of another ticket, and has all its parts (T21)', async () => {
    const [a, b] = [await ticket(), await ticket()];
    const swapped = `${a.split('?')[0]}?${b.split('?')[1]}`;
    expect(codeOf(await put(swapped, bytes(1)))).toEqual([403, 'ticket_invalid']);
    expect(codeOf(await put(a.split('?')[0] ?? '', bytes(1)))).toEqual([403, 'ticket_invalid']);
    for (const part of ['expires', 'max', 'user', 'signature']) {
      const without = a.replace(new RegExp(`${part}=[^&]*&?`), '');
      expect(codeOf(await put(without, bytes(1)))).toEqual([403, 'ticket_invalid']);
    }
    expect((await server.send(a)).status).toBe(404);
  });

  it('expires (T21)', async () => {
    const url = await ticket();
    t.pass(UPLOAD_TICKET_SECONDS * 1000);
    expect(codeOf(await put(url, bytes(1)))).toEqual([403, 'ticket_expired']);
  });

  it('is good for one file (T21)', async () => {
    const url = await ticket();
    expect((await put(url, bytes(10))).status).toBe(200);
    expect(codeOf(await put(url, bytes(20)))).toEqual([409, 'ticket_used']);
    expect(stored()).toHaveLength(1);
    expect(readFileSync(path.join(t.folder.incoming, stored()[0] ?? ''))).toHaveLength(10);
  });

  it('has one winner when ten come at once (T21)', async () => {
    const url = await ticket();
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(url, bytes(50_000))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect(stored()).toHaveLength(1);
  });

  it('dies with its user, also while the file comes in (T5)', async () => {
    const url = await ticket();
    const slowly = (async function* () {
      yield Buffer.alloc(1000);
      await expect.poll(() => stateOf()).toBe('receiving');
      t.db.update(users).set({ status: 'inactive' }).run();
      yield Buffer.alloc(1000);
    })();
    const answer = await server.send(url, { method: 'PUT', chunks: slowly });
    expect(codeOf(answer)).toEqual([403, 'forbidden']);
    expect(stored()).toEqual([]);
    expect(codeOf(await put(url, bytes(1)))).toEqual([403, 'forbidden']);
  });

  it('is refused from another site like every other write (T6)', async () => {
    const url = await ticket();
    const answer = await put(url, bytes(1), { 'sec-fetch-site': 'cross-site' });
    expect(codeOf(answer)).toEqual([403, 'cross_site']);
    expect(stateOf()).toBe('issued');
  });
});

describe('the file', () => {
  it('is refused when it has no bytes', async () => {
    const url = await ticket();
    expect(codeOf(await put(url, bytes(0)))).toEqual([422, 'file_empty']);
    expect(stored()).toEqual([]);
    expect((await put(url, bytes(1))).status).toBe(200);
  });

  it('is stored under its key, with the start of its SHA-256 noted', async () => {
    const url = await ticket();
    const chunks = [Buffer.from('veld'), Buffer.from('licht')];
    expect((await put(url, chunks)).status).toBe(200);
    const [name = ''] = stored();
    expect(url).toContain(name);
    expect(readFileSync(path.join(t.folder.incoming, name), 'utf8')).toBe('veldlicht');
    const sha256 = createHash('sha256').update('veldlicht').digest('hex');
    expect(t.db.select().from(uploads).get()).toMatchObject({
      state: 'received',
      fileHash: sha256.slice(0, 32),
    });
  });

  it.each([
    ['with its length', { 'content-length': LIMIT }],
    ['chunked', {}],
  ])('may have exactly the largest size, %s (T18)', async (_how, headers) => {
    expect((await put(await ticket(), bytes(LIMIT), headers)).status).toBe(200);
  });

  it.each([
    ['with its length', { 'content-length': LIMIT + 1 }],
    ['chunked', {}],
  ])('may not have one byte more, %s, and leaves nothing (T18)', async (_how, headers) => {
    const url = await ticket();
    expect(codeOf(await put(url, bytes(LIMIT + 1), headers))).toEqual([413, 'file_too_large']);
    expect(stored()).toEqual([]);
    expect(stateOf()).toBe('issued');
    expect((await put(url, bytes(LIMIT))).status).toBe(200);
  });

  it('is forgotten when the client hangs up half-way, and can be sent again (F1)', async () => {
    const url = await ticket();
    const hangUp = (async function* () {
      yield Buffer.alloc(1000);
      await expect.poll(() => stored()).toHaveLength(1);
      throw new Error('the line is cut');
    })();
    const cut = server.send(url, { method: 'PUT', chunks: hangUp });
    await expect(cut).rejects.toThrow('the line is cut');
    server.server.closeAllConnections();
    await expect.poll(() => [stateOf(), stored()]).toEqual(['issued', []]);
    expect((await put(url, bytes(2000))).status).toBe(200);
  });

  it('is not stored when less came in than was announced', async () => {
    const url = await ticket();
    const response = await t.request(url, {
      method: 'PUT',
      body: 'abc',
      headers: { 'content-length': '10' },
    });
    expect(response.status).toBe(400);
    expect([stateOf(), stored()]).toEqual(['issued', []]);
  });

  it('is refused when its length is said in two ways (T18)', async () => {
    const url = await ticket();
    const answer = await server.raw(
      `PUT ${url} HTTP/1.1\r\nHost: localhost:4321\r\nSec-Fetch-Site: same-origin\r\n` +
        'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect([stateOf(), stored()]).toEqual(['issued', []]);
  });
});

describe('limits', () => {
  async function reopen(limits: NonNullable<Parameters<typeof createTestApp>[0]>['limits']) {
    await server.close();
    t.remove();
    await open({ limits: limits ?? {} });
  }

  it('refuse files when the disk is nearly full, and take them again later (F7)', async () => {
    let free = 99;
    await reopen({ minFreeBytes: 100, freeBytes: async () => free });
    const url = await ticket();
    expect(codeOf(await put(url, bytes(1)))).toEqual([507, 'disk_full']);
    free = 100;
    expect((await put(url, bytes(1))).status).toBe(200);
  });

  it('let a user send eight files at a time; the ninth waits for its turn (L2)', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((go) => {
      letGo = go;
    });
    const slowly = async function* () {
      yield Buffer.alloc(1000);
      await held;
      yield Buffer.alloc(1000);
    };
    const send = (url: string) => server.send(url, { method: 'PUT', chunks: slowly() });
    const urls = await Promise.all(Array.from({ length: 9 }, ticket));
    const [ninth = '', ...eight] = urls;
    const running = eight.map(send);
    const states = () => t.db.select({ state: uploads.state }).from(uploads).all();
    await expect.poll(() => states().filter(({ state }) => state === 'receiving')).toHaveLength(8);
    const refused = await put(ninth, bytes(1));
    expect(codeOf(refused)).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toBe('1');
    expect(codeOf(await put(eight[0] ?? '', bytes(1)))).toEqual([409, 'upload_busy']);
    cookie = t.signInAs('editor', 'another').cookie;
    expect((await put(await ticket(), bytes(1))).status).toBe(200);
    letGo();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await put(ninth, bytes(1))).status).toBe(200);
  });

  it('end an upload that dribbles (L5)', async () => {
    await reopen({ uploadWindowMs: 50, uploadWindowBytes: 1000 });
    const url = await ticket();
    const dribble = (async function* () {
      for (;;) {
        yield Buffer.alloc(1);
        await new Promise((go) => setTimeout(go, 10));
      }
    })();
    const answer = await server.send(url, { method: 'PUT', chunks: dribble });
    expect(codeOf(answer)).toEqual([408, 'timeout']);
    await expect.poll(() => [stateOf(), stored()]).toEqual(['issued', []]);
  });

  it('are 262144000 bytes exactly in the real product, streamed and never held (T18)', async () => {
    await reopen({ fileBytes: MAX_FILE_BYTES });
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const before = process.memoryUsage().rss;
    let most = before;
    function* stream(length: number) {
      for (let sent = 0; sent < length; sent += piece.length) {
        most = Math.max(most, process.memoryUsage().rss);
        yield piece.subarray(0, Math.min(piece.length, length - sent));
      }
    }
    const put = (url: string, length: number) =>
      server.send(url, { method: 'PUT', chunks: stream(length) });
    const url = await ticket();
    expect(codeOf(await put(url, MAX_FILE_BYTES + 1))).toEqual([413, 'file_too_large']);
    expect(stored()).toEqual([]);
    expect((await put(url, MAX_FILE_BYTES)).status).toBe(200);
    expect(most - before).toBeLessThan(150 * 1024 * 1024);
  });
});
