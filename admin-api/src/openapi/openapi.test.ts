/** The description of the API is complete, written down, and what the API does. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ciVariables } from '#testing/ci-build.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { routeTable } from '#testing/route-table.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { startTestWorker } from '#testing/test-worker.ts';
import { apiFiles } from './api-files.ts';
import { operations } from './openapi.ts';

let t: TestApp;
let worker: ReturnType<typeof startTestWorker>;

beforeAll(async () => {
  t = await createTestApp({ environment: ciVariables });
  worker = startTestWorker(t);
});
afterAll(() => {
  worker.stop();
  t.remove();
});

it('describes every route, and none that is gone', () => {
  const routes = routeTable.map(({ method, path: address }) => `${method} ${address}`);
  expect(Object.keys(operations).sort()).toEqual(routes.sort());
});

it.each(Object.entries(await apiFiles()))('is as %s has it', (name, text) => {
  const stored = readFileSync(path.join(import.meta.dirname, '../../..', name), 'utf8');
  expect(stored, 'run `npm run openapi`').toBe(text);
});

it.each(routeTable)('describes $method $path correctly', async (row) => {
  const { body, answer } = operations[`${row.method} ${row.path}`] ?? {};
  const role = row.least === 'editor' ? 'editor' : 'admin';
  const { cookie } = t.signInAs(role, `${row.method} ${row.path}`);
  const anonymous = row.least === 'anon' && row.method === 'GET';
  const { url, ...payload } = await row.call(t, cookie);
  if (payload.json !== undefined && body instanceof z.ZodType)
    expect(z.safeParse(body, payload.json).error).toBeUndefined();
  else expect(payload.json).toBeUndefined();
  // A body that may be left out is the only one that a call of the table leaves out.
  if (payload.json === undefined && body instanceof z.ZodType)
    expect(z.safeParse(body, undefined).success).toBe(true);
  const response = await t.request(url, {
    method: row.method,
    ...(!anonymous && { cookie }),
    ...payload,
  });
  expect(response.status).toBe(row.ok);
  if (row.ok >= 400) return void (await response.body?.cancel());
  if (answer instanceof z.ZodType) return void (await readAnswer(answer, response));
  const type = response.headers.get('content-type');
  await response.body?.cancel();
  if (answer === undefined) expect(type).toBeNull();
  else if (answer !== '*/*') expect(type).toBe(answer);
});
