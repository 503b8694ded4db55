/** The CI job: its token, what it downloads, and its reports. */
import path from 'node:path';
import { buildReportAnswer, SNAPSHOT_HEADER } from '@veldlicht/contract/build';
import { ciBuilds, contentState } from '@veldlicht/database/schema';
import { describe, expect, it } from 'vitest';
import { addBuild, addPublicFile, BUILD_TOKEN, ciVariables, shown } from '#testing/ci-build.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ environment: ciVariables });

const HASH = 'b'.repeat(32);
const build = (id: string) => t.rows(ciBuilds).find(({ snapshotId }) => snapshotId === id);
const state = () => t.rows(contentState)[0];
const send = (json: unknown, headers: Record<string, string> = shown) =>
  t.request('/api/build/report', { method: 'POST', json, headers });
const accepted = async (json: unknown) =>
  (await readAnswer(buildReportAnswer, send(json))).accepted;

const addresses = ['/api/build/snapshot', `/api/build/files/${HASH}/960.jpg`];

describe('the build token', () => {
  it.each([
    ['none', {}],
    ['another', { authorization: `Bearer ${'x'.repeat(BUILD_TOKEN.length)}` }],
    ['the beginning of it', { authorization: `Bearer ${BUILD_TOKEN.slice(0, -1)}` }],
    ['another kind', { authorization: `Basic ${BUILD_TOKEN}` }],
    ['no kind', { authorization: BUILD_TOKEN }],
  ])('refuses %s', async (_name, headers) => {
    addBuild(t);
    addPublicFile(t, HASH);
    for (const url of addresses) {
      const response = await t.request(url, { headers });
      expect(await refusal(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
    }
    const answer = await send({ snapshotId: addBuild(t), state: 'failed', log: 'x' }, headers);
    expect([401, 403]).toContain(answer.status);
  });

  it('takes no session in its place', async () => {
    const { cookie } = t;
    const id = addBuild(t);
    for (const url of addresses) expect((await t.request(url, { cookie })).status).toBe(401);
    const json = { snapshotId: id, state: 'live', log: '' };
    const report = await t.request('/api/build/report', { method: 'POST', json, cookie });
    expect([report.status, build(id)?.state]).toEqual([401, 'called']);
  });

  it('is throttled: after twenty wrong ones an address waits ten minutes', async () => {
    addBuild(t);
    const wrong = { authorization: `Bearer ${'w'.repeat(40)}` };
    const ask = (headers: Record<string, string>, from = '192.0.2.9') =>
      t.request('/api/build/snapshot', { headers, from });
    for (let i = 0; i < 20; i++) expect((await ask(wrong)).status).toBe(401);
    const held = await ask(shown);
    expect([held.status, held.headers.get('retry-after')]).toEqual([429, '600']);
    expect((await ask(shown, '192.0.2.10')).status).toBe(200);
    t.pass(10 * 60_000);
    expect((await ask(shown)).status).toBe(200);
  });

  it('opens nothing where this machine builds the site', async () => {
    await t.reopen({ environment: { BUILD_TOKEN } });
    for (const url of addresses)
      expect((await t.request(url, { headers: shown })).status).toBe(404);
  });
});

describe('what there is to build', () => {
  it('is the newest snapshot as it was exported', async () => {
    expect((await t.request('/api/build/snapshot', { headers: shown })).status).toBe(503);
    addBuild(t, { calledAt: 1 });
    const id = addBuild(t, { calledAt: 2 });
    const response = await t.request('/api/build/snapshot', { headers: shown });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get(SNAPSHOT_HEADER)).toBe(id);
    expect(await response.text()).toBe(`content of ${id}`);
  });

  it('has the pictures of published items and no other file', async () => {
    addPublicFile(t, HASH);
    const at = (url: string) => t.request(`/api/build/files/${url}`, { headers: shown });
    const found = await at(`${HASH}/960.jpg`);
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await found.text()).toBe(`picture ${HASH}`);
    for (const url of [
      `${'c'.repeat(32)}/960.jpg`,
      `${HASH}/original.jpg`,
      `${HASH}/..%2f..%2f..%2fveldlicht.db`,
      `${HASH}/960.jpg%00.html`,
      `..%2f..%2f${path.basename(t.folder.root)}/960.jpg`,
    ])
      expect([url, (await at(url)).status]).toEqual([url, 404]);
  });
});

describe('a report', () => {
  it('shows how far the job is while the publisher waits for it', async () => {
    const id = addBuild(t);
    t.db.update(contentState).set({ running: true }).run();
    t.pass(5000);
    const report = {
      snapshotId: id,
      state: 'running',
      log: 'one\ntwo',
      pagesDone: 3,
      pagesTotal: 9,
    };
    expect(await accepted(report)).toBe(true);
    expect(build(id)).toMatchObject({
      state: 'running',
      log: 'one\ntwo',
      reportedAt: t.deps.now(),
    });
    expect(state()).toMatchObject({ pagesDone: 3, pagesTotal: 9, retryAt: null });
  });

  it('wakes a publisher that has stopped waiting', async () => {
    const id = addBuild(t, { state: 'failed' });
    expect(
      await accepted({ snapshotId: id, state: 'live', log: '', pagesTotal: 9, bytes: 7 }),
    ).toBe(true);
    expect(build(id)).toMatchObject({ state: 'live', pagesTotal: 9, bytes: 7 });
    expect(state()).toMatchObject({ retryAt: t.deps.now() });
  });

  it('on a replaced snapshot changes nothing', async () => {
    const old = addBuild(t, { calledAt: 1, state: 'running' });
    const live = addBuild(t, { calledAt: 2, state: 'live' });
    for (const answer of ['running', 'failed', 'live'])
      for (const id of [old, live])
        expect(await accepted({ snapshotId: id, state: answer, log: 'late' })).toBe(false);
    expect(build(old)).toMatchObject({ state: 'running', log: '' });
    expect(build(live)).toMatchObject({ state: 'live', log: '' });
  });

  it('keeps line feeds and removes other control characters', async () => {
    const id = addBuild(t);
    await send({ snapshotId: id, state: 'failed', log: 'a\u001b[31mred\u0000\r\nb\u0085' });
    expect(build(id)?.log).toBe('a[31mred\nb');
  });

  it('of too many bytes, or on an unknown snapshot, is refused', async () => {
    const id = `s9999-${'f'.repeat(12)}`;
    expect((await send({ snapshotId: id, state: 'live', log: '' })).status).toBe(404);
    const log = 'x'.repeat(70_000);
    expect((await send({ snapshotId: id, state: 'live', log })).status).toBe(413);
  });
});
