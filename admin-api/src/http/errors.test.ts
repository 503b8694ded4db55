import { errorBody } from '@veldlicht/contract/error';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { startTestServer } from '#testing/test-server.ts';
import { AppError } from './app-error.ts';
import { createErrorHandler } from './error-handler.ts';
import { parseInput } from './request-body.ts';

/** What a schema says of an input it refuses. */
function refusalOf(schema: z.ZodType, sent: unknown): unknown {
  try {
    return parseInput(schema, sent);
  } catch (error) {
    return error;
  }
}

describe('whatever is thrown', () => {
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
  beforeEach(() => void logged.splice(0));

  it('is answered with text and code, and what is wrong per field', async () => {
    const error = new AppError('name_taken', 'Taken', { fields: { name: 'Taken' }, retryAfter: 7 });
    const response = await answerTo(error);
    expect([response.status, response.headers.get('retry-after')]).toEqual([409, '7']);
    expect(await readAnswer(errorBody, response)).toEqual({
      error: 'Taken',
      code: 'name_taken',
      fields: { name: 'Taken' },
    });
    expect(logged).toEqual([]);
  });

  it.each([
    [
      'ENOSPC',
      Object.assign(new Error('ENOSPC: no space left on device, write /data/x'), {
        code: 'ENOSPC',
      }),
    ],
    [
      'SQLITE_FULL',
      new Error('Failed query', {
        cause: Object.assign(new Error('full'), { code: 'SQLITE_FULL' }),
      }),
    ],
  ])('says that the disk is full for %s (F7)', async (_code, error) => {
    const response = await answerTo(error);
    expect(response.status).toBe(507);
    expect(await readAnswer(errorBody, response)).toEqual({
      error: 'The disk is full',
      code: 'disk_full',
    });
  });

  it.each(['EROFS', 'EACCES', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR_WRITE'])(
    'says that the data folder can’t be written for %s',
    async (code) => {
      const cause = Object.assign(new Error('/data/x'), { code });
      const response = await answerTo(new Error('Failed query', { cause }));
      expect(response.status).toBe(503);
      expect(await readAnswer(errorBody, response)).toEqual({
        error:
          'The data folder can’t be written; nothing can be saved until that is put right on the server',
        code: 'data_read_only',
      });
    },
  );

  it('says nothing of our insides, and logs the rest once without bound values (T24)', async () => {
    const error = new Error('Failed query: select * from users\nparams: secret-hash', {
      cause: Object.assign(new Error('no such table: /data/veldlicht.db'), {
        code: 'SQLITE_ERROR',
      }),
    });
    const response = await answerTo(error);
    expect(response.status).toBe(500);
    expect(await readAnswer(errorBody, response)).toEqual({
      error: 'Something went wrong',
      code: 'internal',
    });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('SQLITE_ERROR');
    expect(logged[0]).not.toContain('secret-hash');
  });

  it('names the first issue of a schema and each field', async () => {
    const schema = z.object({ a: z.string('A is needed'), b: z.number('B is needed') });
    const response = await answerTo(refusalOf(schema, {}));
    expect(await readAnswer(errorBody, response)).toEqual({
      error: 'A is needed',
      code: 'invalid_input',
      fields: { a: 'A is needed', b: 'B is needed' },
    });
  });
});

describe('the app', () => {
  let t: TestApp;
  let cookie: string;
  beforeEach(async () => {
    t = await createTestApp({ limits: { jsonBytes: 1000 } });
    cookie = t.signInAs('editor').cookie;
  });
  afterEach(() => t.remove());
  const send = (body: string) =>
    t.request('/api/admin/categories', {
      method: 'POST',
      cookie,
      body,
      headers: { 'content-type': 'application/json' },
    });

  it.each(['/api', '/api/', '/api/nothing', '/api/auth/me/x.css', '/api/media/other'])(
    'answers 404 in the one shape at %s',
    async (url) => {
      const response = await t.request(url);
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(await readAnswer(errorBody, response)).toEqual({
        error: 'Not found',
        code: 'not_found',
      });
    },
  );

  it.each(['', '{', 'null x', '\u0000', '{"name":"a","type":"tag"', '\ufffe'])(
    'refuses the malformed JSON %j',
    async (body) => {
      const response = await send(body);
      expect(response.status).toBe(400);
      expect((await readAnswer(errorBody, response)).code).toBe('malformed_json');
    },
  );

  it('survives JSON of great depth and prototype tricks', async () => {
    expect((await send('['.repeat(500) + ']'.repeat(500))).status).toBe(400);
    expect((await send('{"__proto__":{"type":"tag","name":"x"}}')).status).toBe(400);
    expect(Reflect.get({}, 'name')).toBeUndefined();
  });

  it('takes JSON up to the limit and no byte more, also without a length (T18)', async () => {
    const json = JSON.stringify({ name: 'a', type: 'tag' });
    expect((await send(json.padEnd(1000))).status).toBe(201);
    const response = await send(json.padEnd(1001));
    expect(response.status).toBe(413);
    expect((await readAnswer(errorBody, response)).code).toBe('body_too_large');
    const server = await startTestServer(t);
    let taken = 0;
    const endless = (function* () {
      for (; taken < 100_000_000; taken += 1000) yield Buffer.alloc(1000, ' ');
    })();
    const answer = await server.send('/api/admin/categories', {
      method: 'POST',
      chunks: endless,
      headers: { cookie, 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(413);
    expect(taken).toBeLessThan(50_000_000);
    await server.close();
  });

  it('does not wait for a body that does not come (L5)', async () => {
    t.deps.limits.jsonMs = 100;
    const server = await startTestServer(t);
    const answer = await server.raw(
      `POST /api/admin/categories HTTP/1.1\r\nHost: localhost:4321\r\nSec-Fetch-Site: same-origin\r\n` +
        `Cookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"name"`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"timeout"');
    await server.close();
  });
});
