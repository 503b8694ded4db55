/** What a hostile client sends instead of an upload (threats T16, T18, T20, T21), on real sockets. */
import { channel } from 'node:diagnostics_channel';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { errorBody } from '@veldlicht/contract/error';
import { uploadTicket } from '@veldlicht/contract/upload';
import { jobs, uploads } from '@veldlicht/database/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addRelease } from '#testing/test-release.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { issueTicket } from './uploads.service.ts';

let t: TestApp;
let server: TestServer;
let cookie: string;
beforeEach(async () => {
  t = await createTestApp({ limits: { fileBytes: 1000 } });
  server = await startTestServer(t);
  cookie = t.signInAs('editor', 'eva').cookie;
});
afterEach(async () => {
  await server.close();
  t.remove();
});

async function ticket(): Promise<string> {
  const response = await t.request('/api/objects/upload', { method: 'POST', cookie });
  return server.pathOf((await readAnswer(uploadTicket, response)).uploadURL);
}
const stored = () => readdirSync(t.folder.incoming);
const states = () =>
  t.db
    .select()
    .from(uploads)
    .all()
    .map(({ state }) => state);
const head = (url: string, ...lines: string[]) =>
  [`PUT ${url} HTTP/1.1`, 'Host: localhost:4321', 'Sec-Fetch-Site: same-origin', ...lines]
    .join('\r\n')
    .concat('\r\n\r\n');
const bytes = (length: number) => [Buffer.alloc(length, 'x')];

describe('lengths that lie (T18)', () => {
  it.each([
    ['both a length and chunks', ['Content-Length: 3', 'Transfer-Encoding: chunked']],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 3']],
    ['two lengths', ['Content-Length: 3', 'Content-Length: 5']],
    ['two lengths in one line', ['Content-Length: 3, 5']],
    ['a length with a sign', ['Content-Length: +3']],
    ['a length below nothing', ['Content-Length: -3']],
    ['a length in hex', ['Content-Length: 0x3']],
    ['an encoding behind the chunks', ['Transfer-Encoding: chunked, identity']],
    ['a name with a blank', ['Content-Length : 3']],
    ['a folded line', ['X-A: b', ' Content-Length: 3']],
  ])('%s: refused, and nothing of it is read as another request', async (_what, lines) => {
    const url = await ticket();
    const smuggled = `0\r\n\r\n${head(url, 'Content-Length: 1')}x`;
    const answer = await server.raw(head(url, ...lines, 'Connection: close') + smuggled);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect([stored(), states()]).toEqual([[], ['issued']]);
  });

  it('a byte more than was said is no part of the file', async () => {
    const url = await ticket();
    const lines = ['Content-Length: 10', 'Content-Type: image/jpeg'];
    const answer = await server.raw(`${head(url, ...lines)}0123456789X\r\n\r\n`);
    expect(answer).toContain('HTTP/1.1 400 ');
    // Whether the ten bytes count is a matter of which is noticed first; the eleventh never does.
    await expect.poll(states).not.toEqual(['receiving']);
    const [name] = stored();
    const text = name ? readFileSync(path.join(t.folder.incoming, name), 'utf8') : '';
    expect([states(), text]).toEqual(name ? [['received'], '0123456789'] : [['issued'], '']);
  });

  it('less than was said, and then no line any more, leaves nothing', async () => {
    const url = await ticket();
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`${head(url, 'Content-Length: 900')}only this`);
    await expect.poll(stored).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => [stored(), states()]).toEqual([[], ['issued']]);
    expect((await server.send(url, { method: 'PUT', chunks: bytes(9) })).status).toBe(200);
  });

  it('three megabytes of JSON and heads over 16 KB are refused', async () => {
    for (const place of ['categories', 'media', 'media/bulk', 'media/bulk-delete']) {
      const answer = await server.send(`/api/admin/${place}`, {
        method: 'POST',
        chunks: bytes(3 * 1024 * 1024),
        headers: { cookie, 'content-type': 'application/json' },
      });
      expect([place, answer.status]).toEqual([place, 413]);
    }
    const answer = await server.raw(head(await ticket(), `X-Long: ${'x'.repeat(17_000)}`));
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('a ticket', () => {
  it('is no use for another method, twice a part, another spelling, or another server (T21)', async () => {
    const url = await ticket();
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status } = await server.send(url, { method });
      expect([method, [403, 404].includes(status)]).toEqual([method, true]);
    }
    const secrets = { ...t.deps.secrets, uploads: Buffer.alloc(32, 9) };
    const forger = { ...t.deps, secrets };
    const userId = t.db.select().from(uploads).get()?.userId ?? '';
    const forged = server.pathOf((await issueTicket(forger, userId)).uploadURL);
    const upper = url.replace(/signature=.*/, (part) => part.toUpperCase());
    for (const wrong of [
      forged,
      upper,
      url.replace('max=1000', 'max=01000'),
      url.replace('max=1000', 'max=1e3'),
      url.replace('/api/uploads/', '/api/uploads//'),
      url.replace('?', '/?'),
    ]) {
      const { status } = await server.send(wrong, { method: 'PUT', chunks: bytes(1) });
      expect([wrong, [403, 404].includes(status)]).toEqual([wrong, true]);
    }
    expect(stored()).toEqual([]);
    expect((await server.send(url, { method: 'PUT', chunks: bytes(1) })).status).toBe(200);
  });
});

it('finalising opens no connection, whatever the address names (T20)', async () => {
  const canary = createServer((socket) => socket.destroy());
  await new Promise<void>((ready) => canary.listen(0, '127.0.0.1', ready));
  const address = canary.address();
  const port = typeof address === 'object' ? address?.port : 0;
  // Every socket that this process opens is told of here, to whatever address.
  const opened = channel('net.client.socket');
  let sockets = 0;
  const count = () => {
    sockets += 1;
  };
  opened.subscribe(count);
  connect(Number(port), '127.0.0.1').on('error', () => undefined);
  expect(sockets).toBe(1);
  const key = (await ticket()).slice('/api/uploads/'.length).split('?')[0];
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::ffff:7f00:1]:${port}`,
    `7f000001.c0a80001.rbndr.us:${port}`,
    'metadata.google.internal',
    'bucket.s3.amazonaws.com.evil.example',
    'localhost:4321#@evil.example',
    'localhost:4321\\.evil.example',
    'localhost%3A4321',
    'ⓛocalhost.evil.example:4321',
  ]) {
    const mediaURL = `http://${host}/api/uploads/${key}`;
    const init = { method: 'PUT', cookie, json: { mediaURL } };
    const response = await t.request('/api/media-objects', init);
    expect([mediaURL, response.status]).toEqual([mediaURL, 400]);
  }
  opened.unsubscribe(count);
  expect(sockets).toBe(1);
  expect(t.db.select().from(jobs).all()).toEqual([]);
  await new Promise((done) => canary.close(done));
});

it('a full disk stops an upload with words, reading goes on, and then it works again (F7)', async () => {
  const [url, other] = [await ticket(), await ticket()];
  const json = { name: 'Nieuw', type: 'tag' };
  const addTag = () => t.request('/api/admin/categories', { method: 'POST', cookie, json });
  const { $client } = t.db;
  // SQLite itself says that there is no room; the time makes every request want to write.
  t.pass(2 * 60_000);
  $client.pragma('wal_checkpoint(TRUNCATE)');
  $client.exec('CREATE TABLE filler (x)');
  $client.pragma(`max_page_count = ${$client.pragma('page_count', { simple: true })}`);
  $client.exec(
    'CREATE TRIGGER full_sessions BEFORE UPDATE ON sessions BEGIN INSERT INTO filler VALUES (zeroblob(1000000)); END',
  );
  $client.exec(
    'CREATE TRIGGER full_categories BEFORE INSERT ON categories BEGIN INSERT INTO filler VALUES (zeroblob(1000000)); END',
  );
  for (const place of ['/api/auth/me', '/api/admin/media', '/api/media', '/api/categories'])
    expect([place, (await t.request(place, { cookie })).status]).toEqual([place, 200]);
  const full = await addTag();
  expect([full.status, await readAnswer(errorBody, full)]).toEqual([
    507,
    { error: 'The disk is full', code: 'disk_full' },
  ]);
  for (const name of ['sessions', 'categories']) $client.exec(`DROP TRIGGER full_${name}`);
  $client.pragma('max_page_count = 1000000');
  expect((await addTag()).status).toBe(201);

  // And a file: /dev/full takes no byte.
  if (process.platform === 'linux') {
    const key = url.slice('/api/uploads/'.length).split('?')[0] ?? '';
    symlinkSync('/dev/full', path.join(t.folder.incoming, `${key}.part`));
    const refused = await server.send(url, { method: 'PUT', chunks: bytes(100) });
    expect([refused.status, errorBody.parse(JSON.parse(refused.body)).code]).toEqual([
      507,
      'disk_full',
    ]);
    expect([stored(), states()]).toEqual([[], ['issued', 'issued']]);
  }
  expect((await server.send(url, { method: 'PUT', chunks: bytes(100) })).status).toBe(200);
  expect((await server.send(other, { method: 'PUT', chunks: bytes(100) })).status).toBe(200);
});

describe('a file that claims to be something else (T16)', () => {
  it.each(['text/html', 'image/svg+xml', 'application/javascript', 'image/jpeg; x="'])(
    'said to be %s, it is shown to nobody under that name',
    async (type) => {
      const url = await ticket();
      const key = url.slice('/api/uploads/'.length).split('?')[0] ?? '';
      addRelease(t.folder, 'r1');
      const html = Buffer.from('<!doctype html><script>alert(1)</script>');
      const headers = { 'content-type': type };
      expect((await server.send(url, { method: 'PUT', chunks: [html], headers })).status).toBe(200);
      writeFileSync(path.join(t.folder.incoming, 'geheim'), html);
      for (const place of [
        url,
        `/api/uploads/${key}`,
        `/uploads/${key}`,
        `/incoming/${key}`,
        `/media/${key}`,
        `/media/${key}/${key}`,
        `/media/${key}/960.jpg`,
        `/media/${key}/geheim`,
        '/incoming/geheim',
      ]) {
        const answer = await server.send(place, { headers: { cookie } });
        expect([place, answer.status, answer.body.includes('alert(1)')]).toEqual([
          place,
          404,
          false,
        ]);
        expect(answer.headers['x-content-type-options']).toBe('nosniff');
      }
    },
  );
});
