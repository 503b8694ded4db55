/** From the ticket to the stored file, on real sockets (spec §7; threats T5, T6, T16, T18, T21; F1, F7, L2, L5). */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorBody } from '@veldlicht/contract/error';
import { UPLOAD_TICKET_SECONDS } from '@veldlicht/contract/limits';
import { uploadTicket } from '@veldlicht/contract/upload';
import { uploads } from '@veldlicht/database/schema';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultLimits } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { ORIGIN, useTestApp } from '#testing/test-app.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { addSite } from '#testing/test-site.ts';
import { cleanUploads, issueTicket, watchUpload } from './uploads.service.ts';

const LIMIT = 100_000;
const t = useTestApp({ limits: { fileBytes: LIMIT } }, 'editor');
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer(t);
});
afterEach(() => server.close());
/** Restarts with other limits. */
async function reopen(limits: NonNullable<Parameters<typeof t.reopen>[0]['limits']>) {
  await server.close();
  await t.reopen({ limits: { fileBytes: LIMIT, ...limits } });
  server = await startTestServer(t);
}

async function ticket(cookie = t.cookie): Promise<string> {
  const answer = t.send('POST', '/api/objects/upload', undefined, cookie);
  return server.pathOf((await readAnswer(uploadTicket, answer)).uploadURL);
}
const keyOf = (url: string) => url.slice('/api/uploads/'.length).split('?')[0] ?? '';
const bytes = (length: number) => [Buffer.alloc(length, 'x')];
const put = (
  url: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  headers: Record<string, string | number> = {},
) =>
  server.send(url, {
    method: 'PUT',
    chunks,
    headers: { 'content-type': 'image/jpeg', ...headers },
  });
const stored = () => readdirSync(t.folder.incoming);
const states = () => t.rows(uploads).map(({ state }) => state);
const codeOf = (answer: { status: number; body: string }) => [
  answer.status,
  errorBody.parse(JSON.parse(answer.body)).code,
];

describe('a ticket', () => {
  it('is an absolute URL on the public origin, valid for seven days and one file (T21)', async () => {
    const answer = t.send('POST', '/api/objects/upload');
    const { uploadURL, objectPath } = await readAnswer(uploadTicket, answer);
    const url = new URL(uploadURL);
    expect(url.origin).toBe(ORIGIN);
    expect(url.pathname).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
    expect(objectPath).toBe(url.pathname.replace('/api', ''));
    const expires = Number(url.searchParams.get('expires'));
    expect(expires).toBe(t.deps.now() / 1000 + UPLOAD_TICKET_SECONDS);
    const late = await ticket();
    const own = server.pathOf(uploadURL);
    expect((await put(own, bytes(10))).status).toBe(200);
    expect(codeOf(await put(own, bytes(20)))).toEqual([409, 'ticket_used']);
    expect(readFileSync(path.join(t.folder.incoming, stored()[0] ?? ''))).toHaveLength(10);
    t.pass(UPLOAD_TICKET_SECONDS * 1000);
    expect(codeOf(await put(late, bytes(1)))).toEqual([403, 'ticket_expired']);
  });

  it('is void with any character changed, a part missing or replaced, or signed by another key (T21)', async () => {
    const [url, other] = [await ticket(), await ticket()];
    const wrong = [`${url.split('?')[0]}?${other.split('?')[1]}`, url.split('?')[0] ?? ''];
    for (let i = '/api/uploads/'.length; i < url.length; i += 1)
      if (!'?&='.includes(url[i] ?? ''))
        wrong.push(url.slice(0, i) + (url[i] === '1' ? '2' : '1') + url.slice(i + 1));
    for (const part of ['expires', 'max', 'user', 'signature'])
      wrong.push(url.replace(new RegExp(`${part}=[^&]*&?`), ''));
    wrong.push(url.replace(/max=(\d+)/, 'max=0$1'));
    const forger = { ...t.deps, secrets: { ...t.deps.secrets, uploads: Buffer.alloc(32, 9) } };
    wrong.push(server.pathOf((await issueTicket(forger, t.user.id)).uploadURL));
    for (const altered of wrong) {
      const { status, code } = await refusal(t.request(altered, { method: 'PUT', body: 'x' }));
      expect([altered, status, code]).toEqual([altered, 403, 'ticket_invalid']);
    }
    for (const method of ['GET', 'POST', 'DELETE'])
      expect([403, 404]).toContain((await server.send(url, { method })).status);
    expect(stored()).toEqual([]);
    expect((await put(url, bytes(1))).status).toBe(200);
  });

  it('accepts one of ten parallel uploads (T21)', async () => {
    const url = await ticket();
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(url, bytes(50_000))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(stored()).toHaveLength(1);
  });
});

describe('the file', () => {
  it('is stored under its key, with the start of its SHA-256', async () => {
    const url = await ticket();
    expect((await put(url, [Buffer.from('veld'), Buffer.from('licht')])).status).toBe(200);
    expect(stored()).toEqual([keyOf(url)]);
    expect(readFileSync(path.join(t.folder.incoming, keyOf(url)), 'utf8')).toBe('veldlicht');
    const fileHash = createHash('sha256').update('veldlicht').digest('hex').slice(0, 32);
    expect(t.rows(uploads)).toMatchObject([{ state: 'received', fileHash }]);
  });

  it.each([
    ['with its length', (length: number) => ({ 'content-length': length })],
    ['chunked', () => ({})],
  ])(
    'may have exactly the largest size %s, not one byte more, and not none (T18)',
    async (_, headers) => {
      const url = await ticket();
      for (const [length, status, code] of [
        [LIMIT + 1, 413, 'file_too_large'],
        [0, 422, 'file_empty'],
      ] as const) {
        expect(codeOf(await put(url, bytes(length), headers(length)))).toEqual([status, code]);
        expect([stored(), states()]).toEqual([[], ['issued']]);
      }
      expect((await put(url, bytes(LIMIT), headers(LIMIT))).status).toBe(200);
    },
  );

  it('is deleted when the client disconnects or sends too little, and can be sent again (F1)', async () => {
    const url = await ticket();
    const hangUp = (async function* () {
      yield Buffer.alloc(1000);
      await expect.poll(() => stored()).toHaveLength(1);
      throw new Error('the connection is cut');
    })();
    await expect(put(url, hangUp)).rejects.toThrow('the connection is cut');
    server.server.closeAllConnections();
    await expect.poll(() => [states(), stored()]).toEqual([['issued'], []]);
    const short = { method: 'PUT', body: 'abc', headers: { 'content-length': '10' } };
    expect((await t.request(url, short)).status).toBe(400);
    expect([states(), stored()]).toEqual([['issued'], []]);
    expect((await put(url, bytes(2000))).status).toBe(200);
  });

  it('is never served, whatever its type (T16)', async () => {
    const url = await ticket();
    addSite(t.folder);
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    expect((await put(url, [html], { 'content-type': 'text/html' })).status).toBe(200);
    const key = keyOf(url);
    for (const place of [url, `/uploads/${key}`, `/incoming/${key}`, `/media/${key}/960.jpg`]) {
      const answer = await server.send(place, { headers: { cookie: t.cookie } });
      expect([place, answer.status]).toEqual([place, 404]);
      expect(answer.body).not.toContain('alert(1)');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

describe('limits', () => {
  it('refuse files when the disk is nearly full, or full, and take them again later (F7)', async () => {
    let free = 99;
    await reopen({ minFreeBytes: 100, freeBytes: async () => free });
    const url = await ticket();
    expect(codeOf(await put(url, bytes(1)))).toEqual([507, 'disk_full']);
    free = 100;
    if (process.platform === 'linux') {
      // /dev/full takes no byte.
      symlinkSync('/dev/full', path.join(t.folder.incoming, `${keyOf(url)}.part`));
      expect(codeOf(await put(url, bytes(100)))).toEqual([507, 'disk_full']);
      expect([stored(), states()]).toEqual([[], ['issued']]);
    }
    expect((await put(url, bytes(1))).status).toBe(200);
  });

  it('let a user send eight files at once; the ninth is refused for now (L2)', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const slowly = async function* () {
      yield Buffer.alloc(1000);
      await held;
      yield Buffer.alloc(1000);
    };
    const [ninth = '', ...eight] = await Promise.all(Array.from({ length: 9 }, () => ticket()));
    const running = eight.map((url) => put(url, slowly()));
    await expect.poll(() => states().filter((state) => state === 'receiving')).toHaveLength(8);
    const refused = await put(ninth, bytes(1));
    expect(codeOf(refused)).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toBe('1');
    expect(codeOf(await put(eight[0] ?? '', bytes(1)))).toEqual([409, 'upload_busy']);
    const another = await ticket(t.signInAs('editor', 'another').cookie);
    expect((await put(another, bytes(1))).status).toBe(200);
    letGo();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await put(ninth, bytes(1))).status).toBe(200);
  });

  it('end a slow upload (L5)', async () => {
    await reopen({ uploadWindowMs: 50, uploadWindowBytes: 1000 });
    const dribble = (async function* () {
      for (;;) {
        yield Buffer.alloc(1);
        await new Promise((go) => setTimeout(go, 10));
      }
    })();
    expect(codeOf(await put(await ticket(), dribble))).toEqual([408, 'timeout']);
    await expect.poll(() => [states(), stored()]).toEqual([['issued'], []]);
  });

  it('are 262144000 bytes in the real product, of which few are ever held (T18)', async () => {
    expect(defaultLimits.fileBytes).toBe(262_144_000);
    const [piece, pieces] = [Buffer.alloc(1024 * 1024, 'x'), 120];
    await reopen({ fileBytes: pieces * piece.length });
    const before = process.memoryUsage().rss;
    let most = before;
    const stream = function* () {
      for (let sent = 0; sent < pieces; sent += 1) {
        most = Math.max(most, process.memoryUsage().rss);
        yield piece;
      }
    };
    expect((await put(await ticket(), stream())).status).toBe(200);
    expect(most - before).toBeLessThan(80 * 1024 * 1024);
  });

  describe('of time', () => {
    const rule = {
      uploadWindowMs: 30_000,
      uploadWindowBytes: 480 * 1024,
      uploadCapMs: 4 * 60 * 60 * 1000,
    };
    beforeEach(
      () =>
        void vi.useFakeTimers({
          toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
        }),
    );
    afterEach(() => void vi.useRealTimers());
    function run(bytesPerSecond: number, seconds: number, mayGoOn = () => {}) {
      const watch = watchUpload(rule, mayGoOn);
      for (let second = 1; second <= seconds && !watch.signal.aborted; second += 1) {
        watch.onBytes(second * bytesPerSecond);
        vi.advanceTimersByTime(1000);
      }
      watch.stop();
      expect(vi.getTimerCount()).toBe(0);
      return watch.signal;
    }

    it.each([
      ['lets 2 Mbit/s finish 250 MB', 250_000, 1050, undefined],
      ['waits a window for less than 16 KiB/s', 16 * 1024 - 1, 29, undefined],
      ['ends less than 16 KiB/s after the first window', 16 * 1024 - 1, 31, 'timeout'],
      ['lets an upload take four hours', 20 * 1024, 4 * 60 * 60 - 1, undefined],
      ['ends one that takes more', 20 * 1024, 4 * 60 * 60 + 1, 'timeout'],
    ])('%s (L5)', (_, bytesPerSecond, seconds, code) => {
      expect(run(bytesPerSecond, seconds).reason?.code).toBe(code);
    });

    it('ends an upload within a second when its user may no longer send (T5)', () => {
      const signal = run(1_000_000, 2, () => {
        throw new AppError('forbidden');
      });
      expect(signal.reason).toMatchObject({ code: 'forbidden' });
    });
  });
});

it('the clean-up at start removes every file that no upload waits for (F1)', async () => {
  const now = t.deps.now();
  const add = (key: string, state: (typeof uploads.$inferInsert)['state'], expiresAt = now + 1) =>
    t.db.insert(uploads).values({ key, userId: t.user.id, state, expiresAt, createdAt: 1 }).run();
  add('half', 'receiving');
  add('old', 'received', now);
  add('new', 'received');
  add('stored', 'finalised');
  add('unused', 'issued', now - 1);
  mkdirSync(t.folder.incoming, { recursive: true });
  for (const name of ['half', 'half.part', 'old', 'new', 'stored', 'nobodys'])
    writeFileSync(path.join(t.folder.incoming, name), 'x');
  await cleanUploads(t.db, t.folder.incoming, now);
  expect(stored()).toEqual(['new']);
  expect(t.rows(uploads).map(({ key, state }) => [key, state])).toEqual([
    ['half', 'issued'],
    ['new', 'received'],
    ['stored', 'finalised'],
  ]);
  await expect(cleanUploads(t.db, `${t.folder.incoming}-none`, now)).resolves.toBeUndefined();
});
