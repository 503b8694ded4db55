import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callApi, setAccess } from './api.ts';

/** Responses of the server, and the requests it received. */
let respond: () => Response;
let requests: RequestInit[];
const nobody = { user: () => undefined, regain: async () => false };
const answer = (status: number, body: string | null, init: ResponseInit = {}) => {
  respond = () => new Response(body, { status, ...init });
};
const headersOf = (request: RequestInit | undefined) =>
  Object.fromEntries(new Headers(request?.headers));

beforeEach(() => {
  setAccess(nobody);
  requests = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    requests.push({ ...init, headers: new Headers(init.headers) });
    return respond();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a call', () => {
  it('sends cookies, and no body or content type without a payload', async () => {
    answer(204, null);
    await callApi('POST', '/x');
    expect(requests[0]).toMatchObject({ method: 'POST', credentials: 'include' });
    expect(requests[0]?.body).toBeUndefined();
    expect(headersOf(requests[0])).toEqual({});
  });
  it('sends its payload as JSON', async () => {
    answer(200, '{}');
    await callApi('PATCH', '/x', { payload: { featured: false } });
    expect(requests[0]?.body).toBe('{"featured":false}');
    expect(headersOf(requests[0])).toEqual({ 'content-type': 'application/json' });
  });
  it.each([[401, { on401: 'null' }] as const, [200, {}] as const])(
    'leaves no answer of %i unread, so that its request ends',
    async (status, options) => {
      const response = new Response('{}', { status });
      respond = () => response;
      await callApi('GET', '/x', options);
      expect(response.bodyUsed).toBe(true);
    },
  );
  it('checks the response against its schema', async () => {
    const schema = z.object({ n: z.number() });
    answer(200, '{"n":1}');
    expect(await callApi('GET', '/x', { schema })).toEqual({ n: 1 });
    answer(200, '{"n":"one"}');
    await expect(callApi('GET', '/x', { schema })).rejects.toThrow();
  });
});

describe('a non-ok response', () => {
  it('gives its reason, with code and fields', async () => {
    answer(
      400,
      '{"error":"Name is required","code":"invalid_input","reason":"name_required","fields":{"name":"Name is required"},"fieldReasons":{"name":"name_required"}}',
    );
    await expect(callApi('POST', '/x')).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 'invalid_input',
      reason: 'name_required',
      fields: { name: 'name_required' },
    });
  });
  it('gives the status text when there is no JSON', async () => {
    answer(502, '<h1>oops</h1>', { statusText: 'Bad Gateway' });
    await expect(callApi('GET', '/x')).rejects.toMatchObject({ message: 'Bad Gateway' });
  });
  it.each([
    [{ 'retry-after': '60' }, 60],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, null],
    [{}, null],
  ])('reads the seconds to wait from %o', async (headers, retryAfter) => {
    answer(429, '{"error":"Later"}', { headers });
    await expect(callApi('GET', '/x')).rejects.toMatchObject({ message: 'Later', retryAfter });
  });
  it('is followed by the same call once access is regained', async () => {
    setAccess({ user: () => 'eva', regain: async ({ code }) => code === 'forbidden' });
    respond = () =>
      requests.length < 3
        ? new Response('{"error":"No","code":"forbidden"}', { status: 403 })
        : new Response('{}');
    await callApi('POST', '/x', { payload: { title: 'Vos' } });
    const sent = requests.map((one) => [one.body, headersOf(one)['x-signed-in-as']]);
    expect(sent).toEqual(Array(3).fill(['{"title":"Vos"}', 'eva']));
  });
  it('is final after a few attempts, and for calls that do not ask', async () => {
    answer(403, '{"error":"No","code":"forbidden"}');
    setAccess({ ...nobody, regain: async () => true });
    await expect(callApi('GET', '/x')).rejects.toMatchObject({ status: 403 });
    expect(requests).toHaveLength(5);
    await expect(callApi('GET', '/x', { asks: false })).rejects.toThrow('forbidden');
    expect(requests).toHaveLength(6);
  });
  it('is an error for 401 too, unless null is asked for', async () => {
    answer(401, '{"error":"Not signed in"}');
    await expect(callApi('GET', '/x')).rejects.toMatchObject({ status: 401 });
    expect(await callApi('GET', '/x', { on401: 'null', schema: z.null() })).toBeNull();
  });
});
