import { once } from 'node:events';
import { connect } from 'node:net';
import { historyPage } from '@veldlicht/contract/history';
import { type PublishState, publishState } from '@veldlicht/contract/publishing';
import { claimJob, enqueueJob, finishJob } from '@veldlicht/database/jobs';
import { openDatabase } from '@veldlicht/database/open';
import { auditLog, contentState, releases, sessions } from '@veldlicht/database/schema';
import { describe, expect, it } from 'vitest';
import { recordAudit } from '#audit/audit.repository.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { startTestServer } from '#testing/test-server.ts';
import { STREAMS_PER_SESSION } from './publishing.routes.ts';

const t = useTestApp();

const change = (values: Partial<typeof contentState.$inferInsert>) =>
  t.db.update(contentState).set(values).run();
const state = () => readAnswer(publishState, t.send('GET', '/api/publishing/state'));

it('answers the state of the site, and the files still being processed', async () => {
  change({ revision: 1, publishedRevision: 1, releaseId: 'r1', publishedAt: 5 });
  addFile(t.db, { processing: 'failed' });
  const video = addFile(t.db, { type: 'video', processing: 'working', progress: 43 });
  addFile(t.db, { type: 'video', processing: 'working' });
  const videos = [{ objectPath: video.imageUrl, percent: 43 }];
  expect(await state()).toMatchObject({ state: 'live', releaseId: 'r1', imagesLeft: 2, videos });
  change({ error: 'A page broke' });
  expect(await state()).toMatchObject({ state: 'failed', error: 'A page broke' });
});

it('lists videos that wait for smaller versions', async () => {
  const [first, second] = [addFile(t.db, { type: 'video' }), addFile(t.db, { type: 'video' })];
  for (const { hash } of [first, second])
    enqueueJob(t.db, { kind: 'versions', subject: hash, now: 1 });
  enqueueJob(t.db, { kind: 'renditions', subject: second.hash, now: 1 });
  expect((await state()).versions).toEqual([first.imageUrl, second.imageUrl]);
  const job = claimJob(t.db, ['versions'], 1);
  expect((await state()).versions).toEqual([first.imageUrl, second.imageUrl]);
  finishJob(t.db, job?.id ?? 0, null, 1);
  expect((await state()).versions).toEqual([second.imageUrl]);
});

it('requests a retry, and records by whom', async () => {
  change({ revision: 3, publishedRevision: 3, error: 'A page broke' });
  expect((await t.send('POST', '/api/publishing/retry')).status).toBe(200);
  expect(t.rows(contentState)[0]?.retryAt).toBe(t.deps.now());
  expect(t.rows(auditLog)).toMatchObject([
    { actor: 'eva', action: 'retry', entity: 'site', summary: 'publish again' },
  ]);
});

it('lists what changed, when it went live, and which publishes failed', async () => {
  const row = { revision: 1, pagesRendered: 0, pagesTotal: 0, durationMs: 4, bytes: 0 };
  const log = ['making /foto/ochtend-1234'];
  const write = { actor: { id: 'e', username: 'eva' }, now: 1 };
  const id = recordAudit(t.db, write, { action: 'update', entity: 'media', summary: 'Ochtend' });
  t.db
    .insert(releases)
    .values([
      { ...row, id: 'r0', createdAt: 1, state: 'gone', auditId: id - 1 },
      { ...row, id: 'failed-1', createdAt: 2, state: 'failed', auditId: id, error: 'x', log },
      { ...row, id: 'r1', createdAt: 3, state: 'live', auditId: id },
    ])
    .run();
  const at = (ms: number) => new Date(ms).toISOString();
  expect(await readAnswer(historyPage, t.send('GET', '/api/admin/history'))).toMatchObject({
    entries: [{ summary: 'Ochtend', liveAt: at(3) }],
    failures: [{ at: at(2), error: 'x', log }],
  });
  expect(await state()).toMatchObject({ latestAttempt: 'r1' });
});

describe('the stream of states', () => {
  /** Collects the stream; `done` once it has ended. */
  async function listen(as = t.cookie) {
    const response = await t.request('/api/publishing/events', { cookie: as });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body?.getReader();
    const heard = { text: '', done: false, stop: () => reader?.cancel() };
    void (async () => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) break;
        heard.text += Buffer.from(value).toString();
      }
      heard.done = true;
    })();
    return heard;
  }
  const statesIn = (text: string): PublishState['state'][] =>
    [...text.matchAll(/event: state\ndata: (.*)\n\n/g)].map(
      ([, json]) => publishState.parse(JSON.parse(json ?? '')).state,
    );

  it('begins with the state, follows changes of any process, and repeats none', async () => {
    change({ revision: 1, publishedRevision: 1 });
    const heard = await listen();
    await expect.poll(() => statesIn(heard.text)).toEqual(['live']);
    change({ revision: 2 });
    await expect.poll(() => statesIn(heard.text)).toEqual(['live', 'waiting']);
    const worker = openDatabase(t.file);
    worker.update(contentState).set({ firstChangeAt: 77 }).run();
    worker.update(contentState).set({ running: true }).run();
    await expect.poll(() => statesIn(heard.text)).toEqual(['live', 'waiting', 'publishing']);
    worker.$client.close();
    await heard.stop();
  });

  it('sends heartbeats when nothing happens', async () => {
    await t.reopen({ limits: { heartbeatMs: 20 } });
    const heard = await listen();
    await expect.poll(() => heard.text).toContain('event: beat\ndata:\n\nevent: beat\ndata:\n\n');
    await heard.stop();
  });

  it('ends when the session ends, without sending the change', async () => {
    const heard = await listen();
    await expect.poll(() => statesIn(heard.text)).toHaveLength(1);
    t.db.delete(sessions).run();
    change({ error: 'A page broke' });
    await expect.poll(() => heard.done).toBe(true);
    expect(heard.text).not.toContain('A page broke');
  });

  it.each([
    ['the session times out, though the stream is open', () => t.pass(8 * 60 * 60 * 1000)],
    ['the process is about to end', () => t.closing.abort()],
  ])('ends when %s', async (_, happen) => {
    await t.reopen({ limits: { heartbeatMs: 20 } });
    const heard = await listen();
    happen();
    await expect.poll(() => heard.done).toBe(true);
  });

  it('are limited to eight per session: one more replaces the oldest, other sessions keep theirs', async () => {
    const other = await listen(t.signInAs('viewer', 'vera').cookie);
    const heard: Awaited<ReturnType<typeof listen>>[] = [];
    for (let n = 0; n <= STREAMS_PER_SESSION; n += 1) heard.push(await listen());
    await expect.poll(() => heard[0]?.done).toBe(true);
    expect(heard[0]?.text).toMatch(/event: replaced\ndata:\n\n$/);
    await heard[1]?.stop();
    const newest = await listen();
    change({ error: 'A page broke' });
    const others = [other, newest, ...heard.slice(2)];
    await expect
      .poll(() => others.map(({ done, text }) => [done, statesIn(text).length]))
      .toEqual(others.map(() => [false, 2]));
    await Promise.all(others.map(({ stop }) => stop()));
  });

  it('watches only while a client listens', async () => {
    let watching = 0;
    const { watch } = t.deps;
    t.deps.watch = (everyMs, onChange) => {
      const stop = watch(everyMs, onChange);
      watching += 1;
      return () => {
        watching -= 1;
        stop();
      };
    };
    await t.send('HEAD', '/api/publishing/events');
    expect(watching).toBe(0);
    const server = await startTestServer(t);
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `GET /api/publishing/events HTTP/1.1\r\nHost: localhost:4321\r\nCookie: ${t.cookie}\r\n\r\n`,
    );
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
    expect(watching).toBe(1);
    socket.destroy();
    await expect.poll(() => watching).toBe(0);
    await server.close();
  });
});
