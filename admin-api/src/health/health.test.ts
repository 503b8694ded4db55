import { rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentState } from '@veldlicht/database/schema';
import { expect, it } from 'vitest';
import { ciVariables } from '#testing/ci-build.ts';
import { START, useTestApp } from '#testing/test-app.ts';
import { addSite } from '#testing/test-site.ts';

const t = useTestApp();

function beat() {
  const file = path.join(t.folder.root, 'worker.alive');
  writeFileSync(file, '');
  utimesSync(file, START / 1000, START / 1000);
}
function publish() {
  addSite(t.folder);
  t.db.update(contentState).set({ releaseId: 'r1' }).run();
}
async function health() {
  const response = await t.request('/api/health');
  const body: unknown = await response.json();
  return [response.status, body];
}

it('is ok when the worker beats and the site is there', async () => {
  beat();
  publish();
  expect(await health()).toEqual([200, { status: 'ok' }]);
});

const at = (name: string) => path.join(t.folder.publicSite, name);
it.each<[string, () => void]>([
  ['the home page is gone', () => rmSync(at('index.html'))],
  ['a compressed home page is gone', () => rmSync(at('index.html.gz'))],
  ['the home page was cut to nothing', () => truncateSync(at('index.html'))],
  ['a compressed home page was cut to nothing', () => truncateSync(at('index.html.br'))],
])('is degraded while %s', async (_, damage) => {
  beat();
  publish();
  damage();
  expect(await health()).toMatchObject([503, { status: 'degraded' }]);
  publish();
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
  publish();
  t.pass(9_999);
  expect((await health())[0]).toBe(200);
  t.pass(1);
  expect((await health())[0]).toBe(503);
});

it('asks for no site on this machine when the site is built elsewhere', async () => {
  await t.reopen({ environment: ciVariables });
  expect((await health())[0]).toBe(503);
  beat();
  expect(await health()).toEqual([200, { status: 'ok' }]);
});
