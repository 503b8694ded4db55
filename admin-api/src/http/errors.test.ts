/** Error bodies, and reading of request bodies (threats T18, T24; F7, F8, L5). */
import { openSync, statSync, writeSync } from 'node:fs';
import { loginInput } from '@veldlicht/contract/auth';
import { settingsPatch } from '@veldlicht/contract/settings';
import { newUser } from '@veldlicht/contract/user';
import { Hono } from 'hono';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { startTestServer } from '#testing/test-server.ts';
import { addSite } from '#testing/test-site.ts';
import { AppError } from './app-error.ts';
import { createErrorHandler } from './error-handler.ts';
import { parseInput } from './request-body.ts';

describe('a thrown error', () => {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const answerTo = (error: unknown) => {
    const app = new Hono();
    app.onError(createErrorHandler(log));
    app.get('/', () => {
      throw error;
    });
    return app.request('/');
  };
  const withCode = (code: string) => Object.assign(new Error('/data/x'), { code });
  beforeEach(() => void logged.splice(0));

  it.each([
    ['ENOSPC', 507, 'disk_full'],
    ['SQLITE_FULL', 507, 'disk_full'],
    ['EROFS', 503, 'data_read_only'],
    ['EACCES', 503, 'data_read_only'],
    ['SQLITE_READONLY', 503, 'data_read_only'],
    ['SQLITE_IOERR_WRITE', 503, 'data_read_only'],
  ])('gets its own code: %s (F7)', async (code, status, told) => {
    const error = new Error('Failed query', { cause: withCode(code) });
    expect(await refusal(answerTo(error))).toMatchObject({ status, code: told });
  });

  it('reveals no internals, and is logged once without bound values (T24)', async () => {
    const error = new Error('Failed query: select * from users\nparams: secret-hash', {
      cause: withCode('SQLITE_ERROR'),
    });
    const { error: text, ...told } = await refusal(answerTo(error));
    expect(told).toEqual({ status: 500, code: 'internal' });
    expect(text).not.toMatch(/query|data/);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('SQLITE_ERROR');
    expect(logged[0]).not.toContain('secret-hash');
  });
});

describe('input', () => {
  const user = { username: 'eva', email: 'eva@example.nl', password: 'een lange zin als slot' };
  /** The text and the fields of a refusal. */
  const refused = (schema: z.ZodType, sent: unknown): [string, AppError['fields']] => {
    try {
      parseInput(schema, sent);
    } catch (error) {
      if (error instanceof AppError) return [error.message, error.fields];
      throw error;
    }
    throw new Error('It was taken');
  };

  it('is parsed by the schema, or refused with its text', () => {
    const taken = parseInput(newUser, { ...user, username: ' eva ', role: 'viewer' });
    expect(taken).toMatchObject({ username: 'eva', status: 'active' });
    const both = 'username_and_password_required';
    expect(refused(loginInput, {})).toEqual([
      'Please enter both username and password',
      { username: both, password: both },
    ]);
  });

  it.each<[string, z.ZodType, unknown]>([
    ['a role that does not exist', newUser, { ...user, role: 'owner' }],
    ['a list of the wrong size', settingsPatch, { profile: { social: [] } }],
  ])('is refused without the library’s own sentence: %s', (_name, schema, sent) => {
    const [message, fields] = refused(schema, sent);
    expect(message).toBe('The input is not valid');
    expect(new Set(['not_valid', ...Object.values(fields ?? {})])).toEqual(new Set(['not_valid']));
  });
});

describe('the app', () => {
  const t = useTestApp({ limits: { jsonBytes: 1000 } });
  const url = '/api/admin/categories';
  const json = { 'content-type': 'application/json' };
  const send = (body: string | Buffer<ArrayBuffer>) =>
    t.request(url, { method: 'POST', cookie: t.cookie, body, headers: json });

  it.each(['/api', '/api/', '/api/nothing', '/api/auth/me/x.css'])(
    'answers 404 with the error body at %s',
    async (address) => {
      const response = await t.request(address);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await refusal(response)).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  const entry = '{"name":"a","type":"tag"}';
  it.each<[string, string | Buffer<ArrayBuffer>]>([
    ['more than JSON', 'null x'],
    ['a null character', '\u0000'],
    ['a character that is none', '\ufffe'],
    ['cut off', entry.slice(0, -1)],
    ['nothing', Buffer.alloc(0)],
    ['no UTF-8', Buffer.from(entry.replace('{', '{"x":"\xff",'), 'latin1')],
    ['ended by half a character', Buffer.from(`${entry}\xe2\x82`, 'latin1')],
  ])('refuses a body that is %s (T24)', async (_, body) => {
    expect(await refusal(send(body))).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  it('refuses JSON of any depth without breaking (T24)', async () => {
    t.deps.limits.jsonBytes = 2_000_000;
    for (const depth of [10_000, 500_000]) {
      const body = `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      expect((await send(body)).status).toBe(400);
    }
  });

  it('takes JSON up to the limit and no byte more, also without Content-Length (T18)', async () => {
    const body = JSON.stringify({ name: 'a', type: 'tag' });
    expect((await send(body.padEnd(1000))).status).toBe(201);
    expect(await refusal(send(body.padEnd(1001)))).toMatchObject({ status: 413 });
    const server = await startTestServer(t);
    let taken = 0;
    const endless = (function* () {
      for (; taken < 100_000_000; taken += 1000) yield Buffer.alloc(1000, ' ');
    })();
    const headers = { cookie: t.cookie, ...json };
    const answer = await server.send(url, { method: 'POST', chunks: endless, headers });
    expect(answer.status).toBe(413);
    expect(taken).toBeLessThan(50_000_000);
    const long = `GET / HTTP/1.1\r\nHost: localhost:4321\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`;
    expect(await server.raw(long)).toMatch(/^HTTP\/1\.1 431 /);
    await server.close();
  });

  it('times out when a body does not arrive (L5)', async () => {
    t.deps.limits.jsonMs = 100;
    const server = await startTestServer(t);
    const answer = await server.raw(
      `POST ${url} HTTP/1.1\r\nHost: localhost:4321\r\nSec-Fetch-Site: same-origin\r\n` +
        `Cookie: ${t.cookie}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"name"`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"timeout"');
    await server.close();
  });

  it('reports a damaged database, and still serves the site (F8)', async () => {
    addSite(t.deps.folder);
    const client = t.db.$client;
    client.pragma('wal_checkpoint(TRUNCATE)');
    // Garbage in all pages but the first, as from a failing disk.
    const file = openSync(client.name, 'r+');
    const size = client.pragma('page_size', { simple: true }) as number; // SQLite's own figure
    for (let at = size; at < statSync(client.name).size; at += size)
      writeSync(file, Buffer.alloc(size, 0x5a), 0, size, at);
    // Pages read before are cached and intact.
    client.pragma('shrink_memory');
    for (const address of ['/api/admin/media', '/api/auth/me', '/api/settings'])
      expect(await refusal(t.send('GET', address))).toMatchObject({
        status: 503,
        code: 'database_damaged',
      });
    expect((await t.request('/')).status).toBe(200);
  });
});
