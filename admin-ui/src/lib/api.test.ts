import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callApi, setAccess } from './api.ts';

let server: Server;
let base = '';
let seen: { method: string; type: string | undefined; body: string };
let respond: (response: ServerResponse) => void;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen = { method: request.method ?? '', type: request.headers['content-type'], body };
  respond(response);
}

beforeAll(async () => {
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // Cast: a server that listens on a port has an address of this kind.
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const answer = (status: number, body: string, statusText = '') => {
  respond = (response) => {
    response.writeHead(status, statusText, { 'content-type': 'application/json' });
    response.end(body);
  };
};

describe('a call', () => {
  it('carries neither body nor content type without a payload', async () => {
    answer(204, '');
    await callApi('POST', `${base}/x`);
    expect(seen).toEqual({ method: 'POST', type: undefined, body: '' });
  });
  it('carries its payload as JSON', async () => {
    answer(200, '{}');
    await callApi('PATCH', `${base}/x`, { payload: { featured: false } });
    expect(seen).toEqual({ method: 'PATCH', type: 'application/json', body: '{"featured":false}' });
  });
  it('sends cookies', async () => {
    let init: RequestInit | undefined;
    await callApi('GET', '/x', {
      fetch: async (_path, given) => {
        init = given;
        return new Response(null, { status: 204 });
      },
    });
    expect(init?.credentials).toBe('include');
  });
  it('leaves no answer unread, so that its request ends', async () => {
    const refused = new Response('{"error":"Please sign in"}', { status: 401 });
    await callApi('GET', '/x', { on401: 'null', fetch: async () => refused });
    expect(refused.bodyUsed).toBe(true);
    const done = new Response('{}');
    await callApi('POST', '/x', { fetch: async () => done });
    expect(done.bodyUsed).toBe(true);
  });
  it('checks the answer against its shape', async () => {
    answer(200, '{"n":1}');
    const schema = z.object({ n: z.number() });
    expect(await callApi('GET', `${base}/x`, { schema })).toEqual({ n: 1 });
    answer(200, '{"n":"one"}');
    await expect(callApi('GET', `${base}/x`, { schema })).rejects.toThrow();
  });
});

describe('a non-ok answer', () => {
  it('gives its reason, with code and fields', async () => {
    answer(
      400,
      '{"error":"Name is required","code":"invalid_input","reason":"name_required","fields":{"name":"Name is required"},"fieldReasons":{"name":"name_required"}}',
    );
    await expect(callApi('POST', `${base}/x`)).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 'invalid_input',
      reason: 'name_required',
      fields: { name: 'name_required' },
    });
  });
  it('gives the status text when there is no JSON', async () => {
    answer(502, '<h1>oops</h1>', 'Bad Gateway');
    await expect(callApi('GET', `${base}/x`)).rejects.toMatchObject({ message: 'Bad Gateway' });
  });
  it('tells how many seconds to wait, if the server named them', async () => {
    const refused = async (header: string | null) => {
      const headers = new Headers(header === null ? {} : { 'retry-after': header });
      const response = new Response('{"error":"Later"}', { status: 429, headers });
      return callApi('GET', '/x', { fetch: async () => response }).catch((error) => error);
    };
    expect(await refused('60')).toMatchObject({ message: 'Later', retryAfter: 60 });
    expect(await refused(null)).toMatchObject({ retryAfter: null });
    expect(await refused('Wed, 21 Oct 2026 07:28:00 GMT')).toMatchObject({ retryAfter: null });
  });
  const refused = async () => new Response('{"error":"No","code":"forbidden"}', { status: 403 });
  const nobody = { user: () => undefined, regain: async () => false };
  afterEach(() => setAccess(nobody));

  it('is followed by the same call again once the person has mended it', async () => {
    const bodies: unknown[] = [];
    let answers = 0;
    setAccess({ user: () => 'eva', regain: async ({ code }) => code === 'forbidden' });
    const fetch = async (_path: unknown, init?: RequestInit) => {
      bodies.push([init?.body, new Headers(init?.headers).get('x-signed-in-as')]);
      answers += 1;
      return answers < 3 ? refused() : new Response('{}');
    };
    await callApi('POST', '/x', { payload: { title: 'Vos' }, fetch });
    expect(bodies).toEqual(Array(3).fill(['{"title":"Vos"}', 'eva']));
  });
  it('stands after a few times, and where nobody is to be asked', async () => {
    let calls = 0;
    const fetch = () => {
      calls += 1;
      return refused();
    };
    setAccess({ ...nobody, regain: async () => true });
    await expect(callApi('GET', '/x', { fetch })).rejects.toMatchObject({ status: 403 });
    expect(calls).toBe(5);
    await expect(callApi('GET', '/x', { fetch, asks: false })).rejects.toThrow('forbidden');
    expect(calls).toBe(6);
  });
  it('is an error for 401 too, unless null is asked for', async () => {
    answer(401, '{"error":"Not signed in"}');
    await expect(callApi('GET', `${base}/x`)).rejects.toMatchObject({ status: 401 });
    expect(await callApi('GET', `${base}/x`, { on401: 'null', schema: z.null() })).toBeNull();
  });
});
