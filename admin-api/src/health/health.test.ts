import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentState } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ciVariables } from '#testing/build-routes.ts';
import { createTestApp, START, type TestApp } from '#testing/test-app.ts';

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(() => t.remove());

function beat() {
  const file = path.join(t.folder.root, 'worker.alive');
  writeFileSync(file, '');
  utimesSync(file, START / 1000, START / 1000);
}
async function health() {
  const response = await t.request('/api/health');
  const body: unknown = await response.json();
  return [response.status, body];
}

it('is ok when the worker beats and a release is live', async () => {
  beat();
  t.db.update(contentState).set({ releaseId: 'r1' }).run();
  expect(await health()).toEqual([200, { status: 'ok' }]);
});

it('is not ready before the first publish, nor without a worker', async () => {
  t.db.update(contentState).set({ releaseId: 'r1' }).run();
  expect(await health()).toMatchObject([503, { code: 'not_ready' }]);
  beat();
  t.db.update(contentState).set({ releaseId: null }).run();
  expect(await health()).toMatchObject([503, { code: 'not_ready' }]);
});

it('notices within ten seconds that the worker is gone', async () => {
  beat();
  t.db.update(contentState).set({ releaseId: 'r1' }).run();
  t.pass(9_999);
  expect((await health())[0]).toBe(200);
  t.pass(1);
  expect((await health())[0]).toBe(503);
});

it('asks for no release on this machine when the site is built elsewhere', async () => {
  t.remove();
  t = await createTestApp({ environment: ciVariables });
  expect((await health())[0]).toBe(503);
  beat();
  expect(await health()).toEqual([200, { status: 'ok' }]);
});
